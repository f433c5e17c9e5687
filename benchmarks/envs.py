"""The learning environments: decisions a second of processor time, beside other libraries' own Python card games.

The same loop plays all of them at random, each through its own library's interface. The games differ in size: a round
of leduc hold'em or Kuhn poker has two or three decisions and a few actions; a round of classic has 116 decisions, 84
actions and 80 cards to deal.
"""

from __future__ import annotations

import importlib
import random
import time
import warnings
from collections.abc import Iterator
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.decisions import Games, openspiel_game, side_by_side

TABLES = 4096
VECTORISED = (("classic", None), ("classic", "sensible"), ("classic", "solid"), ("master", None), ("master", "solid"))
"""Games of the vectorised environment, with their opponents. With opponents, only the learner's decisions count."""
OURS = {"classic": 4, "junior": 4, "master": 4}
POKER = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6")
OPENSPIEL = {
    "kuhn_poker": "python_kuhn_poker",
    "liars_poker": "python_liars_poker",
    "block_dominoes": "python_block_dominoes",
}


def report(console: Console, *, short: bool = False) -> None:
    """Measure and print what is installed."""
    for title, players in (
        ("many tables at once, numba", dict(vectorised())),
        ("PettingZoo, AEC, guarded as usual: last + step", dict(pettingzoo())),
        ("OpenSpiel, games in Python: legal_actions + apply_action", dict(openspiel())),
    ):
        if not players:
            console.print(f"{title}: not installed (`make bench-peers` installs it)")
            continue
        rates = dict(side_by_side(players, *((0.01, 1) if short else (0.4, 5)), clock=time.process_time))
        table = Table(f"{title}, one thread", "decisions/s", "ours (the first) to it")
        for name, rate in rates.items():
            table.add_row(name, f"{rate:,.0f}", f"{next(iter(rates.values())) / rate:.2f}")
        console.print(table)


def vectorised() -> Iterator[tuple[str, Games]]:
    """The vectorised environment: a step with observation and mask, and the choice of random moves besides."""
    from reihum import simulator as fast

    if not fast.available():
        return
    from reihum.envs.vector import Tables

    for game, opponents in VECTORISED:
        tables = Tables(game, TABLES, seats=4, opponents=opponents, learner="rotating")
        among = f"three {opponents}" if opponents else "all seats"
        yield (
            f"reihum {game}, 4 seats, {TABLES} tables, {among}: observation, mask, step and random moves",
            _steps(tables),
        )


def _steps(tables: Any) -> Games:
    """Some steps at all tables."""
    steps = 50

    def whole(_: int) -> int:
        for _ in range(steps):
            tables.step(tables.sample())
        return steps * len(tables)

    return whole


def pettingzoo() -> Iterator[tuple[str, Games]]:
    """Our skin, then PettingZoo's own card games in Python, which RLCard plays."""
    try:
        from reihum.envs import aec
    except ImportError:
        return
    for game, seats in OURS.items():
        yield f"reihum {game}, {seats} seats", _agents(aec.env(game, seats))
    for name in POKER:
        with warnings.catch_warnings(action="ignore"):  # they have a new way to be made, without their old names
            try:
                yield (
                    f"PettingZoo {name}, 2 seats",
                    _agents(importlib.import_module(f"pettingzoo.classic.{name}").env()),
                )
            except ImportError:
                continue


def _agents(env: Any) -> Games:
    """A round of a PettingZoo environment."""
    import numpy as np

    draw = random.random

    def play(_: int) -> int:
        env.reset()
        decisions = 0
        for _agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(draw() * len(legal))]))
            decisions += 1
        return decisions

    return play


def openspiel() -> Iterator[tuple[str, Games]]:
    """Our skin, then OpenSpiel's own card games in Python."""
    try:
        import pyspiel

        from reihum.envs import openspiel as skin
    except ImportError:
        return
    skin.register_games()
    for game, seats in OURS.items():
        yield f"reihum {game}, {seats} seats", openspiel_game(pyspiel.load_game(f"reihum_{game}(players={seats})"))
    for module, name in OPENSPIEL.items():
        importlib.import_module(f"open_spiel.python.games.{module}")
        yield f"OpenSpiel {name}, 2 seats", openspiel_game(pyspiel.load_game(name))


if __name__ == "__main__":
    report(Console())
