"""A message is a key with values; the text is made where it is shown, in the reader's language."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Message(Struct, frozen=True, omit_defaults=True):
    """What to say, without the words: ``Message("rows.prompt.lay", {"count": 6})``."""

    key: str
    values: dict[str, Any] = {}
