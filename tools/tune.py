"""Tune the weights of the simulator's weighted policy by self-play: `python -m tools.tune classic --seats 4`.

Cross-entropy method: each generation draws weights around the mean, plays all of them on the same deals – at every
seat, against the sensible policy and against the mean of some generations ago – and moves the mean towards the best
quarter. The same seed gives the same weights.
"""

from __future__ import annotations

import argparse
import json
import sys

import numpy as np
from numpy.typing import NDArray

import reihum
from reihum import simulator as fast
from reihum.engine import Game
from reihum.simulator import Policy
from reihum.simulator.master.policies import PRESETS

Vector = NDArray[np.float64]

POPULATION, BEST = 40, 10
RENEWED = 10
"""The number of generations after which the mean becomes an opponent."""
ROUNDS = 2_000


def start(game: Game) -> tuple[Vector, Vector]:
    """Where the search begins, and how wide it is."""
    if game.facts.texts == "master":
        mean = np.array(PRESETS["holder"])
        return mean, np.maximum(1.0, 0.3 * np.abs(mean))
    like_holder = {"behind": 1.0, "dead-end": 3.0, "number": 0.05, "end": 5.0}
    narrow = {"points-behind": 0.1, "number": 0.1, "number-late": 0.1, "end": 3.0}
    names = fast.features(game)
    return np.array([like_holder.get(name, 0.0) for name in names]), np.array([narrow.get(name, 0.6) for name in names])


def share(game: Game, weights: Vector, opponent: Policy, rounds: int, seed: int) -> float:
    """The share of rounds that weights win against equal opponents, over all seats on the same deals."""
    each, won = rounds // game.seats, 0.0
    for seat in range(game.seats):
        players: list[Policy] = [opponent] * game.seats
        players[seat] = [float(weight) for weight in weights]
        won += fast.simulate(game, each, players, seed=seed).shares[seat]
    return won / game.seats


def tune(game: Game, generations: int, seed: int) -> Vector:
    """The mean after some generations."""
    dice = np.random.default_rng(seed)
    mean, spread = start(game)
    opponents: list[Policy] = ["holder"]
    for generation in range(generations):
        tried = [mean, *(mean + spread * dice.standard_normal(len(mean)) for _ in range(POPULATION - 1))]
        found = [np.mean([share(game, one, other, ROUNDS, generation * 7) for other in opponents]) for one in tried]
        best = np.array([tried[place] for place in np.argsort(found)[::-1][:BEST]])
        mean, spread = 0.5 * mean + 0.5 * best.mean(0), 0.5 * spread + 0.5 * (best.std(0) + 0.01)
        if (generation + 1) % RENEWED == 0:
            opponents = ["holder", [float(weight) for weight in mean]]
        print(f"\r{generation + 1}/{generations}  best {max(found):.3f}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return mean


def main() -> None:
    """Tune, tell how strong the result is, and print the weights as JSON."""
    parser = argparse.ArgumentParser(prog="python -m tools.tune", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = reihum.game(asked.game, seats=asked.seats)
    mean = tune(game, asked.generations, asked.seed)
    for other in ("holder", "eager"):
        print(f"against {other}: {share(game, mean, other, 40_000, 99):.3f}", file=sys.stderr)
    print(json.dumps(dict(zip(fast.features(game), np.round(mean, 3).tolist(), strict=True)), indent=4))


if __name__ == "__main__":
    main()
