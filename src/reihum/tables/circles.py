"""Circles: the same people over many evenings, with tables and a score book. A circle is a log, like a table."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from itertools import islice
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct, field, structs

from reihum.tables.chain import START, StoredEntry, chain_rows, verify_chain
from reihum.tables.table import Table


class _Entry(Struct, frozen=True, tag_field="entry", kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One entry in the log of a circle."""

    at_ms: int = field(name="at")

    def change(self, circle: Circle) -> None:
        """Change the circle as this entry says."""


class CircleFounded(_Entry, frozen=True, tag="founded"):
    """A circle is founded. ``key`` is the word of invitation in its link."""

    name: str
    key: str

    def change(self, circle: Circle) -> None:
        circle.name, circle.key = self.name, self.key


class MemberEntered(_Entry, frozen=True, tag="entered"):
    """A person enters the circle, or takes a new name in it."""

    person: str
    name: str

    def change(self, circle: Circle) -> None:
        circle.people[self.person] = self.name
        circle.left.discard(self.person)


class CircleRenamed(_Entry, frozen=True, tag="renamed"):
    """A member gives the circle a new name."""

    name: str

    def change(self, circle: Circle) -> None:
        circle.name = self.name


class MemberLeft(_Entry, frozen=True, tag="left"):
    """A person leaves the circle."""

    person: str

    def change(self, circle: Circle) -> None:
        circle.people.pop(self.person, None)
        circle.left.add(self.person)


class TableOpened(_Entry, frozen=True, tag="opened"):
    """The circle has a new table."""

    table: str
    game: str

    def change(self, circle: Circle) -> None:
        circle.tables[self.table] = self


class Score(Struct, frozen=True, omit_defaults=True):
    """A player's result in a match. A bot has no person; its ``level`` is missing in older books."""

    name: str
    points: int
    place: int
    person: str = ""
    level: str = ""


class MatchScored(_Entry, frozen=True, tag="scored"):
    """A match of the circle is over."""

    table: str
    game: str
    scores: tuple[Score, ...]

    def change(self, circle: Circle) -> None:
        circle.matches[self.table] = self


