"""One WebSocket at one table. The person comes from the cookie, the seat from the connection; no message names them."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from itertools import count
from math import ceil
from typing import TYPE_CHECKING

from starlette.types import Message, Receive

from reihum.errors import ReihumError
from reihum.host.links import Link
from reihum.host.places import Places
from reihum.host.room import Room
from reihum.host.stopwatch import Stopwatch
from reihum.host.transport import kernel_round_trip
from reihum.protocol import answers, requests
from reihum.protocol.answers import VERSION, Answer, Because, Closing, Done, Hinted, Welcome, refusal
from reihum.protocol.requests import BadMessage, Hint, Look, Request, Whole, Why
from reihum.server.errors import Failed, TooMany
from reihum.server.limits import Meter
from reihum.server.transport import PARTING_SECONDS, Wire
from reihum.tables.arbiter import Reaction
from reihum.tables.commands import Move
from reihum.tables.decisions import CommandRefused
from reihum.tables.updates import Dismissed, Sent, Update

if TYPE_CHECKING:
    from reihum.server.service import Service

MOST_MISSED = 200
"""Whoever has missed more than that gets the whole table instead."""

MOST_AT_ONCE = 8
"""So many commands of one connection may be under way; reading goes on when one of them is done."""

MOST_STRIKES = 20
"""So many refused messages in a row, for their form or their number, and the connection is ended."""

FIRST_PINGS = (0.3, 0.6, 1.2, 2.5, 5.0, 10.0)
"""Seconds between the first pings, to know a connection soon."""

PING_SECONDS = 20.0
SILENT_SECONDS = 60.0
"""A connection from which nothing has come for so long is ended."""

log = logging.getLogger("reihum.server")


class Connection:
    """A person at a table, over one wire. Nobody (``""``) may look on where everybody may."""

    def __init__(
        self, service: Service, room: Room, person: str, seat: int | None, wire: Wire, address: str, key: str = ""
    ) -> None:
        self.service = service
        self.room = room
        self.person = person
        self._seat = seat
        self._wire = wire
        self._address = address
        self._key = key
        self._subject = f"{room.table.id} {person or address}"
        self._link: Link | None = None
        self._meter = Meter(service.rate)
        self._strikes = 0
        self._hints = Places(1)
        self._under_way: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._stopwatch = Stopwatch(wire.loop.time())
        self._pings = count()
        self._parting: asyncio.Task[None] | None = None

    # --- its life ---

    async def run(self, receive: Receive, after: int | None) -> None:
        """Say what was missed, then listen until the other side has gone."""
        self.service.connections.add(self)
        try:
            self._link = await self._open(after)
            self._look_again(self._link)
            self._beat(0)
            while (event := await receive())["type"] == "websocket.receive":
                await self._heard(event)
        except ReihumError as error:  # the seat, or the table, was lost while the door opened
            self._end(1008, error.code)
        finally:
            self._gone()

    def close(self, seconds: float) -> None:
        """The server stops: come back in so many seconds."""
        self._say(Closing(seconds=seconds))
        self._end(1012, "closing")

    async def _open(self, after: int | None) -> Link:
        """Connect to the table: what was missed follows, or, if that cannot be told, the whole."""
        self._wire.ponged = self._stopwatch.came
        self._say(Welcome(protocol=VERSION, table=self.room.table.id, you=self.person))
        if after is not None and self.room.table.number - after <= MOST_MISSED:
            with suppress(CommandRefused):  # a number that this table has not reached
                return await self.room.connect(self.person, self._seat, self._tell, after, self._key)
        return await self.room.connect(self.person, self._seat, self._tell, key=self._key)

    def _gone(self) -> None:
        self.service.connections.discard(self)
        if self._timer is not None:
            self._timer.cancel()
        if self._link is not None:
            self._link.detach()
        if self._wire.dropped:
            self.service.metrics.dropped.labels(self._wire.dropped).inc()

    # --- what comes in ---

    async def _heard(self, event: Message) -> None:
        """One message: answered, whatever it is, unless its sender has been dismissed."""
        if self._parting is not None:
            return
        arrived = self._wire.arrived
        try:
            request = requests.read(event.get("text") or event.get("bytes") or b"")
        except BadMessage as error:
            self._own_wait(arrived)
            self._strike(error.id, error)
            return
        self.service.metrics.received.labels(request.__struct_config__.tag).inc()
        if wait := self._own_wait(arrived):
            self._strike(request.id, TooMany(wait), ceil(wait))
        elif wait := self.service.messages.take(self._address, arrived):  # others there may be to blame
            self._refuse(request.id, TooMany(wait), ceil(wait))
        else:
            self._strikes = 0
            await self._begin(request, arrived)

    def _own_wait(self, now: float) -> float:
        """How long this connection, or its seat, must wait before it may go on."""
        return max(self._meter.take(now), self.service.seats.take(self._subject, now))

    def _strike(self, id: str, error: ReihumError, wait: int = 0) -> None:
        """Refuse a message; whoever does not stop is sent away."""
        self._refuse(id, error, wait)
        self._strikes += 1
        if self._strikes >= MOST_STRIKES:
            self._end(1008, "rate" if wait else "garbage")

    async def _begin(self, request: Request, arrived: float) -> None:
        """Answer beside everything else: a move that is held back must not hold up a call."""
        if len(self._under_way) >= MOST_AT_ONCE:
            await asyncio.wait(self._under_way, return_when=asyncio.FIRST_COMPLETED)
        task = asyncio.create_task(self._answer(request, arrived))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _answer(self, request: Request, arrived: float) -> None:
        try:
            await self._carry_out(request, arrived)
        except ReihumError as error:
            self._refuse(request.id, error)
        except Exception:
            log.exception("A message of type %s has failed", request.__struct_config__.tag)
            self._refuse(request.id, Failed("failed"))

    async def _carry_out(self, request: Request, arrived: float) -> None:
        assert self._link is not None
        if isinstance(request, Why | Hint):
            self._say(await self._explained(request, self._link.seat))
            return
        if isinstance(request, Look | Whole):
            seat = request.seat if isinstance(request, Look) else self._link.seat
            self._tell(self._link.look(seat))
            if isinstance(request, Look):
                self._look_again(self._link)
            number = self.room.table.number
        else:
            reaction = self._reaction(arrived) if self._is_timed(request) else None
            done = await self.service.host.handle(self.room, self.person, self._link.seat, request, reaction=reaction)
            number = done.number
            self.service.metrics.commands.observe(self._wire.loop.time() - arrived)
        self._say(Done(id=request.id, number=number))

    async def _explained(self, request: Why | Hint, seat: int | None) -> Because | Hinted:
        """The answer to somebody at a seat who does not know what to do."""
        if seat is None:
            raise CommandRefused("not-allowed")
        if isinstance(request, Why):
            reason = self.room.why_not(self.person, seat, request.about)
            return Because(id=request.id, about=request.about, message=reason)
        if self._hints.taken:
            raise CommandRefused("hint-under-way")
        with self._hints.take():
            advice = await self.room.hint(self.person, seat)
        return Hinted(id=request.id, move=advice.move, why=advice.why, chance=advice.chance)

    def _look_again(self, link: Link) -> None:
        """What is only sent again is no new card: its time has been running."""
        self._stopwatch.seen(self._wire.loop.time() - self.room.card_age(link.seat))

    def _is_timed(self, command: Request) -> bool:
        """Whether this is a call, at a table where speed counts."""
        table = self.room.table
        is_call = isinstance(command, Move) and command.move.strip().lower() in table.game.grammar.calls
        return is_call and not table.settings.calm

    def _reaction(self, arrived: float) -> Reaction:
        """How quick a call was. Behind a proxy the system knows the way to the proxy only."""
        transport = None if self._wire.proxied else kernel_round_trip(self._wire.transport.get_extra_info("socket"))
        reaction = self._stopwatch.called(arrived, transport)
        if reaction is None:  # on its way before its sender can have seen what lies there now
            raise CommandRefused("too-late")
        return reaction

    # --- what goes out ---

    def _tell(self, sent: Sent) -> None:
        """Something has happened at the table."""
        self._send(sent.payload if isinstance(sent, Update) else answers.write(sent))
        if isinstance(sent, Update) and sent.card and self._link:
            self._time(sent.number, self._link.seat)
        if isinstance(sent, Dismissed):
            self._parting = asyncio.create_task(self._part())

    def _time(self, number: int, seat: int | None) -> None:
        """The time for a call runs from here, unless it runs already (RULEBOOK §4). The ping goes out either way: it
        must not tell which."""
        now, ping = self._wire.loop.time(), self._ping()
        if self.room.table.is_new(number, seat):
            self._stopwatch.shown(now, ping)
        else:
            self._stopwatch.pings.sent(ping, now)

    async def _part(self) -> None:
        """Whoever is not welcome any more still gets the answers to what was asked, "leave" among them."""
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=PARTING_SECONDS)
        self._end(1008, "dismissed")

    def _refuse(self, id: str, error: ReihumError, wait: int = 0) -> None:
        self.service.metrics.refused.labels(error.code).inc()
        self._say(refusal(id, error, wait))

    def _say(self, answer: Answer) -> None:
        self._send(answers.write(answer))

    def _send(self, payload: bytes) -> None:
        if self._wire.say(payload):
            self.service.metrics.sent.inc()

    def _end(self, code: int, reason: str) -> None:
        self._wire.drop(code, reason)

    def _ping(self) -> int:
        number = next(self._pings)
        self._wire.ping(number)
        return number

    def _beat(self, beats: int) -> None:
        """Ask for a sign of life, and measure how long it takes; often in the beginning."""
        now = self._wire.loop.time()
        if now - self._wire.arrived > SILENT_SECONDS:
            self._end(1001, "silent")
            return
        self._stopwatch.pings.sent(self._ping(), now)
        pause = FIRST_PINGS[beats] if beats < len(FIRST_PINGS) else PING_SECONDS
        self._timer = self._wire.loop.call_later(pause, self._beat, beats + 1)
