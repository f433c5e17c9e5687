"""What the server says when it is up: where it is to be found, as an address and as a code for telephones."""

from __future__ import annotations

import io
import sys

import segno

from reihum.server.origins import LOCAL
from reihum.server.server import Running
from reihum.texts import Texts


def announce(running: Running, texts: Texts) -> str:
    """Tell where the server is, and where the tables are kept; gives its address."""
    config = running.service.config
    address = best(running.origins.all, lan=config.lan) + config.root_path
    print(texts.text("serve.ready", address=address))
    print(texts.text("serve.store", place=running.place))
    if config.lan and sys.stdout.isatty():
        print(texts.text("serve.lan"))
        print(code(address))
    print(texts.text("serve.stop"), flush=True)
    return address


def best(origins: tuple[str, ...], *, lan: bool) -> str:
    """The address to tell people: in the home network one that leads here from elsewhere, numbers before names."""
    elsewhere = [origin for origin in origins if lan and not any(f"//{name}" in origin for name in LOCAL)]
    by_number = sorted(elsewhere, key=lambda origin: not origin.partition("//")[2][:1].isdigit())
    return (*by_number, *origins)[0]


def code(address: str) -> str:
    """An address as a QR code for a terminal."""
    written = io.StringIO()
    segno.make_qr(address, error="m").terminal(written, compact=True, border=2)
    return written.getvalue()
