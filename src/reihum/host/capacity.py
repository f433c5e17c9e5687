"""How much may run at once, and the refusal when that is used up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from reihum.errors import ReihumError


class Busy(ReihumError):
    """As much runs as may run at once. Try again a little later."""


class Capacity:
    """A limit on what runs at once, in all and for one address; 0 means no limit."""

    def __init__(self, limit: int, for_address: int = 0) -> None:
        self._limit = limit
        self._for_address = for_address
        self._used: Counter[str] = Counter()

    @property
    def used(self) -> int:
        """How many reservations are held now."""
        return self._used.total()

    @contextmanager
    def reserve(self, address: str = "") -> Iterator[None]:
        """Use one unit inside the block. Raises ``Busy`` if none is left, or none for this address."""
        if self._limit and self.used >= self._limit:
            raise Busy("busy")
        if self._for_address and self._used[address] >= self._for_address:
            raise Busy("busy")
        self._used[address] += 1
        try:
            yield
        finally:
            self._used[address] -= 1
            self._used += Counter()  # forgets addresses that hold nothing
