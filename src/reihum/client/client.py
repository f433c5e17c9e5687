"""The client: a person or a program at a table on a server. Events come in, commands go out.

The connection may break at any time. The client reconnects by itself with the number of the last event it has seen, and
sends again what was not answered. Ids make sure that nothing is done twice.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from itertools import count
from types import TracebackType
from typing import Any, Self, TypeAlias
from urllib.parse import urlencode

from msgspec import Struct

from reihum.errors import MissingExtra

try:
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
except ModuleNotFoundError as error:
    raise MissingExtra(error, "server") from error

from reihum.client.address import Address, parse_address
from reihum.client.errors import Declined, Gone
from reihum.client.web import Visitor, parse_refusal
from reihum.errors import ReihumError
from reihum.matches import MatchView
from reihum.messages import Message
from reihum.protocol import answers, requests
from reihum.protocol.answers import Because, Closing, Done, Hinted, Refused, Welcome
from reihum.protocol.requests import Hint, Look, TableRequest, Why
from reihum.tables import commands
from reihum.tables.commands import Command
from reihum.tables.updates import Dismissed, Lobby, Presence, Snapshot, Update

FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 0.25, 10.0
"""The pause before the client reconnects; it doubles each time."""

TRY_LATER = (429, 502, 503, 504)
"""HTTP statuses after which trying again helps."""

MAX_MESSAGE_BYTES = 1024 * 1024

_dice = secrets.SystemRandom()


class Lost(Struct, frozen=True):
    """The connection is lost; the client reconnects by itself after these seconds."""

    seconds: float


class Back(Struct, frozen=True):
    """The connection is back; missed events follow."""


Happening: TypeAlias = Snapshot | Update | Presence | Dismissed | Closing | Lost | Back
"""What a client reports: a message from the table, or that the connection is lost or back."""


class Client:
    """A connection to a table, which joins it under a name and takes a seat::

        async with Client(link, "Paul") as table:
            async for happening in table:
                if table.view and table.view.view.moves:
                    await table.move(reihum.offered(table.view.view)[0])

    ``seat`` is the seat to take (None: a free one, or else a bot's); ``watch`` takes none. With ``cookie`` you come
    back as the same person. ``sleep`` waits before the client reconnects. ``lobby``, ``view``, ``seat`` and ``present``
    show the table as it is now. Requests raise ``Declined`` if the server refuses them, and ``Gone`` if the connection
    has ended for good."""

    def __init__(
        self,
        url: str,
        name: str,
        *,
        seat: int | None = None,
        watch: bool = False,
        cookie: str = "",
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self.address: Address = parse_address(url)
        self.name = name
        self.visitor = Visitor(self.address.base, cookie)
        self.you = ""
        self.number: int | None = None
        self.seat: int | None = None
        self.seats: tuple[int, ...] = ()
        self.lobby: Lobby | None = None
        self.view: MatchView | None = None
        self.present: tuple[str, ...] = ()
        self._wish = seat
        self._watch = watch
        self._sleep = sleep
        self._connection: ClientConnection | None = None
        self._happened: asyncio.Queue[Happening | ReihumError | None] = asyncio.Queue()
        self._waiting: dict[str, tuple[TableRequest, asyncio.Future[Any]]] = {}
        self._ids = (f"{secrets.token_hex(6)}-{number}" for number in count(1))
        self._pause = FIRST_PAUSE_SECONDS
        self._lost = self._over = False
        self._arrived = asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None

    # --- opening and closing ---

    async def __aenter__(self) -> Self:
        invitation = await self.visitor.join(self.address.table, self.name, self.address.key)
        self.you = invitation.you
        self._keeper = asyncio.create_task(self._run())
        try:
            await self._arrived.wait()
            if not self._watch and not self._over:
                await self._sit()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Disconnect. The person stays at the table and may come back."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)

    async def __aiter__(self) -> AsyncIterator[Happening]:
        while (found := await self._happened.get()) is not None:
            if isinstance(found, ReihumError):
                raise found
            yield found

    async def _sit(self) -> None:
        """Take a seat if you have none: the wanted one, a free one, or a bot's."""
        assert self.lobby is not None
        if self.seats and self._wish in (None, *self.seats):
            return
        free = [number for number, seat in enumerate(self.lobby.seats) if seat.free]
        bots = [number for number, seat in enumerate(self.lobby.seats) if seat.level]
        for seat in [self._wish] if self._wish is not None else (free + bots)[:1]:
            await self.do(commands.Sit, seat=seat)

    # --- requests ---

    async def move(self, move: str) -> int:
        """Make a move or a call; returns the number of the event once it is on the server's disk."""
        return await self.do(commands.MakeMove, move=move)

    async def do(self, kind: type[Command], **what: Any) -> int:
        """Give any command of ``reihum.tables.commands``; returns the number of its last event."""
        done = await self._ask(kind(id=next(self._ids), **what))
        assert isinstance(done, Done)
        return done.number

    async def look(self, seat: int | None) -> None:
        """Look from another of your seats, or as a spectator."""
        await self._ask(Look(id=next(self._ids), seat=seat))

    async def why(self, about: str) -> Message | None:
        """Why a card or a move is not possible now; None if it is."""
        because = await self._ask(Why(id=next(self._ids), about=about))
        assert isinstance(because, Because)
        return because.message

    async def hint(self) -> Hinted:
        """What an expert would do now; only where all other players are bots."""
        hinted = await self._ask(Hint(id=next(self._ids)))
        assert isinstance(hinted, Hinted)
        return hinted

    @property
    def my_turn(self) -> bool:
        """Whether the seat this client looks from must act."""
        return self.view is not None and self.seat is not None and self.view.view.players[self.seat].acts

    @property
    def in_charge(self) -> bool:
        """Whether this client may set the table up."""
        return self.lobby is not None and self.lobby.in_charge == self.you

    async def _ask(self, request: TableRequest) -> Done | Because | Hinted:
        """Send a request and wait for its answer, over as many connections as it takes."""
        if self._over:
            raise Gone("client-gone")
        answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[request.id] = request, answered
        try:
            await self._send(request)
            found: Done | Because | Hinted = await answered
            return found
        finally:
            del self._waiting[request.id]

    async def _send(self, request: TableRequest) -> None:
        """Send a request if there is a connection; otherwise the next connection sends it."""
        if self._connection is not None:
            with suppress(ConnectionClosed):
                await self._connection.send(requests.encode(request).decode())

    # --- the connection ---

    async def _run(self) -> None:
        """Stay connected until the end."""
        end: ReihumError | None = None
        try:
            while not self._over:
                await self._connect_once()
        except ReihumError as error:
            end = error
        finally:
            self._end(end)

    async def _connect_once(self) -> None:
        """One connection, and the pause behind it."""
        try:
            async with connect(
                self._socket_address(),
                additional_headers={"Cookie": self.visitor.cookie},
                compression=None,
                max_size=MAX_MESSAGE_BYTES,
            ) as connection:
                await self._listen(connection)
        except InvalidStatus as refused:
            self._handle_refusal(refused)
        except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
            pass
        finally:
            self._connection = None
        if not self._over:
            seconds = self._pause * _dice.uniform(0.5, 1.5)
            self._pause = min(2 * self._pause, MAX_PAUSE_SECONDS)
            self._lost = True
            self._tell(Lost(seconds))
            await self._sleep(seconds)

    def _socket_address(self) -> str:
        if self.number is None:
            return self.address.socket
        known = {"after": self.number, "seat": "" if self.seat is None else self.seat}
        return f"{self.address.socket}?{urlencode(known)}"

    async def _listen(self, connection: ClientConnection) -> None:
        self._connection = connection
        async for text in connection:
            answer = answers.decode(text)
            if isinstance(answer, Welcome):
                await self._welcome()
            elif isinstance(answer, Done | Because | Hinted | Refused):
                self._handle_answer(answer)
            else:
                self._note(answer)

    async def _welcome(self) -> None:
        self._pause = FIRST_PAUSE_SECONDS
        if self._lost:
            self._lost = False
            self._tell(Back())
        for request, _ in list(self._waiting.values()):
            await self._send(request)

    def _handle_refusal(self, refused: InvalidStatus) -> None:
        """Handle a refused connection. A lost seat and a restarting server are no reason to give up; all else is
        final."""
        status = refused.response.status_code
        if status == 403 and self.number is not None:
            self.number = None
        elif status not in TRY_LATER:
            raise parse_refusal(bytes(refused.response.body or b""), self.address.base, status)

    # --- answers and events ---

    def _handle_answer(self, answer: Done | Because | Hinted | Refused) -> None:
        _, waiting = self._waiting.get(answer.id, (None, None))
        if waiting is None or waiting.done():
            return
        if isinstance(answer, Refused):
            waiting.set_exception(Declined(answer.code, answer.message, answer.wait_seconds))
        else:
            waiting.set_result(answer)

    def _note(self, happening: Snapshot | Update | Presence | Dismissed | Closing) -> None:
        """Update the client's copy of the table."""
        if isinstance(happening, Snapshot):
            self.number, self.seat, self.seats = happening.number, happening.seat, happening.seats
            self.lobby, self.view, self.present = happening.lobby, happening.view, happening.present
            self._arrived.set()
        elif isinstance(happening, Update):
            self.number = happening.number
            self.lobby = happening.lobby or self.lobby
            self.view = happening.view or self.view
            if happening.lobby is not None:
                self.seats = tuple(n for n, seat in enumerate(happening.lobby.seats) if seat.person == self.you)
        elif isinstance(happening, Presence):
            self.present = happening.present
        elif isinstance(happening, Closing):
            self._pause = happening.seconds
        else:
            self._over = True
        self._tell(happening)

    def _tell(self, happening: Happening) -> None:
        self._happened.put_nowait(happening)

    def _end(self, error: ReihumError | None) -> None:
        """End everything that waits: nothing more will come."""
        self._over = True
        self._arrived.set()
        for _, waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(error or Gone("client-gone"))
        self._happened.put_nowait(error)
