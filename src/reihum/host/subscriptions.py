"""Who is connected to a table: subscriptions in this process, and notes from other processes about theirs."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from msgspec import Struct

from reihum.tables.updates import Notification, Presence, Snapshot

if TYPE_CHECKING:
    from reihum.host.room import Room

SILENCE_SECONDS = 12.0
"""A process that is silent for this long counts as dead."""

Deliver: TypeAlias = Callable[[Notification], None]
"""Takes what is sent to one connection."""


def ignore_notification(sent: Notification) -> None:
    """Ignore a message: the subscriber has gone."""


class Subscription:
    """A connection to a table: a person who watches from one of their seats, or (None) as a spectator. ``key`` is the
    word of invitation the person came with, if any. A ``screen`` shows the table to everybody in the room. The bots of
    the table think for the ``address``."""

    def __init__(
        self,
        room: Room,
        person: str,
        seat: int | None,
        deliver: Deliver,
        key: str = "",
        screen: bool = False,
        address: str = "",
    ) -> None:
        self.room = room
        self.person = person
        self.seat = seat
        self.deliver = deliver
        self.key = key
        self.screen = screen
        self.address = address

    def look(self, seat: int | None) -> Snapshot:
        """Watch from another seat."""
        self.room.check_connected(self)
        self.room.check_perspective(self.person, seat)
        self.seat = seat
        return self.room.snapshot(self.person, seat)

    def detach(self) -> None:
        """End the subscription: the connection is gone."""
        self.room.detach(self)
        self.deliver = ignore_notification


class PresenceNote(Struct, frozen=True):
    """What a process tells the others about a table: who is connected to it there (see ``Presence``)."""

    process: str
    present: tuple[str, ...]
    arriving: int = 0


class Subscriptions:
    """The subscriptions of a table in this process, and the people connected through other processes."""

    def __init__(self) -> None:
        self._here: list[Subscription] = []
        self._elsewhere: dict[str, tuple[float, PresenceNote]] = {}

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

    def arriving(self, people: Container[str]) -> int:
        """How many have opened the link here but are not among the table's people; a screen does not count."""
        strangers = [sub.person for sub in self._here if not sub.screen and sub.person not in people]
        return strangers.count("") + len({*strangers} - {""})

    def find_address(self, person: str) -> str:
        """The address from which a person is connected here, or else the first address; empty if nobody is."""
        persons = (subscription.address for subscription in self._here if subscription.person == person)
        return next(persons, self._here[0].address if self._here else "")

    def presence(self, now: float, people: Container[str]) -> Presence:
        """Who is connected to any process."""
        others = [note for heard, note in self._elsewhere.values() if now - heard < SILENCE_SECONDS]
        present = {*self.here(), *(person for note in others for person in note.present)}
        return Presence(tuple(sorted(present)), self.arriving(people) + sum(note.arriving for note in others))

    def is_elsewhere(self, person: str, now: float) -> bool:
        """Whether a person is connected to another process."""
        return any(now - heard < SILENCE_SECONDS and person in note.present for heard, note in self._elsewhere.values())

    def receive_note(self, data: bytes, now: float) -> bool:
        """Take the note of another process; returns whether it is that process's first one."""
        note = msgspec.json.decode(data, type=PresenceNote)
        is_new = note.process not in self._elsewhere
        self._elsewhere[note.process] = (now, note)
        return is_new

    def encode_note(self, process: str, people: Container[str]) -> bytes:
        """The note of this process for the others."""
        return msgspec.json.encode(PresenceNote(process, self.here(), self.arriving(people)))
