"""What can go wrong on the way to a table."""

from __future__ import annotations

from reihum.errors import ReihumError
from reihum.messages import Message


class BadAddress(ReihumError):
    """This is no link to a table, nor the address of a server."""


class Unreachable(ReihumError):
    """No server answers at an address."""


class Declined(ReihumError):
    """A server has refused something: its code and its message are the error's."""

    def __init__(self, code: str, message: Message) -> None:
        super().__init__(code, **message.values)
        self.message = message


class Gone(ReihumError):
    """The connection to the table has been ended for good."""
