"""A campaign: one trial after another, each from a seed, until enough was tried or something fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from msgspec import Struct


class Trial:
    """One trial. Everything random in it comes from ``dice``; ``folder`` is empty at the start and removed at the end.

    ``counts`` are the counts of all trials so far.
    """

    def __init__(self, campaign: str, seed: int, number: int, folder: Path, counts: Counter[str]) -> None:
        self.number = number
        self.folder = folder
        self.name = f"{campaign} {seed} {number}"
        self.dice = Random(self.name)
        self.counts = counts
        self.on_count: Callable[[], None] = lambda: None

    def count(self, what: str, number: int = 1) -> None:
        """Note what was done."""
        self.counts[what] += number
        self.on_count()


class Campaign(Struct, frozen=True):
    """A campaign of ``count`` times ``unit``. ``run`` does one trial and raises an error if it finds a fault."""

    name: str
    unit: str
    count: int
    checks: str
    run: Callable[[Trial], None]
