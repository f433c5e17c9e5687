"""Planes: what a trained player sees of each place of the four rows, plane by plane. Most of it is nothing."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from functools import cache

ROWS = 4


class Planes:
    """Some planes with one number for each place, all 0 at first."""

    def __init__(self, planes: int, numbers: int) -> None:
        self.values = array("f", bytes(4 * ROWS * planes * numbers))
        """The numbers by row, plane and number."""
        self._numbers = numbers
        self._starts = _find_starts(planes, numbers)

    def put(self, plane: int, place: int, value: float) -> None:
        """Write a number."""
        self.values[self._starts[place] + plane * self._numbers] = value

    def get(self, plane: int, place: int) -> float:
        """Read a number."""
        return self.values[self._starts[place] + plane * self._numbers]

    def mark(self, plane: int, places: Iterable[int]) -> None:
        """Write 1 at some places."""
        values, starts, at = self.values, self._starts, plane * self._numbers
        for place in places:
            values[starts[place] + at] = 1


@cache
def _find_starts(planes: int, numbers: int) -> tuple[int, ...]:
    """Where each place stands in the first plane."""
    return tuple(row * planes * numbers + number for row in range(ROWS) for number in range(numbers))


def list_bits(bits: int) -> Iterator[int]:
    """The places of all bits that are set."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
