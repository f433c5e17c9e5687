"""The compiled simulator: random games and rollouts a second, beside the same loop by hand in C and beside others.

Rates count processor time, so that a busy machine disturbs them less. What two threads gain is measured by the clock,
beside what two processes in C gain at the same time: more than the machine gives, nobody gets.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

from rich.console import Console
from rich.table import Table

import reihum
from benchmarks.peers import Rate, by_processor, installed
from reihum import simulator as fast
from reihum.engine import State

GAMES = 200_000
ROUNDS = 5
SOURCE = Path(__file__).with_name("simulator.c")
CLASSIC, MASTER = (reihum.game(name, seats=4) for name in ("classic", "master"))
WHY = (
    "Why Master takes longer: a round has {moves:.2f} times the moves of one of classic, and a move takes {cost:.2f} "
    "times as long. Number cards, jokers, connections from above and from below, and swaps are to be found, counted "
    "and chosen from, where classic knows one kind of moves; and any card may fill a half row."
)


def report(console: Console, *, short: bool = False) -> None:
    """Measure and print."""
    if not fast.available():
        console.print("numba is not installed: the simulator runs as plain Python and is not measured.")
        return
    games, runs = (100, 1) if short else (GAMES, ROUNDS)
    with tempfile.TemporaryDirectory() as folder:
        rates = best_of(runs, dict(random_games(Path(folder), games)))
        console.print(table("random games, one thread", "classic to it", rates))
        console.print(why_master(*list(rates.values())[:2]))
        console.print(
            table("other policies and rollouts, one thread", "the first to it", best_of(runs, dict(more_games(games))))
        )
        for name, times in speed_ups(Path(folder), 4 * games, 1 if short else 11):
            console.print(f"{name}, by the clock: {times:.2f} times as fast")


def table(title: str, ratio: str, rates: Mapping[str, float]) -> Table:
    """Rates, and how many times as fast the first is."""
    found = Table(title, "a second", ratio)
    for name, rate in rates.items():
        found.add_row(name, f"{rate:,.0f}", f"{next(iter(rates.values())) / rate:.2f}")
    return found


def best_of(rounds: int, runs: Mapping[str, Rate]) -> dict[str, float]:
    """The best of several runs of each, taken in turns so that all see the same machine."""
    best = dict.fromkeys(runs, 0.0)
    for _ in range(rounds):
        for name, run in runs.items():
            best[name] = max(best[name], run())
    return best


def random_games(folder: Path, games: int) -> Iterator[tuple[str, Rate]]:
    """Whole random games: ours, the same in C, and those of other libraries."""
    for game in (CLASSIC, MASTER):
        yield f"reihum {game.id}, 4 seats", partial(simulated, game, "random", games)
    for options in ("-O3", "-O3 -march=native"):
        if program := compiled(folder / options.replace(" ", ""), options.split()):
            yield f"classic by hand in C, {options}", partial(in_c, program, games)
    yield from installed()


def more_games(games: int) -> Iterator[tuple[str, Rate]]:
    """Rollouts, in which the hidden cards are dealt anew, from the middle of a round; and games of other policies."""
    for game in (CLASSIC, MASTER):
        state = middle(game)
        seen = fast.position(state, state.to_act[0])
        for policy in ("random", "holder"):
            yield f"{policy} rollouts from mid-game, {game.id}", partial(rolled_out, seen, policy, games)
    for game in (CLASSIC, MASTER):
        for policy in ("eager", "holder"):
            yield f"{policy} games, {game.id}", partial(simulated, game, policy, games)


def simulated(game: reihum.Game, policy: str, games: int) -> float:
    """Whole games."""
    return by_processor(games, lambda: fast.simulate(game, games, policy))


def rolled_out(seen: fast.Position, policy: str, games: int) -> float:
    """Rounds from what a player sees."""
    return by_processor(games, lambda: fast.rollouts(seen, games, policy))


def middle(game: reihum.Game, moves: int = 50) -> State:
    """A position in the middle of a round: random rounds of classic have about 116 moves, those of Master 137."""
    state = game.deal(seed="middle")
    dice = Random(1)
    for _ in range(moves):
        seat = state.to_act[0]
        state = state.play(seat, dice.choice(state.legal(seat)))
    return state


def why_master(classic: float, master: float) -> str:
    """Why a second holds fewer rounds of Master than of classic, with numbers."""
    long, short = (fast.simulate(game, 10_000).moves for game in (MASTER, CLASSIC))
    return WHY.format(moves=long / short, cost=classic / master * short / long)


def compiled(program: Path, options: list[str]) -> Path | None:
    """The loop in C, if there is a compiler."""
    if not (compiler := shutil.which("cc")):
        return None
    subprocess.run([compiler, *options, "-o", program, SOURCE], check=True)  # noqa: S603
    return program


def in_c(program: Path, games: int) -> float:
    """Games a second of processor time, as the program counts itself."""
    done = subprocess.run([program, str(games)], check=True, capture_output=True, text=True)  # noqa: S603
    return float(done.stdout.split()[0])


def speed_ups(folder: Path, games: int, runs: int, threads: int = 2) -> Iterator[tuple[str, float]]:
    """How many times as fast several threads are as one, by the clock, beside as many processes of the loop in C: both
    one after the other, and the median of many such pairs, since a machine may have something else to do, too."""
    with ThreadPoolExecutor(threads) as pool:
        jobs: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
            "two threads to one": (
                lambda: fast.simulate(CLASSIC, games),
                lambda: fast.simulate(CLASSIC, threads * games, parts=8 * threads, spread=pool.map),
            )
        }
        if program := compiled(folder / "simulator", ["-O3"]):
            jobs["two processes in C to one"] = (
                lambda: in_c(program, games),
                lambda: list(pool.map(partial(in_c, games=games), [program] * threads)),
            )
        for name, (alone, together) in jobs.items():
            yield name, median(threads * by_clock(alone) / by_clock(together) for _ in range(runs))


def by_clock(run: Callable[[], object]) -> float:
    """How many seconds it takes."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start
