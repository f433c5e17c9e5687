"""How much may be under way at once: a number of places, and a word for whoever finds none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from reihum.errors import ReihumError


class Busy(ReihumError):
    """As much is under way as may be; a little later there is room again."""


class Places:
    """So many places. ``most`` 0: as many as like."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.taken = 0
        """So many are taken now."""

    @contextmanager
    def take(self) -> Iterator[None]:
        """Have a place for a while; refused if there is none."""
        if self._most and self.taken >= self._most:
            raise Busy("busy")
        self.taken += 1
        try:
            yield
        finally:
            self.taken -= 1
