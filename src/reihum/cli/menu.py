"""The legal moves as a numbered menu. Large sets are asked for step by step; everything can be typed as well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, count, product
from math import comb, prod
from typing import NamedTuple

from msgspec.structs import replace

from reihum.engine.moves import Arg, SlotKind
from reihum.engine.views import Choice, Form

FEW = 16
"""So many moves are listed whole; of more the first part is asked for first."""

_OWN_NUMBERS = ("number", "place", "pile")


class Item(NamedTuple):
    """One line of a menu: the key to type, the verb and the chosen values, and what is still to be chosen."""

    key: str
    verb: str
    args: tuple[tuple[SlotKind, Arg], ...] = ()
    rest: tuple[Choice, ...] = ()
    own_number: bool = False
    """Whether the key is the number of what is chosen: a place, a pile, a guess."""

    @property
    def text(self) -> str:
        """The move, or its beginning, in notation."""
        return " ".join((self.verb, *(str(value) for _, value in self.args)))

    @property
    def done(self) -> bool:
        """Whether it is a whole move."""
        return all(choice.least == 0 for choice in self.rest)


class Menu:
    """What can be chosen now. Enter takes ``default``, where there is one."""

    def __init__(self, items: Sequence[Item], default: str | None = None) -> None:
        self.items = _numbered(items)
        self.default = default

    def find(self, key: str) -> Item | None:
        """The item with this key."""
        return next((item for item in self.items if item.key == key), None)

    @property
    def moves(self) -> list[str]:
        """The texts of the moves that can be chosen at once."""
        return [item.text for item in self.items if item.done]


def menu(forms: Sequence[Form]) -> Menu:
    """The menu of a view's moves; the only move there is needs no choosing."""
    whole = sum(map(_count, forms)) <= FEW
    items = [item for form in forms for item in (_whole(form) if whole or not form.choices else _first(form))]
    only = items[0].text if len(items) == 1 and items[0].done else None
    return Menu(items, only)


def step(item: Item) -> Menu:
    """The menu of what an item still needs."""
    choice, *others = item.rest
    taken = {value for _, value in item.args}
    items = [
        Item("", item.verb, (*item.args, (choice.kind, value)), _after(choice, others))
        for value in _values(choice)
        if value not in taken
    ]
    return Menu(items, item.text if item.done else None)


def _count(form: Form) -> int:
    return prod(
        sum(comb(len(_values(choice)), size) for size in range(choice.least, choice.most + 1))
        for choice in form.choices
    )


def _whole(form: Form) -> Iterator[Item]:
    """Every move of a form."""
    ways = (
        [
            tuple((choice.kind, value) for value in chosen)
            for size in range(choice.least, choice.most + 1)
            for chosen in combinations(_values(choice), size)
        ]
        for choice in form.choices
    )
    for parts in product(*ways):
        yield Item("", form.verb, tuple(arg for part in parts for arg in part))


def _first(form: Form) -> Iterator[Item]:
    """The ways to begin a move of a form."""
    choice, *others = form.choices
    for value in _values(choice):
        yield Item("", form.verb, ((choice.kind, value),), _after(choice, others))


def _after(choice: Choice, others: Sequence[Choice]) -> tuple[Choice, ...]:
    """What is left to choose once one value of a choice is taken."""
    if choice.most > 1:
        return (replace(choice, least=max(0, choice.least - 1), most=choice.most - 1), *others)
    return tuple(others)


def _values(choice: Choice) -> Sequence[Arg]:
    return choice.of or range(choice.low, choice.high + 1)


def _numbered(items: Sequence[Item]) -> list[Item]:
    """Keys: numbers, places and piles keep their own number if it is theirs alone; the others count on."""
    numbers = [_number(item) for item in items]
    own = [number for number in numbers if number]
    if len(set(own)) < len(own):
        numbers, own = [""] * len(items), []
    free = (key for key in map(str, count(1)) if key not in own)
    return [
        item._replace(key=number or next(free), own_number=bool(number))
        for number, item in zip(numbers, items, strict=True)
    ]


def _number(item: Item) -> str:
    """The number of what is chosen last, if it is one that people see on the table."""
    kind, value = item.args[-1] if item.args else ("word", "")
    return str(value) if kind in _OWN_NUMBERS and isinstance(value, int) else ""
