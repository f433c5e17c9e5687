"""Numbers that come from outside, where anything may come instead."""

from __future__ import annotations


def is_number(value: object) -> bool:
    """Whether a value is a whole number; ``True`` is not."""
    return isinstance(value, int) and not isinstance(value, bool)


def describe_value(value: object) -> int | str:
    """A value for an error that expected a number: anything else is quoted."""
    return value if isinstance(value, int) and is_number(value) else repr(value)[:60]  # nobody reads more of it
