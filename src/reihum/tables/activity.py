"""What happens at a table besides the play, counted for a day: a quota keeps the log from growing without end."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from reihum.tables import commands, entries
from reihum.tables.commands import Command
from reihum.tables.entries import Entry
from reihum.tables.refusals import CommandRefused

DAY_MS = 24 * 3600 * 1000

PERSON_SHARE = 10
"""One person may cause this part of what may happen at a table in a day."""

PLAY = (
    entries.PlayedEntry
    | entries.CalledEntry
    | entries.KeptEntry
    | entries.ClearedEntry
    | entries.DealtEntry
    | entries.PromisedEntry
    | entries.FinishedEntry
)
"""Entries that are the play itself."""

ALWAYS_ALLOWED = commands.MakeMove | commands.Quiet | commands.Start | commands.Next | commands.Leave | commands.Remove
"""Commands that no quota refuses: play goes on, and people can part."""


class Activity(Struct, frozen=True):
    """How many entries besides the play each person has caused on a day; the host is the empty text."""

    day: int = 0
    counts: Mapping[str, int] = {}

    def after(self, entry: Entry) -> Activity:
        """The activity with one more entry."""
        if isinstance(entry, PLAY):
            return self
        day = entry.at_ms // DAY_MS
        counts = self.counts if day == self.day else {}
        return Activity(day, {**counts, entry.by: counts.get(entry.by, 0) + 1})

    def check(self, limit: int, person: str, command: Command | None = None) -> None:
        """Refuse what a person has just done if it is more than a table may have in a day; 0 means no limit."""
        if not limit or isinstance(command, ALWAYS_ALLOWED):
            return
        if sum(self.counts.values()) > limit or self.counts.get(person, 0) * PERSON_SHARE > limit:
            raise CommandRefused("table-busy")
