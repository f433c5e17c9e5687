"""Row games on the table: stacked deals in which only named cards fit, and what can be told from outside."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

import reihum
from scenario import DECK_80, cards, deal, seen, stack

ROW_GAMES = ("classic", "false-start", "three-starts", "any-start", "junior")
WITH_FIRST = ("false-start", "three-starts", "any-start", "junior")
ELEVENS = ("R11", "Y11", "G11", "B11")


def number(card: str) -> int:
    """The number on a card."""
    return int(card[1:])


def far_from(middle: float, deck: Iterable[str]) -> tuple[str, ...]:
    """A deck ordered so that a stacked hand is filled up with cards far from a number."""
    return tuple(sorted(deck, key=lambda card: -abs(number(card) - middle)))


def near(middle: float, deck: Iterable[str]) -> tuple[str, ...]:
    """A deck ordered so that a stacked hand is filled up with cards near to a number."""
    return tuple(reversed(far_from(middle, deck)))


# Orders in which the cards that fill up a hand do not fit anywhere for a while.
AROUND_11 = far_from(11, DECK_80)
POCKET = far_from(11, cards(6, 15))
FROM_ENDS = near(10.5, cards(2, 19))
JUNIOR = near(6, cards(2, 10))


def two(game: str, first: str, second: str = "", stock: str = "", /, **options: object) -> reihum.State:
    """Two players, 20 cards each, 40 in the stock; nothing fits but what is named."""
    return deal(game, 2, stack([20, 20, 40], [first, second, stock], of=AROUND_11), None, **options)


def false_start(first: str, second: str = "", stock: str = "", /, **options: object) -> reihum.State:
    """The same with the 1s and 20s laid out: 32 cards in the stock."""
    return deal("false-start", 2, stack([20, 20, 32], [first, second, stock], of=FROM_ENDS), None, **options)


def junior(*hands: str, stock: str = "", **options: object) -> reihum.State:
    """Junior: five cards each, the rest is the stock."""
    sizes = [5] * len(hands) + [36 - 5 * len(hands)]
    return deal("junior", len(hands), stack(sizes, [*hands, stock], of=JUNIOR), None, **options)


def pocket_red_alone(**options: object) -> reihum.State:
    """The pocket edition for two; seat 0 holds all red cards and elevens, so seat 1 can lay nothing, nor draw
    anything that fits, as long as only red is laid. Ten cards in the stock."""
    red = " ".join(cards(6, 15, "R")) + " Y11 G11 B11 Y6 Y7"
    return deal("classic", 2, stack([15, 15, 10], [red], of=POCKET), None, edition="40", **options)


def turn_of(state: reihum.State) -> int:
    """The one seat that must act."""
    (seat,) = state.to_act
    return int(seat)


def refusal(state: reihum.State, seat: int, move: str) -> tuple[str, str]:
    """The code and the text with which a move is refused."""
    with pytest.raises(reihum.IllegalMove) as caught:
        state.play(seat, move)
    assert caught.value.code
    return caught.value.code, str(caught.value)


def points_of(state: reihum.State) -> tuple[int, ...]:
    """The points of a finished round."""
    assert state.outcome is not None
    return tuple(state.outcome.points)


CARD = re.compile(r'"([RYGB]\d+)"')
FREE_PLACES = re.compile(r'"open":\[([^\]]*)\]')


def without_places(text: str) -> str:
    """What was received, less the free places at the rows' ends: those name places, not cards."""
    return FREE_PLACES.sub("", text)


def cards_seen(state: reihum.State, seat: int | None) -> set[str]:
    """All cards named in what a seat (None: a spectator) receives."""
    return set(CARD.findall(without_places(seen(state, seat))))


def free_places(state: reihum.State, seat: int | None) -> set[str]:
    """All places where a row may grow, as shown to a seat."""
    return {place for group in FREE_PLACES.findall(seen(state, seat)) for place in CARD.findall(group)}


def stock_size(state: reihum.State, seat: int | None) -> int:
    """The number of cards in the stock, as shown to a seat."""
    (size,) = re.findall(r'"kind":"pile","pile":\{"count":(\d+)\},"name":"stock"', seen(state, seat)) or (0,)
    return int(size)
