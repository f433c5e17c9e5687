"""The one source of randomness: a seed, expanded with SHAKE-256.

docs/fairness.md describes it so that an outsider can rebuild a deck in any language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import shake_256
from itertools import chain, islice
from typing import TypeAlias, TypeVar

from reihum.errors import BadDeck

T = TypeVar("T")

_FIRST_BLOCK = 136  # one block of SHAKE-256: enough for nearly every shuffle of 80 cards
_STEPS = tuple((last, last + 1, 256 - 256 % (last + 1)) for last in range(255, 0, -1))


class Randomness:
    """A stream of bytes from SHAKE-256(label ‖ 0x00 ‖ seed). Streams with different labels are independent.

    >>> Randomness(b"seed", "deal").shuffled("abcd") == Randomness(b"seed", "deal").shuffled("abcd")
    True
    """

    __slots__ = ("_stream",)

    def __init__(self, seed: Seed, label: str) -> None:
        self._stream = chain.from_iterable(_blocks(label.encode() + b"\0" + as_seed(seed)))

    def take(self, count: int) -> bytes:
        """The next bytes of the stream."""
        return bytes(islice(self._stream, count))

    def below(self, limit: int) -> int:
        """A number from 0 to limit−1, each equally likely: as few bytes as can hold them, read big-endian;
        numbers from the last incomplete round of ``limit`` are thrown away and drawn again."""
        size = max(1, ((limit - 1).bit_length() + 7) // 8)
        usable = 256**size - 256**size % limit
        while (number := int.from_bytes(self.take(size), "big")) >= usable:
            pass
        return number % limit

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in random order: Fisher–Yates from the last place down to the second."""
        deck = list(items)
        for last in range(len(deck) - 1, 255, -1):
            chosen = self.below(last + 1)
            deck[last], deck[chosen] = deck[chosen], deck[last]
        steps = _STEPS[-len(deck) + 1 :] if len(deck) > 1 else ()
        for (last, limit, usable), number in zip(steps, self._stream, strict=False):
            while number >= usable:  # ``below`` for a single byte, without the detours
                number = next(self._stream)  # noqa: PLW2901  # thrown away, drawn again
            chosen = number % limit
            deck[last], deck[chosen] = deck[chosen], deck[last]
        return deck

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def seed(self) -> bytes:
        """A seed for another stream: 512 bits."""
        return self.take(64)


Seed: TypeAlias = str | bytes | int
"""A seed as people give it: see ``as_seed``."""


def as_seed(seed: Seed) -> bytes:
    """A seed as bytes. A text stands for its UTF-8 bytes, a whole number for its decimal digits.

    >>> as_seed(7) == as_seed("7") == as_seed(b"7")
    True
    """
    if type(seed) is bytes:  # as nearly always
        return seed
    if isinstance(seed, bool) or not isinstance(seed, str | bytes | bytearray | int):
        raise BadDeck("seed-type", got=type(seed).__name__)
    try:
        return bytes(seed) if isinstance(seed, bytes | bytearray) else str(seed).encode()
    except ValueError:  # half a character, as a command line may bring it, or too many digits
        raise BadDeck("seed-type", got=ascii(seed) if isinstance(seed, str) else type(seed).__name__) from None


def _blocks(message: bytes) -> Iterator[bytes]:
    """SHAKE-256 of a message, in pieces that double in size."""
    source = shake_256(message)
    start, end = 0, _FIRST_BLOCK
    while True:
        yield source.digest(end)[start:]
        start, end = end, 2 * end
