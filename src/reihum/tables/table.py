"""A table is its log: this module folds the entries into what they make (DESIGN §6)."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Self

from msgspec import Struct

from reihum.engine import Game, State
from reihum.engine.events import Event
from reihum.matches import Match, Recorder, start
from reihum.tables import entries
from reihum.tables.arbiter import CallMade, appeared, runs_on
from reihum.tables.chain import START, StoredEntry, verify
from reihum.tables.entries import Entry
from reihum.tables.seats import Seat
from reihum.tables.settings import Settings

REMEMBERED = 1_000
"""So many answered commands are known again when they are repeated."""

MOST_ITEMS = 5_000
"""So many happenings are kept in memory at most; the log has the rest."""

INVISIBLE = entries.CalledEntry | entries.KeptEntry | entries.ClearedEntry
"""What nobody may notice before the verdict."""


class VisibleEntry(Struct, frozen=True):
    """Something that everybody at the table notices: an entry with its number among those. A move brings its
    events, the secret if it ends the round, and, where calls exist, the seats to which it showed something, and those
    whose time for a call starts with it."""

    number: int
    entry: Entry
    events: tuple[Event, ...] = ()
    secret: str = ""
    appeared: tuple[int, ...] = ()
    new: tuple[int, ...] = ()


class Table:
    """What the entries of a log have made of a table. It changes by ``apply`` only, after the entry is on disk."""

    settings: Settings
    game: Game

    def __init__(self, id: str, keep_all: bool = False) -> None:
        self.id = id
        self.keep_all = keep_all
        self.key = ""
        self.maker = ""
        self.seq = 0
        self.digest = START
        self.number = 0
        self.people: dict[str, str] = {}
        self.banned: set[str] = set()
        self.seats: list[Seat] = []
        self.held: dict[str, frozenset[int]] = {}
        """The seats of the running round at which each person sits or has sat: these hands they have seen."""
        self.match: Match | None = None
        self.secret: bytes | None = None
        self.words: dict[int, str] = {}
        self.calls: list[CallMade] = []
        self.kept: set[int] = set()
        self.next: entries.FollowedEntry | None = None
        self.closed = False
        self.changed = 0
        self.last_mover: int | None = None
        self.items: list[VisibleEntry] = []
        self._round_began = 0
        self._answered: dict[tuple[str, str], int] = {}

    # --- what is asked about it ---

    @property
    def state(self) -> State | None:
        """The running round, if one is."""
        return self.match.state if self.match is not None and self.match.state.outcome is None else None

    @property
    def over(self) -> bool:
        """Whether the match is finished."""
        return self.match is not None and self.match.outcome is not None

    @property
    def in_charge(self) -> str:
        """Who may set the table up: its maker, or, once that one has left, who has been here longest."""
        return self.maker if self.maker in self.people else next(iter(self.people), "")

    def seats_of(self, person: str) -> list[int]:
        """The seats of a person."""
        return [number for number, seat in enumerate(self.seats) if seat.person == person and person]

    def answered(self, person: str, command: str) -> int | None:
        """The number after a command that was carried out before; None if it was not."""
        return self._answered.get((person, command))

    def callers(self) -> list[int]:
        """The seats that might call something now."""
        state = self.state
        if state is None:
            return []
        words = state.game.grammar.calls
        return [
            seat for seat in range(state.game.seats) if words and any(move.verb in words for move in state.legal(seat))
        ]

    def since(self, number: int) -> list[VisibleEntry] | None:
        """What came behind a number; None if memory does not reach back so far."""
        missed = self.number - number
        if missed <= 0:
            return []
        return self.items[-missed:] if missed <= len(self.items) else None

    def is_new(self, number: int, seat: int | None) -> bool:
        """Whether a seat's time for a call has started with what has this number."""
        return any(seat in item.new for item in (self.since(number - 1) or ())[:1])

    def all_words(self) -> tuple[str, ...]:
        """Everybody's words for the next deal, by seat."""
        return tuple(self.words.get(seat, "") for seat in range(self.settings.seats))

    def round_items(self) -> list[VisibleEntry]:
        """What has happened since the running round was dealt."""
        return self.items[-(self.number - self._round_began + 1) :] if self._round_began else []

    # --- how it changes ---

    def follow(self, rows: Iterable[StoredEntry]) -> list[VisibleEntry]:
        """Apply stored entries, whose hash chain must go on from here."""
        rows = list(rows)
        verify(self.id, rows, self.seq, self.digest)
        return [item for row in rows for item in self.apply(entries.read(row.data), row)]

    def apply(self, entry: Entry, row: StoredEntry, match: Match | None = None) -> list[VisibleEntry]:
        """Apply one entry and return what everybody notices of it, if anything. ``match`` is the match after a move
        that has been played already; otherwise the entry's move is played here."""
        secret, before = self.secret, self.state
        if match is None:
            entry.change(self)
        else:
            self.match = match
        self.seq, self.digest, self.changed = row.seq, row.digest, entry.at
        visible = not isinstance(entry, INVISIBLE)
        self.number += visible
        if entry.command:
            self._remember(entry.by, entry.command)
        if not visible:
            return []
        item = VisibleEntry(self.number, entry)
        if isinstance(entry, entries.PlayedEntry | entries.DealtEntry) and self.match is not None:
            self.last_mover = entry.seat if isinstance(entry, entries.PlayedEntry) else None
            self.calls, self.kept = [], set()  # after a move or a deal no call is waiting any more
            revealed = secret.hex() if secret is not None and self.state is None else ""
            item = VisibleEntry(self.number, entry, self.match.state.last, revealed, *self._appeared(before))
        self.items.append(item)
        if len(self.items) > MOST_ITEMS and not self.keep_all:
            del self.items[: MOST_ITEMS // 5]
        return [item]

    def copy(self) -> Self:
        """A copy that can change without changing this table."""
        copied: Self = copy(self)
        copied.people, copied.banned, copied.seats = {**self.people}, {*self.banned}, [*self.seats]
        copied.held, copied.words = {**self.held}, {**self.words}
        copied.kept, copied.calls = {*self.kept}, [*self.calls]
        copied.items, copied._answered = [*self.items], {**self._answered}
        return copied

    def _appeared(self, before: State | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The seats that may react to the last move with a call, and those of them to which it is new."""
        if not self.game.grammar.calls or self.match is None:
            return (), ()
        after = self.match.state
        seats = tuple(seat for seat in range(self.settings.seats) if appeared(before, after, seat))
        return seats, tuple(seat for seat in seats if not runs_on(before, after, seat))

    def _remember(self, person: str, command: str) -> None:
        self._answered.pop((person, command), None)
        self._answered[person, command] = self.number
        if len(self._answered) > REMEMBERED:
            del self._answered[next(iter(self._answered))]

    # --- what entries do to it ---

    def set_up(self, settings: Settings, rules: int) -> None:
        """Play something else, or otherwise, by a version of its rules, with as many seats as that needs."""
        self.settings, self.game = settings, settings.checked(rules)
        self.seats = [*self.seats, *[Seat()] * settings.seats][: settings.seats]

    def sit_down(self, number: int, seat: Seat) -> None:
        """Somebody takes a seat, and sees the hand there."""
        self.seats[number] = seat
        self.held[seat.person] = self.held.get(seat.person, frozenset()) | {number}

    def deal(self, deck: str | None) -> None:
        """Deal the next round."""
        if self.match is None:
            self.match = start(self.game, self.settings.rounds, None, self.secret, self.all_words(), deck)
        else:
            self.match = self.match.next_round(secret=self.secret, words=self.all_words(), deck=deck)
        if not self.keep_all:
            self.items = self.round_items() or self.items  # two rounds are enough to remember
        self._round_began = self.number + 1
        self.held = {seat.person: frozenset(self.seats_of(seat.person)) for seat in self.seats if seat.person}

    def play(self, seat: int | None, move: str) -> None:
        """Make a move."""
        assert self.match is not None
        self.match = self.match.play(seat, move)


def load_table(id: str, rows: Iterable[StoredEntry], keep_all: bool = False) -> Table:
    """The table of a whole log; ``keep_all``: with all that has ever happened there."""
    table = Table(id, keep_all)
    table.follow(rows)
    return table


def make_record(id: str, rows: Iterable[StoredEntry]) -> str:
    """The record of the match in a log, so far as its rounds are finished or their moves may be told: a round that
    still runs is left out, and so is its secret."""
    table, recorder = Table(id), None
    finished = ""
    for row in rows:
        entry = entries.read(row.data)
        match: Match | None = None
        if isinstance(entry, entries.PlayedEntry) and recorder is not None:
            match = recorder.play(entry.seat, entry.move, entry.verdict)
        table.apply(entry, row, match)
        if isinstance(entry, entries.DealtEntry) and table.match is not None:
            recorder = _dealt_on(recorder, table.match)
        if recorder is not None and table.state is None:
            finished = recorder.text
    if table.closed and recorder is not None:
        recorder.break_off()
        finished = recorder.text
    return finished


def _dealt_on(recorder: Recorder | None, match: Match) -> Recorder:
    """The recorder of a match that was just dealt, or has just gone on to its next round."""
    if recorder is None:
        return Recorder(match)
    recorder.next_round(secret=match.secret, words=match.words, deck=match.deck)
    return recorder
