"""Bots think outside the event loop, in processes of their own, so that nobody's message waits for them.

A bot is made anew for every question: it is shown all that its seat has been shown in this round, then asked. So it
does not matter which process answers, nor whether another one was killed in between.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from typing import Any, Protocol

from msgspec import Struct

from reihum.bots import Bot, Call, bots_for
from reihum.bots.review.decisions import Advice, Decision, Judged
from reihum.cards import Randomness
from reihum.engine import Game, Shown, View
from reihum.games.registry import facts_of
from reihum.host.places import Places
from reihum.host.workers import Workers

MOST_HINTS = 8
"""So many may wait for advice at once; whoever comes then is refused (``Busy``)."""


class Question(Struct, frozen=True, kw_only=True):
    """What a bot is asked, with all that its seat may know: nothing else ever reaches it."""

    game: str
    rules: int
    """The version of the game's rules."""
    seats: int
    options: Mapping[str, Any]
    level: str
    seat: int
    seed: bytes
    shown: tuple[tuple[Shown, ...], ...]
    view: View


class Thinking(Protocol):
    """Somebody who has bots think."""

    async def choose(self, question: Question) -> str:
        """The bot's move."""
        ...

    async def call(self, question: Question) -> Call | None:
        """The bot's call, if it makes one now."""
        ...

    async def advise(self, question: Question) -> Advice:
        """What the bot would do in somebody's place, and why."""
        ...

    async def judge(self, game: Game, seat: int, decision: Decision, level: str) -> Judged:
        """A decision that was made, beside the bot's."""
        ...

    def close(self) -> None:
        """Think no more."""
        ...


class AtOnce:
    """Thinks in the event loop: for tests, and for programs with quick bots only."""

    async def choose(self, question: Question) -> str:
        return choice(question)

    async def call(self, question: Question) -> Call | None:
        return reaction(question)

    async def advise(self, question: Question) -> Advice:
        return advice(question)

    async def judge(self, game: Game, seat: int, decision: Decision, level: str) -> Judged:
        return judgement(*_named(game), seat, decision, level)

    def close(self) -> None:
        """There is nothing to end."""


class Processes:
    """Thinks in other processes: ``count`` of them for moves and calls, and one for advice and judgements, so that no
    table waits for those."""

    def __init__(self, count: int = 1) -> None:
        self._players = Workers(count)
        self._coach = Workers()
        self._hints = Places(MOST_HINTS)

    async def choose(self, question: Question) -> str:
        return await self._players.ask(choice, question)

    async def call(self, question: Question) -> Call | None:
        return await self._players.ask(reaction, question)

    async def advise(self, question: Question) -> Advice:
        with self._hints.take():
            return await self._coach.ask(advice, question)

    async def judge(self, game: Game, seat: int, decision: Decision, level: str) -> Judged:
        return await self._coach.ask(judgement, *_named(game), seat, decision, level)

    def close(self) -> None:
        self._players.close()
        self._coach.close()


def choice(question: Question) -> str:
    """What the bot of a question plays."""
    return _bot(question).choose(question.view)


def reaction(question: Question) -> Call | None:
    """What the bot of a question calls."""
    return _bot(question).call(question.view)


def advice(question: Question) -> Advice:
    """What the bot of a question would do, and why."""
    from reihum.bots.review.coach import hint  # brings a compiler along, which the host itself has no use for

    game = _asked(question)
    shown = list(chain.from_iterable(question.shown))
    return hint(game, question.seat, shown, question.view, question.seed, question.level)


def judgement(
    game: str, rules: int, seats: int, options: tuple[tuple[str, Any], ...], seat: int, decision: Decision, level: str
) -> Judged:
    """A decision beside what a bot would have done."""
    from reihum.bots.review.coach import judge

    return judge(_game(game, rules, seats, options), seat, decision, level=level)


def _named(game: Game) -> tuple[str, int, int, tuple[tuple[str, Any], ...]]:
    """A game by what another process can make it from."""
    return game.id, game.facts.rules_version, game.seats, tuple(game.options.items())


def _asked(question: Question) -> Game:
    """The game that a question is about."""
    return _game(question.game, question.rules, question.seats, tuple(question.options.items()))


def _bot(question: Question) -> Bot:
    game = _asked(question)
    bot = bots_for(game.facts)[question.level](game, question.seat, Randomness(question.seed, "memory"))
    for shown in question.shown:
        bot.see(shown)
    bot.randomness = Randomness(question.seed, f"move {len(question.shown)}")
    return bot


@lru_cache(maxsize=64)
def _game(id: str, rules: int, seats: int, options: tuple[tuple[str, Any], ...]) -> Game:
    return facts_of(id).by_rules(rules).settle(seats, dict(options))
