"""Who is at a table just now: connections with what they look at, here and at other processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from msgspec import Struct

from reihum.tables.updates import Sent, Snapshot

if TYPE_CHECKING:
    from reihum.host.room import Room

ELSEWHERE = 12.0
"""So many seconds after its last word another process is taken for dead."""


Sink: TypeAlias = Callable[[Sent], None]


class Link:
    """A connection to a table: a person who looks from one of the own seats, or (None) over the shoulder of nobody.
    ``key`` is the word of invitation it came with, if any."""

    def __init__(self, room: Room, person: str, seat: int | None, sink: Sink, key: str = "") -> None:
        self.room = room
        self.person = person
        self.seat = seat
        self.sink = sink
        self.key = key

    def look(self, seat: int | None) -> Snapshot:
        """Look from another seat."""
        self.room.check_connected(self)
        self.room.check_perspective(self.person, seat)
        self.seat = seat
        return self.room.snapshot(self.person, seat)

    def detach(self) -> None:
        """The connection is gone."""
        self.room.detach(self)


class Note(Struct, frozen=True):
    """What a process tells the others about a table: who is connected to it there."""

    process: str
    present: tuple[str, ...]


class Links:
    """The connections of a table here, and what other processes say about theirs."""

    def __init__(self) -> None:
        self._here: list[Link] = []
        self._elsewhere: dict[str, tuple[float, tuple[str, ...]]] = {}

    def __iter__(self) -> Iterator[Link]:
        return iter(tuple(self._here))

    def __bool__(self) -> bool:
        return bool(self._here)

    def __contains__(self, link: Link) -> bool:
        return link in self._here

    def add(self, link: Link) -> None:
        """Somebody connects."""
        self._here.append(link)

    def remove(self, link: Link) -> None:
        """Somebody is gone; saying so twice does no harm."""
        if link in self._here:
            self._here.remove(link)

    def here(self) -> tuple[str, ...]:
        """Everybody who is connected to this process."""
        return tuple(sorted({link.person for link in self._here if link.person}))

    def present(self, now: float) -> tuple[str, ...]:
        """Everybody who is connected somewhere."""
        others = (people for heard, people in self._elsewhere.values() if now - heard < ELSEWHERE)
        return tuple(sorted({*self.here(), *(person for people in others for person in people)}))

    def heard(self, note: bytes, now: float) -> bool:
        """Another process tells who is connected there; gives whether it is the first time that it does."""
        told = msgspec.json.decode(note, type=Note)
        is_new = told.process not in self._elsewhere
        self._elsewhere[told.process] = (now, told.present)
        return is_new

    def told(self, process: str) -> bytes:
        """What this process tells the others."""
        return msgspec.json.encode(Note(process, self.here()))
