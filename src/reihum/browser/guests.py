"""Guests play from other devices through this page. Each has a port and an identity of their own (docs/nearby.md)."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol

import msgspec

from reihum.browser.messages import AnyEngineMessage, GuestLeft, GuestMessage, GuestText, Hello, Secret

MAX_GUESTS = 16

_log = logging.getLogger("reihum.browser")


class GuestIdentity:
    """The secret of a guest. The guest's own device keeps it, as it would keep a cookie."""

    def __init__(self, post: Callable[[AnyEngineMessage], object]) -> None:
        self._post = post
        self.secret = ""

    async def get_secrets(self) -> tuple[str, ...]:
        """What shows who asks; empty if nobody knows this guest yet."""
        return (self.secret,) if self.secret else ()

    async def keep(self, secret: str | None) -> None:
        """Give the guest the secret that a response carries; an empty text means to forget it."""
        if secret is not None:
            self.secret = secret
            self._post(Secret(secret))


class GuestPort(Protocol):
    """What a guest needs of a port."""

    def handle(self, message: GuestMessage) -> None:
        """Handle a message."""

    def close(self) -> None:
        """End everything that the guest has begun."""


class Guests:
    """The guests of a page. ``make_port`` makes a port for an identity; ``post`` sends a message to the page."""

    def __init__(
        self,
        make_port: Callable[[GuestIdentity, Callable[[AnyEngineMessage], object]], GuestPort],
        post: Callable[[GuestText | GuestLeft], object],
    ) -> None:
        self._make_port = make_port
        self._post = post
        self._guests: dict[int, tuple[GuestIdentity, GuestPort]] = {}

    def receive(self, received: GuestText) -> None:
        """Take a text of a guest. A guest who sends anything else than messages is sent away."""
        try:
            message = msgspec.json.decode(received.text, type=GuestMessage)
            identity, port = self._find(received.guest)
        except (msgspec.DecodeError, OverflowError) as error:
            _log.warning("A guest is sent away: %s", error)
            self.leave(received.guest)
            self._post(GuestLeft(received.guest))
            return
        if isinstance(message, Hello):
            identity.secret = message.secret
        else:
            port.handle(message)

    def leave(self, guest: int) -> None:
        """A guest has gone."""
        if found := self._guests.pop(guest, None):
            found[1].close()

    def _find(self, guest: int) -> tuple[GuestIdentity, GuestPort]:
        if guest not in self._guests:
            if len(self._guests) >= MAX_GUESTS:
                raise OverflowError(f"at most {MAX_GUESTS} guests")

            def post(message: AnyEngineMessage) -> None:
                self._post(GuestText(guest, msgspec.json.encode(message).decode()))

            identity = GuestIdentity(post)
            self._guests[guest] = (identity, self._make_port(identity, post))
        return self._guests[guest]
