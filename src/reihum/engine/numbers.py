"""Numbers that come from outside, where anything may come instead."""

from __future__ import annotations

from collections.abc import Sequence


def is_number(value: object) -> bool:
    """Whether a value is a whole number; ``True`` is not."""
    return isinstance(value, int) and not isinstance(value, bool)


def format_range(numbers: Sequence[int]) -> str:
    """A range for a text: "2–6", or "2" alone."""
    return f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])


def describe_value(value: object) -> int | str:
    """A value for an error that expected a number: anything else is quoted."""
    return value if isinstance(value, int) and is_number(value) else repr(value)[:60]  # nobody reads more of it
