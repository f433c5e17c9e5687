"""The compiled simulator: random classic games and rollouts a second, beside the same loop by hand in C.

Rates count processor time, so that a busy machine disturbs them less. What two threads gain is measured by the clock,
beside what two processes in C gain at the same time: more than the machine gives, nobody gets.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

import reihum
from reihum.bots import fast
from reihum.games.rows import RowsState

GAMES = 200_000
ROUNDS = 5
SOURCE = Path(__file__).with_name("simulator.c")
CLASSIC = reihum.game("classic", seats=4)


def rates() -> Iterator[tuple[str, float]]:
    """What was measured, and how much of it was done in a second: the best of several runs, taken in turns."""
    runs: dict[str, Callable[[], float]] = {
        "random games, one thread": lambda: by_processor(GAMES, lambda: fast.simulate(CLASSIC, GAMES)),
        "eager games, one thread": lambda: by_processor(GAMES, lambda: fast.simulate(CLASSIC, GAMES, "eager")),
        "holder games, one thread": lambda: by_processor(GAMES, lambda: fast.simulate(CLASSIC, GAMES, "holder")),
        "random rollouts from a mid-game position, one thread": rollouts,
    }
    with tempfile.TemporaryDirectory() as folder:
        for options in ("-O3", "-O3 -march=native"):
            if program := compiled(Path(folder) / options.replace(" ", ""), options.split()):
                runs[f"random games, the same in C, {options}"] = partial(in_c, program)
        best = dict.fromkeys(runs, 0.0)
        for _ in range(ROUNDS):
            for name, run in runs.items():
                best[name] = max(best[name], run())
    yield from best.items()


def by_processor(work: int, run: Callable[[], object]) -> float:
    """Work done in a second of processor time."""
    start = time.process_time()
    run()
    return work / (time.process_time() - start)


def rollouts() -> float:
    """Rollouts with re-dealt hidden cards from a position in the middle of a round."""
    state = middle()
    seen = fast.position(state, state.turn)
    return by_processor(GAMES, lambda: fast.rollouts(seen, GAMES))


def middle(moves: int = 50) -> RowsState:
    """A position in the middle of a round of classic: a random round has about 116 moves."""
    state = CLASSIC.deal(seed="middle")
    dice = Random(1)
    for _ in range(moves):
        seat = state.to_act[0]
        state = state.play(seat, dice.choice(state.legal(seat)))
    assert isinstance(state, RowsState)
    return state


def compiled(program: Path, options: list[str]) -> Path | None:
    """The loop in C, if there is a compiler."""
    if not (compiler := shutil.which("cc")):
        return None
    subprocess.run([compiler, *options, "-o", program, SOURCE], check=True)  # noqa: S603
    return program


def in_c(program: Path) -> float:
    """Games a second of processor time, as the program counts itself."""
    done = subprocess.run([program, str(GAMES)], check=True, capture_output=True, text=True)  # noqa: S603
    return float(done.stdout.split()[0])


def speed_ups(threads: int = 2, runs: int = 20) -> Iterator[tuple[str, float]]:
    """How many times as fast several threads are as one, by the clock, beside as many processes of the loop in C: the
    best of many short runs of each, since a machine that has something else to do has only moments for us."""
    games = GAMES // 4
    with ThreadPoolExecutor(threads) as pool, tempfile.TemporaryDirectory() as folder:
        jobs: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
            "two threads to one": (
                lambda: fast.simulate(CLASSIC, games),
                lambda: fast.simulate(CLASSIC, threads * games, parts=threads, spread=pool.map),
            )
        }
        if program := compiled(Path(folder) / "simulator", ["-O3"]):
            jobs["two processes in C to one"] = (
                lambda: in_c(program),
                lambda: list(pool.map(in_c, [program] * threads)),
            )
        best = {name: [float("inf"), float("inf")] for name in jobs}
        for _ in range(runs):
            for name, pair in jobs.items():
                best[name] = [min(found, by_clock(run)) for found, run in zip(best[name], pair, strict=True)]
    for name, (alone, together) in best.items():
        yield name, threads * alone / together


def by_clock(run: Callable[[], object]) -> float:
    """How many seconds it takes."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start
