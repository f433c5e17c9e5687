"""Bots think in processes of their own, so that the event loop stays free.

Every question gets a new bot. It is shown everything its seat has been shown in this round, then asked. So any
process can answer, and a killed one can be replaced.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from reihum.bots import Bot, Call, find_maker, play_round, seat_bots
from reihum.bots.registry import PROGRAM_PREFIX, PYTHON_PREFIX
from reihum.bots.review.decisions import Advice, Decision, Judged
from reihum.cards import Randomness
from reihum.engine import Game, Shown, State, View
from reihum.engine.bots import TRAINED, find_bots
from reihum.engine.events import Event
from reihum.games import GAMES
from reihum.games.registry import facts_of
from reihum.host.capacity import Capacity
from reihum.host.fair_queue import NOBODY, WorkShare
from reihum.host.workers import WorkerPool, count_cores

COACH_LEVEL = "expert"
"""The level of the bot that gives advice."""

WARM_MOVES = 60
"""After this many moves a process counts as warm, even if no bot has had a choice."""
WARM_LEVELS = ("solid", TRAINED, COACH_LEVEL)
"""Levels with kernels of their own."""

T = TypeVar("T")

MAX_HINTS, MAX_ADDRESS_HINTS = 8, 4
"""The number of people who may wait for advice at once, in all and of one address; more are refused (``Busy``)."""


class BotQuestion(Struct, frozen=True, kw_only=True):
    """The situation a bot is asked about: everything its seat may know, and nothing else."""

    game: str
    rules: int
    """The version of the game's rules."""
    seats: int
    options: Mapping[str, Any]
    level: str
    """A name among the game's bots, or a reference after ``py:``, which any process can load."""
    seat: int
    seed: bytes
    shown: tuple[tuple[Shown, ...], ...]
    view: View
    share: WorkShare = NOBODY
    """For whom the bot thinks."""


def make_question(
    state: State,
    secret: bytes | None,
    events: Sequence[Sequence[Event]],
    seat: int,
    level: str,
    share: WorkShare = NOBODY,
) -> BotQuestion:
    """The question to a bot at a seat. ``secret`` is the round's; ``events`` are all of this round, move by move."""
    game = state.game
    return BotQuestion(
        game=game.id,
        rules=game.facts.rules_version,
        seats=game.seats,
        options=dict(game.options),
        level=refer_to_bot(game.id, level),
        seat=seat,
        seed=Randomness(secret or b"", f"bot {seat}").seed(),
        shown=tuple(tuple(event.show_to(seat) for event in each) for each in events),
        view=state.view(seat),
        share=share,
    )


def refer_to_bot(game: str, level: str) -> str:
    """The name of a bot. If it comes from elsewhere, a reference: other processes need not have been told of it."""
    reference = find_bots(game).get(level, "")
    return level if not reference else reference if reference.startswith(PROGRAM_PREFIX) else PYTHON_PREFIX + reference


class BotRunner(Protocol):
    """Something that runs bots."""

    async def choose(self, question: BotQuestion) -> str:
        """The bot's move."""
        ...

    async def call(self, question: BotQuestion) -> Call | None:
        """The bot's call, or None if it makes none now."""
        ...

    async def advise(self, question: BotQuestion) -> Advice:
        """The move that the bot would make at the seat, and why."""
        ...

    async def judge(self, game: Game, seat: int, decision: Decision, level: str, address: str = "") -> Judged:
        """A decision of a player compared with the bot's, for somebody at an address."""
        ...

    async def warm_up(self) -> None:
        """Prepare everything that the first answer would have to wait for."""
        ...

    def close(self) -> None:
        """Run no more bots."""
        ...


class InlineBotRunner:
    """Runs bots in the event loop: for tests, and for programs with quick bots only."""

    async def choose(self, question: BotQuestion) -> str:
        return choose_move(question)

    async def call(self, question: BotQuestion) -> Call | None:
        return choose_call(question)

    async def advise(self, question: BotQuestion) -> Advice:
        return advise_move(question)

    async def judge(self, game: Game, seat: int, decision: Decision, level: str, address: str = "") -> Judged:
        return judge_decision(*_identify(game), seat, decision, level)

    async def warm_up(self) -> None:
        """There is nothing to prepare: each kind of bot is loaded when it is first asked."""

    def close(self) -> None:
        """There is nothing to end."""


