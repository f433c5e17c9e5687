"""Whether a match fills the terminal or goes line by line."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from shutil import get_terminal_size

from reihum.cli.screen import Screen

MIN_COLUMNS, MIN_LINES = 80, 24
"""A smaller terminal has no room for the table."""

LIBRARY = "textual"
SIMPLE_TERMINALS = ("", "dumb", "unknown")


def is_capable(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the keyboard and the screen are a terminal that can be filled. The library draws on standard error."""
    if (
        not all(file.isatty() for file in (sys.stdin, sys.stdout, sys.stderr))
        or environment.get("TERM", "") in SIMPLE_TERMINALS
    ):
        return False
    columns, lines = get_terminal_size()
    return columns >= MIN_COLUMNS and lines >= MIN_LINES


def fills_terminal(screen: Screen, *, plain: bool) -> bool:
    """Whether a match fills the terminal. If only the library is missing, say so."""
    if plain or not is_capable():
        return False
    if find_spec(LIBRARY) is None:
        screen.say("cli.screen.missing", style="dim")
        return False
    return True
