"""The page in a browser: ``reihum serve --open`` opens it, also if a server is running already."""

from __future__ import annotations

import os
import sys
import webbrowser
from urllib.request import urlopen

import msgspec

from reihum.protocol.http import Health
from reihum.server.config import Config

ANSWER_SECONDS = 2.0
"""How long another server may take to say what it is."""

MAX_ANSWER_BYTES = 1_000


def open_page(address: str) -> bool:
    """Open the page where there is a screen; browsers for the terminal do not count."""
    screen = sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    return screen and webbrowser.open(address)


def find_running_server(config: Config) -> str:
    """Find a Reihum that already answers where this one would, with the same tables; an empty text if there is none."""
    address = f"http://{config.host or '127.0.0.1'}:{config.port}"
    if config.data or config.database or not config.port:
        return ""
    try:
        with urlopen(f"{address}/health", timeout=ANSWER_SECONDS) as answer:  # noqa: S310 – the address is ours
            msgspec.json.decode(answer.read(MAX_ANSWER_BYTES), type=Health)
    except (OSError, ValueError):
        return ""
    return address
