"""The entries in the log of a table: everything that has happened there, in order (DESIGN §6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from reihum.tables.arbiter import CallMade, Reaction
from reihum.tables.seats import Seat, Takeover
from reihum.tables.settings import Pace, Settings

if TYPE_CHECKING:
    from reihum.tables.table import Table


class _Entry(Struct, frozen=True, tag_field="entry", kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One entry. ``at_ms`` counts milliseconds from 1970. ``by`` is the person who caused it, empty for the host;
    ``command`` is the id of that person's command, ``sum`` its checksum, which older entries do not have."""

    at_ms: int = field(name="at")
    by: str = ""
    command: str = ""
    sum: str = ""

    def change(self, table: Table) -> None:
        """Change the table as this entry says."""


class CreatedEntry(_Entry, frozen=True, tag="created"):
    """A table is made. ``key`` is its word of invitation, ``rules`` the version of the game's rules. ``imported``: the
    match was played elsewhere, and this host has not dealt it."""

    settings: Settings
    key: str
    rules: int = 1
    imported: bool = False

    def change(self, table: Table) -> None:
        table.key, table.maker, table.imported = self.key, self.by, self.imported
        table.set_up(self.settings, self.rules)


class JoinedEntry(_Entry, frozen=True, tag="joined"):
    """Somebody comes to the table."""

    person: str
    name: str

    def change(self, table: Table) -> None:
        table.people[self.person] = self.name


class LeftEntry(_Entry, frozen=True, tag="left"):
    """Somebody leaves the table or is removed (``banned``); then ``key`` is the new word of invitation."""

    person: str
    banned: bool = False
    key: str = ""

    def change(self, table: Table) -> None:
        table.people.pop(self.person, None)
        table.drop_takeovers(self.person)
        if self.banned:
            table.banned.add(self.person)
        if self.key:
            table.key = self.key


class RenamedEntry(_Entry, frozen=True, tag="renamed"):
    """Somebody has a new name, at every seat of the old one."""

    person: str
    name: str

    def change(self, table: Table) -> None:
        old, table.people[self.person] = table.people.get(self.person), self.name
        for number in table.seats_of(self.person):
            if table.seats[number].name == old:
                table.seats[number] = replace(table.seats[number], name=self.name)


class SeatedEntry(_Entry, frozen=True, tag="seated"):
    """A person sits down; ``name`` is who plays there, for a second player on the same device."""

    seat: int
    person: str
    name: str

    def change(self, table: Table) -> None:
        table.sit_down(self.seat, Seat(person=self.person, name=self.name))


class AskedEntry(_Entry, frozen=True, tag="asked"):
    """A person asks for a bot's seat while the round runs."""

    seat: int
    person: str
    name: str

    def change(self, table: Table) -> None:
        table.drop_takeovers(self.person)
        table.takeovers[self.seat] = Takeover(self.seat, self.person, self.name)


class AnsweredEntry(_Entry, frozen=True, tag="answered"):
    """A seated person says whether the one who asks may take the seat now."""

    seat: int
    person: str
    agree: bool

    def change(self, table: Table) -> None:
        asked = table.takeovers[self.seat]
        table.takeovers[self.seat] = replace(asked, answers={**asked.answers, self.person: self.agree})


class VacatedEntry(_Entry, frozen=True, tag="vacated"):
    """A seat is empty again."""

    seat: int

    def change(self, table: Table) -> None:
        table.seats[self.seat] = Seat()


class BotSeatedEntry(_Entry, frozen=True, tag="bot"):
    """A bot of this level takes a seat; ``chosen``: somebody wants it there."""

    seat: int
    level: str
    chosen: bool = False

    def change(self, table: Table) -> None:
        table.seats[self.seat] = Seat(level=self.level, chosen=self.chosen)


class ChangedEntry(_Entry, frozen=True, tag="changed"):
    """New settings before the match begins, with the version of the game's rules."""

    settings: Settings
    rules: int = 1

    def change(self, table: Table) -> None:
        table.set_up(self.settings, self.rules)


