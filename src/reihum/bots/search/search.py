"""Search for the row games and Master: play on in imagined worlds, many times, and see which move wins most.

The hidden cards are guessed from everything the player has seen (``knowledge``, ``worlds``). Each world is played to
its end, by a good simple policy, once for every move and plan that is still a candidate, with the same cards for all.
After each stage the worse half drops out (sequential halving).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from math import ceil, log2

from msgspec import Struct

from reihum.bots.bot import Bot, offered
from reihum.bots.search.master_tracker import MasterTracker
from reihum.bots.search.row_tracker import RowTracker
from reihum.bots.search.tracker import Tracker
from reihum.bots.search.weights import models_for, plans_for
from reihum.bots.search.worlds import FIRST_STEPS, Worlds
from reihum.bots.trained.maker import make_trained
from reihum.bots.trained.trained_bot import TrainedBot
from reihum.cards import Randomness
from reihum.engine import Game, Shown, State, View
from reihum.games.master.rules import MasterState
from reihum.games.rows.rules import RowsState
from reihum.simulator import Policy, available

TRACKERS: dict[type[State], Callable[[Game, int], Tracker]] = {RowsState: RowTracker, MasterState: MasterTracker}

CHUNK_WORLDS = 512
"""This many worlds are written at a time."""
STEPS_BETWEEN_WORLDS = 16
"""The number of exchanges between one world and the next."""
ROLLOUT_COST = {"rows": 1, "master": 4}
"""A round of Master takes this many times longer to play, so there are fewer of them."""
SURE = 0.998
"""A search follows a net that is surer of its move than this."""
TIME_SAVED = 2
"""A search that follows a net has time for this many times as many rollouts where the net is not sure."""
POINT_VALUE = 1e-3
"""What a point counts beside a win. It decides between moves that win equally often."""


class MoveEstimate(Struct):
    """What the search found out about a move, if the player continues with a plan."""

    move: str
    plan: tuple[float, ...] = ()
    rounds: int = 0
    wins: float = 0.0
    points: float = 0.0

    @property
    def chance(self) -> float:
        """How often it won."""
        return self.wins / max(1, self.rounds)

    @property
    def worth(self) -> float:
        """The value by which moves are compared."""
        return (self.wins + POINT_VALUE * self.points) / max(1, self.rounds)


class SearchBot(Bot):
    """Searches with a fixed number of rollouts for each decision. Master gets a quarter of them. With an ``adviser`` it
    makes the moves of which the net is surer than ``sure``, and searches for the others, and to tell what moves are
    worth."""

    rollouts = 2_000

    def __init__(
        self, game: Game, seat: int, randomness: Randomness, adviser: TrainedBot | None = None, sure: float = SURE
    ) -> None:
        super().__init__(game, seat, randomness)
        self.shown: list[Shown] = []
        self.adviser = adviser
        self.sure = sure

    def see(self, shown: Sequence[Shown]) -> None:
        """Remember it for later."""
        self.shown += shown
        if self.adviser:
            self.adviser.see(shown)

    def choose(self, view: View) -> str:
        """The move of which the adviser is sure, or the one that wins most."""
        if not self.adviser:
            return self._search(view, self._budget)[0].move
        return self._find_advice(view) or self._search(view, TIME_SAVED * self._budget)[0].move

    def rank_moves(self, view: View) -> list[MoveEstimate]:
        """All moves, the best first, with their estimates for their best plans. A move of which the adviser is sure is
        the best."""
        found = self._search(view, self._budget)
        advised = self._find_advice(view)
        return sorted(found, key=lambda estimate: estimate.move != advised)

    def _find_advice(self, view: View) -> str | None:
        """The adviser's move, if it is sure."""
        if not self.adviser:
            return None
        move, sureness = self.adviser.advise(view)
        return move if sureness > self.sure else None

    def _search(self, view: View, budget: int) -> list[MoveEstimate]:
        """All moves, those first that won more, with their estimates for their best plans."""
        moves = offered(view)
        if len(moves) == 1:
            return [MoveEstimate(moves[0])]
        estimates = self._estimates(moves)
        self._halve(estimates, self._worlds(view, budget), budget)
        best: dict[str, MoveEstimate] = {}
        for estimate in estimates:
            best.setdefault(estimate.move, estimate)
        return list(best.values())

    def compare(self, view: View, moves: Sequence[str]) -> list[MoveEstimate]:
        """Some moves, in their order, with their estimates for their best plans, all played equally often from the same
        worlds."""
        estimates = self._estimates(moves)
        worlds = self._worlds(view, self._budget)
        for done in range(0, rounds := max(1, self._budget // len(estimates)), CHUNK_WORLDS):
            self._play(estimates, worlds, min(CHUNK_WORLDS, rounds - done))
        best = {estimate.move: estimate for estimate in sorted(estimates, key=lambda estimate: estimate.worth)}
        return [best[move] for move in moves]

    def _estimates(self, moves: Sequence[str]) -> list[MoveEstimate]:
        return [MoveEstimate(move, plan) for plan in plans_for(self.game) for move in moves]

    @property
    def _budget(self) -> int:
        return self.rollouts // ROLLOUT_COST[self.game.facts.texts]

    def _worlds(self, view: View, budget: int) -> Worlds:
        """Where the hidden cards may be, after everything that was shown."""
        tracker = TRACKERS[self.game.facts.state](self.game, self.seat)
        tracker.observe(self.shown)
        first = max(FIRST_STEPS, budget)
        return Worlds(tracker.knowledge(view), models_for(self.game), self.randomness, first)

    def _halve(self, estimates: list[MoveEstimate], worlds: Worlds, budget: int) -> None:
        """Sequential halving: every stage gets an equal share of the budget."""
        left = len(estimates)
        stages = ceil(log2(left))
        for _ in range(stages):
            rounds = max(1, budget // stages // left)
            for done in range(0, rounds, CHUNK_WORLDS):
                self._play(estimates[:left], worlds, min(CHUNK_WORLDS, rounds - done))
            estimates[:left] = sorted(estimates[:left], key=lambda estimate: estimate.worth, reverse=True)
            left = ceil(left / 2)

    def _play(self, estimates: Sequence[MoveEstimate], worlds: Worlds, count: int) -> None:
        better = -1 if self.game.facts.lowest_wins else 1
        plans: dict[Policy, list[MoveEstimate]] = {}
        for estimate in estimates:
            plans.setdefault(estimate.plan, []).append(estimate)
        moves = {plan: [estimate.move for estimate in followed] for plan, followed in plans.items()}
        found = worlds.play(count, STEPS_BETWEEN_WORLDS, self.seat, moves, int.from_bytes(self.randomness.take(7)))
        for estimate, results in zip(chain.from_iterable(plans.values()), found, strict=True):
            estimate.rounds += results.rounds
            estimate.wins += results.shares[self.seat] * results.rounds
            own = results.points[self.seat]
            estimate.points += better * (own - (sum(results.points) - own) / (self.game.seats - 1))


class ExpertBot(SearchBot):
    """Searches for about an eighth of a second, or twice as long where it follows a net."""

    rollouts = 30_000


class MasterBot(SearchBot):
    """Searches for about half a second, or twice as long where it follows a net."""

    rollouts = 150_000


def make_expert(game: Game, seat: int, randomness: Randomness) -> Bot:
    """The bot of the level ``expert``."""
    return _make_searcher(ExpertBot, game, seat, randomness)


def make_master(game: Game, seat: int, randomness: Randomness) -> Bot:
    """The bot of the level ``master``."""
    return _make_searcher(MasterBot, game, seat, randomness)


def _make_searcher(search: type[SearchBot], game: Game, seat: int, randomness: Randomness) -> Bot:
    """A bot that searches. Uncompiled kernels are so slow that a search would play worse than ``trained``, which needs
    no search: without compiled ones the bot is ``trained``. In Master the net wins more than the search, so the search
    always follows it. In the row games it follows where the net is sure, unless there are house rules, which the net
    has not met."""
    trained = make_trained(game, seat, randomness)
    if not available():
        return trained
    if not isinstance(trained, TrainedBot):
        return search(game, seat, randomness)
    if game.facts.state is MasterState:
        return search(game, seat, randomness, trained, sure=0)
    return search(game, seat, randomness, None if game.changed_options else trained)
