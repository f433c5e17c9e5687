"""`reihum serve --open` opens the page in a browser."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import webbrowser

import pytest

from house import awaited
from network import net
from reihum.server import browser
from reihum.server.browser import find_running_server, open_page
from reihum.server.config import Config


@pytest.mark.parametrize(
    ("platform", "variables", "opened"),
    [
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {}, False),
        ("darwin", {}, True),
    ],
)
def test_only_where_there_is_a_screen(
    platform: str, variables: dict[str, str], opened: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a screen the server only prints the address; no browser for the terminal takes over."""
    asked: list[str] = []

    def open_it(address: str) -> bool:
        asked.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", open_it)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(os, "environ", variables)
    assert open_page("http://localhost:8011") is opened
    assert asked == ["http://localhost:8011"] * opened


@awaited
async def test_a_server_that_is_up_already() -> None:
    """A running server is found, unless the settings ask for other tables."""
    async with net() as up:
        port = up.up.port
        assert await asyncio.to_thread(find_running_server, Config(port=port)) == f"http://127.0.0.1:{port}"
        assert await asyncio.to_thread(find_running_server, Config(port=port, data="other.sqlite")) == ""
    assert await asyncio.to_thread(find_running_server, Config(port=port)) == ""


def test_somebody_else_at_the_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program at the port that is not Reihum, or does not answer, is not mistaken for it."""
    monkeypatch.setattr(browser, "ANSWER_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as other:
        assert find_running_server(Config(port=other.getsockname()[1])) == ""
