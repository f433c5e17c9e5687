"""What thinking costs: rounds of the simulator, the moves of ``solid``, ``trained`` and the search, and those of the
experts that use no kernels. It runs natively and in a browser's Python, see ``benchmarks.browser``."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

import reihum
from reihum import simulator
from reihum.bots import offered, play_round, seat_bots, show_events
from reihum.bots.registry import Player
from reihum.bots.search.search import ExpertBot

GAMES = ("classic", "master")
LEVELS = ("expert", "master")
WITHOUT_KERNELS = ("farben-sammeln", "hoechste-karte", "ratefix")
"""Games whose experts are Python alone, and think for more than a millisecond."""

SEATS = 4
ROUNDS = 20_000
WARM_UP_ROUNDS = 2_000
WARM_UP_MOVES = 12
MOVES = 72


def measure(read_clock: Callable[[], float]) -> dict[str, float | str]:
    """All figures by name: rounds a second, and milliseconds of a move in the middle. The clock gives seconds."""
    found: dict[str, float | str] = {}
    for name in GAMES:
        game = reihum.game(name, seats=SEATS)
        for policy in ("random", "holder"):
            simulator.simulate(game, WARM_UP_ROUNDS, policy)
            begun = read_clock()
            simulator.simulate(game, ROUNDS, policy)
            found[f"{name}: {policy}, rounds/s"] = ROUNDS / (read_clock() - begun)
        list(play_round(game.deal("warm up"), seat_bots(game, ["trained"] * 4, b"warm up")))
        found |= measure_moves(game, {"search": ExpertBot, "trained": "trained", "solid": "solid"}, read_clock)
    for name in WITHOUT_KERNELS:
        found |= measure_moves(reihum.game(name, seats=SEATS), {level: level for level in LEVELS}, read_clock)
    return found


def measure_moves(
    game: reihum.Game, players: dict[str, Player], read_clock: Callable[[], float]
) -> dict[str, float | str]:
    """The milliseconds of a decision of each player in the middle, and the moves of all."""
    moves, spent = play(game, players, read_clock)
    name = game.id
    return {f"{name}: {player}, ms": 1_000 * median(times) for player, times in spent.items()} | {
        f"{name}: moves": " ".join(moves)
    }


def play(
    game: reihum.Game, players: dict[str, Player], read_clock: Callable[[], float]
) -> tuple[list[str], dict[str, list[float]]]:
    """Play a part of a round; the last player has the seats that are left. Returns the moves, and the seconds of each
    player's choices, without the first ones."""
    levels = [*players, *[[*players][-1]] * (SEATS - len(players))]
    bots, state = seat_bots(game, [players[level] for level in levels], b"thinking"), game.deal("thinking")
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
