"""How much may run at once, and the refusal when that is used up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from reihum.errors import ReihumError


class Busy(ReihumError):
    """As much runs as may run at once. Try again a little later."""


class Capacity:
    """A limit on what runs at once; ``limit`` 0 means no limit."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.used = 0
        """How many reservations are held now."""

    @contextmanager
    def reserve(self) -> Iterator[None]:
        """Use one unit inside the block. Raises ``Busy`` if none is left."""
        if self._limit and self.used >= self._limit:
            raise Busy("busy")
        self.used += 1
        try:
            yield
        finally:
            self.used -= 1
