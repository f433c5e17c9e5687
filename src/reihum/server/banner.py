"""What the server prints when it is up: its address, for people as a link and for phones as a QR code."""

from __future__ import annotations

import io
import sys

import segno

from reihum.server.origins import LOCAL
from reihum.server.server import RunningServer
from reihum.texts import Texts


def print_banner(server: RunningServer, texts: Texts) -> str:
    """Print where the server is and where the tables are kept; returns the address."""
    config = server.service.config
    address = choose_address(server.origins.all, lan=config.lan) + config.root_path
    print(texts.text("serve.ready", address=address))
    print(texts.text("serve.store", place=server.place))
    if config.lan and sys.stdout.isatty():
        print(texts.text("serve.lan"))
        print(draw_qr_code(address))
    print(texts.text("serve.stop"), flush=True)
    return address


def choose_address(origins: tuple[str, ...], *, lan: bool) -> str:
    """Choose the address to tell people: in the home network one that works on other machines, numbers before names."""
    elsewhere = [origin for origin in origins if lan and not any(f"//{name}" in origin for name in LOCAL)]
    by_number = sorted(elsewhere, key=lambda origin: not origin.partition("//")[2][:1].isdigit())
    return (*by_number, *origins)[0]


def draw_qr_code(address: str) -> str:
    """Draw an address as a QR code for a terminal."""
    drawing = io.StringIO()
    segno.make_qr(address, error="m").terminal(drawing, compact=True, border=2)
    return drawing.getvalue()
