"""Updates: what people receive of a table, as their seat may know it, and the table as it stands now."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct, field

from reihum.engine import Shown
from reihum.matches import MatchView, commitment
from reihum.tables import entries
from reihum.tables.seats import Seat, Takeover
from reihum.tables.settings import Pace, Settings
from reihum.tables.table import Table, VisibleEntry

__all__ = [
    "Answered",
    "Asked",
    "BotSeated",
    "Changed",
    "Closed",
    "Dealt",
    "Dismissed",
    "Finished",
    "Followed",
    "Joined",
    "Left",
    "Lobby",
    "Made",
    "Notification",
    "Occurrence",
    "Paced",
    "Played",
    "Presence",
    "Promised",
    "Renamed",
    "Returned",
    "Said",
    "Seated",
    "Snapshot",
    "StoodIn",
    "Update",
    "Vacated",
    "Worded",
]

_encoder = msgspec.json.Encoder()


class _Occurrence(Struct, frozen=True, tag_field="kind", kw_only=True, omit_defaults=True):
    """Something that has happened, as everybody may know it."""


class Made(_Occurrence, frozen=True, tag="made"):
    """The table is there."""


class Joined(_Occurrence, frozen=True, tag="joined"):
    """Somebody has come to the table."""

    person: str
    name: str


class Left(_Occurrence, frozen=True, tag="left"):
    """Somebody has left the table."""

    person: str


class Renamed(_Occurrence, frozen=True, tag="renamed"):
    """Somebody has a new name."""

    person: str
    name: str


class Seated(_Occurrence, frozen=True, tag="seated"):
    """Somebody has sat down."""

    seat: int
    person: str
    name: str


class Asked(_Occurrence, frozen=True, tag="asked"):
    """Somebody asks for a bot's seat while the round runs."""

    seat: int
    person: str
    name: str


class Answered(_Occurrence, frozen=True, tag="answered"):
    """A seated person has said whether somebody may take a bot's seat now."""

    seat: int
    person: str
    agree: bool


class Vacated(_Occurrence, frozen=True, tag="vacated"):
    """A seat is free."""

    seat: int


class BotSeated(_Occurrence, frozen=True, tag="bot"):
    """A bot has taken a seat."""

    seat: int
    level: str


class Changed(_Occurrence, frozen=True, tag="changed"):
    """The settings have changed."""


class Paced(_Occurrence, frozen=True, tag="paced"):
    """Bots play faster or more slowly."""

    pace: Pace


class Promised(_Occurrence, frozen=True, tag="promised"):
    """The commitment to the next deal: SHA-256 of its secret."""

    round: int
    commitment: str


class Worded(_Occurrence, frozen=True, tag="words"):
    """A seat has added its words to the next deal."""

    seat: int
    words: str


class Dealt(_Occurrence, frozen=True, tag="dealt"):
    """A round has been dealt. ``secret`` is there only if the deal has also ended the round."""

    round: int
    secret: str = ""


class Played(_Occurrence, frozen=True, tag="played"):
    """A move has been made. ``secret`` is what the round was dealt from, if the move has ended it."""

    secret: str = ""


class Finished(_Occurrence, frozen=True, tag="finished"):
    """The match is over."""


class StoodIn(_Occurrence, frozen=True, tag="stood-in"):
    """A bot stands in at a seat."""

    seat: int


class Returned(_Occurrence, frozen=True, tag="returned"):
    """The person is back at the seat."""

    seat: int


class Said(_Occurrence, frozen=True, tag="said"):
    """Somebody has said something: a preset phrase or free words."""

    person: str
    phrase: str = ""
    words: str = ""


class Followed(_Occurrence, frozen=True, tag="followed"):
    """The same people go on at another table: who asked for it (``by``), and which game they play there."""

    table: str
    key: str
    by: str = ""
    game: str = ""


class Closed(_Occurrence, frozen=True, tag="closed"):
    """The table is closed."""


