"""The errors of the client."""

from __future__ import annotations

from reihum.errors import ReihumError
from reihum.messages import Message


class BadAddress(ReihumError):
    """The text is not a link to a table or the address of a server."""


class Unreachable(ReihumError):
    """No server answers at an address."""


class Declined(ReihumError):
    """The server has refused something, with this code and message. Where ``wait_seconds`` is not 0, it is possible
    again after them."""

    def __init__(self, code: str, message: Message, wait_seconds: int = 0) -> None:
        super().__init__(code, **message.values)
        self.message = message
        self.wait_seconds = wait_seconds


class Gone(ReihumError):
    """The connection to the table has ended for good."""
