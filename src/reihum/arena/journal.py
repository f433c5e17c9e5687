"""The file of a contest: its settings, then a line for every finished deal. An interrupted contest continues from
there. A last line that was cut off is dropped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import msgspec
from msgspec import Struct

from reihum.arena.contest import Contest, Deal
from reihum.arena.errors import ArenaError


class JournalHeader(Struct, frozen=True):
    """The first line."""

    arena: int
    settings: Contest


class JournalLine(Struct, frozen=True):
    """A finished deal."""

    deal: int
    rounds: Deal


FORMAT_VERSION = 1


class Journal:
    """The file of a contest, open for more deals. ``settings`` may leave the seed to the file."""

    def __init__(self, file: Path, settings: Contest) -> None:
        self.file = file
        self.settings = settings
        self.deals: list[Deal] = []
        try:
            self._file = file.open("a+b")
        except OSError as error:
            raise ArenaError("arena.file", file=str(file), detail=error.strerror) from None
        self._file.seek(0)
        begun = self._file.read()
        try:
            if begun:
                self._go_on(begun)
            else:
                self._append(JournalHeader(FORMAT_VERSION, settings))
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, deal: Deal) -> None:
        """Store a finished deal."""
        self._append(JournalLine(len(self.deals), deal))
        self.deals.append(deal)

    def _append(self, line: Struct) -> None:
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()

    def _go_on(self, begun: bytes) -> None:
        """Read the finished deals, and cut off an unfinished line."""
        head, *lines = begun.splitlines(keepends=True)
        found = self._header(head)
        for name in Contest.__struct_fields__:
            there, wanted = getattr(found, name), getattr(self.settings, name)
            if there != wanted:
                raise ArenaError(
                    "arena.other-settings",
                    file=str(self.file),
                    name=name,
                    expected=_to_json(there),
                    got=_to_json(wanted),
                )
        length = len(head)
        for deal, line in self._read(lines):
            self.deals.append(deal)
            length += len(line)
        if length < len(begun):
            self._file.truncate(length)

    def _header(self, line: bytes) -> Contest:
        found = read_header(line)
        if found is None:
            raise ArenaError("arena.no-contest", file=str(self.file))
        return found

    def _read(self, lines: list[bytes]) -> Iterator[tuple[Deal, bytes]]:
        """The deals and their lines. The last line may be damaged."""
        tables = len(self.settings.tables)
        for number, line in enumerate(lines):
            try:
                found = msgspec.json.decode(line, type=JournalLine)
            except msgspec.DecodeError as error:
                if number == len(lines) - 1:
                    return
                raise ArenaError("arena.line", file=str(self.file), line=number + 2, detail=str(error)) from None
            if not line.endswith(b"\n"):
                return
            if found.deal != number or len(found.rounds) != tables:
                detail = f"deal {found.deal}, {len(found.rounds)} rounds; expected deal {number}, {tables} rounds"
                raise ArenaError("arena.line", file=str(self.file), line=number + 2, detail=detail)
            yield found.rounds, line


def read_header(line: bytes) -> Contest | None:
    """The settings in the first line of a file. None if it is not a journal."""
    try:
        found = msgspec.json.decode(line, type=JournalHeader)
    except msgspec.DecodeError:
        return None
    return found.settings if found.arena == FORMAT_VERSION and line.endswith(b"\n") else None


def read_seed(file: Path) -> str | None:
    """The seed of the contest in a file, if there is one."""
    try:
        with file.open("rb") as opened:
            found = read_header(opened.readline())
    except OSError:
        return None
    return None if found is None else found.seed


def _to_json(value: Any) -> str:
    """A setting as the file writes it."""
    return msgspec.json.encode(value).decode()
