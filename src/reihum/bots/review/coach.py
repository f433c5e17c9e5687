"""The coach: what an expert would have done, what it would have been worth, and which moments decided the round.

Every decision is judged from what its player knew then, never from the others' real cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reihum.bots.bot import Bot
from reihum.bots.errors import BotFault, blame, check_advice, locate_fault
from reihum.bots.play import MoveMade
from reihum.bots.registry import Player, make_bot
from reihum.bots.review.decisions import Advice, Decision, Judged, decisions
from reihum.bots.review.reasons import reason
from reihum.bots.search.search import MoveEstimate, SearchBot
from reihum.bots.search.weighted_bot import WeightedBot
from reihum.bots.trained.trained_bot import TrainedBot
from reihum.cards import Randomness, Seed, as_seed
from reihum.engine import Game, Shown, State, View


def hint(game: Game, seat: int, shown: Sequence[Shown], view: View, seed: Seed, level: Player = "expert") -> Advice:
    """What to do now, from what a seat has been shown in this round and what it sees."""
    return _advice(_make_bot(game, seat, shown, as_seed(seed), level), view)


def review(
    first: State, moves: Sequence[MoveMade], seat: int, seed: Seed = b"review", level: Player = "expert"
) -> Iterator[Judged]:
    """Judge every real decision of a seat in a round, one after another: those with more than one legal move. Raises
    ``BotFault`` if a judge of your own fails."""
    for decision in decisions(first, moves, seat):
        try:
            yield judge(first.game, seat, decision, seed, level)
        except BotFault as fault:
            raise locate_fault(fault, [text for _, text, _ in moves[: decision.number - 1]]) from fault.__cause__


def judge(game: Game, seat: int, decision: Decision, seed: Seed = b"review", level: Player = "expert") -> Judged:
    """Compare a decision of a seat with what an expert, or another bot, would have done."""
    bot = _make_bot(game, seat, decision.shown, as_seed(seed) + b"%d" % decision.number, level)
    best = _advice(bot, decision.view)
    chance = best.chance
    if isinstance(bot, SearchBot) and decision.move != best.move:
        best, chance = _compare(bot, decision.view, best, decision.move)
    return Judged(number=decision.number, seat=seat, move=decision.move, best=best, chance=chance, judge=bot.name)


def _compare(bot: SearchBot, view: View, best: Advice, move: str) -> tuple[Advice, float]:
    """The best move and the one that was made, played on from the same worlds. If the one made does better after all,
    it was the best."""
    one, other = bot.compare(view, [best.move, move])
    if other.worth >= one.worth:
        return Advice(move, reason(bot.game.facts, view, move), other.chance), other.chance
    return Advice(best.move, best.why, one.chance), other.chance


def _advice(bot: Bot, view: View) -> Advice:
    facts = bot.game.facts
    if isinstance(bot, SearchBot):
        estimate: MoveEstimate = bot.rank_moves(view)[0]
        chance = estimate.chance if estimate.rounds else None
        return Advice(estimate.move, reason(facts, view, estimate.move), chance)
    with blame(bot, None, "choose"):
        move = check_advice(bot, view, bot.choose(view))
    return Advice(move, reason(facts, view, move), level=_stand_in(bot))


def _stand_in(bot: Bot) -> str:
    """The level that plays instead of the one that was asked for."""
    played = "trained" if isinstance(bot, TrainedBot) else "solid" if isinstance(bot, WeightedBot) else ""
    return "" if played == bot.name else played


def _make_bot(game: Game, seat: int, shown: Sequence[Shown], seed: bytes, level: Player) -> Bot:
    bot = make_bot(game, seat, level, Randomness(seed, "coach"))
    with blame(bot, None, "see"):
        bot.see(shown)
    return bot
