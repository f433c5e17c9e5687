"""What stands in the log of a table: everything that has happened there, in its order (DESIGN §6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from reihum.tables.arbiter import CallMade, Reaction
from reihum.tables.seats import Seat
from reihum.tables.settings import Settings

if TYPE_CHECKING:
    from reihum.tables.table import Table


class _Entry(Struct, frozen=True, tag_field="entry", kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One entry. ``at``: milliseconds since 1970; ``by``: the person who caused it, nobody if the host did;
    ``command``: the id of that person's command."""

    at: int
    by: str = ""
    command: str = ""

    def change(self, table: Table) -> None:
        """Make of the table what it is after this entry."""


class CreatedEntry(_Entry, frozen=True, tag="created"):
    """A table is made. ``key`` is the word of invitation; ``rules`` the version of the game's rules."""

    settings: Settings
    key: str
    rules: int = 1

    def change(self, table: Table) -> None:
        table.key, table.maker = self.key, self.by
        table.set_up(self.settings, self.rules)


class JoinedEntry(_Entry, frozen=True, tag="joined"):
    """Somebody comes to the table."""

    person: str
    name: str

    def change(self, table: Table) -> None:
        table.people[self.person] = self.name


class LeftEntry(_Entry, frozen=True, tag="left"):
    """Somebody leaves the table, or is sent away. ``key`` is the new word of invitation then."""

    person: str
    banned: bool = False
    key: str = ""

    def change(self, table: Table) -> None:
        table.people.pop(self.person, None)
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


class VacatedEntry(_Entry, frozen=True, tag="vacated"):
    """A seat is empty again."""

    seat: int

    def change(self, table: Table) -> None:
        table.seats[self.seat] = Seat()


class BotSeatedEntry(_Entry, frozen=True, tag="bot"):
    """A bot of this level takes a seat."""

    seat: int
    level: str

    def change(self, table: Table) -> None:
        table.seats[self.seat] = Seat(level=self.level)


class ChangedEntry(_Entry, frozen=True, tag="changed"):
    """Other settings, before the match begins, and the version of the game's rules."""

    settings: Settings
    rules: int = 1

    def change(self, table: Table) -> None:
        table.set_up(self.settings, self.rules)


class PromisedEntry(_Entry, frozen=True, tag="promised"):
    """The secret of a round, in hexadecimal; people see what it is committed to."""

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
    """A round is dealt, from the promised secret and everybody's words, or from a stacked deck."""

    round: int
    deck: str | None = None

    def change(self, table: Table) -> None:
        table.deal(self.deck)


class PlayedEntry(_Entry, frozen=True, tag="played"):
    """A move. ``verdict`` holds the inputs of the real-time rule where it was used."""

    seat: int | None
    move: str
    verdict: dict[str, Any] | None = None

    def change(self, table: Table) -> None:
        table.play(self.seat, self.move)


class FinishedEntry(_Entry, frozen=True, tag="finished"):
    """The match is over."""


class CalledEntry(_Entry, frozen=True, tag="called"):
    """A call that waits for its verdict. Nobody sees it before."""

    seat: int
    word: str
    reaction: Reaction | None = None

    def change(self, table: Table) -> None:
        table.calls.append(CallMade(self.seat, self.word, self.reaction))


class KeptEntry(_Entry, frozen=True, tag="kept"):
    """A seat keeps quiet, at a table that decides calls in peace. Nobody sees it."""

    seat: int

    def change(self, table: Table) -> None:
        table.kept.add(self.seat)


class ClearedEntry(_Entry, frozen=True, tag="cleared"):
    """Calls that came to nothing are forgotten. Nobody sees it."""

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
    """Another table goes on from here, with the same people."""

    table: str
    key: str

    def change(self, table: Table) -> None:
        table.next = self


class ClosedEntry(_Entry, frozen=True, tag="closed"):
    """Nobody is left at the table."""

    def change(self, table: Table) -> None:
        table.closed = True


Entry: TypeAlias = (
    CreatedEntry
    | JoinedEntry
    | LeftEntry
    | RenamedEntry
    | SeatedEntry
    | VacatedEntry
    | BotSeatedEntry
    | ChangedEntry
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


def written(entry: Entry) -> bytes:
    """An entry as it stands in the log."""
    return _encoder.encode(entry)


def read(data: bytes) -> Entry:
    """An entry of the log."""
    return _decoder.decode(data)
