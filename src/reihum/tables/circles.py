"""Circles: the same people over many evenings, with their tables and a score book. A circle is a log, like a table."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import msgspec
from msgspec import Struct

from reihum.tables.chain import START, StoredEntry, chain, verify
from reihum.tables.table import Table


class _Page(Struct, frozen=True, tag_field="entry", kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One entry in the log of a circle."""

    at: int

    def change(self, circle: Circle) -> None:
        """Make of the circle what it is after this entry."""


class Founded(_Page, frozen=True, tag="founded"):
    """A circle begins. ``key`` is the word of invitation in its link."""

    name: str
    key: str

    def change(self, circle: Circle) -> None:
        circle.name, circle.key = self.name, self.key


class Entered(_Page, frozen=True, tag="entered"):
    """Somebody belongs to the circle now, or is called otherwise."""

    person: str
    name: str

    def change(self, circle: Circle) -> None:
        circle.people[self.person] = self.name


class Opened(_Page, frozen=True, tag="opened"):
    """The circle has a new table."""

    table: str
    game: str

    def change(self, circle: Circle) -> None:
        circle.tables[self.table] = self


class Score(Struct, frozen=True, omit_defaults=True):
    """What somebody reached in a match. Bots have no person."""

    name: str
    points: int
    place: int
    person: str = ""


class Scored(_Page, frozen=True, tag="scored"):
    """A match of the circle is over."""

    table: str
    game: str
    scores: tuple[Score, ...]

    def change(self, circle: Circle) -> None:
        circle.matches[self.table] = self


Page: TypeAlias = Founded | Entered | Opened | Scored

_decoder: msgspec.json.Decoder[Page] = msgspec.json.Decoder(Page)


class Standing(Struct, frozen=True):
    """A line of the score book: how often somebody has played and won."""

    person: str
    name: str
    matches: int
    wins: int


class CircleView(Struct, frozen=True, kw_only=True):
    """A circle as its people see it; the newest tables and matches come first."""

    circle: str
    name: str
    key: str
    people: dict[str, str]
    tables: tuple[Opened, ...]
    matches: tuple[Scored, ...]
    standings: tuple[Standing, ...]


class Circle:
    """What the entries of its log have made of a circle."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.name = ""
        self.key = ""
        self.seq = 0
        self.digest = START
        self.people: dict[str, str] = {}
        self.tables: dict[str, Opened] = {}
        self.matches: dict[str, Scored] = {}

    def follow(self, rows: Iterable[StoredEntry]) -> None:
        """Apply stored entries, whose hash chain must go on from here."""
        rows = list(rows)
        self.digest = verify(self.id, rows, self.seq, self.digest)
        for row in rows:
            page = _decoder.decode(row.data)
            page.change(self)
            self.seq = row.seq

    def rows(self, pages: Sequence[Page]) -> list[StoredEntry]:
        """Entries as they would be stored next."""
        rows, digest = [], self.digest
        for seq, page in enumerate(pages, self.seq + 1):
            data = msgspec.json.encode(page)
            digest = chain(digest, self.id, seq, data)
            rows.append(StoredEntry(seq, data, digest))
        return rows

    def invites(self, key: str) -> bool:
        """Whether this is the circle's word of invitation."""
        return hmac.compare_digest(key.encode(), self.key.encode())

    def unscored(self) -> list[str]:
        """Tables of which no result is known."""
        return [table for table in self.tables if table not in self.matches]

    def view(self) -> CircleView:
        """The circle as its people see it."""
        return CircleView(
            circle=self.id,
            name=self.name,
            key=self.key,
            people={**self.people},
            tables=tuple(reversed(self.tables.values())),
            matches=tuple(reversed(self.matches.values())),
            standings=tuple(self._standings()),
        )

    def _standings(self) -> list[Standing]:
        played: dict[str, list[int]] = {person: [] for person in self.people}
        for match in self.matches.values():
            for person in self.people:
                places = [score.place for score in match.scores if score.person == person]
                played[person] += places[:1]
        found = [
            Standing(person, name, len(played[person]), played[person].count(1)) for person, name in self.people.items()
        ]
        return sorted(found, key=lambda line: (-line.wins, -line.matches, line.name))


def scored(table: Table, at: int) -> Scored:
    """The result of a finished match, for the score book."""
    assert table.match is not None
    outcome = table.match.outcome
    assert outcome is not None
    scores = (
        Score(seat.name, points, place, seat.person)
        for seat, points, place in zip(table.seats, outcome.points, outcome.places, strict=True)
    )
    return Scored(at=at, table=table.id, game=table.settings.game, scores=tuple(scores))
