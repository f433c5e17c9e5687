"""Records on disk. What goes wrong with a file is told in one sentence, like every other error."""

from __future__ import annotations

from pathlib import Path

from reihum.errors import ReihumError


class BadFile(ReihumError):
    """A file cannot be read or written."""


def read_record(file: Path) -> str:
    """The text of a record."""
    try:
        return file.read_bytes().decode()
    except FileNotFoundError:
        raise BadFile("cli.missing", file=str(file)) from None
    except UnicodeDecodeError:
        raise BadFile("cli.no-text", file=str(file)) from None
    except OSError as error:
        raise BadFile("cli.read", file=str(file), detail=error.strerror) from None


def write_record(file: Path, text: str) -> None:
    """Keep a record; beside the old one first, so that a full disk never costs both."""
    aside = file.with_name(f".{file.name}.new")
    try:
        aside.write_bytes(text.encode())
        aside.replace(file)
    except OSError as error:
        raise BadFile("cli.write", file=str(file), detail=error.strerror) from None
