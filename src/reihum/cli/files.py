"""Files that the command reads and writes, with errors in one sentence."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import count
from pathlib import Path

from reihum.errors import ReihumError


class BadFile(ReihumError):
    """A file cannot be read or written."""


def read_record(file: Path) -> str:
    """Read the text of a record."""
    try:
        return file.read_bytes().decode()
    except FileNotFoundError:
        raise BadFile("cli.missing", file=str(file)) from None
    except UnicodeDecodeError:
        raise BadFile("cli.no-text", file=str(file)) from None
    except OSError as error:
        raise BadFile("cli.read", file=str(file), detail=error.strerror) from None


def write_record(file: Path, text: str) -> None:
    """Write a file: first beside the old one, then in its place, so that a full disk or a power cut loses nothing. A
    link stays a link. Devices and pipes are refused."""
    target = Path(os.path.realpath(file))
    if target.exists() and not target.is_file():
        raise BadFile("cli.no-file", file=str(file))
    aside = target.with_name(f".{target.name}.new")
    try:
        with aside.open("wb") as new:
            new.write(text.encode())
            new.flush()
            os.fsync(new.fileno())
        aside.replace(target)
    except OSError as error:
        with suppress(OSError):
            aside.unlink(missing_ok=True)
        raise BadFile("cli.write", file=str(file), detail=error.strerror) from None


def find_unused(file: Path) -> Path:
    """A file beside this one that does not exist: ``match-2.jsonl``, ``match-3.jsonl`` …"""
    return next(other for number in count(2) if not (other := file.with_stem(f"{file.stem}-{number}")).exists())


def check_unused(file: Path) -> None:
    """Refuse to overwrite a file that is not empty."""
    try:
        taken = file.is_file() and file.stat().st_size > 0
    except OSError as error:
        raise BadFile("cli.write", file=str(file), detail=error.strerror) from None
    if taken:
        raise BadFile("cli.taken", file=str(file))
