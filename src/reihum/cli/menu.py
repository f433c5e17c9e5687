"""The legal moves as a numbered menu. If there are many, the person chooses step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, count, islice, product
from math import comb, prod
from typing import NamedTuple

from msgspec.structs import replace

from reihum.engine.moves import Arg, SlotKind
from reihum.engine.views import Choice, Form, View

MAX_WHOLE_MOVES = 16
"""Above this number the menu asks for the first part of a move first."""

_NUMBERED = ("number", "place", "pile")
"""Kinds of values that are drawn as their number, which is also the key to type."""


class MenuItem(NamedTuple):
    """One choice of a menu: the key to type, the verb with the values chosen so far, and the choices left."""

    key: str
    verb: str
    args: tuple[tuple[SlotKind, Arg], ...] = ()
    rest: tuple[Choice, ...] = ()
    is_numbered: bool = False
    """Whether the key is the number of the value itself: a place, a pile, a guess."""

    @property
    def text(self) -> str:
        """The move so far, in notation."""
        return " ".join((self.verb, *(str(value) for _, value in self.args)))

    @property
    def is_complete(self) -> bool:
        """Whether this is a whole move already."""
        return all(choice.least == 0 for choice in self.rest)


class Menu:
    """The choices there are now. Enter takes ``default``, if there is one."""

    def __init__(self, items: Sequence[MenuItem], default: str | None = None) -> None:
        self.items = _add_keys(items)
        self.default = default

    def find(self, key: str) -> MenuItem | None:
        """Find the item with a key."""
        return next((item for item in self.items if item.key == key), None)

    @property
    def moves(self) -> list[str]:
        """The moves that need no further choice, in notation."""
        return [item.text for item in self.items if item.is_complete]


def make_menu(forms: Sequence[Form]) -> Menu:
    """Make the menu of a view's moves. A move that is the only one is the default."""
    whole = sum(map(_count, forms)) <= MAX_WHOLE_MOVES
    items = [
        item for form in forms for item in (_list_moves(form) if whole or not form.choices else _list_beginnings(form))
    ]
    only = items[0].text if len(items) == 1 and items[0].is_complete else None
    return Menu(items, only)


def find_routine_move(view: View) -> str | None:
    """The only move of a seat, if it is not a decision: it is made without a question, as on the page."""
    if len(view.moves) != 1 or view.calls or view.outcome is not None:
        return None
    first, *others = islice(view.moves[0].texts(), 2)
    return first if view.moves[0].routine and not others else None


def make_next_menu(item: MenuItem) -> Menu:
    """Make the menu of the next choice that an item needs."""
    choice, *others = item.rest
    taken = {value for _, value in item.args}
    items = [
        MenuItem("", item.verb, (*item.args, (choice.kind, value)), _after(choice, others))
        for value in _values(choice)
        if value not in taken
    ]
    return Menu(items, item.text if item.is_complete else None)


def _count(form: Form) -> int:
    return prod(
        sum(comb(len(_values(choice)), size) for size in range(choice.least, choice.most + 1))
        for choice in form.choices
    )


def _list_moves(form: Form) -> Iterator[MenuItem]:
    """List every move of a form."""
    ways = (
        [
            tuple((choice.kind, value) for value in chosen)
            for size in range(choice.least, choice.most + 1)
            for chosen in combinations(_values(choice), size)
        ]
        for choice in form.choices
    )
    for parts in product(*ways):
        yield MenuItem("", form.verb, tuple(arg for part in parts for arg in part))


def _list_beginnings(form: Form) -> Iterator[MenuItem]:
    """List the ways to begin a move of a form."""
    if not form.choices:
        yield MenuItem("", form.verb)
        return
    choice, *others = form.choices
    for value in _values(choice):
        yield MenuItem("", form.verb, ((choice.kind, value),), _after(choice, others))


def _after(choice: Choice, others: Sequence[Choice]) -> tuple[Choice, ...]:
    """The choices left after one value of a choice is taken."""
    if choice.most > 1:
        return (replace(choice, least=max(0, choice.least - 1), most=choice.most - 1), *others)
    return tuple(others)


def _values(choice: Choice) -> Sequence[Arg]:
    return choice.of or range(choice.low, choice.high + 1)


def _add_keys(items: Sequence[MenuItem]) -> list[MenuItem]:
    """Give every item a key. Numbers, places, piles and seats keep their number if it is unique; the others get the
    rest."""
    numbers = [_number(item) for item in items]
    own = [number for number in numbers if number]
    if len(set(own)) < len(own):
        numbers, own = [""] * len(items), []
    free = (key for key in map(str, count(1)) if key not in own)
    return [
        item._replace(key=number or next(free), is_numbered=bool(number) and item.args[-1][0] in _NUMBERED)
        for number, item in zip(numbers, items, strict=True)
    ]


def _number(item: MenuItem) -> str:
    """The number of the last value, if people see it on the table; people count seats from 1."""
    kind, value = item.args[-1] if item.args else ("word", "")
    if not isinstance(value, int):
        return ""
    return str(value) if kind in _NUMBERED else str(value + 1) if kind == "seat" else ""
