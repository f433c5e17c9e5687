"""A message is a key with values; the text is made where it is shown, in the reader's language."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Message(Struct, frozen=True, omit_defaults=True):
    """What to say, without the words: ``Message("rows.prompt.lay", {"count": 6})``."""

    key: str
    values: dict[str, Any] = {}


def copied(values: dict[str, Any]) -> dict[str, Any]:
    """The values of a message or an event, for somebody who may do with them what they like: messages and lists among
    them are copied, too."""
    return {name: value if isinstance(value, _PLAIN) else _copied(value) for name, value in values.items()}


_PLAIN = (str, int, type(None))


def _copied(value: Any) -> Any:
    if isinstance(value, Message):
        return Message(value.key, copied(value.values))
    if isinstance(value, dict):
        return copied(value)
    return type(value)(map(_copied, value)) if isinstance(value, list | tuple) else value
