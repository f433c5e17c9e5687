"""A room runs one table: it takes commands one after another, writes what follows, then tells everybody (DESIGN §6)."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from msgspec import Struct, field

from reihum.bots.review.decisions import Advice
from reihum.host.attendance import Attendance
from reihum.host.bot_runner import BotRunner
from reihum.host.clock import Clock, get_date
from reihum.host.driver import RETRY_SECONDS, Driver
from reihum.host.fair_queue import NOBODY, WorkShare
from reihum.host.notices import Notice, find_notices, ignore_notice
from reihum.host.subscriptions import Deliver, Subscription, Subscriptions
from reihum.host.timing.stopwatches import Stopwatches
from reihum.host.workers import Executor, InlineExecutor
from reihum.messages import Message
from reihum.store.log import Conflict, Log
from reihum.tables import entries
from reihum.tables.arbiter import Reaction
from reihum.tables.commands import Command, make_checksum
from reihum.tables.decisions import IncomingCommand, decide, join, refuse_when_full
from reihum.tables.draft import Draft
from reihum.tables.listings import changes_listing, make_listing
from reihum.tables.refusals import CommandRefused, HeldBack
from reihum.tables.table import Table, VisibleEntry, make_record
from reihum.tables.updates import Dismissed, Snapshot, make_snapshot, make_updates

Decide: TypeAlias = Callable[[Draft], None]
"""Adds to a draft what is to happen, on the table as it is then."""


def ignore_append(seconds: float, moves: int) -> None:
    """Nobody counts."""


class RoomServices(Struct, kw_only=True):
    """What a room depends on. ``alone``: no other process writes to the same log. ``on_finished`` is called with a
    table whose match is over, ``on_notice`` with what a person who is not connected should know, ``on_append`` with the
    seconds that an append took and the number of moves in it. ``executor`` runs what takes long.
    ``max_people`` is the number of people at a table, ``max_entries`` that of entries in a day besides the play, or
    0."""

    log: Log
    clock: Clock
    bots: BotRunner
    entropy: Callable[[int], bytes]
    process: str
    alone: bool
    on_finished: Callable[[Table], None]
    on_notice: Callable[[Notice], None] = ignore_notice
    on_append: Callable[[float, int], None] = ignore_append
    executor: Executor = field(default_factory=InlineExecutor)
    max_people: int = 0
    max_entries: int = 0


class Room:
    """A table in memory. Memory is a cache of the log: when another process has written, the log is read again."""

    def __init__(self, table: Table, services: RoomServices) -> None:
        self.table = table
        self.services = services
        self.subscriptions = Subscriptions()
        self.idle_since = services.clock.monotonic()
        self.stacked: list[str] = []
        """Decks for the next deals. Only programs that run the host themselves can give any."""
        self.stopwatches = Stopwatches(self.subscriptions, services.clock)
        self.rematching = asyncio.Lock()
        """Held while the rematch is made."""
        self._record = (0, "")
        """The number of the last entry in the last record that was made, and that record."""
        self._recording = asyncio.Lock()
        self._one_by_one = asyncio.Lock()
        self._driver = Driver(self)
        self.attendance = Attendance(self, self._driver)
        self._tasks: set[asyncio.Task[int]] = set()
        self._closed = False

    # --- commands ---

    async def handle(self, person: str, seat: int | None, command: Command, reaction: Reaction | None = None) -> int:
        """Carry a command out and return the number after it. The command is on disk when this returns. A repeated
        command is not carried out again. Nobody should cancel the task that waits here: others would hear of the
        command only with the next one."""
        while True:
            incoming = IncomingCommand(
                person=person,
                seat=seat,
                command=command,
                reaction=reaction,
                pause_over=self._driver.pause_left() <= 0,
                deck=self.stacked[0] if self.stacked else None,
            )
            try:
                return await self._carry_out(partial(self._decide, incoming=incoming), person, command)
            except HeldBack:
                await self.services.clock.sleep(max(self._driver.pause_left(), RETRY_SECONDS))
                self._check_running()

    def _decide(self, draft: Draft, incoming: IncomingCommand) -> None:
        decide(draft, incoming)
        self._check_activity(draft, incoming.command)

    def _check_activity(self, draft: Draft, command: Command | None = None) -> None:
        """Refuse what is not play if there was much of it today."""
        if draft.table.activity is not self.table.activity:
            draft.table.activity.check(self.services.max_entries, draft.person, command)

    def _check_running(self) -> None:
        """Refuse to wait for a verdict that never comes: calls are judged only while somebody is connected."""
        if self._closed or (self.table.calls and not self.subscriptions):
            raise CommandRefused("nobody-here")

    async def join(self, person: str, name: str, key: str = "", sit: bool = False) -> int:
        """Come to the table as a guest, with its key or because it is open; see ``decisions.join``."""

        def decide(draft: Draft) -> None:
            refuse_when_full(draft.table, person, self.services.max_people)
            join(draft, person, name, self.invites(key), sit)
            self._check_activity(draft)

        return await self.carry_out(decide, person)

    async def carry_out(self, decide: Decide, person: str = "", command: Command | None = None) -> int:
        """Write what is decided on the table as it is then, and tell everybody; returns the number after it."""
        task = asyncio.create_task(self._carry_out(decide, person, command))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)  # the caller may go away; the work is finished

    async def _carry_out(self, decide: Decide, person: str, command: Command | None) -> int:
        key, checksum = (command.id, make_checksum(command)) if command is not None else ("", "")
        async with self._one_by_one:
            while True:
                before = self.table.answer_to(person, key, checksum) if key else None
                if before is not None:
                    return before
                draft = Draft(self.table, self.services.clock.now(), self.services.entropy, person, key, checksum)
                decide(draft)
                if not draft.rows or self.table.closed:  # nothing happens at a closed table
                    return self.table.number
                try:
                    await self._commit(draft)
                except Conflict:
                    if not await self._refresh():
                        raise  # a broken store: there is nothing new to decide on
                    continue
                return self.table.number

    async def _commit(self, draft: Draft) -> None:
        """Write a draft, then go on with its table: what is in memory is never ahead of the log."""
        new = changes_listing(self.table, draft.table, draft.visible)
        begun = self.services.clock.monotonic()
        await self.services.log.append(self.table.id, draft.rows, make_listing(draft.table) if new else None)
        moves = sum(isinstance(item.entry, entries.PlayedEntry) for item in draft.visible)
        self.services.on_append(self.services.clock.monotonic() - begun, moves)
        before, self.table = self.table, draft.table
        self.table.remember(draft.visible, draft.person, draft.command, draft.checksum)
        if any(isinstance(item.entry, entries.DealtEntry) for item in draft.visible):
            del self.stacked[:1]
        self._driver.acts_first = True
        self._publish(draft.visible)
        if self.table.settings.pace == "days" or self.table.next is not before.next:
            for notice in find_notices(before, self.table, draft.visible, self.attendance.present()):
                self.services.on_notice(notice)

    async def refresh(self) -> None:
        """Read what another process has written."""
        async with self._one_by_one:
            await self._refresh()

    async def _refresh(self) -> bool:
        rows = await self.services.log.read(self.table.id, self.table.seq)
        if rows:
            items = self.table.follow(rows)
            self._driver.acts_first = False
            self._publish(items)
        return bool(rows)

    # --- what people see ---

    def invites(self, key: str) -> bool:
        """Whether this is the table's word of invitation."""
        return hmac.compare_digest(key.encode(), self.table.key.encode())

    def may_watch(self, person: str, key: str = "") -> bool:
        """Whether somebody may look at the table."""
        table = self.table
        return person not in table.banned and (table.settings.open or person in table.people or self.invites(key))

    def _check_watching(self, person: str, key: str) -> None:
        if not self.may_watch(person, key):
            raise CommandRefused("not-allowed")

    def check_perspective(self, person: str, seat: int | None) -> None:
        """Refuse to look from a seat of somebody else."""
        if seat is not None and seat not in self.table.seats_of(person):
            raise CommandRefused("not-allowed")

    def check_connected(self, subscription: Subscription) -> None:
        """Refuse to show anything over a connection that was dismissed."""
        if subscription not in self.subscriptions:
            raise CommandRefused("not-allowed")

    async def connect(
        self,
        person: str,
        seat: int | None,
        deliver: Deliver,
        after: int | None = None,
        key: str = "",
        screen: bool = False,
        address: str = "",
    ) -> Subscription:
        """Connect. ``deliver`` gets the updates after number ``after`` without gap or repetition, or a snapshot if
        memory does not reach back to it, and from then on everything that happens, as that seat may know it. A
        spectator who has only the ``key`` may look on while it is the table's key."""
        if after is not None and after > self.table.number:
            await self.refresh()
        self._check_watching(person, key)  # from here on there is no await, so nothing happens in between
        self.check_perspective(person, seat)
        missed = None if after is None else self._find_missed(after)
        if missed is None:
            deliver(self.snapshot(person, seat))
        else:
            for update in make_updates(self.table, missed, (seat,), whole=True)[seat]:
                deliver(update)
        subscription = Subscription(self, person, seat, deliver, key, screen, address)
        self.subscriptions.add(subscription)
        self.attendance.update(subscription)
        self._driver.on_arrival(person)
        return subscription

    def _find_missed(self, after: int) -> list[VisibleEntry] | None:
        if not 0 <= after <= self.table.number:
            raise CommandRefused("number", expected=f"0 … {self.table.number}", got=after)
        return self.table.since(after)

    def detach(self, subscription: Subscription) -> None:
        """Remove a connection that is gone."""
        self.subscriptions.remove(subscription)
        self.touch()
        self.attendance.update()
        self._driver.on_departure(subscription.person)

    def snapshot(self, person: str, seat: int | None) -> Snapshot:
        """The whole table as a person sees it now from a seat."""
        self.check_perspective(person, seat)
        return make_snapshot(self.table, person, seat, self.attendance.presence())

    def why_not(self, person: str, seat: int | None, card_or_move: str) -> Message | None:
        """Why a card or a move of a person's seat is not possible now; None if it is."""
        self.check_perspective(person, seat)
        state = self.table.state
        if seat is None or state is None:
            raise CommandRefused("no-round")
        return state.why_not(seat, card_or_move)

    def card_age(self, seat: int | None) -> float:
        """For how many seconds a seat has seen what it may react to with a call now."""
        shown = (item.entry.at_ms for item in reversed(self.table.history) if seat in item.new_to)
        now = self.services.clock.now()
        return max(0, now - next(shown, now)) / 1_000

    async def hint(self, person: str, seat: int | None) -> Advice:
        """What an expert would do now at a person's seat. Only for a person who plays against bots alone."""
        self.check_perspective(person, seat)
        state = self.table.state
        if seat is None or state is None:
            raise CommandRefused("no-round")
        if any(other.person not in ("", person) for other in self.table.seats):
            raise CommandRefused("no-hints")
        if self.table.settings.daily:
            raise CommandRefused("daily")
        if seat not in state.to_act:
            raise CommandRefused("not-your-turn", seat=seat, players=state.to_act)
        return await self._driver.advise(seat, state)

    async def record(self, share: WorkShare = NOBODY) -> str:
        """The record of the match, up to its last finished round. Making it takes long, so the executor does it, and
        only if something was written since the last time."""
        if self.table.settings.daily >= get_date(self.services.clock.now()):
            raise CommandRefused("daily-record")
        async with self._recording:
            seq, found = self._record
            if await self.services.log.read(self.table.id, seq):
                rows = await self.services.log.read(self.table.id)
                found = await self.services.executor.run(make_record, self.table.id, rows, share=share)
                self._record = rows[-1].seq, found
        if not found:
            raise CommandRefused("no-record")
        return found

    def _publish(self, items: Sequence[VisibleEntry]) -> None:
        by_seat: dict[int | None, list[Subscription]] = {}
        for subscription in self.subscriptions:
            by_seat.setdefault(subscription.seat, []).append(subscription)
        updates = make_updates(self.table, items, by_seat)
        for seat, subscriptions in by_seat.items():
            for update in updates[seat]:
                for subscription in subscriptions:
                    subscription.deliver(update)
        if any(not isinstance(item.entry, entries.PlayedEntry) for item in items):
            self._reseat(items)
        if any(isinstance(item.entry, entries.JoinedEntry | entries.LeftEntry) for item in items):
            self.attendance.update()
        self._driver.update(items)
        if any(isinstance(item.entry, entries.FinishedEntry) for item in items):
            self.services.on_finished(self.table)

    def _reseat(self, items: Sequence[VisibleEntry]) -> None:
        """Move connections to other perspectives. A person who has lost a seat becomes a spectator; one who has taken
        a first seat looks from there; one who may not look on any more is dismissed. Guests get a new key."""
        arrived = {item.entry.person for item in items if isinstance(item.entry, entries.SeatedEntry)}
        left = [item.entry for item in items if isinstance(item.entry, entries.LeftEntry)]
        gone, rekeyed = {entry.person for entry in left}, any(entry.key for entry in left)
        for subscription in self.subscriptions:
            own = self.table.seats_of(subscription.person)
            if not self.may_watch(subscription.person, "" if subscription.person in gone else subscription.key):
                self._dismiss(subscription)
            elif subscription.seat is not None and subscription.seat not in own:
                subscription.deliver(subscription.look(None))
            elif subscription.seat is None and subscription.person in arrived:
                subscription.deliver(subscription.look(own[0]))
            elif rekeyed and subscription.person in self.table.people:
                subscription.deliver(subscription.look(subscription.seat))

    def dismiss(self, person: str) -> None:
        """End all connections of a person."""
        for subscription in self.subscriptions:
            if subscription.person == person:
                self._dismiss(subscription)

    def dismiss_all(self) -> None:
        """End all connections."""
        for subscription in self.subscriptions:
            self._dismiss(subscription)

    def _dismiss(self, subscription: Subscription) -> None:
        subscription.deliver(Dismissed())
        self.detach(subscription)

    # --- its end ---

    def wake(self) -> None:
        """Let the table go on, though nobody may be connected: something is due."""
        self._driver.update()

    def touch(self) -> None:
        """Restart the idle time: somebody uses the room, or has used it until now."""
        self.idle_since = self.services.clock.monotonic()

    @property
    def busy(self) -> bool:
        """Whether anybody is connected or anything is being written."""
        return bool(self.subscriptions) or bool(self._tasks) or self._one_by_one.locked()

    async def close(self) -> None:
        """Stop bots and clocks, and finish what was begun."""
        self._closed = True
        self._driver.stop()
        if self._tasks:
            await asyncio.wait(self._tasks)
        async with self._one_by_one:
            pass

    async def release(self) -> None:
        """Close a room that nobody uses, and free its memory at once: a server seldom collects garbage."""
        await self.close()
        await asyncio.sleep(0)  # the jobs end
        self._driver.release()
        self.attendance.release()
