"""The driver makes a table go on by itself: it runs bots and stand-ins, verdicts on calls, and clocks.

Several processes may serve one table. The process that wrote last acts at once; the others wait a little longer, in
case it is gone. If two act all the same, the log takes the first, and the second finds nothing left to do. A table
goes on only while somebody is connected, unless it lasts for days.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from msgspec.structs import replace

from reihum.bots import Call
from reihum.bots.review.decisions import Advice
from reihum.cards import Randomness
from reihum.engine import Move, State
from reihum.host.bot_runner import COACH_LEVEL, BotQuestion, choose_move, make_question
from reihum.host.clock import run_within
from reihum.host.fair_queue import WorkShare
from reihum.host.forced_moves import can_only_call, find_forced_end
from reihum.host.workers import PoolClosed
from reihum.store.log import StorageFailed
from reihum.tables import entries
from reihum.tables.arbiter import WINDOW_MS, Reaction, inputs, verdict
from reihum.tables.draft import Draft
from reihum.tables.refusals import CommandRefused, HeldBack
from reihum.tables.rounds import call, hold_back, judge, keep_quiet, play_moves
from reihum.tables.settings import PACE_MS, STAGE_MS, STEP_MS
from reihum.tables.table import VisibleEntry

if TYPE_CHECKING:
    from reihum.host.room import Room

TAKEOVER_SECONDS = 2.0
"""How much longer a process waits where another process should act."""

LONGEST_WAIT_SECONDS = 3600.0
"""After this wait the clock is read again: a machine may have slept meanwhile."""

RETRY_SECONDS = 0.05
"""The shortest wait before a move that was held back is tried again."""

STORAGE_RETRY_SECONDS = 1.0
"""The wait before something is written again that the store could not write."""

T = TypeVar("T")
Key: TypeAlias = tuple[str, int | str]
Work: TypeAlias = Callable[[], Coroutine[Any, Any, None]]

FAULT = "The bot %s at seat %d of table %s has failed at move %d of the round; the table's record replays it"

_log = logging.getLogger("reihum.host")


class Driver:
    """The jobs of one table. A job belongs to a position or to a person, and ends with it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.acts_first = room.services.alone
        self._shown_at = float("-inf")
        self._since: dict[int, float] = {}
        self._chances: dict[int, tuple[float, Sequence[Move]]] = {}
        self._jobs: dict[Key, tuple[object, asyncio.Task[None]]] = {}
        self._loose: set[asyncio.Task[None]] = set()
        self._pace_changed = asyncio.Event()

    # --- events ---

    def update(self, items: Sequence[VisibleEntry] = ()) -> None:
        """Begin the jobs that the table needs now, after something has happened, and end all others."""
        if any(isinstance(item.entry, entries.PlayedEntry | entries.DealtEntry) for item in items):
            self._shown_at = self.room.services.clock.monotonic()
        self._since |= dict.fromkeys((seat for item in items for seat in item.new_to), self._shown_at)
        if any(isinstance(item.entry, entries.DealtEntry) for item in items):
            self._await_absent()
        if any(isinstance(item.entry, entries.PacedEntry) for item in items):
            self._pace_changed.set()
            self._pace_changed = asyncio.Event()
        self._sync(self._list_jobs() if self._goes_on else {})

    @property
    def _goes_on(self) -> bool:
        """Whether the table goes on by itself now."""
        table = self.room.table
        return not table.closed and (bool(self.room.subscriptions) or table.settings.lasts_days)

    def pause_left(self) -> float:
        """For how many seconds the next turn is still held back."""
        pause = self.room.table.settings.call_pause_ms / 1000
        return self._shown_at + pause - self.room.services.clock.monotonic()

    def on_arrival(self, person: str) -> None:
        """Give a person who is connected their seats back, and let the table go on."""
        self._end(("grace", person))
        if any(self.room.table.seats[seat].away for seat in self.room.table.seats_of(person)):
            self.spawn(self._carry_out(lambda draft: self._return(draft, person)))
        self._await_absent()
        self.update()

    def on_departure(self, person: str) -> None:
        """Start the time of grace for a person who is gone; after it a bot stands in. A table that lasts for days
        waits until the time for the turn is up, and nobody stands in at a daily deal."""
        table = self.room.table
        if table.settings.lasts_days:
            return
        waits = not table.settings.daily and any(not table.seats[seat].away for seat in table.seats_of(person))
        if waits and table.state is not None and person not in self.room.attendance.present():
            self._begin(("grace", person), person, lambda: self._grace(person))
        if not self.room.subscriptions:
            self._sync({})

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background. If the store fails, the log says so already."""

        async def run() -> None:
            with suppress(StorageFailed):
                await work

        task = asyncio.create_task(run())
        self._loose.add(task)
        task.add_done_callback(self._loose.discard)

    def stop(self) -> None:
        """End all jobs."""
        for key in [*self._jobs]:
            self._end(key)
        for task in self._loose:
            task.cancel()

    def release(self) -> None:
        """Drop references so that memory is freed at once; a server rarely collects garbage."""
        del self.room

    # --- jobs ---

    def _list_jobs(self) -> dict[Key, tuple[object, Work]]:
        """The jobs of this position, each with the object it belongs to."""
        table, state = self.room.table, self.room.table.state
        if state is None:
            return {}
        wanted: dict[Key, tuple[object, Work]] = {}
        for seat in state.to_act:
            if table.seats[seat].automatic:
                if not can_only_call(state, seat):  # a bot that can only call reacts and does not choose
                    wanted["move", seat] = state, self._job(self._bot_moves, seat, state)
            elif table.settings.turn_seconds:
                work = self._wait_days if table.settings.lasts_days else self._clock
                wanted["clock", seat] = state, self._job(work, seat, state)
        for seat in table.callers():
            if table.seats[seat].automatic:
                wanted["call", seat] = self._chance(seat, state), self._job(self._bot_calls, seat, state)
        if table.calls and not table.settings.calm:
            wanted["judge", 0] = table.calls[0], lambda: self._judge(state)
        return wanted

    def _job(self, work: Callable[[int, State], Coroutine[Any, Any, None]], seat: int, state: State) -> Work:
        return lambda: work(seat, state)

    def _sync(self, wanted: dict[Key, tuple[object, Work]]) -> None:
        """End the jobs that are not wanted any more, and begin those that are."""
        for key, (owner, _) in [*self._jobs.items()]:
            if key[0] != "grace" and (key not in wanted or wanted[key][0] is not owner):
                self._end(key)
        for key, (owner, work) in wanted.items():
            self._begin(key, owner, work)

    def _begin(self, key: Key, owner: object, work: Work) -> None:
        if key not in self._jobs:
            task = asyncio.create_task(work())
            self._jobs[key] = owner, task
            task.add_done_callback(lambda _: self._on_end(key, task))

    def _on_end(self, key: Key, task: asyncio.Task[None]) -> None:
        """Log a job that has failed; it begins again when something happens."""
        if task.cancelled() or task.exception() is None:
            return
        _log.error("Table %s could not go on", self.room.table.id, exc_info=task.exception())
        if key in self._jobs and self._jobs[key][1] is task:
            del self._jobs[key]

    def _end(self, key: Key) -> None:
        if key in self._jobs:
            self._jobs.pop(key)[1].cancel()

    async def _carry_out(self, decide: Callable[[Draft], None]) -> None:
        """Write something; try again until it is written."""
        while True:
            try:
                await self.room.carry_out(decide)
            except HeldBack:
                await self._sleep(max(self.pause_left(), RETRY_SECONDS))
            except StorageFailed:
                await self._sleep(STORAGE_RETRY_SECONDS)
            else:
                return

    async def _sleep(self, seconds: float) -> None:
        await self.room.services.clock.sleep(max(0.0, seconds))

    def _extra_seconds(self) -> float:
        return 0.0 if self.acts_first else TAKEOVER_SECONDS

    # --- bots ---

    async def _bot_moves(self, seat: int, state: State) -> None:
        question = self._question(seat, state)
        begun = self.room.services.clock.monotonic()
        move = await self._choose(question, state)
        await self._pause(begun, lambda: self._stage_ms(state) + self._pause_ms(question, move))
        await self._carry_out(lambda draft: self._move(draft, seat, move, state))

    def _stage_ms(self, state: State) -> int:
        """For how long people look at what the last move has decided."""
        moments = sum(event.moment is not None for event in state.last)
        return moments * STAGE_MS[self.room.table.settings.usual_pace]

    async def _pause(self, begun: float, pause_ms: Callable[[], int]) -> None:
        """Wait until a pause is over that began at some time. If the pace changes meanwhile, so does the pause."""
        clock, changed = self.room.services.clock, True
        while changed and (left := begun + pause_ms() / 1000 + self._extra_seconds() - clock.monotonic()) > 0:
            changed = await run_within(clock, left, self._pace_changed.wait())
        await self._sleep(0)

    def _pause_ms(self, question: BotQuestion, move: Move) -> int:
        """How long a bot waits before a move. It thinks once in a turn: the next moves follow quickly, and the end of
        the turn at once."""
        table = self.room.table
        verbs = table.game.grammar.verbs
        if table.last_mover != question.seat or not any(verb.ends_turn for verb in verbs):
            return self._thinking_ms(question)
        return 0 if table.game.verb_of(move).ends_turn else STEP_MS[table.settings.usual_pace]

    def _thinking_ms(self, question: BotQuestion) -> int:
        """For how many milliseconds a bot seems to think."""
        low, high = PACE_MS[self.room.table.settings.usual_pace]
        return low + Randomness(question.seed, f"pace {len(question.shown)}").below(high - low + 1)

    async def _clock(self, seat: int, state: State) -> None:
        """When the time for a turn is up, a bot makes this one move."""
        await self._sleep(self.room.table.settings.turn_seconds + self._extra_seconds())
        move = await self._choose(self._question(seat, state), state)
        await self._carry_out(lambda draft: self._move(draft, seat, move, state))

    async def _wait_days(self, seat: int, state: State) -> None:
        """When the time for a turn is up, a bot stands in until the person is back. The time is counted from the log,
        so that it goes on while the host is down."""
        clock = self.room.services.clock
        while (left := (self.room.table.turn_end(seat) - clock.now()) / 1000) > 0:
            await self._sleep(min(left, LONGEST_WAIT_SECONDS))
        await self._sleep(self._extra_seconds())
        await self._carry_out(lambda draft: self._stand_in_late(draft, seat, state))

    def _stand_in_late(self, draft: Draft, seat: int, state: State) -> None:
        if draft.table.state is state and not draft.table.seats[seat].automatic:
            draft.add(entries.StoodInEntry(at_ms=draft.at_ms, seat=seat))

    def _move(self, draft: Draft, seat: int, move: Move, state: State) -> None:
        table = draft.table
        if table.state is not state or any(made.seat == seat for made in table.calls):
            return
        if move.verb in table.game.grammar.calls:
            call(draft, seat, move, self._elapsed(seat))
            return
        try:
            hold_back(table, seat, move, self.pause_left() <= 0)
        except CommandRefused:  # at a calm table somebody has not spoken yet
            raise HeldBack from None
        play_moves(draft, [(seat, move)])
        if end := find_forced_end(table.state, seat):
            play_moves(draft, [(seat, end)])

    def _elapsed(self, seat: int) -> Reaction:
        """How long a seat has been able to call (§4)."""
        now = self.room.services.clock.monotonic()
        return Reaction(round(1_000 * (now - self._since.get(seat, now))))

    def _chance(self, seat: int, state: State) -> object:
        """The object a bot's call belongs to. A calm table asks in every position. Elsewhere the bot's time runs on,
        like everybody's, while its legal calls stay the same."""
        if self.room.table.settings.calm:
            return state
        since = self._since.setdefault(seat, self.room.services.clock.monotonic())
        calls = [move for move in state.legal(seat) if move.verb in state.game.grammar.calls]
        if self._chances.get(seat) != (since, calls):
            self._chances[seat] = (since, calls)
        return self._chances[seat]

    async def _bot_calls(self, seat: int, state: State) -> None:
        begun, chance = self.room.services.clock.monotonic(), self._chance(seat, state)
        question = self._question(seat, state)
        wanted = await self._react(question, state)
        if wanted is None and can_only_call(state, seat):
            move = await self._choose(question, state)
            wanted = Call(move.verb, max(WINDOW_MS, self._thinking_ms(question)))
        if self.room.table.settings.calm:
            await self._carry_out(lambda draft: self._speak(draft, seat, wanted, chance))
        elif wanted is not None:
            thought = self.room.services.clock.monotonic() - begun
            await self._sleep(wanted.delay_ms / 1000 - thought + self._extra_seconds())
            await self._carry_out(lambda draft: self._speak(draft, seat, wanted, chance))

    def _speak(self, draft: Draft, seat: int, wanted: Call | None, chance: object) -> None:
        table, state = draft.table, draft.table.state
        if state is None or self._chance(seat, state) is not chance or any(made.seat == seat for made in table.calls):
            return
        if wanted is None:
            keep_quiet(draft, seat)
        else:
            call(draft, seat, Move(wanted.word), self._elapsed(seat))

    async def advise(self, seat: int, state: State) -> Advice:
        """The move that an expert would make at a seat."""
        question = replace(self._question(seat, state), level=COACH_LEVEL)
        return await self.room.services.bots.advise(question)

    def _question(self, seat: int, state: State) -> BotQuestion:
        table = self.room.table
        assert table.match is not None
        events = [item.events for item in table.round_history() if item.events]
        level = table.seats[seat].level or table.game.facts.usual_level
        share = WorkShare(self.room.subscriptions.find_address(table.in_charge), table.id)
        return make_question(state, table.match.secret, events, seat, level, share)

    async def _choose(self, question: BotQuestion, state: State) -> Move:
        """The move of a bot. A bot that fails, or says what it may not, is replaced by a random one."""

        async def choose() -> Move:
            return state.check(question.seat, await self.room.services.bots.choose(question))

        def choose_any() -> Move:
            return state.check(question.seat, choose_move(replace(question, level="random")))

        return await self._answer(question, choose(), choose_any)

    async def _react(self, question: BotQuestion, state: State) -> Call | None:
        """The call of a bot, if it makes one. A bot that fails, or calls what it may not, does not call."""

        async def react() -> Call | None:
            wanted = await self.room.services.bots.call(question)
            if wanted is not None:
                state.check(question.seat, wanted.word)
            return wanted

        return await self._answer(question, react(), lambda: None)

    async def _answer(self, question: BotQuestion, answer: Awaitable[T], instead: Callable[[], T]) -> T:
        """The answer of a bot; ``instead`` answers if the bot fails or says what it may not."""
        try:
            return await answer
        except PoolClosed:
            raise asyncio.CancelledError from None  # the server stops
        except Exception:
            _log.exception(FAULT, question.level, question.seat, self.room.table.id, len(question.shown))
            return instead()

    # --- calls, and people who are away ---

    async def _judge(self, state: State) -> None:
        await self._sleep(WINDOW_MS / 1000 + self._extra_seconds())
        await self._carry_out(lambda draft: self._judge_calls(draft, state))

    def _judge_calls(self, draft: Draft, state: State) -> None:
        calls, tie_window_ms = draft.table.calls, draft.table.settings.tie_window_ms
        if draft.table.state is state and calls:
            judge(draft, verdict(state, calls, tie_window_ms), inputs(calls, tie_window_ms))

    def _await_absent(self) -> None:
        """Start the time of grace for everybody who has a seat and is not connected."""
        for person in {seat.person for seat in self.room.table.seats if seat.person}:
            self.on_departure(person)

    async def _grace(self, person: str) -> None:
        await self._sleep(self.room.table.settings.grace_seconds + self._extra_seconds())
        await self._carry_out(lambda draft: self._stand_in(draft, person))
        self._jobs.pop(("grace", person), None)

    def _stand_in(self, draft: Draft, person: str) -> None:
        table = draft.table
        if person in self.room.attendance.present() or table.state is None or not self.room.subscriptions:
            return
        for seat in table.seats_of(person):
            if not table.seats[seat].away:
                draft.add(entries.StoodInEntry(at_ms=draft.at_ms, seat=seat))

    def _return(self, draft: Draft, person: str) -> None:
        for seat in draft.table.seats_of(person):
            if draft.table.seats[seat].away:
                draft.add(entries.ReturnedEntry(at_ms=draft.at_ms, seat=seat))
