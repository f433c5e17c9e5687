"""A table is its log: applying the entries one after another makes the table (DESIGN §6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from msgspec import Struct

from reihum.engine import Game, State
from reihum.engine.events import Event
from reihum.matches import Match, Recorder, start_match
from reihum.tables import entries
from reihum.tables.activity import Activity
from reihum.tables.arbiter import CallMade, is_shown, keeps_running
from reihum.tables.chain import START, StoredEntry, verify_chain
from reihum.tables.entries import Entry
from reihum.tables.refusals import CommandRefused
from reihum.tables.seats import Seat, Takeover
from reihum.tables.settings import Settings

MAX_REMEMBERED_COMMANDS = 1_000
"""The number of answered commands that are recognised when they are repeated."""

MAX_HISTORY = 5_000
"""The number of visible entries kept in memory; the log has the rest."""

INVISIBLE = entries.CalledEntry | entries.KeptEntry | entries.ClearedEntry
"""Entries that nobody may notice before the verdict."""


class VisibleEntry(Struct, frozen=True, gc=False):
    """An entry that everybody at the table notices, with its number among those. A move has its events, the secret if
    it ends the round, and, in games with calls, the seats to which it showed something (``shown_to``) and those of them
    whose time for a call starts with it (``new_to``)."""

    number: int
    entry: Entry
    events: tuple[Event, ...] = ()
    secret: str = ""
    shown_to: tuple[int, ...] = ()
    new_to: tuple[int, ...] = ()


class Table:
    """A table as the entries of its log have made it. It changes by ``apply`` only."""

    settings: Settings
    game: Game

    def __init__(self, id: str, keep_all: bool = False) -> None:
        self.id = id
        self.keep_all = keep_all
        self.key = ""
        self.maker = ""
        self.imported = False
        """Whether the match was played elsewhere."""
        self.seq = 0
        self.digest = START
        self.number = 0
        self.people: dict[str, str] = {}
        self.banned: set[str] = set()
        self.seats: list[Seat] = []
        self.held: dict[str, frozenset[int]] = {}
        """The seats at which each person sits or has sat in this round: the hands they have seen."""
        self.takeovers: dict[int, Takeover] = {}
        """Who has asked for a bot's seat in this round, by seat."""
        self.match: Match | None = None
        self.secret: bytes | None = None
        self.words: dict[int, str] = {}
        self.calls: list[CallMade] = []
        self.kept: set[int] = set()
        self.final_seats: tuple[Seat, ...] = ()
        """Who sat where when the match ended; people may leave afterwards."""
        self.next: entries.FollowedEntry | None = None
        self.closed = False
        self.activity = Activity()
        """What has happened today besides the play."""
        self.changed_ms = 0
        self.acting_since: dict[int, int] = {}
        """For each seat that must act: when its turn, or its time after its last move, began (milliseconds)."""
        self.last_mover: int | None = None
        self.history: list[VisibleEntry] = []
        self._round_began = 0
        self._answered: dict[tuple[str, str], tuple[int, str]] = {}

    # --- questions ---

    @property
    def state(self) -> State | None:
        """The running round, or None between rounds."""
        return self.match.state if self.match is not None and self.match.state.outcome is None else None

    @property
    def over(self) -> bool:
        """Whether the match is finished."""
        return self.match is not None and self.match.outcome is not None

    @property
    def in_charge(self) -> str:
        """The person who may set the table up: its maker or, if the maker has left, who has been here longest."""
        return self.maker if self.maker in self.people else next(iter(self.people), "")

    def seats_of(self, person: str) -> list[int]:
        """The seats of a person."""
        return [number for number, seat in enumerate(self.seats) if seat.person == person and person]

    def answer_to(self, person: str, command: str, checksum: str) -> int | None:
        """The number after a command that was carried out before; None if it is new. Raises ``CommandRefused`` if
        another command had the same id."""
        number, known = self._answered.get((person, command), (None, ""))
        if known and known != checksum:
            raise CommandRefused("command-reused", got=command)
        return number

    def callers(self) -> list[int]:
        """The seats that might call something now."""
        state = self.state
        if state is None:
            return []
        words = state.game.grammar.calls
        return [
            seat for seat in range(state.game.seats) if words and any(move.verb in words for move in state.legal(seat))
        ]

    def turn_end(self, seat: int) -> int:
        """When the time of a seat that must act is up (milliseconds since 1970); 0: never."""
        limit = self.settings.turn_seconds
        return self.acting_since[seat] + 1_000 * limit if limit else 0

    @property
    def due_ms(self) -> int:
        """When the host must act at a table that lasts for days: at once for a bot, or when a person's time is up
        (milliseconds since 1970); 0: it has nothing to do."""
        if not self.settings.lasts_days or self.state is None:
            return 0
        times = (
            since if self.seats[seat].automatic else self.turn_end(seat) for seat, since in self.acting_since.items()
        )
        return min(filter(None, times), default=0)

    def since(self, number: int) -> list[VisibleEntry] | None:
        """The history after a number; None if memory does not reach back that far."""
        missed = self.number - number
        if missed <= 0:
            return []
        return self.history[-missed:] if missed <= len(self.history) else None

    def is_new(self, number: int, seat: int | None) -> bool:
        """Whether a seat's time for a call starts with the visible entry of this number."""
        return any(seat in item.new_to for item in (self.since(number - 1) or ())[:1])

    def waits_for_turn(self, seat: int | None, number: int) -> bool:
        """Whether a seat has not been on turn since a number of the history, and no round has begun."""
        if self.state is None or seat in self.state.to_act:
            return False
        since = [item.entry for item in self.since(number) or ()]
        return not any(
            isinstance(entry, entries.DealtEntry) or (isinstance(entry, entries.PlayedEntry) and entry.seat == seat)
            for entry in since
        )

    def all_words(self) -> tuple[str, ...]:
        """Everybody's words for the next deal, by seat."""
        return tuple(self.words.get(seat, "") for seat in range(self.settings.seats))

    def round_history(self) -> list[VisibleEntry]:
        """The history since the last deal."""
        return self.history[self._round_began - 1 - self.history[-1].number :] if self._round_began else []

    # --- changes ---

    def follow(self, rows: Iterable[StoredEntry]) -> list[VisibleEntry]:
        """Apply stored entries, which must continue the hash chain."""
        rows = list(rows)
        verify_chain(self.id, rows, self.seq, self.digest)
        found: list[VisibleEntry] = []
        for row in rows:
            entry = entries.decode(row.data)
            items = self.apply(entry, row)
            self.remember(items, entry.by, entry.command, entry.sum)
            found += items
        return found

    def apply(self, entry: Entry, row: StoredEntry, match: Match | None = None) -> list[VisibleEntry]:
        """Apply one entry; returns it if everybody notices it, for ``remember``. ``match`` is the match after a move
        that has been played already; without it the entry's move is played here."""
        secret, before = self.secret, self.state
        if match is None:
            entry.change(self)
        else:
            self.match = match
        self.seq, self.digest = row.seq, row.digest
        self.activity = self.activity.after(entry)
        self._note_turns(entry)
        visible = not isinstance(entry, INVISIBLE)
        self.number += visible
        if not visible:
            return []
        self.changed_ms = max(self.changed_ms, entry.at_ms)  # the clock may have gone back
        item = VisibleEntry(self.number, entry)
        if isinstance(entry, entries.PlayedEntry | entries.DealtEntry) and self.match is not None:
            self.last_mover = entry.seat if isinstance(entry, entries.PlayedEntry) else None
            self.calls, self.kept = [], set()  # no call waits beyond a move or a deal
            shows_secret = self.state is None and not self.settings.daily  # others still play the deal of the day
            revealed = secret.hex() if secret is not None and shows_secret else ""
            item = VisibleEntry(self.number, entry, self.match.state.last, revealed, *self._note_seats(before))
        return [item]

    def remember(self, items: Iterable[VisibleEntry], person: str, command: str, checksum: str) -> None:
        """Keep applied entries, and the command that caused them, if there was one, with its answer."""
        for item in items:
            if isinstance(item.entry, entries.DealtEntry):
                if not self.keep_all:
                    self.history = self.round_history() or self.history  # memory keeps two rounds
                self._round_began = item.number
            self.history.append(item)
        if len(self.history) > MAX_HISTORY and not self.keep_all:
            del self.history[: MAX_HISTORY // 5]
        if command:
            self._answered.pop((person, command), None)
            self._answered[person, command] = self.number, checksum
            if len(self._answered) > MAX_REMEMBERED_COMMANDS:
                del self._answered[next(iter(self._answered))]

    def copy(self) -> Self:
        """A copy that can ``apply`` entries without changing this table. What is remembered is shared: only one of the
        two may go on to ``remember``."""
        copied = object.__new__(type(self))
        copied.__dict__.update(self.__dict__)
        copied.people, copied.banned, copied.seats = {**self.people}, {*self.banned}, [*self.seats]
        copied.held, copied.words, copied.takeovers = {**self.held}, {**self.words}, {**self.takeovers}
        copied.kept, copied.calls = {*self.kept}, [*self.calls]
        return copied

    def _note_seats(self, before: State | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The seats that may react to the last move with a call, and those of them whose time starts with it."""
        if not self.game.grammar.calls or self.match is None:
            return (), ()
        after = self.match.state
        seats = tuple(seat for seat in range(self.settings.seats) if is_shown(before, after, seat))
        return seats, tuple(seat for seat in seats if not keeps_running(before, after, seat))

    def _note_turns(self, entry: Entry) -> None:
        """Note since when the seats that must act have to. A move of their own, or coming back, gives new time."""
        again = entry.seat if isinstance(entry, entries.PlayedEntry | entries.ReturnedEntry) else None
        acting = self.state.to_act if self.state is not None else ()
        self.acting_since = {
            seat: entry.at_ms if seat == again else self.acting_since.get(seat, entry.at_ms) for seat in acting
        }

    # --- what entries change ---

    def set_up(self, settings: Settings, rules: int) -> None:
        """Take new settings and a version of the rules, with as many seats as the game has."""
        self.settings, self.game = settings, settings.check(rules)
        self.seats = [*self.seats, *[Seat()] * settings.seats][: settings.seats]

    def sit_down(self, number: int, seat: Seat) -> None:
        """Seat a person, who sees the hand there."""
        self.seats[number] = seat
        self.takeovers.pop(number, None)
        self.drop_takeovers(seat.person)
        self.held[seat.person] = self.held.get(seat.person, frozenset()) | {number}

    def drop_takeovers(self, person: str) -> None:
        """Forget which seat a person has asked for."""
        self.takeovers = {number: asked for number, asked in self.takeovers.items() if asked.person != person}

    def deal(self, deck: str | None) -> None:
        """Deal the next round."""
        if self.match is None:
            self.match = start_match(
                self.game, self.settings.rounds, None, self.secret, self.all_words(), deck, self.settings.until
            )
        else:
            self.match = self.match.next_round(secret=self.secret, words=self.all_words(), deck=deck)
        self.held = {seat.person: frozenset(self.seats_of(seat.person)) for seat in self.seats if seat.person}

    def play(self, seat: int | None, move: str) -> None:
        """Make a move."""
        assert self.match is not None
        self.match = self.match.play(seat, move)


def load_table(id: str, rows: Iterable[StoredEntry], keep_all: bool = False) -> Table:
    """The table of a whole log; ``keep_all``: with its whole history."""
    table = Table(id, keep_all)
    table.follow(rows)
    return table


def make_record(id: str, rows: Iterable[StoredEntry]) -> str:
    """The record of the match in a log. A round that still runs is left out with its secret, unless the table is
    closed."""
    table, recorder = Table(id), None
    finished = ""
    for row in rows:
        entry = entries.decode(row.data)
        match: Match | None = None
        if isinstance(entry, entries.PlayedEntry) and recorder is not None:
            match = recorder.play(entry.seat, entry.move, entry.verdict)
        table.apply(entry, row, match)
        if isinstance(entry, entries.DealtEntry) and table.match is not None:
            recorder = _record_deal(recorder, table.match)
        if recorder is not None and table.state is None:
            finished = recorder.text
    if table.closed and recorder is not None:
        recorder.break_off()
        finished = recorder.text
    return finished


def _record_deal(recorder: Recorder | None, match: Match) -> Recorder:
    """The recorder of a match whose first or next round was just dealt."""
    if recorder is None:
        return Recorder(match)
    recorder.next_round(secret=match.secret, words=match.words, deck=match.deck)
    return recorder
