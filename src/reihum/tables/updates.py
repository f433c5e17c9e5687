"""What people receive of a table: happenings as their seat may know them, and the whole as it stands now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from reihum.engine import Shown
from reihum.matches import MatchView, commitment
from reihum.tables import entries
from reihum.tables.seats import Seat
from reihum.tables.settings import Settings
from reihum.tables.table import Table, VisibleEntry

_encoder = msgspec.json.Encoder()


class _What(Struct, frozen=True, tag_field="kind", kw_only=True, omit_defaults=True):
    """What has happened, as everybody may know it."""


class Made(_What, frozen=True, tag="made"):
    """The table is there."""


class Joined(_What, frozen=True, tag="joined"):
    """Somebody has come to the table."""

    person: str
    name: str


class Left(_What, frozen=True, tag="left"):
    """Somebody has left the table."""

    person: str


class Renamed(_What, frozen=True, tag="renamed"):
    """Somebody is called otherwise now."""

    person: str
    name: str


class Seated(_What, frozen=True, tag="seated"):
    """Somebody has sat down."""

    seat: int
    person: str
    name: str


class Vacated(_What, frozen=True, tag="vacated"):
    """A seat is free."""

    seat: int


class BotSeated(_What, frozen=True, tag="bot"):
    """A bot has taken a seat."""

    seat: int
    level: str


class Changed(_What, frozen=True, tag="changed"):
    """The settings are others now."""


class Promised(_What, frozen=True, tag="promised"):
    """What the next deal is committed to: SHA-256 of its secret."""

    round: int
    commitment: str


class Worded(_What, frozen=True, tag="words"):
    """A seat has added its words to the next deal."""

    seat: int
    words: str


class Dealt(_What, frozen=True, tag="dealt"):
    """A round has been dealt; ``secret`` only if the deal has ended it, too."""

    round: int
    secret: str = ""


class Played(_What, frozen=True, tag="played"):
    """A move has been made: what it showed stands beside. ``secret``: what the finished round was dealt from."""

    secret: str = ""


class Finished(_What, frozen=True, tag="finished"):
    """The match is over."""


class StoodIn(_What, frozen=True, tag="stood-in"):
    """A bot stands in at a seat."""

    seat: int


class Returned(_What, frozen=True, tag="returned"):
    """The person is back at the seat."""

    seat: int


class Said(_What, frozen=True, tag="said"):
    """Somebody has said something: a preset phrase or free words."""

    person: str
    phrase: str = ""
    words: str = ""


class Followed(_What, frozen=True, tag="followed"):
    """The same people go on at another table."""

    table: str
    key: str


class Closed(_What, frozen=True, tag="closed"):
    """The table is closed."""


What: TypeAlias = (
    Made
    | Joined
    | Left
    | Renamed
    | Seated
    | Vacated
    | BotSeated
    | Changed
    | Promised
    | Worded
    | Dealt
    | Played
    | Finished
    | StoodIn
    | Returned
    | Said
    | Followed
    | Closed
)


class Lobby(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The table apart from the cards: who is there, where they sit, what is played. ``in_charge`` may set it up;
    ``rules`` is the version of the game's rules; ``commitment`` belongs to the next deal; ``next`` is the table that
    goes on from here."""

    table: str
    settings: Settings
    in_charge: str
    people: dict[str, str]
    seats: tuple[Seat, ...]
    levels: tuple[str, ...]
    rules: int = 1
    started: bool = False
    commitment: str = ""
    words: dict[int, str] = {}
    next: str = ""
    next_key: str = ""
    closed: bool = False


class Update(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag="event", dict=True):
    """One happening for one perspective. ``view`` is the position after it and ``lobby`` the table after it, where
    they have changed and nothing newer is already known; ``card``: something to react to has appeared."""

    number: int
    at: int
    what: What
    shown: tuple[Shown, ...] = ()
    card: bool = False
    view: MatchView | None = None
    lobby: Lobby | None = None

    @property
    def payload(self) -> bytes:
        """The update as JSON; made once, however many people it goes to."""
        kept: dict[str, Any] = self.__dict__
        if "payload" not in kept:
            kept["payload"] = _encoder.encode(self)
        found: bytes = kept["payload"]
        return found


