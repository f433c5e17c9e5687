"""The compiled simulator: random games and rollouts a second, beside the same loop by hand in C and beside others.

Rates count processor time, so that a busy machine disturbs them less. The gain of two threads is measured by the clock,
beside the gain of two processes in C, which is all that the machine can give.
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
    "times as long. Classic has one kind of move. Master has number cards, jokers, connections from above and below, "
    "and swaps, and any card may complete a half row."
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
    """Rates, and the first rate divided by each of them."""
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
        yield f"reihum {game.id}, 4 seats", partial(play_games, game, "random", games)
    for options in ("-O3", "-O3 -march=native"):
        if program := compile_loop(folder / options.replace(" ", ""), options.split()):
            yield f"classic by hand in C, {options}", partial(in_c, program, games)
    yield from installed()


def more_games(games: int) -> Iterator[tuple[str, Rate]]:
    """Rollouts from the middle of a round, which deal the hidden cards again; and games of other policies."""
    for game in (CLASSIC, MASTER):
        state = middle(game)
        seen = fast.position(state, state.to_act[0])
        for policy in ("random", "holder"):
            yield f"{policy} rollouts from mid-game, {game.id}", partial(play_rollouts, seen, policy, games)
    for game in (CLASSIC, MASTER):
        for policy in ("eager", "holder"):
            yield f"{policy} games, {game.id}", partial(play_games, game, policy, games)


def play_games(game: reihum.Game, policy: str, games: int) -> float:
    """Whole games."""
    return by_processor(games, lambda: fast.simulate(game, games, policy))


def play_rollouts(seen: fast.Position, policy: str, games: int) -> float:
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
    """Why there are fewer rounds of Master in a second than of classic, with numbers."""
    long, short = (fast.simulate(game, 10_000).moves for game in (MASTER, CLASSIC))
    return WHY.format(moves=long / short, cost=classic / master * short / long)


def compile_loop(program: Path, options: list[str]) -> Path | None:
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
    """How many times as fast several threads are as one, by the clock, and the same for processes of the loop in C. It
    is the median of many pairs, since the machine may be busy with something else."""
    with ThreadPoolExecutor(threads) as pool:
        jobs: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
            "two threads to one": (
                lambda: fast.simulate(CLASSIC, games),
                lambda: fast.simulate(CLASSIC, threads * games, parts=8 * threads, spread=pool.map),
            )
        }
        if program := compile_loop(folder / "simulator", ["-O3"]):
            jobs["two processes in C to one"] = (
                lambda: in_c(program, games),
                lambda: list(pool.map(partial(in_c, games=games), [program] * threads)),
            )
        for name, (alone, together) in jobs.items():
            yield name, median(threads * seconds_of(alone) / seconds_of(together) for _ in range(runs))


def seconds_of(run: Callable[[], object]) -> float:
    """The seconds that a run takes."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start
