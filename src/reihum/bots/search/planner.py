"""Search on the plain engine: imagine how the hidden cards may lie, play every such world on, and compare.

Flat Monte-Carlo search with imagined worlds. A subclass for each game knows what its player has seen, which worlds fit
that, and how everybody would probably go on. All moves in question are tried in the same worlds, so that luck falls on
them alike; those that are clearly behind drop out. The player leaves its usual way only for a move that did better by
more than chance explains: a short search finds much that is not there.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import ClassVar

from reihum.bots.bot import Bot, offered
from reihum.engine import Move, Shown, State, View
from reihum.engine.events import Event

STAGE = 8
"""After so many worlds it is seen who is behind."""
BEHIND = 2.0
"""So many standard errors behind the best a move drops out."""


class PlannerBot(Bot):
    """Plays on in imagined worlds. ``worlds`` is the budget of a decision; ``caution`` tells by how many standard
    errors a move must be better than the usual one."""

    worlds: ClassVar[int] = 48
    caution: ClassVar[float] = 1.0

    def choose(self, view: View) -> str:
        """The move that did best, unless the usual one may be as good."""
        usual, *others = dict.fromkeys(self.candidates(view))
        if not others:
            return usual
        trials = {move: Trial(self.game.parse(move)) for move in (usual, *others)}
        for number in range(1, self.worlds + 1):
            world = self.imagine(view)
            for trial in trials.values():
                trial.results.append(self.worth(self.played_out(world.apply(self.seat, trial.move))))
            if number % STAGE == 0:
                best = max(trials.values(), key=Trial.mean)
                trials = {move: trial for move, trial in trials.items() if not best.ahead_of(trial, BEHIND)}
                if len(trials) == 1:
                    break
        best_move = max(trials, key=lambda move: trials[move].mean())
        if usual in trials and not trials[best_move].ahead_of(trials[usual], self.caution):
            return usual
        return best_move

    def candidates(self, view: View) -> Sequence[str]:
        """The moves in question, the usual one first."""
        return offered(view)

    def imagine(self, view: View) -> State:
        """A world that this player cannot tell from the true one."""
        raise NotImplementedError

    def reflex(self, state: State, seat: int) -> Move:
        """What a player would do without much thought, by what it may know."""
        raise NotImplementedError

    def played_out(self, state: State) -> State:
        """How a world ends, or as far as this player looks ahead."""
        while state.outcome is None:
            seat = state.to_act[0]
            state = state.apply(seat, self.reflex(state, seat))
        return state

    def worth(self, state: State) -> float:
        """What the end of a round is worth: 1 for a win, less for a shared one."""
        return won(state, self.seat)


class Trial:
    """A move and what came of it, world by world."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.results: list[float] = []

    def mean(self) -> float:
        """How good it has been."""
        return sum(self.results) / len(self.results)

    def ahead_of(self, other: Trial, errors: float) -> bool:
        """Whether it did better in the same worlds, by so many standard errors."""
        gains = [one - two for one, two in zip(self.results, other.results, strict=True)]
        count = len(gains)
        mean = sum(gains) / count
        spread = sum((gain - mean) ** 2 for gain in gains) / max(1, count - 1)
        return mean > errors * sqrt(spread / count)


def won(state: State, seat: int) -> float:
    """What a seat has won at the end: 1, or 1/k of a win shared by k, or 0."""
    assert state.outcome is not None
    places = state.outcome.places
    return 1 / places.count(1) if places[seat] == 1 else 0.0


def happened(shown: Sequence[Shown]) -> tuple[Event, ...]:
    """What a player was shown as events of an imagined world, which show it the same again."""
    return tuple(
        Event(
            event.kind,
            event.seat,
            event.cards,
            () if event.count else None,
            event.count or None,
            event.source,
            event.target,
            event.values,
        )
        for event in shown
    )
