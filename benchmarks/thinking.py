"""What thinking costs: rounds of the simulator, and the moves of ``solid``, ``trained`` and the search. It runs
natively and in a browser's Python, see ``benchmarks.browser``."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

import reihum
from reihum import simulator
from reihum.bots import offered, play_round, seat_bots, show_events
from reihum.bots.search.search import ExpertBot

GAMES = ("classic", "master")
ROUNDS = 20_000
WARM_UP_ROUNDS = 2_000
WARM_UP_MOVES = 12
MOVES = 72


def measure(read_clock: Callable[[], float]) -> dict[str, float | str]:
    """All figures by name: rounds a second, and milliseconds of a move in the middle. The clock gives seconds."""
    found: dict[str, float | str] = {}
    for name in GAMES:
        game = reihum.game(name, seats=4)
        for policy in ("random", "holder"):
            simulator.simulate(game, WARM_UP_ROUNDS, policy)
            begun = read_clock()
            simulator.simulate(game, ROUNDS, policy)
            found[f"{name}: {policy}, rounds/s"] = ROUNDS / (read_clock() - begun)
        list(play_round(game.deal("warm up"), seat_bots(game, ["trained"] * 4, b"warm up")))
        moves, spent = play(game, read_clock)
        found |= {f"{name}: {level}, ms": 1_000 * median(times) for level, times in spent.items()}
        found[f"{name}: moves"] = " ".join(moves)
    return found


def play(game: reihum.Game, read_clock: Callable[[], float]) -> tuple[list[str], dict[str, list[float]]]:
    """Play a part of a round. Returns the moves, and the seconds of each level's choices, without the first ones."""
    levels = ["search", "trained", "solid", "solid"]
    bots, state = seat_bots(game, [ExpertBot, *levels[1:]], b"thinking"), game.deal("thinking")
    moves: list[str] = []
    spent: dict[str, list[float]] = {}
    while state.outcome is None and len(moves) < MOVES:
        seat = state.to_act[0]
        view = state.view(seat)
        begun = read_clock()
        move = bots[seat].choose(view)
        if len(offered(view)) > 1 and len(moves) >= WARM_UP_MOVES:
            spent.setdefault(levels[seat], []).append(read_clock() - begun)
        moves.append(move)
        state = state.play(seat, move)
        show_events(state, bots)
    return moves, spent
