"""The page, where one is built in; otherwise a landing page tells how to play in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from house import awaited
from network import net
from reihum.server import static_files
from reihum.texts import LANGUAGES, Texts


@pytest.mark.parametrize("language", LANGUAGES)
@awaited
async def test_in_the_readers_language(language: str) -> None:
    """The landing page says what is missing, and how to play without it."""
    async with net() as up:
        headers = {"Accept-Language": language}
        page = (await up.ask("GET", "/", headers=headers)).body.decode()
        assert f'<html lang="{language}">' in page
        assert f"reihum join {up.base} classic" in page
        assert Texts(language).text("landing.how") in page
        table = (await up.ask("GET", "/t/t-abc?x=<script>", headers=headers)).body.decode()
        assert f"reihum join &#x27;{up.base}/t/t-abc#…&#x27;" in table
        assert "<script" not in table


@awaited
async def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A built page is served at all addresses that people open, with its files."""
    (tmp_path / "page" / "assets").mkdir(parents=True)
    (tmp_path / "page" / "index.html").write_text("the page")
    (tmp_path / "page" / "assets" / "code.js").write_text("code")
    (tmp_path / "secret").write_text("secret")
    monkeypatch.setattr(static_files, "PAGE", tmp_path / "page")
    async with net() as up:
        for path in ("/", "/t/t-abc", "/c/c-abc"):
            assert (await up.ask("GET", path)).body == b"the page"
        assert (await up.ask("GET", "/assets/code.js")).body == b"code"
        for path in ("/../secret", "/%2e%2e/secret", "/assets/../../secret", "/assets"):
            assert (await up.ask("GET", path)).status == 404
        assert (await up.ask("GET", "/api/tables")).status == 200
