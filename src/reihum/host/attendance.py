"""Who is connected to a table, to this process or another, and how everybody hears of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reihum.host.driver import Driver
from reihum.host.subscriptions import Subscription
from reihum.tables.updates import Presence

if TYPE_CHECKING:
    from reihum.host.room import Room


class Attendance:
    """Who is connected to the table of a room. The driver hears who arrives and departs."""

    def __init__(self, room: Room, driver: Driver) -> None:
        self._room = room
        self._driver = driver
        self._subscriptions = room.subscriptions
        self._services = room.services
        self._told = Presence(())
        """Who is connected, as the subscribers were last told."""

    def present(self) -> tuple[str, ...]:
        """Everybody who is connected, to this process or another."""
        return self.presence().present

    def presence(self) -> Presence:
        """Who is connected, and before the match how many more have only opened the link."""
        table = self._room.table
        found = self._subscriptions.presence(self._services.clock.monotonic(), table.people)
        return found if table.match is None else Presence(found.present)

    def update(self, arrived: Subscription | None = None) -> None:
        """Tell everybody who is connected, if that has changed; somebody who has just arrived is told in any case."""
        if self.presence() != self._told:
            self._tell()
        elif arrived is not None:
            arrived.deliver(self._told)
        if not self._services.alone:
            self._announce()

    def _tell(self) -> None:
        self._told = self.presence()
        for subscription in self._subscriptions:
            subscription.deliver(self._told)

    def _announce(self) -> None:
        """Tell the other processes who is connected here."""
        table = self._room.table
        note = self._subscriptions.encode_note(self._services.process, table.people)
        self._driver.spawn(self._services.log.announce(table.id, note))

    def receive_note(self, note: bytes) -> None:
        """Take the note of another process about who is connected there."""
        if self._subscriptions.receive_note(note, self._services.clock.monotonic()) and self._subscriptions:
            self._announce()  # a new process does not know who is here
        self._room.stopwatches.note_elsewhere()
        self._compare()

    def _compare(self) -> None:
        """Tell everybody if other people are connected than before."""
        before, now = {*self._told.present}, {*self.present()}
        if self.presence() != self._told:
            self._tell()
        for person in before ^ now:
            (self._driver.on_arrival if person in now else self._driver.on_departure)(person)

    def heartbeat(self) -> None:
        """Tell the other processes who is here, and notice who is silent. Called from time to time."""
        if self._subscriptions:
            self._announce()
            self._room.stopwatches.note_elsewhere()
            self._compare()
            for person in {*self._room.table.people} - {*self.present()}:
                self._driver.on_departure(person)

    def release(self) -> None:
        """Drop references so that memory is freed at once; a server rarely collects garbage."""
        del self._room
