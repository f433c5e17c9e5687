"""Who is connected to a table: subscriptions in this process, and notes from other processes about theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from msgspec import Struct

from reihum.tables.updates import Notification, Snapshot

if TYPE_CHECKING:
    from reihum.host.room import Room

SILENCE_SECONDS = 12.0
"""After this silence another process is taken for dead."""


Deliver: TypeAlias = Callable[[Notification], None]
"""Takes what is sent to one connection."""


class Subscription:
    """A connection to a table: a person who looks from one of their seats, or (None) as a spectator. ``key`` is the
    word of invitation the person came with, if any."""

    def __init__(self, room: Room, person: str, seat: int | None, deliver: Deliver, key: str = "") -> None:
        self.room = room
        self.person = person
        self.seat = seat
        self.deliver = deliver
        self.key = key

    def look(self, seat: int | None) -> Snapshot:
        """Look from another seat."""
        self.room.check_connected(self)
        self.room.check_perspective(self.person, seat)
        self.seat = seat
        return self.room.snapshot(self.person, seat)

    def detach(self) -> None:
        """End the subscription: the connection is gone."""
        self.room.detach(self)


class PresenceNote(Struct, frozen=True):
    """What a process tells the others about a table: who is connected to it there."""

    process: str
    present: tuple[str, ...]


class Subscriptions:
    """The subscriptions of a table in this process, and the people connected through other processes."""

    def __init__(self) -> None:
        self._here: list[Subscription] = []
        self._elsewhere: dict[str, tuple[float, tuple[str, ...]]] = {}

    def __iter__(self) -> Iterator[Subscription]:
        return iter(tuple(self._here))

    def __bool__(self) -> bool:
        return bool(self._here)

    def __contains__(self, subscription: Subscription) -> bool:
        return subscription in self._here

    def add(self, subscription: Subscription) -> None:
        """Add a new connection."""
        self._here.append(subscription)

    def remove(self, subscription: Subscription) -> None:
        """Remove a connection that is gone; harmless if it was removed before."""
        if subscription in self._here:
            self._here.remove(subscription)

    def here(self) -> tuple[str, ...]:
        """Everybody who is connected to this process."""
        return tuple(sorted({subscription.person for subscription in self._here if subscription.person}))

    def present(self, now: float) -> tuple[str, ...]:
        """Everybody who is connected to any process."""
        others = (people for heard, people in self._elsewhere.values() if now - heard < SILENCE_SECONDS)
        return tuple(sorted({*self.here(), *(person for people in others for person in people)}))

    def receive_note(self, data: bytes, now: float) -> bool:
        """Take the note of another process; returns whether it is that process's first one."""
        note = msgspec.json.decode(data, type=PresenceNote)
        is_new = note.process not in self._elsewhere
        self._elsewhere[note.process] = (now, note.present)
        return is_new

    def encode_note(self, process: str) -> bytes:
        """The note of this process for the others."""
        return msgspec.json.encode(PresenceNote(process, self.here()))
