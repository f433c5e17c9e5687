"""Who the person is to each server, kept in the user's own folder so that a seat can be taken again another day."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

import msgspec

FILE = "servers.json"


def folder() -> Path:
    """The user's own folder for settings of this command."""
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home()) / "reihum"
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "reihum"


def known(server: str) -> str:
    """The cookie by which a server knows the person; empty if it does not."""
    return _read().get(server, "")


def keep(server: str, cookie: str) -> None:
    """Remember a cookie. It is a secret: nobody else may read the file. If it cannot be written, so be it."""
    if not cookie or known(server) == cookie:
        return
    with suppress(OSError):
        folder().mkdir(parents=True, exist_ok=True)
        path = folder() / FILE
        content = msgspec.json.format(msgspec.json.encode(_read() | {server: cookie}))
        fresh = path.with_suffix(".new")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(content)
        fresh.replace(path)


def _read() -> dict[str, str]:
    try:
        return msgspec.json.decode((folder() / FILE).read_bytes(), type=dict[str, str])
    except (OSError, msgspec.MsgspecError):
        return {}
