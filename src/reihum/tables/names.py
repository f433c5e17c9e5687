"""Names and words of people, as they are kept."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from unicodedata import category, normalize

from reihum.tables.refusals import CommandRefused

BLANK_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that count as letters or symbols but show nothing."""

UNREADABLE = ("M", "C", "Z")
"""Categories of characters that show nothing by themselves: marks, controls, blanks."""


def clean_text(text: str) -> str:
    """A person's text as it is kept: printable, single blanks, nothing that could turn a line around."""
    visible = "".join(sign if sign.isprintable() and sign not in BLANK_LETTERS else " " for sign in text)
    return " ".join(visible.split())


def clean_name(name: str) -> str:
    """A name as it is kept. It must have something to read."""
    clean = clean_text(name)
    if all(category(sign).startswith(UNREADABLE) for sign in clean):
        raise CommandRefused("name")
    return clean


def choose_name(name: str, taken: Iterable[str]) -> str:
    """The name, with a number if somebody else has it: nobody should be taken for somebody else.

    >>> choose_name("Paul", ["Tessa"]), choose_name("paul", ["Paul", "Paul 2"])
    ('Paul', 'paul 3')
    """
    clean, others = clean_name(name), {_fold(other) for other in taken}
    names = (clean if number == 1 else f"{clean} {number}" for number in count(1))
    return next(found for found in names if _fold(found) not in others)


def _fold(name: str) -> str:
    """What two names have in common that look the same."""
    return normalize("NFKC", name).casefold()
