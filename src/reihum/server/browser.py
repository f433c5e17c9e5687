"""The page in front of whoever starts the server: opened in a browser, also where a server is up already."""

from __future__ import annotations

import os
import sys
import webbrowser
from urllib.request import urlopen

import msgspec

from reihum.protocol.http import Health
from reihum.server.config import Config

SECONDS = 2.0
"""So long another server may take to say what it is."""


def show(address: str) -> bool:
    """Open the page, where there is a screen; browsers for the terminal are not meant."""
    screen = sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    return screen and webbrowser.open(address)


def already(config: Config) -> str:
    """The address of a Reihum that answers already where this one would: the same tables are there. Or nothing."""
    address = f"http://{config.host or '127.0.0.1'}:{config.port}"
    if config.data or config.database or not config.port:
        return ""
    try:
        with urlopen(f"{address}/health", timeout=SECONDS) as answer:  # noqa: S310 – the address is our own
            msgspec.json.decode(answer.read(1_000), type=Health)
    except (OSError, ValueError):
        return ""
    return address
