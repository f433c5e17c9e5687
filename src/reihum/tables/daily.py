"""The daily deal: one deal a day, the same for everybody. A day is a log, like a table."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import msgspec
from msgspec import Struct, field

from reihum.matches import commitment
from reihum.tables.chain import START, StoredEntry, chain_rows, verify_chain
from reihum.tables.keys import DAILY
from reihum.tables.settings import Settings
from reihum.tables.table import Table

SEATS = 4
PERSON_SEAT = 0
"""The seat of the person, or of the expert; the bots sit at the others."""

LEVEL = "solid"
"""The level of the three bots."""

EXPERT_LEVEL = "expert"


class _Entry(Struct, frozen=True, tag_field="entry", kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One entry in the log of a day."""

    at_ms: int = field(name="at")

    def change(self, day: Day) -> None:
        """Change the day as this entry says."""


class DayOpened(_Entry, frozen=True, tag="day"):
    """A day begins. ``secret`` decides its cards, in hexadecimal."""

    game: str
    rules: int
    secret: str

    def change(self, day: Day) -> None:
        day.opened = self


class DailySecretMade(_Entry, frozen=True, tag="secret"):
    """The server's secret, in hexadecimal, from which the secrets of all days are made. It has a log of its own."""

    secret: str

    def change(self, day: Day) -> None:
        day.server_secret = bytes.fromhex(self.secret)


class DailyTried(_Entry, frozen=True, tag="tried"):
    """A person begins the only try of the day, at a table."""

    person: str
    table: str

    def change(self, day: Day) -> None:
        day.tables[self.person] = self.table


class DailyResult(Struct, frozen=True):
    """The result of a daily deal."""

    points: int
    place: int


class DailyScored(_Entry, frozen=True, tag="scored"):
    """A try is over. Without a table it is the expert's."""

    result: DailyResult
    table: str = ""

    def change(self, day: Day) -> None:
        day.results[self.table] = self.result


DayEntry: TypeAlias = DayOpened | DailySecretMade | DailyTried | DailyScored

_decoder: msgspec.json.Decoder[DayEntry] = msgspec.json.Decoder(DayEntry)


class DayView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A day as one person sees it. ``table`` is where the person plays or has played. The expert's result comes with
    the person's, or when the day is over. ``secret`` comes when the day is over."""

    date: str
    game: str
    commitment: str
    table: str = ""
    result: DailyResult | None = None
    expert: DailyResult | None = None
    finished: int = 0
    """How many people have finished their try."""
    secret: str = ""


class Day:
    """A day as the entries of its log have made it."""

    opened: DayOpened

    def __init__(self, date: str) -> None:
        self.id = DAILY + date
        self.date = date
        self.seq = 0
        self.digest = START
        self.server_secret = b""
        self.tables: dict[str, str] = {}
        """The table of each person's try."""
        self.results: dict[str, DailyResult] = {}

    @property
    def expert(self) -> DailyResult | None:
        """The expert's result, once it is known."""
        return self.results.get("")

    def follow(self, rows: Iterable[StoredEntry]) -> None:
        """Apply stored entries, which must continue the hash chain."""
        rows = list(rows)
        self.digest = verify_chain(self.id, rows, self.seq, self.digest)
        for row in rows:
            _decoder.decode(row.data).change(self)
            self.seq = row.seq

    def make_rows(self, entries: Sequence[DayEntry]) -> list[StoredEntry]:
        """The rows to store for new entries."""
        return chain_rows(self.id, self.seq, self.digest, entries)

    def result_of(self, person: str) -> DailyResult | None:
        """The result of a person, if the try is over."""
        table = self.tables.get(person)
        return self.results.get(table) if table else None

    def make_settings(self) -> Settings:
        """The settings of every table of the day."""
        return Settings(game=self.opened.game, seats=SEATS, rounds=1, pace="normal", daily=self.date)

    def view(self, person: str, today: str) -> DayView:
        """The day as a person sees it."""
        result, over = self.result_of(person), self.date < today
        return DayView(
            date=self.date,
            game=self.opened.game,
            commitment=commitment(bytes.fromhex(self.opened.secret)),
            table=self.tables.get(person, ""),
            result=result,
            expert=self.expert if result or over else None,
            finished=len(self.results) - (self.expert is not None),
            secret=self.opened.secret if over else "",
        )


def make_day_secret(secret: bytes, date: str) -> str:
    """The secret of a day, in hexadecimal: HMAC-SHA-512 of its date with the server's secret."""
    return hmac.digest(secret, f"reihum daily {date}".encode(), "sha512").hex()


def make_result(table: Table) -> DailyResult | None:
    """The person's result at a table of the day; None if the person has left it or it is not over."""
    if table.match is None or table.match.outcome is None or not table.seats[PERSON_SEAT].person:
        return None
    outcome = table.match.outcome
    return DailyResult(outcome.points[PERSON_SEAT], outcome.places[PERSON_SEAT])
