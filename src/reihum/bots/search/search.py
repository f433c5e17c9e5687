"""Search for the row games and Master: play on in imagined worlds, again and again, and see which move wins most.

The hidden cards are guessed from all the player has seen (``knowledge``, ``worlds``), each world is played to its end
once for every move and plan that is still in question, with the same cards for all of them, by a good simple policy;
after each stage the worse half drops out (sequential halving).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from math import ceil, log2

from msgspec import Struct

from reihum.bots.bot import Bot, offered
from reihum.bots.search.knowledge import Witness
from reihum.bots.search.master_tracker import MasterWitness
from reihum.bots.search.row_tracker import RowWitness
from reihum.bots.search.weights import kinds_for, plans_for
from reihum.bots.search.worlds import FIRST_STEPS, Worlds
from reihum.cards import Randomness
from reihum.engine import Game, Shown, State, View
from reihum.games.master.rules import MasterState
from reihum.games.rows.rules import RowsState
from reihum.simulator import Policy, available

WITNESSES: dict[type[State], Callable[[Game, int], Witness]] = {RowsState: RowWitness, MasterState: MasterWitness}

CHUNK = 512
"""So many worlds are written at a time."""
STEPS = 16
"""So many exchanges lie between one world and the next."""
LONGER = {"rows": 1, "master": 4}
"""A round of Master takes so much longer to play on, so there are fewer of them."""
POINTS = 1e-3
"""What a point counts beside a win: it decides between moves that win equally often."""


class Verdict(Struct):
    """What was found out about a move, if one goes on as planned."""

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
        """By which moves are compared."""
        return (self.wins + POINTS * self.points) / max(1, self.rounds)


class SearchBot(Bot):
    """Searches with a fixed number of rollouts for each decision; in Master with a quarter of it."""

    rollouts = 2_000
    without_numba = 100

    def __init__(self, game: Game, seat: int, randomness: Randomness) -> None:
        super().__init__(game, seat, randomness)
        self.shown: list[Shown] = []

    def see(self, shown: Sequence[Shown]) -> None:
        """Remember it for later."""
        self.shown += shown

    def choose(self, view: View) -> str:
        """The move that wins most."""
        return self.judge(view)[0].move

    def judge(self, view: View) -> list[Verdict]:
        """All moves, the best first, with what was found out about them and their best plans."""
        moves = offered(view)
        if len(moves) == 1:
            return [Verdict(moves[0])]
        verdicts = self._verdicts(moves)
        self._halve(verdicts, self._worlds(view))
        best: dict[str, Verdict] = {}
        for verdict in verdicts:
            best.setdefault(verdict.move, verdict)
        return list(best.values())

    def compare(self, view: View, moves: Sequence[str]) -> list[Verdict]:
        """Some moves, in their order, each played on equally often from the same worlds, with their best plans."""
        verdicts = self._verdicts(moves)
        worlds = self._worlds(view)
        for done in range(0, rounds := max(1, self._budget // len(verdicts)), CHUNK):
            self._play(verdicts, worlds, min(CHUNK, rounds - done))
        best = {verdict.move: verdict for verdict in sorted(verdicts, key=lambda verdict: verdict.worth)}
        return [best[move] for move in moves]

    def _verdicts(self, moves: Sequence[str]) -> list[Verdict]:
        return [Verdict(move, plan) for plan in plans_for(self.game) for move in moves]

    @property
    def _budget(self) -> int:
        return self.rollouts // LONGER[self.game.facts.texts] if available() else self.without_numba

    def _worlds(self, view: View) -> Worlds:
        """How the hidden cards may lie, after all that was shown."""
        witness = WITNESSES[self.game.facts.state](self.game, self.seat)
        witness.watch(self.shown)
        first = max(FIRST_STEPS, self._budget)
        return Worlds(witness.knowledge(view), kinds_for(self.game), self.randomness, first)

    def _halve(self, verdicts: list[Verdict], worlds: Worlds) -> None:
        """Sequential halving: every stage gets an equal share of the budget."""
        left = len(verdicts)
        stages = ceil(log2(left))
        for _ in range(stages):
            rounds = max(1, self._budget // stages // left)
            for done in range(0, rounds, CHUNK):
                self._play(verdicts[:left], worlds, min(CHUNK, rounds - done))
            verdicts[:left] = sorted(verdicts[:left], key=lambda verdict: verdict.worth, reverse=True)
            left = ceil(left / 2)

    def _play(self, verdicts: Sequence[Verdict], worlds: Worlds, count: int) -> None:
        better = -1 if self.game.facts.lowest_wins else 1
        plans: dict[Policy, list[Verdict]] = {}
        for verdict in verdicts:
            plans.setdefault(verdict.plan, []).append(verdict)
        moves = {plan: [verdict.move for verdict in followed] for plan, followed in plans.items()}
        found = worlds.rounds(count, STEPS, self.seat, moves, int.from_bytes(self.randomness.take(7)))
        for verdict, results in zip(chain.from_iterable(plans.values()), found, strict=True):
            verdict.rounds += results.rounds
            verdict.wins += results.shares[self.seat] * results.rounds
            own = results.points[self.seat]
            verdict.points += better * (own - (sum(results.points) - own) / (self.game.seats - 1))


class ExpertBot(SearchBot):
    """Searches for about a fifth of a second."""

    rollouts = 30_000
    without_numba = 150


class MasterBot(SearchBot):
    """Searches for about a second."""

    rollouts = 150_000
    without_numba = 500
