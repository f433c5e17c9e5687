"""How long a round is, in its full and its short form: `python -m tools.lengths [GAME …]` prints a table for the
rulebook. The bots are the best ones that need no time to think; a move counts as ``MOVE_SECONDS``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from statistics import median
from typing import Any

from reihum.cli.simulate import SimulationPlan, play_deals
from reihum.engine import Facts
from reihum.engine.options import find_needs
from reihum.games import GAMES

MOVE_SECONDS = 2
"""At the pace "normal" a bot takes 0.6 to 1.3 seconds for a turn, and the table waits 1.5 seconds for calls or shows
for 2.5 seconds what a move has decided."""


def count_moves(facts: Facts, seats: int, options: dict[str, Any], games: int) -> float:
    """The median of the moves of a round."""
    seed = f"lengths {facts.id} {seats}".encode()
    plan = SimulationPlan(facts.id, seats, options, (facts.quick_level,) * seats, seed, games, "")
    return median(played.moves - played.forced for (played,) in play_deals(plan, jobs=1))


def make_rows(facts: Facts, games: int) -> Iterator[str]:
    """The lines of a game: moves and minutes by the number of players."""
    needs = find_needs(facts.options, facts.options["length"])
    for form in ("full", "short"):
        options = needs | {"length": form}
        moves = [round(count_moves(facts, seats, options, games)) for seats in facts.seats]
        minutes = [str(round(count * MOVE_SECONDS / 60)) for count in moves]
        yield f"| {facts.id} | {form} | {'/'.join(f'{count:,}' for count in moves)} | {'/'.join(minutes)} |"


def main() -> int:
    """The command."""
    known = [game for game, facts in GAMES.items() if "length" in facts.options]
    parser = argparse.ArgumentParser(prog="python -m tools.lengths", description=__doc__)
    parser.add_argument(
        "game", nargs="*", choices=[[], *known], default=[], help="default: every game with a short form"
    )
    parser.add_argument("-n", type=int, default=200, help="games for one figure")
    wanted = parser.parse_args()
    print("| game | `length` | moves (median) by players, the fewest first | minutes |\n| --- | --- | --- | --- |")
    for game in wanted.game or known:
        for row in make_rows(GAMES[game], wanted.n):
            print(row, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
