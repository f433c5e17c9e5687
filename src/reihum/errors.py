"""The errors of the engine. Each has a stable ``code`` for programs and a message for people.

The texts are in the catalogues under ``error.<code>``; ``str(error)`` is the English one.
"""

from __future__ import annotations

from typing import Any

from reihum.messages import Message

__all__ = [
    "BadDeck",
    "BadOption",
    "BadRecord",
    "IllegalMove",
    "MissingExtra",
    "ReihumError",
    "UnknownGame",
]


class ReihumError(Exception):
    """A request cannot be fulfilled. The message says what was expected, what came, and where."""

    where: tuple[Message, ...] = ()
    """More about where it happened, if that needs sentences of its own."""

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(code, values)
        self.code = code
        self.message = Message(f"error.{code}", values)

    def __reduce__(self) -> tuple[Any, ...]:
        """Lets an error travel from another process."""
        return _rebuild, (type(self), self.args), self.__dict__

    def __str__(self) -> str:
        from reihum.texts import Texts  # the texts are needed only when somebody reads the error

        return " ".join(map(Texts("en").message, (self.message, *self.where)))


def _rebuild(kind: type[ReihumError], args: tuple[Any, ...]) -> ReihumError:
    return kind.__new__(kind, *args)


class MissingExtra(ReihumError, ModuleNotFoundError):
    """A library is missing that comes with an extra of the package. The message says how to install it."""

    def __init__(self, error: ModuleNotFoundError, extra: str) -> None:
        super().__init__("cli.extra", missing=error.name, extra=extra)
        self.name = error.name


class UnknownGame(ReihumError):
    """There is no game with that id."""


class BadOption(ReihumError):
    """An option, its value, or the number of seats does not belong to the game."""


class BadDeck(ReihumError):
    """The game cannot deal from this stacked deck or seed."""


class IllegalMove(ReihumError):
    """The move is not possible now. ``rule`` names the section of the rulebook that forbids it."""

    def __init__(self, code: str, rule: str = "", **values: Any) -> None:
        super().__init__(code, **values)
        self.rule = rule

    @property
    def reason(self) -> str:
        """Why the move is refused, in English."""
        return str(self)


class BadRecord(ReihumError):
    """A record is incomplete, damaged, or does not replay to what it claims."""
