"""A table of our server with four people, each with a connection: the load makes moves there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from http.client import HTTPConnection
from itertools import count
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from benchmarks.lines import Line, connect
from reihum.engine.views import Form
from reihum.protocol.http import Invitation, JoinTable, NewTable
from reihum.tables.settings import Settings

NAMES = ("Paul", "Tessa", "Luca", "Hannah")
SETTINGS = Settings(game="classic", seats=len(NAMES), rounds=1_000, grace_seconds=3_600)


class _Player(Struct):
    acts: bool = False


class _View(Struct):
    players: list[_Player]
    moves: tuple[Form, ...] = ()
    outcome: Any = None


class _MatchView(Struct):
    view: _View


class Seen(Struct):
    """The parts of an event, or of the whole table, that the next move needs."""

    number: int
    view: _MatchView


class _Done(Struct):
    number: int


_seen = msgspec.json.Decoder(Seen)
_done = msgspec.json.Decoder(_Done)


class Invited(Struct):
    """A table, and the cookies of its four people."""

    table: str
    cookies: list[str]


def invite(address: str, source: str = "") -> Invited:
    """Make a table, and let three others sit down at it; from an address of this machine if one is given."""
    connection = HTTPConnection(urlsplit(address).netloc, source_address=(source, 0) if source else None)
    try:
        made, cookie = ask(connection, "/api/tables", NewTable(name=NAMES[0], settings=SETTINGS))
        way = f"/api/tables/{made.table}/join"
        others = [ask(connection, way, JoinTable(name=name, key=made.key, sit=True))[1] for name in NAMES[1:]]
        return Invited(made.table, [cookie, *others])
    finally:
        connection.close()


def ask(connection: HTTPConnection, path: str, body: Struct) -> tuple[Invitation, str]:
    """Ask for a table, or join one; gives the answer and the cookie."""
    connection.request("POST", path, msgspec.json.encode(body), {"Content-Type": "application/json"})
    response = connection.getresponse()
    answer = msgspec.json.decode(response.read(), type=Invitation)
    return answer, (response.headers["Set-Cookie"] or "").partition(";")[0]


class LoadTable:
    """A table at which moves are made. Only the player on turn reads their messages."""

    def __init__(self) -> None:
        self.acknowledged: Callable[[Any], None] = lambda _: None
        self.lines: list[Line] = []
        self._latest = [b""] * len(NAMES)
        self._number = 0
        self._mover = 0
        self._ids = count()

    async def sit_down(self, sockets: Sequence[str], found: Invited, source: str = "") -> None:
        """Everybody connects to a server, and the cards are dealt."""
        for seat, (cookie, socket) in enumerate(zip(found.cookies, sockets, strict=True)):
            url = f"{socket}/ws/tables/{found.table}"
            self.lines.append(await connect(url, partial(self.heard, seat), cookie, source))
        await self._ask(0, {"type": "start"})

    def heard(self, seat: int, message: bytes) -> None:
        """A message on the connection of a seat."""
        if message.startswith(b'{"type":"done"'):
            self._number = _done.decode(message).number
            self.acknowledged(self)
        elif message.startswith(b'{"type":"refused"'):
            raise AssertionError(message.decode())
        elif b'"view":{' in message:
            self._latest[seat] = message

    def move(self) -> bool:
        """Make the next move, if the player on turn has seen the last one."""
        seen = self._see(self._mover)
        if seen is None:
            return False
        if seen.view.view.outcome is not None:
            self._say(0, {"type": "next"})
            return True
        acting = next(seat for seat, player in enumerate(seen.view.view.players) if player.acts)
        if acting != self._mover:
            seen = self._see(acting)
            if seen is None:
                return False
            self._mover = acting
        self._say(
            acting, {"type": "move", "move": next(text for form in seen.view.view.moves for text in form.texts())}
        )
        return True

    def _see(self, seat: int) -> Seen | None:
        """What a player has seen of the last move; None if nothing yet."""
        seen = _seen.decode(self._latest[seat]) if self._latest[seat] else None
        return None if seen is None or seen.number < self._number else seen

    async def _ask(self, seat: int, command: dict[str, Any]) -> None:
        answered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.acknowledged = lambda _: answered.set_result(None)
        self._say(seat, command)
        await answered

    def _say(self, seat: int, command: dict[str, Any]) -> None:
        self.lines[seat].say(msgspec.json.encode({"id": f"{next(self._ids)}", **command}))
