"""Compiles the simulator's kernels once, so that not every process that tests them has to: ``python -m tools.kernels``.

numba keeps what it has compiled beside the modules. Without numba there is nothing to do.
"""

from __future__ import annotations

from itertools import islice

import reihum
from reihum import simulator
from reihum.bots import play_round, seat_bots
from reihum.simulator.bot_rounds import play_bot_rounds


def main() -> None:
    """Use every kernel for a moment."""
    if not simulator.available():
        return
    for name in ("classic", "master"):
        game = reihum.game(name, seats=3)
        simulator.simulate(game, 1)
        list(play_bot_rounds([simulator.position(game.deal("kernels"))], [b""], ["holder"] * 3))
        bots = seat_bots(game, ["expert", "solid", "trained"], b"kernels")
        list(islice(play_round(game.deal("kernels"), bots), 9))
    try:
        from reihum.envs.vector import Tables
    except ImportError:  # the environments need numpy
        return
    for name in ("classic", "master"):
        tables = Tables(name, 2, seats=2)
        tables.step(tables.sample())


if __name__ == "__main__":
    main()
