"""The errors of the engine. Each has a stable ``code`` for programs and a message for people.

The words stand in the catalogues under ``error.<code>``; ``str(error)`` is the English text.
"""

from __future__ import annotations

from typing import Any

from reihum.messages import Message


class ReihumError(Exception):
    """Something was asked for that cannot be done; says what was expected, what came, and where."""

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(code, values)
        self.code = code
        self.message = Message(f"error.{code}", values)

    def __reduce__(self) -> tuple[Any, ...]:
        """How an error comes over from another process."""
        return _again, (type(self), self.args), self.__dict__

    def __str__(self) -> str:
        from reihum.texts import Texts  # words are only needed when somebody reads the error

        return Texts("en").message(self.message)


def _again(kind: type[ReihumError], args: tuple[Any, ...]) -> ReihumError:
    return kind.__new__(kind, *args)


class UnknownGame(ReihumError):
    """There is no game with that id."""


class BadOption(ReihumError):
    """An option, its value, or the number of seats does not belong to the game."""


class BadDeck(ReihumError):
    """A stacked deck or a seed is not what the game can deal from."""


class IllegalMove(ReihumError):
    """The move is not possible now. ``rule`` names the section of the rulebook that says so."""

    def __init__(self, code: str, rule: str = "", **values: Any) -> None:
        super().__init__(code, **values)
        self.rule = rule

    @property
    def reason(self) -> str:
        """Why the move is refused, in English."""
        return str(self)


class BadRecord(ReihumError):
    """A record is incomplete, damaged, or does not replay to what it claims."""