Occurrence: TypeAlias = (
    Made
    | Joined
    | Left
    | Renamed
    | Seated
    | Asked
    | Answered
    | Vacated
    | BotSeated
    | Changed
    | Paced
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
"""Anything that can happen at a table."""


class Lobby(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The table without its cards: who is there, where they sit, what is played. ``in_charge`` may set it up; ``pace``
    is how fast bots play; ``rules`` is the version of the game's rules; ``commitment`` belongs to the next deal;
    ``next`` is the table of the rematch, with its key, its game and the person who asked for it."""

    table: str
    settings: Settings
    in_charge: str
    people: dict[str, str]
    seats: tuple[Seat, ...]
    levels: tuple[str, ...]
    pace: Pace = "normal"
    rules: int = 1
    started: bool = False
    commitment: str = ""
    words: dict[int, str] = {}
    next: str = ""
    next_key: str = ""
    next_by: str = ""
    next_game: str = ""
    closed: bool = False
    takeovers: tuple[Takeover, ...] = ()
    """Who waits for a bot's seat while the round runs."""


class Update(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag="event", dict=True):
    """Something that has happened, as one seat may know it. ``view`` and ``lobby`` are there if they have changed and
    no newer update follows at once. ``card``: there is something new to react to. ``due``: see ``Snapshot``."""

    number: int
    at_ms: int = field(name="at")
    what: Occurrence
    shown: tuple[Shown, ...] = ()
    card: bool = False
    view: MatchView | None = None
    lobby: Lobby | None = None
    due_ms: int = field(default=0, name="due")

    @property
    def payload(self) -> bytes:
        """The update as JSON, encoded once for all people it goes to."""
        kept: dict[str, Any] = self.__dict__
        if "payload" not in kept:
            kept["payload"] = _encoder.encode(self)
        found: bytes = kept["payload"]
        return found


class Snapshot(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag="table"):
    """The table as it stands now, for one person at one seat. ``key`` invites others; only guests of the table get
    it. ``arriving``: see ``Presence``. ``due``: when the time for this turn is up at a table that lasts for days
    (milliseconds since 1970)."""

    number: int
    you: str
    seat: int | None
    seats: tuple[int, ...]
    lobby: Lobby
    present: tuple[str, ...] = ()
    arriving: int = 0
    view: MatchView | None = None
    key: str = ""
    due_ms: int = field(default=0, name="due")


class Presence(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="presence"):
    """Who is connected now, and before the match how many more have opened the link but not joined (``arriving``). It
    has no number, because it is about this moment only."""

    present: tuple[str, ...]
    arriving: int = 0


class Dismissed(Struct, frozen=True, tag_field="type", tag="dismissed"):
    """You are no longer welcome at the table."""


Notification: TypeAlias = Update | Snapshot | Presence | Dismissed
"""Anything that a table tells without being asked."""


def make_updates(
    table: Table, items: Sequence[VisibleEntry], seats: Collection[int | None], whole: bool = False
) -> dict[int | None, list[Update]]:
    """Updates for each of some seats. The last one has the view and the lobby if they have changed, or in any case
    (``whole``)."""
    cards = whole or any(isinstance(item.entry, entries.PlayedEntry | entries.DealtEntry) for item in items)
    people = whole or any(not isinstance(item.entry, entries.PlayedEntry | entries.SaidEntry) for item in items)
    views = table.match.views(seats) if cards and table.match is not None else {}
    lobby = make_lobby(table) if people else None
    due_ms = table.due_ms
    made: dict[int | None, list[Update]] = {seat: [] for seat in seats}
    for item in items:
        is_last, what = item is items[-1], _occurrence(item)
        alike = tuple([event.show_to(None) for event in item.events if event.to is None])
        for seat, updates in made.items():
            updates.append(
                Update(
                    number=item.number,
                    at_ms=item.entry.at_ms,
                    what=what,
                    shown=alike if len(alike) == len(item.events) else _show(item, seat),
                    card=seat in item.shown_to,
                    view=views.get(seat) if is_last else None,
                    lobby=lobby if is_last else None,
                    due_ms=due_ms,
                )
            )
    return made


def _show(item: VisibleEntry, seat: int | None) -> tuple[Shown, ...]:
    return tuple([event.show_to(seat) for event in item.events])


def make_snapshot(table: Table, person: str, seat: int | None, presence: Presence) -> Snapshot:
    """The table as it stands now."""
    return Snapshot(
        number=table.number,
        you=person,
        seat=seat,
        seats=tuple(table.seats_of(person)),
        lobby=make_lobby(table),
        present=presence.present,
        arriving=presence.arriving,
        view=None if table.match is None else table.match.view(seat),
        key=table.key if person in table.people else "",
        due_ms=table.due_ms,
    )


def make_lobby(table: Table) -> Lobby:
    """The table without its cards."""
    running = table.state is not None
    return Lobby(
        table=table.id,
        settings=table.settings,
        in_charge=table.in_charge,
        people={**table.people},
        seats=tuple(table.seats),
        levels=table.game.facts.offered_levels,
        pace=table.settings.usual_pace,
        rules=table.game.facts.rules_version,
        started=table.match is not None,
        commitment="" if running or table.secret is None or table.over else commitment(table.secret),
        words={} if running else {**table.words},
        next=table.next.table if table.next else "",
        next_key=table.next.key if table.next else "",
        next_by=table.next.by if table.next else "",
        next_game=table.next.game if table.next else "",
        closed=table.closed,
        takeovers=tuple(table.takeovers.values()),
    )


def _occurrence(item: VisibleEntry) -> Occurrence:
    """An entry as everybody may know it: field by field, and a secret only when it may be revealed."""
    if isinstance(item.entry, entries.PromisedEntry):
        return Promised(round=item.entry.round, commitment=commitment(bytes.fromhex(item.entry.secret)))
    kind = _OCCURRENCES[type(item.entry)]
    known: dict[str, Any] = {name: getattr(item.entry, name, item.secret) for name in kind.__struct_fields__}
    return kind(**known)


_OCCURRENCES: Mapping[type, type[Occurrence]] = {
    entries.CreatedEntry: Made,
    entries.JoinedEntry: Joined,
    entries.LeftEntry: Left,
    entries.RenamedEntry: Renamed,
    entries.SeatedEntry: Seated,
    entries.AskedEntry: Asked,
    entries.AnsweredEntry: Answered,
    entries.VacatedEntry: Vacated,
    entries.BotSeatedEntry: BotSeated,
    entries.ChangedEntry: Changed,
    entries.PacedEntry: Paced,
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
