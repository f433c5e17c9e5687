"""A draft: entries that are not in the log yet, and the table with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from reihum.engine import Move
from reihum.matches import Match
from reihum.tables import entries
from reihum.tables.chain import StoredEntry, chain
from reihum.tables.entries import Entry
from reihum.tables.table import Table, VisibleEntry


class Draft:
    """A copy of a table to which a decision adds entries.

    Every entry changes the copy at once, so a move is applied here and nowhere else. When ``rows`` are on disk, the
    room goes on with ``table`` and publishes ``visible``. If the log refuses the rows, the room drops the draft.
    """

    def __init__(
        self,
        table: Table,
        at_ms: int,
        entropy: Callable[[int], bytes],
        person: str = "",
        command: str = "",
        checksum: str = "",
    ) -> None:
        self.table = table.copy()
        self.at_ms = at_ms
        self.entropy = entropy
        self.rows: list[StoredEntry] = []
        self.visible: list[VisibleEntry] = []
        self.person = person
        self.command = command
        self.checksum = checksum

    def add(self, entry: Entry, match: Match | None = None) -> None:
        """Add an entry, with the person and the command that caused it. ``match`` is the match after the entry, if it
        is known."""
        signed = replace(entry, by=self.person, command=self.command, sum=self.checksum)
        data = entries.encode(signed)
        seq = self.table.seq + 1
        row = StoredEntry(seq, data, chain(self.table.digest, self.table.id, seq, data))
        self.rows.append(row)
        self.visible += self.table.apply(signed, row, match)

    def play(self, seat: int | None, move: Move, verdict: dict[str, Any] | None = None) -> None:
        """Add a move. Raises ``IllegalMove`` if it is not legal."""
        assert self.table.match is not None
        match = self.table.match.play(seat, move)
        self.add(entries.PlayedEntry(at_ms=self.at_ms, seat=seat, move=str(move), verdict=verdict), match)
