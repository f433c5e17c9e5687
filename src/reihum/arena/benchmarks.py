"""Fixed tasks by which players can be compared: a game, opponents and deals that never change (docs/benchmark.md)."""

from __future__ import annotations

from msgspec import Struct

from reihum.arena.errors import ArenaError

SEED = "benchmark"
"""The seed of all deals."""


class Benchmark(Struct, frozen=True):
    """A task: one player against others of one kind, from every seat of each deal."""

    game: str
    seats: int
    against: str
    deals: int


BENCHMARKS = {
    "classic-2": Benchmark("classic", 2, "solid", 500),
    "classic-3": Benchmark("classic", 3, "solid", 200),
    "classic-4": Benchmark("classic", 4, "solid", 1_000),
    "classic-5": Benchmark("classic", 5, "solid", 150),
    "classic-6": Benchmark("classic", 6, "solid", 150),
    "classic-4-eager": Benchmark("classic", 4, "eager", 250),
    "classic-4-holder": Benchmark("classic", 4, "holder", 250),
    "false-start-4": Benchmark("false-start", 4, "solid", 250),
    "three-starts-4": Benchmark("three-starts", 4, "solid", 250),
    "any-start-4": Benchmark("any-start", 4, "solid", 250),
    "junior-4": Benchmark("junior", 4, "solid", 250),
    "master-2": Benchmark("master", 2, "solid", 250),
    "master-4": Benchmark("master", 4, "solid", 250),
}
"""All tasks by name."""


def find_benchmark(name: str) -> Benchmark:
    """A task by its name."""
    if name not in BENCHMARKS:
        raise ArenaError("arena.benchmark", expected=", ".join(BENCHMARKS), got=name)
    return BENCHMARKS[name]