class HouseRules(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a circle plays a game: what its new tables of this game begin with."""

    seats: int
    options: dict[str, Any] = {}
    rounds: int | str | None = None
    until: int | None = None


class RulesKept(_Entry, frozen=True, tag="rules"):
    """The circle keeps its house rules of a game, or goes back to the booklet."""

    game: str
    rules: HouseRules | None = None

    def change(self, circle: Circle) -> None:
        circle.rules.pop(self.game, None)
        if self.rules is not None:
            circle.rules[self.game] = self.rules


class RulesNamed(_Entry, frozen=True, tag="rules-named"):
    """A member gives the circle's house rules a name."""

    name: str

    def change(self, circle: Circle) -> None:
        circle.rules_name = self.name


Player: TypeAlias = tuple[str, str]
"""Somebody at a seat: a person's id and the name there. Several people may play at one person's device."""


class YoungestNamed(_Entry, frozen=True, tag="youngest"):
    """Somebody has said who of these players is the youngest: the first of them."""

    players: tuple[Player, ...]

    def change(self, circle: Circle) -> None:
        circle.youngest.append(self.players)


CircleEntry: TypeAlias = (
    CircleFounded
    | CircleRenamed
    | MemberEntered
    | MemberLeft
    | TableOpened
    | MatchScored
    | RulesKept
    | RulesNamed
    | YoungestNamed
)

_decoder: msgspec.json.Decoder[CircleEntry] = msgspec.json.Decoder(CircleEntry)

SHOWN = 100
"""The number of tables and of matches that a circle shows at once."""


class Standing(Struct, frozen=True):
    """A line of the score book: how often a person has played and won. A shared first place is a win for each.
    ``streak`` is the number of wins in a row up to now, ``best_streak`` the longest ever."""

    person: str
    name: str
    matches: int
    wins: int
    streak: int = 0
    best_streak: int = 0


class CircleSummary(Struct, frozen=True, kw_only=True):
    """A circle in a list. ``number`` grows with every change. ``rules`` are its house rules by game; ``rules_name`` is
    empty while nobody has named them."""

    circle: str
    number: int
    name: str
    key: str
    people: dict[str, str]
    rules: dict[str, HouseRules] = {}
    rules_name: str = ""


class CircleView(CircleSummary, frozen=True, kw_only=True):
    """A circle as its people see it, with its last ``tables`` and ``matches``, the newest first. ``played`` is the
    number of all its matches."""

    tables: tuple[TableOpened, ...]
    matches: tuple[MatchScored, ...]
    standings: tuple[Standing, ...]
    played: int


class Circle:
    """A circle as the entries of its log have made it."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.name = ""
        self.key = ""
        self.seq = 0
        self.digest = START
        self.people: dict[str, str] = {}
        self.left: set[str] = set()
        """People who have left."""
        self.tables: dict[str, TableOpened] = {}
        self.matches: dict[str, MatchScored] = {}
        self.rules: dict[str, HouseRules] = {}
        self.rules_name = ""
        self.youngest: list[tuple[Player, ...]] = []
        """What people have said about who is the youngest of some players: the first of each."""

    def follow(self, rows: Iterable[StoredEntry]) -> None:
        """Apply stored entries, which must continue the hash chain."""
        rows = list(rows)
        self.digest = verify_chain(self.id, rows, self.seq, self.digest)
        for row in rows:
            _decoder.decode(row.data).change(self)
            self.seq = row.seq

    def make_rows(self, entries: Sequence[CircleEntry]) -> list[StoredEntry]:
        """The rows to store for new entries."""
        return chain_rows(self.id, self.seq, self.digest, entries)

    def people_after(self, entries: Iterable[CircleEntry]) -> dict[str, str]:
        """The people of the circle once these entries have happened."""
        after = Circle(self.id)
        after.people = {**self.people}
        for entry in entries:
            entry.change(after)
        return after.people

    def invites(self, key: str) -> bool:
        """Whether this is the circle's word of invitation."""
        return hmac.compare_digest(key.encode(), self.key.encode())

    def find_youngest(self, players: Sequence[Player]) -> Player | None:
        """The youngest of these players, if people have said it about them and perhaps others; the last word counts."""
        for youngest, *others in reversed(self.youngest):
            if youngest in players and {*players} <= {youngest, *others}:
                return youngest
        return None

    def tables_without_result(self) -> list[str]:
        """The tables whose results are not known, the newest first."""
        return [table for table in reversed(self.tables) if table not in self.matches]

    def summarize(self) -> CircleSummary:
        """The circle in a list."""
        return CircleSummary(
            circle=self.id,
            number=self.seq,
            name=self.name,
            key=self.key,
            people={**self.people},
            rules={**self.rules},
            rules_name=self.rules_name,
        )

    def view(self) -> CircleView:
        """The circle as its people see it. A long book takes some milliseconds to add up."""
        return CircleView(
            **structs.asdict(self.summarize()),
            tables=tuple(islice(reversed(self.tables.values()), SHOWN)),
            matches=self.list_matches(len(self.matches)),
            standings=tuple(self._standings()),
            played=len(self.matches),
        )

    def list_matches(self, before: int) -> tuple[MatchScored, ...]:
        """The last matches among the first ``before`` ones, the newest first."""
        end = min(before, len(self.matches))
        return tuple([*islice(self.matches.values(), max(0, end - SHOWN), end)][::-1])

    def copy(self) -> Circle:
        """The circle as it is now, whatever is added later."""
        copied = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, dict | set | list):
                setattr(copied, name, value.copy())
        return copied

    def _players(self) -> dict[str, str]:
        """The names of the members, and of guests who have played at the circle's tables."""
        scores = (score for match in self.matches.values() for score in reversed(match.scores))
        guests = {score.person: score.name for score in scores if score.person}  # the last match, the first seat
        return {person: name for person, name in (guests | self.people).items() if person not in self.left}

    def _standings(self) -> list[Standing]:
        players = self._players()
        matches = [find_places(match, players) for match in self.matches.values()]
        found = [make_standing(person, name, matches) for person, name in players.items()]
        return sorted(found, key=lambda line: (-line.wins, -line.matches, line.name))


def find_places(match: MatchScored, players: Mapping[str, str]) -> dict[str, int]:
    """The place of each person in a match. All seats at one device belong to its owner: if one of them has the owner's
    name, each counts for the person of its name. A person at several seats counts by the best place."""
    named = {name: person for person, name in players.items()}
    sharing = {score.person for score in match.scores if players.get(score.person) == score.name}
    places: dict[str, int] = {}
    for score in sorted(match.scores, key=lambda score: -score.place):
        person = named.get(score.name, "") if score.person in sharing else score.person
        places[person] = score.place
    return places


def make_standing(person: str, name: str, matches: Iterable[Mapping[str, int]]) -> Standing:
    """A person's line in the book, from the places in all matches in their order."""
    played = wins = streak = best = 0
    for places in matches:
        if person not in places:
            continue
        won = places[person] == 1
        played, wins, streak = played + 1, wins + won, streak + 1 if won else 0
        best = max(best, streak)
    return Standing(person, name, played, wins, streak, best)


def make_score(table: Table, at_ms: int) -> MatchScored:
    """The result of a finished match, for the score book."""
    assert table.match is not None
    outcome = table.match.outcome
    assert outcome is not None
    scores = (
        Score(seat.name, points, place, seat.person, seat.level)
        for seat, points, place in zip(table.final_seats or table.seats, outcome.points, outcome.places, strict=True)
    )
    return MatchScored(at_ms=at_ms, table=table.id, game=table.settings.game, scores=tuple(scores))
