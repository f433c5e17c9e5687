"""Bots think in processes of their own, so that the event loop stays free.

Every question gets a new bot. It is shown everything its seat has been shown in this round, then asked. So any
process can answer, and a killed one can be replaced.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import Any, Protocol

from msgspec import Struct

from reihum.bots import Bot, Call, find_maker, play_round, seat_bots
from reihum.bots.registry import PROGRAM_PREFIX, PYTHON_PREFIX
from reihum.bots.review.decisions import Advice, Decision, Judged
from reihum.cards import Randomness
from reihum.engine import Game, Shown, State, View
from reihum.engine.bots import find_bots
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
    advice and judgements, so that no table waits for those. Addresses take turns, and so do their tables."""

    def __init__(self, count: int = 0) -> None:
        self._players = WorkerPool(count or count_cores())
        self._coach = WorkerPool()
        self._hints = Capacity(MAX_HINTS, MAX_ADDRESS_HINTS)

    async def choose(self, question: BotQuestion) -> str:
        return await self._players.run(choose_move, question, share=question.share)

    async def call(self, question: BotQuestion) -> Call | None:
        return await self._players.run(choose_call, question, share=question.share)

    async def advise(self, question: BotQuestion) -> Advice:
        with self._hints.reserve(question.share.address):
            return await self._coach.run(advise_move, question, share=question.share)

    async def judge(self, game: Game, seat: int, decision: Decision, level: str, address: str = "") -> Judged:
        identity = _identify(game)
        return await self._coach.run(judge_decision, *identity, seat, decision, level, share=WorkShare(address))

    def count_waiting(self) -> int:
        """How many moves and calls wait for a process."""
        return self._players.count_waiting()

    async def warm_up(self) -> None:
        """Let one process compile what numba has not kept on disk; then the others load it. Each kind of bot is a job
        of its own, so that a real question waits for one of them at most."""
        kinds = find_kinds()
        for name in kinds:
            await self._coach.run(try_bots, name)
        shares = [WorkShare(f"warm-up {number}") for number in range(self._players.count)]
        for name in kinds:
            await asyncio.gather(*(self._players.run(try_bots, name, share=share) for share in shares))

    def close(self) -> None:
        self._players.close()
        self._coach.close()


def find_kinds() -> list[str]:
    """A game for every kind of bot behind the levels."""
    kinds: dict[tuple[str, type[State]], str] = {}
    for name, facts in GAMES.items():
        if reference := facts.bots.levels.get(COACH_LEVEL):
            kinds.setdefault((reference, facts.state), name)
    return list(kinds.values())


def try_bots(name: str) -> None:
    """Let bots play a game until one of them has had a choice: then its modules and compiled kernels are there."""
    from reihum.bots.review import coach  # noqa: F401 – the first hint needs it

    facts = GAMES[name]
    game = facts.settle(facts.seats[len(facts.seats) // 2], {})
    state = game.deal(b"warm")
    for seat, _, after in islice(play_round(state, seat_bots(game, [COACH_LEVEL] * game.seats, b"warm")), WARM_MOVES):
        if seat is not None and len(state.legal(seat)) > 1:  # a forced move needs no search
            return
        state = after


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
