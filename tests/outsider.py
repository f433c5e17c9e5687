"""docs/fairness.md as an outsider implements it: from its words alone, without importing reihum, so that tests can
compare."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def stream(seed: bytes, label: str) -> Iterator[int]:
    """The bytes of SHAKE-256(label, a zero byte, seed), one after the other."""
    at = 0
    while True:
        yield hashlib.shake_256(label.encode("utf-8") + bytes(1) + seed).digest(at + 1)[at]
        at += 1


def draw_below(source: Iterator[int], limit: int) -> int:
    """A number from 0 to limit − 1: as many bytes as limit − 1 takes, at least one, the most significant first."""
    width = 1
    while 256**width < limit:
        width += 1
    number = 0
    for _ in range(width):
        number = number * 256 + next(source)
    return number % limit if number < 256**width // limit * limit else draw_below(source, limit)


def shuffle(seed: bytes, label: str, things: Sequence[T]) -> list[T]:
    """For each place from the last to the second: swap with a place drawn among it and those before it."""
    source = iter([*hashlib.shake_256(label.encode("utf-8") + bytes(1) + seed).digest(8 * len(things) + 64)])
    order = list(things)
    place = len(order)
    while place > 1:
        other = draw_below(source, place)
        place -= 1
        order[place], order[other] = order[other], order[place]
    return order


def commitment(secret: bytes) -> str:
    """What is shown before the deal."""
    return hashlib.sha256(secret).hexdigest()


def round_seed(secret: bytes, number: int, words: Sequence[str]) -> bytes:
    """The seed of a round: its secret, its number, and everybody's words."""
    message = secret + number.to_bytes(4, "big")
    for word in words:
        message += len(word.encode("utf-8")).to_bytes(4, "big") + word.encode("utf-8")
    return hashlib.sha512(message).digest()


def cards(numbers: Sequence[int], colours: str = "RYGB") -> list[str]:
    """The cards of some colours, in the order in which the document lists them."""
    return [f"{colour}{number}" for colour in colours for number in numbers]
