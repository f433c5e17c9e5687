"""References: how a game names something of a layer above it, which it must not import."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

Reference = str
"""A module and a name in it: ``"reihum.bots.simple.ratefix:AdderBot"``."""


@cache
def load_reference(reference: Reference) -> Any:
    """Import what a reference names.

    >>> load_reference("reihum.cards:COLOURS")
    'RYGB'
    """
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name)
