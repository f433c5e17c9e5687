"""Search on the engine: imagine where the hidden cards may be, play every such world to its end, and compare.

This is flat Monte-Carlo search with imagined worlds. A subclass for each game knows what its player has seen, which
worlds fit that, and how everybody would probably play on. All candidate moves are tried in the same worlds, so they
share the same luck. Moves that are clearly behind drop out. The player leaves its usual move only for one that did
better by more than chance explains, because a short search finds many differences that are not real.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import ClassVar

from reihum.bots.bot import Bot, offered
from reihum.engine import Move, Shown, State, View
from reihum.engine.events import Event

STAGE_WORLDS = 8
"""After this many worlds, moves that are behind are sought."""
DROP_ERRORS = 2.0
"""A move that is this many standard errors behind the best drops out."""


class PlannerBot(Bot):
    """Plays on in imagined worlds. ``worlds`` is the budget of a decision. ``caution`` is by how many standard errors a
    move must be better than the usual one."""

    worlds: ClassVar[int] = 48
    caution: ClassVar[float] = 1.0

    def choose(self, view: View) -> str:
        """The move that did best, unless the usual one may be as good."""
        usual, *others = dict.fromkeys(self.propose(view))
        if not others:
            return usual
        candidates = {move: Candidate(self.game.parse(move)) for move in (usual, *others)}
        for number in range(1, self.worlds + 1):
            world = self.imagine(view)
            for candidate in candidates.values():
                candidate.results.append(self.worth(self.play_out(world.apply(self.seat, candidate.move))))
            if number % STAGE_WORLDS == 0:
                best = max(candidates.values(), key=Candidate.mean)
                candidates = {
                    move: candidate
                    for move, candidate in candidates.items()
                    if not best.is_ahead_of(candidate, DROP_ERRORS)
                }
                if len(candidates) == 1:
                    break
        best_move = max(candidates, key=lambda move: candidates[move].mean())
        if usual in candidates and not candidates[best_move].is_ahead_of(candidates[usual], self.caution):
            return usual
        return best_move

    def propose(self, view: View) -> Sequence[str]:
        """The candidate moves, the usual one first."""
        return offered(view)

    def imagine(self, view: View) -> State:
        """A world that this player cannot tell from the true one."""
        raise NotImplementedError

    def reflex(self, state: State, seat: int) -> Move:
        """A quick move from what the player may know."""
        raise NotImplementedError

    def play_out(self, state: State) -> State:
        """Play a world to its end, or for as many moves as this player looks ahead."""
        while state.outcome is None:
            seat = state.to_act[0]
            state = state.apply(seat, self.reflex(state, seat))
        return state

    def worth(self, state: State) -> float:
        """The value of the end of a round: 1 for a win, less for a shared one."""
        return share_of_win(state, self.seat)


class Candidate:
    """A move and its results, world by world."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.results: list[float] = []

    def mean(self) -> float:
        """The average result."""
        return sum(self.results) / len(self.results)

    def is_ahead_of(self, other: Candidate, errors: float) -> bool:
        """Whether it did better in the same worlds, by this many standard errors."""
        gains = [one - two for one, two in zip(self.results, other.results, strict=True)]
        count = len(gains)
        mean = sum(gains) / count
        spread = sum((gain - mean) ** 2 for gain in gains) / max(1, count - 1)
        return mean > errors * sqrt(spread / count)


def share_of_win(state: State, seat: int) -> float:
    """A seat's share of the win: 1, 1/k if k seats share it, or 0."""
    assert state.outcome is not None
    places = state.outcome.places
    return 1 / places.count(1) if places[seat] == 1 else 0.0


def to_events(shown: Sequence[Shown]) -> tuple[Event, ...]:
    """What a player was shown, as events of an imagined world that show it the same again."""
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
