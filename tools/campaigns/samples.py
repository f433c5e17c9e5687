"""Values drawn from types: messages and bodies that are valid by their type, and often mean something."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

from msgspec import NODEFAULT, UNSET, inspect

WORDS: dict[str, Sequence[str]] = {
    "move": ("lay R11", "lay G11", "draw", "end", "pass", "stop"),
    "about": ("R11", "lay R7", "draw"),
    "game": ("junior", "classic", "anywhere", "ratefix"),
    "level": ("sensible", "random", ""),
    "fill": ("sensible", "random", ""),
    "phrase": ("hello", "well-played"),
    "rounds": ("players",),
}
"""What fields of these names may hold."""

ANY_WORDS = ("", "1", "x", "Paul", "R11", "t-23456789ab", "🂡")
"""What any other text may be."""

SIMPLE: dict[type, Sequence[Any]] = {
    inspect.BoolType: (True, False),
    inspect.IntType: range(-1, 8),
    inspect.NoneType: (None,),
    inspect.AnyType: (None, True, 1, "x", []),
}
"""Values of the other types that messages and bodies have."""

SHARE_OF_OPTIONAL = 0.5


def draw(kind: Any, dice: Random) -> Any:
    """Draw a value of a type, as JSON has it."""
    return _draw(_inspect(kind), "", dice)


@cache
def _inspect(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _draw(kind: inspect.Type, name: str, dice: Random) -> Any:
    if isinstance(kind, inspect.Metadata):
        return _draw(kind.type, name, dice)
    if isinstance(kind, inspect.UnionType):
        return _draw(dice.choice([part for part in kind.types if _has_values(part)]), name, dice)
    if isinstance(kind, inspect.StructType):
        return _draw_struct(kind, dice)
    if isinstance(kind, inspect.ListType | inspect.VarTupleType):
        return [_draw(kind.item_type, name, dice) for _ in range(dice.randrange(3))]
    if isinstance(kind, inspect.DictType):
        return {dice.choice(ANY_WORDS): _draw(kind.value_type, name, dice) for _ in range(dice.randrange(2))}
    return dice.choice(_list_values(kind, name))


def _list_values(kind: inspect.Type, name: str) -> Sequence[Any]:
    """Some values of a simple type."""
    if isinstance(kind, inspect.LiteralType):
        return list(kind.values)
    if isinstance(kind, inspect.StrType):
        return WORDS.get(name, ANY_WORDS)
    return SIMPLE[type(kind)]


def _has_values(kind: inspect.Type) -> bool:
    """Whether a value of this kind can be written; ``UNSET`` cannot."""
    return not (isinstance(kind, inspect.CustomType) and kind.cls is type(UNSET))


def _draw_struct(kind: inspect.StructType, dice: Random) -> dict[str, Any]:
    """All required fields of a struct, and some of the others."""
    drawn = {kind.tag_field: kind.tag} if kind.tag_field else {}
    for field in kind.fields:
        is_required = field.default is NODEFAULT and field.default_factory is NODEFAULT
        if is_required or dice.random() < SHARE_OF_OPTIONAL:
            drawn[field.encode_name] = _draw(field.type, field.name, dice)
    return drawn
