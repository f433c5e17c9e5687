"""The host: it makes, finds and keeps all tables of a store, its people and their circles."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Self

from msgspec.structs import replace

from reihum.errors import ReihumError
from reihum.host.admin import Admin
from reihum.host.bot_runner import BotProcesses, BotRunner
from reihum.host.circles import Circles
from reihum.host.clock import Clock, SystemClock
from reihum.host.daily import CircleWeek, DailyDeals, DailyView
from reihum.host.imports import Imports
from reihum.host.lasting import wake_tables
from reihum.host.lists import charge_nobody, check_store, find_tables, in_portions
from reihum.host.notices import Notice, ignore_notice
from reihum.host.open_tables import ANY_TABLE, OpenTableFilter, OpenTablePage, read_open_tables
from reihum.host.people import People
from reihum.host.quotas import NO_QUOTAS, QuotaCheck, Quotas
from reihum.host.rematch import choose_seats, choose_settings
from reihum.host.removals import Removals
from reihum.host.retention import DAY_MS, Retention, remove_old_tables
from reihum.host.room import Room, RoomServices
from reihum.host.transfers import Transfers
from reihum.host.workers import Executor, WorkerPool
from reihum.store.log import Log, StorageFailed
from reihum.tables import entries
from reihum.tables.admin_log import ADMIN_LOG
from reihum.tables.arbiter import Reaction
from reihum.tables.commands import Command, Leave, Rematch, Start
from reihum.tables.daily import LEVEL, PERSON_SEAT, Day
from reihum.tables.decisions import check_level, check_rematch, close_table, new_key
from reihum.tables.draft import Draft
from reihum.tables.keys import ID_LENGTH, TABLE, is_id, token
from reihum.tables.listings import Summary, read_summary
from reihum.tables.names import clean_name
from reihum.tables.refusals import CommandRefused
from reihum.tables.rounds import new_secret
from reihum.tables.seats import Seat
from reihum.tables.settings import Settings
from reihum.tables.table import Table, load_table

FORGOTTEN = "forgotten "
"""Starts the note that tells other processes to dismiss a person, whose id follows."""

HEARTBEAT_SECONDS = 5.0
"""The interval at which processes tell each other who is connected, and idle tables leave memory."""

IDLE_SECONDS = 60.0
"""How long a table stays in memory after the last person has left."""

ENTRIES_AT_ONCE = 25
"""The number of entries of a table that are replayed in the time of a request."""

MAX_RECORD_JOBS, MAX_ADDRESS_RECORD_JOBS = 16, 4
"""The number of records, replays and QR codes that may be made or wait at once, in all and for one address."""


class UnknownTable(ReihumError):
    """There is no such table."""


class Host:
    """The host of all tables of a log. Several hosts may share one log, if the log can be shared."""

    def __init__(
        self,
        log: Log,
        *,
        clock: Clock | None = None,
        bots: BotRunner | None = None,
        executor: Executor | None = None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        alone: bool = True,
        daily: str = "",
        make_expert_executor: Callable[[], Executor] = WorkerPool,
        quotas: Quotas = NO_QUOTAS,
    ) -> None:
        self.log = log
        self.clock = clock or SystemClock()
        self.entropy = entropy
        self.people = People(log, self.clock, entropy)
        self.transfers = Transfers(log, self.clock, entropy)
        self.admin = Admin(self)
        self.quotas = QuotaCheck(quotas, log, self.clock)
        self.circles = Circles(log, self.clock, entropy, self._find_table, self.quotas.check_circle)
        self.imports = Imports(log, self.clock, entropy, self.quotas.check_store)
        process = token(secrets.token_bytes, 12)
        self.services = RoomServices(
            log=log,
            clock=self.clock,
            bots=bots or BotProcesses(),
            entropy=entropy,
            process=process,
            alone=alone,
            on_finished=self._on_finished,
            on_notice=self._notify,
            executor=executor or WorkerPool(1, MAX_RECORD_JOBS, MAX_ADDRESS_RECORD_JOBS),
            max_people=quotas.guests,
            max_entries=quotas.table_entries,
        )
        self.daily = DailyDeals(log, self.clock, entropy, daily, make_expert_executor, self._spawn)
        self.on_notice: Callable[[Notice], None] = ignore_notice
        """Brings notices to people who are not connected."""
        self.rooms: dict[str, Room] = {}
        self.removals = Removals(log, self.clock, self._has_open, alone)
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(cls, log: Log, **how: object) -> Self:
        """A running host: it hears what other processes write, and has a heartbeat."""
        host = cls(log, **how)  # type: ignore[arg-type]
        log.watch(host._on_append, host._on_missed)
        log.hear(host._on_note)
        host._spawn(host.admin.refresh())
        host._spawn(host._beat())
        host._spawn(check_store(log))
        host._spawn(wake_tables(log, host.clock, host.room, host.rooms, host.quotas.quotas.unwatched_tables))
        return host

    async def close(self) -> None:
        """Finish everything that was begun."""
        for task in self._tasks:
            task.cancel()
        try:
            await asyncio.gather(*(room.close() for room in self.rooms.values()))
        finally:  # also if that takes too long: nobody waits for bots any more
            self.services.bots.close()
            self.services.executor.close()
        await self.log.close()

    # --- tables ---

    async def create(self, person: str, name: str, settings: Settings, *, seat: int | None = 0, fill: str = "") -> Room:
        """Make a table. Its maker takes a seat, or none; bots of the level ``fill`` take the others."""
        game = settings.check()
        if settings.daily or settings.youngest:
            raise CommandRefused("not-allowed")
        if settings.circle:
            await self.circles.find_for_member(person, settings.circle)
        seats = [Seat(level=check_level(game.facts, fill)) if fill else Seat()] * settings.seats
        if seat is not None:
            game.check_seat(seat)
            seats[seat] = Seat(person=person, name=clean_name(name))
        room = await self._make(person, {person: clean_name(name)}, settings, seats)
        await self.circles.note_table(room.table)
        if settings.circle:
            for member in (await self.circles.find_for_member(person, settings.circle)).people:
                if member != person:
                    self.on_notice(Notice(member, settings.circle, "invitation"))
        return room

    async def _make(
        self, maker: str, people: dict[str, str], settings: Settings, seats: list[Seat], promised: str = ""
    ) -> Room:
        """Make a table; ``promised`` is the secret of its first round, if it is not a fresh one."""
        await self.quotas.check_table(maker)
        rules = settings.check().facts.rules_version
        key, secret = new_key(self.entropy), promised or new_secret(self.entropy)

        def make(draft: Draft) -> None:
            at_ms = draft.at_ms
            draft.add(entries.CreatedEntry(at_ms=at_ms, settings=settings, key=key, rules=rules))
            for person, name in people.items():
                draft.add(entries.JoinedEntry(at_ms=at_ms, person=person, name=name))
            for number, seat in enumerate(seats):
                if seat.person:
                    draft.add(entries.SeatedEntry(at_ms=at_ms, seat=number, person=seat.person, name=seat.name))
                elif seat.level:
                    draft.add(entries.BotSeatedEntry(at_ms=at_ms, seat=number, level=seat.level, chosen=seat.chosen))
            draft.add(entries.PromisedEntry(at_ms=at_ms, round=0, secret=secret))

        room = Room(Table(TABLE + token(self.entropy, ID_LENGTH)), self.services)
        await room.carry_out(make, maker)
        self.rooms[room.table.id] = room
        return room

    async def room(self, table: str, before_batch: Callable[[], None] = charge_nobody) -> Room:
        """A table by its id. It stays in memory for a while, so that people can connect to it. Loading it has a price
        by its length, which is known afterwards: a person who is refused then finds it in memory the next time."""
        if table in self.rooms:
            self.rooms[table].touch()
            return self.rooms[table]
        if table in self._loading:
            return await asyncio.shield(self._loading[table])
        before_batch()
        self._loading[table] = asyncio.ensure_future(self._load(table))
        self._loading[table].add_done_callback(lambda _: self._loading.pop(table))
        room = await asyncio.shield(self._loading[table])
        for _ in range(room.table.seq // ENTRIES_AT_ONCE):
            before_batch()
        return room

    async def _load(self, table: str) -> Room:
        is_readable = is_id(table, TABLE) and not self.removals.is_closed(table)
        rows = await self.log.read(table) if is_readable else []
        if not rows:
            raise UnknownTable("unknown-table", got=table)
        loaded = await asyncio.to_thread(load_table, table, rows)  # a long log must not block the event loop
        room = self.rooms.setdefault(table, Room(loaded, self.services))
        await room.refresh()
        room.touch()
        return room

    async def find_room(
        self, table: str, person: str, key: str = "", before_batch: Callable[[], None] = charge_nobody
    ) -> Room:
        """A table by its id, if this person may look at it. An outsider cannot tell a closed table from one
        that does not exist."""
        room = await self.room(table, before_batch)
        if not room.may_watch(person, key):
            raise UnknownTable("unknown-table", got=table)
        return room

    def _has_open(self, table: str) -> bool:
        return table in self.rooms or table in self._loading

    async def handle(
        self, room: Room, person: str, seat: int | None, command: Command, reaction: Reaction | None = None
    ) -> int:
        """Carry a command out at a table and return the number after it; a rematch makes another table."""
        if isinstance(command, Rematch):
            return await self._rematch(room, person, command)
        settings = room.table.settings
        if isinstance(command, Start) and settings.circle and settings.asks_for_youngest:
            return await self._start(room, person, seat, command)
        return await room.handle(person, seat, command, reaction)

    async def _start(self, room: Room, person: str, seat: int | None, command: Start) -> int:
        """Begin a match of a circle, where the youngest player begins. The circle remembers who that is."""
        if command.youngest is not None:
            number = await room.handle(person, seat, command)
            await self.circles.note_youngest(room.table, command.youngest)
            return number
        return await room.handle(person, seat, replace(command, youngest=await self.circles.find_youngest(room.table)))

    async def list_open_tables(
        self, wanted: OpenTableFilter = ANY_TABLE, after: str = "", before_batch: Callable[[], None] = charge_nobody
    ) -> OpenTablePage:
        """A page of the open tables that are wanted."""
        return await read_open_tables(self.log, wanted, after, self.admin.state.hidden, before_batch)

    async def tables_of(self, person: str, limit: int = 100) -> list[Summary]:
        """The tables of a person, the newest first."""
        found = await find_tables(self.log, person=person, limit=limit)
        return [read_summary(listing, person) async for _, listing in in_portions(found)]

    async def let_go(self, table: str, person: str) -> None:
        """Take a table off a person's list: they leave it."""
        room = await self.room(table)
        if person not in room.table.people:
            raise UnknownTable("unknown-table", got=table)
        await room.handle(person, None, Leave(id=token(self.entropy, ID_LENGTH)))

    async def drop_room(self, table: str) -> None:
        """Take a table that is to be removed out of memory, and end all connections to it."""
        room = self.rooms.pop(table)
        room.dismiss_all()
        await asyncio.sleep(0)  # the other processes are told who has gone
        await room.close()

    async def _find_table(self, table: str) -> Table:
        return (await self.room(table)).table

    async def _rematch(self, room: Room, person: str, command: Rematch) -> int:
        async with room.rematching:  # several people may tap at the same moment
            table = room.table
            if table.next is not None:
                return table.number
            check_rematch(table, person)
            waiting = [
                guest for guest in table.people if guest in room.attendance.present() and not table.seats_of(guest)
            ]
            settings = choose_settings(table, command, len(waiting))
            new = await self._make(person, {**table.people}, settings, choose_seats(table, settings, waiting))
            number = await room.carry_out(lambda draft: _follow(draft, new.table), person, command)
            if room.table.next and room.table.next.table == new.table.id:
                await self.circles.note_table(new.table)
            else:  # another process was faster
                await new.carry_out(close_table)
            return number

    async def forget(self, person: str) -> None:
        """Forget a person's secret and end their connections. Tables stay as they are."""
        await self.people.forget(person)
        self.dismiss(person)
        if not self.services.alone:
            self._spawn(self.log.announce(FORGOTTEN + person, b""))

    def dismiss(self, person: str) -> None:
        """End all connections of a person to this process."""
        for room in self.rooms.values():
            room.dismiss(person)

    async def remove_old_tables(self, retention: Retention) -> int:
        """Remove the tables and circles whose time is up, by a clock that does not jump; returns their number."""
        now = await self.people.now()
        removed = await remove_old_tables(self.log, retention, now, self.removals)
        if retention.circle_days:
            removed += await self.circles.remove_old(now - retention.circle_days * DAY_MS)
        return removed

    # --- the daily deal ---

    async def play_daily(self, person: str, name: str) -> Room:
        """The table of a person's try at today's deal."""
        day = await self.daily.open_today()
        table = day.tables.get(person) or await self._begin_daily(day, person, clean_name(name))
        room = await self.room(table)
        if person not in room.table.people:
            raise CommandRefused("daily-left")
        if room.table.match is None:
            await room.handle(person, PERSON_SEAT, Start(id="daily"))
        return room

    async def _begin_daily(self, day: Day, person: str, name: str) -> str:
        settings = day.make_settings()
        seats = [Seat(level=LEVEL)] * settings.seats
        seats[PERSON_SEAT] = Seat(person=person, name=name)
        new = await self._make(person, {person: name}, settings, seats, day.opened.secret)
        table = await self.daily.add_try(day, person, new.table.id)
        if table != new.table.id:  # another request was faster
            await new.carry_out(close_table)
        return table

    async def view_daily(self, person: str) -> DailyView:
        """The daily deals of the last days as a person sees them."""
        return await self.daily.view(person, self._find_table)

    async def view_circle_week(self, person: str, circle: str) -> CircleWeek:
        """The daily deals of the last days in a person's circle."""
        found = await self.circles.find_for_member(person, circle)
        return await self.daily.view_circle([*found.people])

    def _notify(self, notice: Notice) -> None:
        self.on_notice(notice)

    def _on_finished(self, table: Table) -> None:
        if table.settings.circle:
            self._spawn(self.circles.score(table))
        if table.settings.daily:
            self._spawn(self.daily.score(table))

    # --- other processes ---

    def _on_append(self, table: str, seq: int) -> None:
        if table == ADMIN_LOG:
            self._spawn(self.admin.refresh())
        room = self.rooms.get(table)
        if room is not None and seq > room.table.seq:
            self._spawn(room.refresh())

    def _on_missed(self) -> None:
        self._spawn(self.admin.refresh())
        for room in self.rooms.values():
            self._spawn(room.refresh())

    def _on_note(self, table: str, note: bytes) -> None:
        if self.removals.receive(table, note, lambda *told: self._spawn(self.log.announce(*told))):
            return
        if table.startswith(FORGOTTEN):
            self.dismiss(table.removeprefix(FORGOTTEN))
        elif table in self.rooms:
            self.rooms[table].attendance.receive_note(note)

    async def _beat(self) -> None:
        while True:
            await self.clock.sleep(HEARTBEAT_SECONDS)
            for table in [*self.rooms]:
                await self._look_after(table)

    async def _look_after(self, table: str) -> None:
        room = self.rooms.get(table)
        if room is not None and not self.services.alone:
            room.attendance.heartbeat()
        if room is not None and not room.busy and self.clock.monotonic() - room.idle_since > IDLE_SECONDS:
            await self.rooms.pop(table).release()

    def _spawn(self, work: Awaitable[object]) -> None:
        async def run() -> None:
            with suppress(StorageFailed):  # the store has said so in the log; what was missed is tried again
                await work

        task = asyncio.create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _follow(draft: Draft, new: Table) -> None:
    """Let a table lead to the one that goes on from it, unless it leads somewhere already."""
    if draft.table.next is None:
        draft.add(entries.FollowedEntry(at_ms=draft.at_ms, table=new.id, key=new.key, game=new.settings.game))
