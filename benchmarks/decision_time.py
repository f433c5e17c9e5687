"""`python -m benchmarks.decision_time trained`: how long a bot takes for a decision, in processor time.

It plays at one seat against others of one kind. Only decisions between several moves count: from the view to the move.
Set ``OPENBLAS_NUM_THREADS=1`` for the time on one core. ``--numpy`` measures as if numba were not installed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from statistics import fmean, median, quantiles

import reihum
from reihum.bots import Bot, offered, seat_bots, show_events

WARM_UP_DECISIONS = 20


def measure(game: reihum.Game, level: str, against: str, rounds: int, read_clock: Callable[[], float]) -> list[float]:
    """The seconds of each decision, without the first ones."""
    spent: list[float] = []
    for number in range(rounds):
        seat = number % game.seats
        levels = [level if other == seat else against for other in range(game.seats)]
        spent += play(game.deal(f"time {number}"), seat_bots(game, levels, f"time {number}"), seat, read_clock)
    return spent[WARM_UP_DECISIONS:]


def play(state: reihum.State, bots: list[Bot], measured: int, read_clock: Callable[[], float]) -> list[float]:
    """Play a round. Returns the seconds of the decisions of one seat."""
    spent: list[float] = []
    while state.outcome is None:
        seat = state.to_act[0]
        view = state.view(seat)
        begun = read_clock()
        move = bots[seat].choose(view)
        if seat == measured and len(offered(view)) > 1:
            spent.append(read_clock() - begun)
        state = state.play(seat, move)
        show_events(state, bots)
    return spent


def describe(spent: list[float]) -> str:
    """The figures in milliseconds."""
    late = quantiles(spent, n=100)[98]
    figures = {"median": median(spent), "mean": fmean(spent), "99th percentile": late, "longest": max(spent)}
    told = ", ".join(f"{name} {1_000 * seconds:.2f} ms" for name, seconds in figures.items())
    return f"{len(spent)} decisions: {told}"


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("bot")
    parser.add_argument("--against", default="solid")
    parser.add_argument("--game", default="classic")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--numpy", action="store_true", help="without numba: nets run with numpy")
    wanted = parser.parse_args()
    if wanted.numpy:
        sys.modules["numba"] = None  # type: ignore[assignment]
    game = reihum.game(wanted.game, seats=wanted.seats)
    print(describe(measure(game, wanted.bot, wanted.against, wanted.rounds, time.process_time)))


if __name__ == "__main__":
    main()
