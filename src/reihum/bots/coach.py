"""The coach: what an expert would have done, what it would have been worth, and which moments decided the round.

Every decision is judged from what its player knew then, never from the cards the others really held.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from reihum.bots.bot import Bot, offered
from reihum.bots.registry import bots_for
from reihum.bots.search import SearchBot, Verdict
from reihum.bots.why import reason
from reihum.cards import Randomness
from reihum.errors import BadOption
from reihum.games import Game, Shown, State, View
from reihum.messages import Message

Played: TypeAlias = tuple[int | None, str, State]
"""A move of a round: who made it, what it was, and the state after it."""

SLIP, MISTAKE = 0.03, 0.08
"""A move that gives away so much of the chance to win is a slip, or a mistake."""


class Advice(Struct, frozen=True, omit_defaults=True):
    """What an expert does in a position, with the chance to win (None where nobody can tell), and why."""

    move: str
    why: Message
    chance: float | None = None


class Judged(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A decision. ``number`` counts the moves of the round from 1; ``chance`` is what the move made was worth."""

    number: int
    seat: int
    move: str
    best: Advice
    chance: float | None = None

    @property
    def loss(self) -> float:
        """How much of the chance to win was given away."""
        if self.chance is None or self.best.chance is None:
            return 0.0
        return max(0.0, self.best.chance - self.chance)

    @property
    def grade(self) -> str:
        """In one word: ``best``, ``good``, ``slip``, ``mistake``; ``other`` where only the expert's choice is known."""
        if self.move == self.best.move:
            return "best"
        if self.chance is None:
            return "other"
        return "mistake" if self.loss >= MISTAKE else "slip" if self.loss >= SLIP else "good"


def hint(game: Game, seat: int, shown: Sequence[Shown], view: View, seed: bytes, level: str = "expert") -> Advice:
    """What to do now, from what a seat has been shown in this round and what it sees."""
    return _advice(_coach(game, seat, shown, seed, level), view)


def review(
    first: State, moves: Sequence[Played], seat: int, seed: bytes = b"review", level: str = "expert"
) -> Iterator[Judged]:
    """Every real decision of a seat in a round, one after another: those with more than one move to choose from."""
    seen: list[Shown] = [*first.events(seat)]
    before = first
    for number, (who, move, after) in enumerate(moves, 1):
        view = before.view(seat)
        if who == seat and move in (choices := offered(view)) and len(choices) > 1:
            yield _judged(before.game, seat, seen, view, (number, move), seed, level)
        seen += after.events(seat)
        before = after


def moments(judged: Sequence[Judged], most: int = 3) -> list[Judged]:
    """The decisions that cost most, the worst first."""
    costly = [decision for decision in judged if decision.loss >= SLIP]
    return sorted(costly, key=lambda decision: -decision.loss)[:most]


def _judged(
    game: Game, seat: int, seen: Sequence[Shown], view: View, made: tuple[int, str], seed: bytes, level: str
) -> Judged:
    number, move = made
    bot = _coach(game, seat, seen, seed + b"%d" % number, level)
    best = _advice(bot, view)
    chance = best.chance
    if isinstance(bot, SearchBot) and move != best.move:
        best, chance = _compared(bot, view, best, move)
    return Judged(number=number, seat=seat, move=move, best=best, chance=chance)


def _compared(bot: SearchBot, view: View, best: Advice, move: str) -> tuple[Advice, float]:
    """The best move and the one that was made, played on from the same worlds. Where that one does better after all,
    it was the best."""
    one, other = bot.compare(view, [best.move, move])
    if other.worth >= one.worth:
        return Advice(move, reason(bot.game.facts.texts, view, move), other.chance), other.chance
    return Advice(best.move, best.why, one.chance), other.chance


def _advice(bot: Bot, view: View) -> Advice:
    texts = bot.game.facts.texts
    if isinstance(bot, SearchBot):
        verdict: Verdict = bot.judge(view)[0]
        chance = verdict.chance if verdict.rounds else None
        return Advice(verdict.move, reason(texts, view, verdict.move), chance)
    move = bot.choose(view)
    return Advice(move, reason(texts, view, move))


def _coach(game: Game, seat: int, shown: Sequence[Shown], seed: bytes, level: str) -> Bot:
    known = bots_for(game.facts)
    if level not in known:
        raise BadOption("bot", game=game.id, expected=", ".join(known), got=level)
    bot = known[level](game, seat, Randomness(seed, "coach"))
    bot.see(shown)
    return bot
