"""Figures of play: `python -m tools.figures [GAME …]` plays many games between bots and writes docs/games/figures.

For every number of players: how long games are, at random and with sensible bots; how often each seat wins; how often
one sensible bot wins against random ones, over duplicate deals. The same seed gives the same figures on every machine.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, median, quantiles
from typing import Any

import msgspec
from msgspec import Struct

from reihum.arena.contest import Deal
from reihum.arena.intervals import Share, mean, wilson
from reihum.arena.rounds import RoundResult
from reihum.cli.simulate import SimulationPlan, play_deals
from reihum.games import GAMES

FOLDER = Path(__file__).parent.parent / "docs" / "games" / "figures"
SEED = "figures"
MOST, LEAST = 1000, 40
"""The most and the fewest games for one figure."""

MOVES = 35_000
"""Between these, the approximate number of moves for one figure: long games are played less often."""

PILOT = 10
"""The number of deals that show how long games are."""


class Length(Struct, frozen=True):
    """Moves of a game: the median, and the range that 90 % of the games are in."""

    games: int
    median: float
    low: float
    high: float


class Win(Struct, frozen=True):
    """A share of wins with its 95 % interval; a win shared by k players counts 1/k."""

    share: float
    low: float
    high: float


class Seats(Struct, frozen=True):
    """The figures for one number of players."""

    seats: int
    random: Length
    sensible: Length
    by_seat: tuple[Win, ...]
    """How often each seat wins if all are sensible."""
    deals: int
    versus: Win
    """How often one sensible bot wins against random ones; every deal is played once from every seat."""


class Figures(Struct, frozen=True):
    """The figures of a game, with its default options."""

    game: str
    rules: int
    seed: str
    most: int
    seats: tuple[Seats, ...]


def file_of(game: str, folder: Path = FOLDER) -> Path:
    """Where the figures of a game lie."""
    return folder / f"{game}.json"


def read(game: str, folder: Path = FOLDER) -> Figures | None:
    """The figures of a game, if they have been made."""
    path = file_of(game, folder)
    return msgspec.json.decode(path.read_bytes(), type=Figures) if path.exists() else None


def write(figures: Figures, folder: Path = FOLDER) -> Path:
    """Keep the figures of a game."""
    path = file_of(figures.game, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(figures), indent=1) + b"\n")
    return path


def measure(game: str, seats: int, most: int) -> Seats:
    """The figures for one number of players."""
    facts = GAMES[game]
    options: dict[str, Any] = facts.needs(seats)

    def plan(bot: str, versus: str = "") -> SimulationPlan:
        return SimulationPlan(game, seats, options, (bot,) * seats, f"{SEED} {game} {seats}".encode(), most, versus)

    chance = [played for (played,) in enough(plan("random"))]
    sense = [played for (played,) in enough(plan(facts.quick_level))]
    duels = [
        fmean(played.share(own) for own, played in enumerate(deal))
        for deal in enough(plan(facts.quick_level, "random"))
    ]
    return Seats(
        seats,
        length(chance),
        length(sense),
        tuple(win(wilson(sum(played.share(seat) for played in sense), len(sense))) for seat in range(seats)),
        len(duels),
        win(mean(duels)),
    )


def enough(plan: SimulationPlan) -> Iterator[Deal]:
    """Deals of a plan: more of them if games are short."""
    deals = play_deals(plan, jobs=1)
    tables = len(plan.tables())
    pilot = list(islice(deals, PILOT))
    yield from pilot
    moves = fmean(sum(played.moves for played in deal) for deal in pilot)
    wanted = min(max(MOVES / moves, LEAST / tables, PILOT), plan.games / tables)
    yield from islice(deals, max(0, round(wanted) - PILOT))


def length(games: Sequence[RoundResult]) -> Length:
    """How long games are. An ``end`` that was the only legal move is not counted."""
    moves = sorted(played.moves - played.forced for played in games)
    parts = quantiles(moves, n=20, method="inclusive")
    return Length(len(games), float(median(moves)), round(parts[0], 1), round(parts[-1], 1))


def win(share: Share) -> Win:
    """A share, rounded."""
    return Win(*(round(value, 4) for value in share))


def _measured(most: int, job: tuple[str, int]) -> Seats:
    return measure(*job, most)


def measure_all(games: Sequence[str], most: int, jobs: int) -> Iterator[Figures]:
    """The figures of some games, each as soon as it is complete."""
    work = [(game, seats) for game in games for seats in GAMES[game].seats]
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        done = pool.map(partial(_measured, most), work)
        for game in games:
            found = tuple(islice(done, len(GAMES[game].seats)))
            yield Figures(game, GAMES[game].rules_version, SEED, most, found)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tools.figures", description=__doc__)
    parser.add_argument("game", nargs="*", choices=[[], *GAMES], default=[], help="default: every game")
    parser.add_argument("-n", type=int, default=MOST, help="the most games for one figure")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    wanted = parser.parse_args()
    start = time.monotonic()
    for figures in measure_all(wanted.game or list(GAMES), wanted.n, wanted.jobs):
        print(f"{time.monotonic() - start:5.0f} s  {write(figures)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
