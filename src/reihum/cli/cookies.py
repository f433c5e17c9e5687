"""The cookies by which servers know the person, kept in a file so that a seat can be taken again another day."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

import msgspec

FILE = "servers.json"


def folder() -> Path:
    """The user's folder for the settings of this command."""
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home()) / "reihum"
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "reihum"


def load_cookie(server: str) -> str:
    """The cookie for a server; empty if there is none."""
    return _read().get(server, "")


def save_cookie(server: str, cookie: str) -> None:
    """Keep a cookie in a file that nobody else can read. Play goes on without it, so errors are ignored."""
    if not cookie or load_cookie(server) == cookie:
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