class Snapshot(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag="table"):
    """Everything as it stands now, for one person at one perspective. ``key`` invites others; who is no guest of the
    table does not get it."""

    number: int
    you: str
    seat: int | None
    seats: tuple[int, ...]
    lobby: Lobby
    present: tuple[str, ...] = ()
    view: MatchView | None = None
    key: str = ""


class Presence(Struct, frozen=True, tag_field="type", tag="presence"):
    """Who is connected now. Not numbered: it is about this moment only."""

    present: tuple[str, ...]


class Dismissed(Struct, frozen=True, tag_field="type", tag="dismissed"):
    """Whoever gets this is no longer welcome at the table."""


Sent: TypeAlias = Update | Snapshot | Presence | Dismissed


def updates(table: Table, items: Sequence[VisibleEntry], seat: int | None, whole: bool = False) -> list[Update]:
    """Happenings for a perspective; the last one brings what has changed, or (``whole``) all that may have."""
    cards = whole or any(isinstance(item.entry, entries.PlayedEntry | entries.DealtEntry) for item in items)
    people = whole or any(not isinstance(item.entry, entries.PlayedEntry | entries.SaidEntry) for item in items)
    last = items[-1].number if items else 0
    return [
        Update(
            number=item.number,
            at=item.entry.at,
            what=_what(item),
            shown=tuple(event.shown(seat) for event in item.events),
            card=seat in item.appeared,
            view=table.match.view(seat) if cards and item.number == last and table.match is not None else None,
            lobby=lobby(table) if people and item.number == last else None,
        )
        for item in items
    ]


def snapshot(table: Table, person: str, seat: int | None, present: Sequence[str]) -> Snapshot:
    """The table as it stands now."""
    return Snapshot(
        number=table.number,
        you=person,
        seat=seat,
        seats=tuple(table.seats_of(person)),
        lobby=lobby(table),
        present=tuple(present),
        view=None if table.match is None else table.match.view(seat),
        key=table.key if person in table.people else "",
    )


def lobby(table: Table) -> Lobby:
    """The table apart from the cards."""
    running = table.state is not None
    return Lobby(
        table=table.id,
        settings=table.settings,
        in_charge=table.in_charge,
        people={**table.people},
        seats=tuple(table.seats),
        levels=table.game.facts.levels,
        rules=table.game.facts.rules_version,
        started=table.match is not None,
        commitment="" if running or table.secret is None or table.over else commitment(table.secret),
        words={} if running else {**table.words},
        next=table.next.table if table.next else "",
        next_key=table.next.key if table.next else "",
        closed=table.closed,
    )


def _what(item: VisibleEntry) -> What:
    """An entry as everybody may know it: field by field, a secret only when it may be revealed."""
    if isinstance(item.entry, entries.PromisedEntry):
        return Promised(round=item.entry.round, commitment=commitment(bytes.fromhex(item.entry.secret)))
    told = _TOLD[type(item.entry)]
    known: dict[str, Any] = {name: getattr(item.entry, name, item.secret) for name in told.__struct_fields__}
    return told(**known)


_TOLD: Mapping[type, type[What]] = {
    entries.CreatedEntry: Made,
    entries.JoinedEntry: Joined,
    entries.LeftEntry: Left,
    entries.RenamedEntry: Renamed,
    entries.SeatedEntry: Seated,
    entries.VacatedEntry: Vacated,
    entries.BotSeatedEntry: BotSeated,
    entries.ChangedEntry: Changed,
    entries.WordedEntry: Worded,
    entries.DealtEntry: Dealt,
    entries.PlayedEntry: Played,
    entries.FinishedEntry: Finished,
    entries.StoodInEntry: StoodIn,
    entries.ReturnedEntry: Returned,
    entries.SaidEntry: Said,
    entries.FollowedEntry: Followed,
    entries.ClosedEntry: Closed,
}
