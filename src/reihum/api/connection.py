"""One client at one table. The person comes from the secret, the seat from the connection; no message names them."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from itertools import count
from math import ceil
from typing import TYPE_CHECKING

from reihum.api.errors import InternalError, TooManyRequests
from reihum.api.limits import RateLimiter
from reihum.api.wire import CLOSE_SECONDS, Wire
from reihum.errors import IllegalMove, ReihumError
from reihum.host.capacity import Capacity
from reihum.host.clock import Timer, run_within
from reihum.host.room import Room
from reihum.host.subscriptions import Subscription
from reihum.host.timing.stopwatch import Line
from reihum.protocol import answers, requests
from reihum.protocol.answers import VERSION, Answer, Because, Closing, Done, Hinted, Welcome, make_refusal
from reihum.protocol.requests import BadMessage, Hint, Look, TableRequest, Whole, Why
from reihum.tables.arbiter import MAX_CREDIT_MS, Reaction
from reihum.tables.commands import Change, MakeMove, Rematch
from reihum.tables.entries import PlayedEntry
from reihum.tables.refusals import CommandRefused
from reihum.tables.updates import Dismissed, Notification, Update

if TYPE_CHECKING:
    from reihum.api.service import Service

MAX_MISSED_UPDATES = 200
"""A client that has missed more gets the whole table instead."""

MAX_PENDING_REQUESTS = 8
"""How many requests of one connection are worked on at once; reading goes on when one of them is done."""

MAX_STRIKES = 20
"""A connection is dropped after this many messages in a row that are malformed or too many."""

FIRST_PING_SECONDS = (0.3, 0.6, 1.2, 2.5, 5.0, 10.0)
"""The pauses between the first pings, which are short to measure the connection soon."""

SPECTATOR_SECONDS = MAX_CREDIT_MS / 2 / 1_000
"""Where speed decides, spectators see everything this much later: as late as the longest credited line, so that nobody
gains by watching on a short line and calling on a long one."""

PING_SECONDS = 20.0
SILENCE_SECONDS = 60.0
"""A connection is dropped if nothing has come from it for this time."""

log = logging.getLogger("reihum.server")


def ignore_pong(number: int, at: float) -> None:
    """Nobody waits for this answer any more."""


class TableConnection:
    """A person at a table, over one wire. A spectator without a secret has the empty text as person."""

    def __init__(
        self,
        service: Service,
        room: Room,
        person: str,
        seat: int | None,
        wire: Wire,
        address: str,
        key: str = "",
        screen: bool = False,
    ) -> None:
        self.service = service
        self.room = room
        self.person = person
        self.wire = wire
        self._clock = service.host.clock
        self._seat = seat
        self.address = address
        self._key = key
        self._screen = screen
        self._subject = f"{room.table.id} {person or address}"
        self._subscription: Subscription | None = None
        self._limiter = RateLimiter(service.message_limit)
        self._strikes = 0
        self._hints = Capacity(1)
        self._pending: set[asyncio.Task[None]] = set()
        self._timer: Timer | None = None
        self._delayed: deque[bytes] = deque()
        self._line = Line(room.stopwatches.find(person), wire.read_round_trip)
        self._ping_numbers = count()
        self._dismissal: asyncio.Task[None] | None = None

    # --- its life ---

    async def run(self, after: int | None) -> None:
        """Send what the client has missed, then answer it until it has gone."""
        self.service.connections.add(self)
        try:
            self._subscription = await self._connect(after)
            self._resume_timing(self._subscription)
            self._beat(0)
            self.wire.on_message = self._receive
            while (message := await self.wire.receive_text()) is not None:
                await self._receive_queued(message)
        except ReihumError as error:  # the seat, or the table, was lost while the client connected
            self.wire.drop(1008, error.code)
        finally:
            self._clean_up()

    def close(self, retry_seconds: float) -> None:
        """Say that the server stops, and when to come back."""
        self._send_answer(Closing(seconds=retry_seconds))
        self._flush()
        self.wire.drop(1012, "closing")

    async def _connect(self, after: int | None) -> Subscription:
        """Connect to the table. What was missed follows, or the whole table if that cannot be told."""
        self.wire.on_pong = self._line.receive_pong
        self._send_answer(Welcome(protocol=VERSION, table=self.room.table.id, you=self.person))
        if after is not None and self.room.table.number - after <= MAX_MISSED_UPDATES:
            with suppress(CommandRefused):  # a number that this table has not reached
                return await self._subscribe(after)
        return await self._subscribe(None)

    async def _subscribe(self, after: int | None) -> Subscription:
        return await self.room.connect(
            self.person, self._seat, self._deliver, after, self._key, self._screen, self.address
        )

    def _clean_up(self) -> None:
        """Drop references so that memory is freed at once; a server rarely collects garbage."""
        self.service.connections.discard(self)
        self.wire.on_message, self.wire.on_pong = None, ignore_pong
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._subscription is not None:
            self._subscription.detach()
        if self.wire.drop_reason:
            self.service.telemetry.count_drop(self.wire.drop_reason)

    def _beat(self, beats: int) -> None:
        """Ask for a sign of life, and measure how long it takes; often in the beginning."""
        now = self._clock.monotonic()
        if now - self.wire.arrived_at > SILENCE_SECONDS:
            self.wire.drop(1001, "silent")
            return
        self._line.pings.send(self._ping(), now)
        pause = FIRST_PING_SECONDS[beats] if beats < len(FIRST_PING_SECONDS) else PING_SECONDS
        self._timer = self._clock.call_later(pause, lambda: self._beat(beats + 1))

    def _ping(self) -> int:
        number = next(self._ping_numbers)
        self.wire.send_ping(number)
        return number

    # --- what comes in ---

    async def _receive_queued(self, message: bytes) -> None:
        """Answer a message that has waited: the client was still connecting, or had too many requests under way."""
        while len(self._pending) >= MAX_PENDING_REQUESTS:
            await asyncio.wait(self._pending, return_when=asyncio.FIRST_COMPLETED)
        self.wire.on_message = self._receive
        self._receive(message)

    def _receive(self, message: bytes) -> None:
        """Answer one message, whatever it is, unless the client has been dismissed."""
        if self._dismissal is not None:
            return
        arrived_at = self.wire.arrived_at
        try:
            request = requests.decode(message)
        except BadMessage as error:
            self._take_from_limits(arrived_at)
            self._strike(error.id, error)
            return
        self.service.telemetry.messages_in[str(request.__struct_config__.tag)] += 1
        if wait := self._take_from_limits(arrived_at):
            self._strike(request.id, TooManyRequests(wait), ceil(wait))
        elif wait := self.service.message_limiters.take(self.address, arrived_at):  # others there may be to blame
            self._refuse(request.id, TooManyRequests(wait), ceil(wait))
        else:
            self._strikes = 0
            self._start(request, arrived_at)

    def _take_from_limits(self, now: float) -> float:
        """How long this connection, or its seat, must wait before it may go on."""
        return max(self._limiter.take(now), self.service.seat_limiters.take(self._subject, now))

    def _strike(self, id: str, error: ReihumError, wait_seconds: int = 0) -> None:
        """Refuse a message, and drop a client that does not stop."""
        self._refuse(id, error, wait_seconds)
        self._strikes += 1
        if self._strikes >= MAX_STRIKES:
            self.wire.drop(1008, "rate" if wait_seconds else "garbage")

    def _start(self, request: TableRequest, arrived_at: float) -> None:
        """Answer in a task: a move that is held back must not hold up a call."""
        task = asyncio.create_task(self._answer(request, arrived_at))
        self._pending.add(task)
        task.add_done_callback(self._pending.discard)
        if len(self._pending) >= MAX_PENDING_REQUESTS:
            self.wire.on_message = None

    async def _answer(self, request: TableRequest, arrived_at: float) -> None:
        try:
            await self._execute(request, arrived_at)
        except ReihumError as error:
            self._refuse(request.id, error)
        except Exception:
            log.exception("A message of type %s has failed", request.__struct_config__.tag)
            self._refuse(request.id, InternalError("failed"))

    async def _execute(self, request: TableRequest, arrived_at: float) -> None:
        assert self._subscription is not None
        if isinstance(request, Why | Hint):
            self._send_answer(await self._explain(request, self._subscription.seat))
            return
        if isinstance(request, Look | Whole):
            seat = request.seat if isinstance(request, Look) else self._subscription.seat
            self._deliver(self._subscription.look(seat))
            if isinstance(request, Look):
                self._resume_timing(self._subscription)
            number = self.room.table.number
        else:
            self._count_table(request)
            seat = self._subscription.seat
            is_call = self._is_call(request)
            reaction = self._check_call(seat, arrived_at) if is_call else None
            try:
                number = await self.service.host.handle(self.room, self.person, seat, request, reaction=reaction)
            except IllegalMove:
                if is_call:
                    self._pause_calls(arrived_at)
                raise
            self.service.telemetry.count_command(self._clock.monotonic() - arrived_at)
        self._send_answer(Done(id=request.id, number=number))

    def _count_table(self, request: TableRequest) -> None:
        """Charge a rematch like a new table, and opening a table like creating an open one."""
        opens = isinstance(request, Change) and request.open is True
        if isinstance(request, Rematch):
            self.service.count_creation(self.address)
            self.service.count_table(self.address)
            opens = self.room.table.settings.open
        if opens:
            self.service.count_table(self.address, is_open=True)

    async def _explain(self, request: Why | Hint, seat: int | None) -> Because | Hinted:
        """Answer a player who does not know what to do."""
        if seat is None:
            raise CommandRefused("not-allowed")
        if isinstance(request, Why):
            reason = self.room.why_not(self.person, seat, request.about)
            return Because(id=request.id, about=request.about, message=reason)
        if self._hints.used:
            raise CommandRefused("hint-under-way")
        with self._hints.reserve():
            advice = await self.room.hint(self.person, seat)
        return Hinted(id=request.id, move=advice.move, why=advice.why, chance=advice.chance, level=advice.level)

    # --- the time for calls ---

    def _resume_timing(self, subscription: Subscription) -> None:
        """A card that is sent again is not new: its time keeps running."""
        now = self._clock.monotonic()
        self._line.resume(subscription.seat, now - self.room.card_age(subscription.seat), now)

    def _start_timing(self, number: int, seat: int | None) -> None:
        """The time for a call runs from here, unless it runs already (RULEBOOK §4). The ping goes out either way: it
        must not tell which."""
        now, ping = self._clock.monotonic(), self._ping()
        if self.room.table.is_new(number, seat):
            self._line.start(seat, number, ping, now)
        else:
            self._line.pings.send(ping, now)

    def _is_call(self, command: TableRequest) -> bool:
        return isinstance(command, MakeMove) and command.move.strip().lower() in self.room.table.game.grammar.calls

    def _pause_calls(self, now: float) -> None:
        """A wrong call that costs nothing else costs a pause, unless somebody else's call was just a little quicker."""
        table = self.room.table
        last = table.history[-1].entry if table.history else None
        calls = table.game.grammar.calls
        if isinstance(last, PlayedEntry) and (last.seat is None or last.move in calls):
            return
        stopwatch, pause = self.room.stopwatches.find(self.person), table.settings.wrong_pause_ms
        if not table.settings.calm:
            stopwatch.paused_until = now + pause / 1_000
        elif pause:
            stopwatch.paused_at = table.number

    def _check_call(self, seat: int | None, arrived_at: float) -> Reaction | None:
        """Refuse a call during a pause. Elsewhere than at a calm table, measure how quick it was."""
        stopwatch, table = self.room.stopwatches.find(self.person), self.room.table
        if table.settings.calm:
            if stopwatch.paused_at is not None and table.waits_for_turn(seat, stopwatch.paused_at):
                raise CommandRefused("calm-pause")
            return None
        if arrived_at < stopwatch.paused_until:
            raise CommandRefused("call-pause")
        reaction = self._line.measure(seat, arrived_at)
        if reaction is None:  # on its way before its sender can have seen the card that lies there now
            raise CommandRefused("too-late")
        return reaction

    # --- what goes out ---

    def _deliver(self, sent: Notification) -> None:
        """Send what has happened at the table."""
        self._send(sent.payload if isinstance(sent, Update) else answers.encode(sent))
        if isinstance(sent, Update) and sent.card and self._subscription:
            self._start_timing(sent.number, self._subscription.seat)
        if isinstance(sent, Dismissed):
            self._dismissal = asyncio.create_task(self._dismiss())

    async def _dismiss(self) -> None:
        """Disconnect a client that may no longer watch, after answering its pending requests."""
        if self._pending:
            await run_within(self._clock, CLOSE_SECONDS, asyncio.wait([*self._pending]))
        self._flush()
        self.wire.drop(1008, "dismissed")

    def _refuse(self, id: str, error: ReihumError, wait_seconds: int = 0) -> None:
        self.service.telemetry.count_refusal(error.code)
        self._send_answer(make_refusal(id, error, wait_seconds))

    def _send_answer(self, answer: Answer) -> None:
        self._send(answers.encode(answer))

    def _send(self, payload: bytes) -> None:
        """Send something, to spectators a little later where speed decides; the order stays."""
        if self._watches_calls():
            self._delayed.append(payload)
            self._clock.call_later(SPECTATOR_SECONDS, self._send_delayed)
        else:
            self._flush()
            self._send_now(payload)

    def _watches_calls(self) -> bool:
        table, subscription = self.room.table, self._subscription
        has_seat = (self._seat if subscription is None else subscription.seat) is not None
        return not has_seat and table.state is not None and bool(table.game.grammar.calls) and not table.settings.calm

    def _send_delayed(self) -> None:
        if self._delayed:
            self._send_now(self._delayed.popleft())

    def _flush(self) -> None:
        while self._delayed:
            self._send_delayed()

    def _send_now(self, payload: bytes) -> None:
        if self.wire.send_text(payload):
            self.service.telemetry.messages_out += 1
