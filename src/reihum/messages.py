"""A message is a key with values. The program that shows it makes the text, in the reader's language."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Message(Struct, frozen=True, omit_defaults=True):
    """What to say, without the text: ``Message("rows.prompt.lay", {"count": 6})``."""

    key: str
    values: dict[str, Any] = {}


def copy_values(values: dict[str, Any]) -> dict[str, Any]:
    """A deep copy of the values of a message or an event, which the receiver may change."""
    return {name: value if isinstance(value, _PLAIN) else _copy(value) for name, value in values.items()}


_PLAIN = (str, int, type(None))


def _copy(value: Any) -> Any:
    if isinstance(value, Message):
        return Message(value.key, copy_values(value.values))
    if isinstance(value, dict):
        return copy_values(value)
    return type(value)(map(_copy, value)) if isinstance(value, list | tuple) else value