class PacedEntry(_Entry, frozen=True, tag="paced"):
    """Bots play faster or more slowly from now on."""

    pace: Pace

    def change(self, table: Table) -> None:
        table.settings = replace(table.settings, pace=self.pace)


class PromisedEntry(_Entry, frozen=True, tag="promised"):
    """The secret of a round, in hexadecimal. People see only its commitment."""

    round: int
    secret: str

    def change(self, table: Table) -> None:
        table.secret, table.words = bytes.fromhex(self.secret), {}


class WordedEntry(_Entry, frozen=True, tag="words"):
    """A seat's own words for the next deal."""

    seat: int
    words: str

    def change(self, table: Table) -> None:
        table.words[self.seat] = self.words


class DealtEntry(_Entry, frozen=True, tag="dealt"):
    """A round is dealt from the promised secret and everybody's words, or from a stacked deck."""

    round: int
    deck: str | None = None

    def change(self, table: Table) -> None:
        table.deal(self.deck)


class PlayedEntry(_Entry, frozen=True, tag="played"):
    """A move. ``verdict`` has the inputs of the real-time rule where it was used."""

    seat: int | None
    move: str
    verdict: dict[str, Any] | None = None

    def change(self, table: Table) -> None:
        table.play(self.seat, self.move)


class FinishedEntry(_Entry, frozen=True, tag="finished"):
    """The match is over."""

    def change(self, table: Table) -> None:
        table.final_seats, table.takeovers = tuple(table.seats), {}


class CalledEntry(_Entry, frozen=True, tag="called"):
    """A call that waits for its verdict. Nobody sees it before that."""

    seat: int
    word: str
    reaction: Reaction | None = None

    def change(self, table: Table) -> None:
        table.calls.append(CallMade(self.seat, self.word, self.reaction))


class KeptEntry(_Entry, frozen=True, tag="kept"):
    """A seat does not call, at a calm table. Nobody sees it."""

    seat: int

    def change(self, table: Table) -> None:
        table.kept.add(self.seat)


class ClearedEntry(_Entry, frozen=True, tag="cleared"):
    """Calls without effect are forgotten. Nobody sees it."""

    def change(self, table: Table) -> None:
        table.calls = []


class StoodInEntry(_Entry, frozen=True, tag="stood-in"):
    """A bot stands in for somebody who is away."""

    seat: int

    def change(self, table: Table) -> None:
        table.seats[self.seat] = replace(table.seats[self.seat], away=True)


class ReturnedEntry(_Entry, frozen=True, tag="returned"):
    """The person is back at the seat."""

    seat: int

    def change(self, table: Table) -> None:
        table.seats[self.seat] = replace(table.seats[self.seat], away=False)


class SaidEntry(_Entry, frozen=True, tag="said"):
    """Somebody says something: a preset phrase, or free words where the table allows them."""

    person: str
    phrase: str = ""
    words: str = ""


class FollowedEntry(_Entry, frozen=True, tag="followed"):
    """The same people go on at another table, with the same game or another one."""

    table: str
    key: str
    game: str = ""

    def change(self, table: Table) -> None:
        table.next = self


class ClosedEntry(_Entry, frozen=True, tag="closed"):
    """The table is closed: nobody is left or needs it, or the operator has closed it."""

    def change(self, table: Table) -> None:
        table.closed = True


Entry: TypeAlias = (
    CreatedEntry
    | JoinedEntry
    | LeftEntry
    | RenamedEntry
    | SeatedEntry
    | AskedEntry
    | AnsweredEntry
    | VacatedEntry
    | BotSeatedEntry
    | ChangedEntry
    | PacedEntry
    | PromisedEntry
    | WordedEntry
    | DealtEntry
    | PlayedEntry
    | FinishedEntry
    | CalledEntry
    | KeptEntry
    | ClearedEntry
    | StoodInEntry
    | ReturnedEntry
    | SaidEntry
    | FollowedEntry
    | ClosedEntry
)

_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
_encoder = msgspec.json.Encoder()


def encode(entry: Entry) -> bytes:
    """The data of an entry in the log."""
    return _encoder.encode(entry)


def decode(data: bytes) -> Entry:
    """The entry with this data."""
    return _decoder.decode(data)