class BotProcesses:
    """Runs bots in other processes: ``count`` of them for moves and calls (0: one for each core), and one more for
    advice and judgements, so that no table waits for those. Addresses take turns, and so do their tables. While these
    processes are prepared, others answer, in which nothing is compiled: the same bots, but ``trained`` instead of those
    that search. A bot from elsewhere may need the compiler itself, so it is never asked there."""

    def __init__(self, count: int = 0) -> None:
        self._players = WorkerPool(count or count_cores())
        self._coach = WorkerPool()
        self._early = WorkerPool(self._players.count)
        self._asked_early = 0
        self._has_players = self._has_coach = True
        self._hints = Capacity(MAX_HINTS, MAX_ADDRESS_HINTS)

    async def choose(self, question: BotQuestion) -> str:
        return await self._play(choose_move, question)

    async def call(self, question: BotQuestion) -> Call | None:
        return await self._play(choose_call, question)

    async def advise(self, question: BotQuestion) -> Advice:
        with self._hints.reserve(question.share.address):
            if self._has_coach:
                return await self._coach.run(advise_move, question, share=question.share)
            return await self._ask_early(advise_move, question)

    async def _play(self, ask: Callable[[BotQuestion], T], question: BotQuestion) -> T:
        if self._has_players or question.level.startswith(PYTHON_PREFIX):
            return await self._players.run(ask, question, share=question.share)
        return await self._ask_early(ask, question)

    async def _ask_early(self, ask: Callable[[BotQuestion], T], question: BotQuestion) -> T:
        self._asked_early += 1
        try:
            return await self._early.run(run_uncompiled, ask, question, share=question.share)
        finally:
            self._asked_early -= 1
            self._end_early()

    def _end_early(self) -> None:
        """End the processes that nobody needs any more."""
        if self._has_players and not self._asked_early:
            self._early.close()

    async def judge(self, game: Game, seat: int, decision: Decision, level: str, address: str = "") -> Judged:
        identity = _identify(game)
        return await self._coach.run(judge_decision, *identity, seat, decision, level, share=WorkShare(address))

    def count_waiting(self) -> int:
        """How many moves and calls wait for a process."""
        return self._players.count_waiting() + self._early.count_waiting()

    async def warm_up(self) -> None:
        """Let one process compile what numba has not kept on disk; then the others load it."""
        kinds, shares = find_kinds(), [WorkShare(f"warm-up {number}") for number in range(self._players.count)]
        self._has_players = self._has_coach = False
        try:
            await self._early.run(run_uncompiled, try_bots, kinds[0])
            for name in kinds:
                await self._coach.run(try_bots, name)
            self._has_coach = True
            for name in kinds:
                await asyncio.gather(*(self._players.run(try_bots, name, share=share) for share in shares))
        finally:
            self._has_players = self._has_coach = True
            self._end_early()

    def close(self) -> None:
        for pool in (self._players, self._coach, self._early):
            pool.close()


def find_kinds() -> list[str]:
    """A game for every kind of bot behind the levels."""
    kinds: dict[tuple[str, type[State]], str] = {}
    for name, facts in GAMES.items():
        if reference := facts.bots.levels.get(COACH_LEVEL):
            kinds.setdefault((reference, facts.state), name)
    return list(kinds.values())


def try_bots(name: str) -> None:
    """Let the bots of each level play a game until one has had a choice: then its modules and kernels are there."""
    from reihum.bots.review import coach  # noqa: F401 – the first hint needs it

    facts = GAMES[name]
    game = facts.settle(facts.seats[len(facts.seats) // 2], {})
    for level in WARM_LEVELS:
        if level in facts.levels:
            _play_until_choice(game, level)


def _play_until_choice(game: Game, level: str) -> None:
    state = game.deal(b"warm")
    for seat, _, after in islice(play_round(state, seat_bots(game, [level] * game.seats, b"warm")), WARM_MOVES):
        if seat is not None and len(state.legal(seat)) > 1:  # a forced move needs no search
            return
        state = after


def run_uncompiled(ask: Callable[..., T], *args: Any) -> T:
    """Ask in a process where nothing is compiled, so that even its first answer comes soon. Such a process must answer
    nothing else."""
    sys.modules.setdefault("numba", None)  # type: ignore[arg-type]
    return ask(*args)


def choose_move(question: BotQuestion) -> str:
    """The move of the bot that is asked."""
    return _make_bot(question).choose(question.view)


def choose_call(question: BotQuestion) -> Call | None:
    """The call of the bot that is asked, if it makes one."""
    return _make_bot(question).call(question.view)


def advise_move(question: BotQuestion) -> Advice:
    """The move that the bot would make, and why."""
    from reihum.bots.review.coach import hint  # loads a compiler, which the host itself does not need

    game = _game_of(question)
    shown = list(chain.from_iterable(question.shown))
    return hint(game, question.seat, shown, question.view, question.seed, question.level)


def judge_decision(
    game: str, rules: int, seats: int, options: tuple[tuple[str, Any], ...], seat: int, decision: Decision, level: str
) -> Judged:
    """A decision of a player compared with a bot's."""
    from reihum.bots.review.coach import judge

    return judge(_game(game, rules, seats, options), seat, decision, level=level)


def _identify(game: Game) -> tuple[str, int, int, tuple[tuple[str, Any], ...]]:
    """The values from which another process can make the same game."""
    return game.id, game.facts.rules_version, game.seats, tuple(game.options.items())


def _game_of(question: BotQuestion) -> Game:
    """The game that a question is about."""
    return _game(question.game, question.rules, question.seats, tuple(question.options.items()))


def _make_bot(question: BotQuestion) -> Bot:
    game = _game_of(question)
    bot = find_maker(game.facts, question.level)(game, question.seat, Randomness(question.seed, "memory"))
    for shown in question.shown:
        bot.see(shown)
    bot.randomness = Randomness(question.seed, f"move {len(question.shown)}")
    return bot


@lru_cache(maxsize=64)
def _game(id: str, rules: int, seats: int, options: tuple[tuple[str, Any], ...]) -> Game:
    return facts_of(id).by_rules(rules).settle(seats, dict(options))
