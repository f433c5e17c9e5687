"""A table in play: takes commands one after another, writes down what follows, then tells everybody (DESIGN §6)."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from msgspec import Struct, field

from reihum.bots.review.decisions import Advice
from reihum.host.clock import Clock
from reihum.host.driver import Driver
from reihum.host.links import Link, Links, Sink
from reihum.host.thinking import Thinking
from reihum.host.workers import Inline, Working
from reihum.messages import Message
from reihum.store.log import Conflict, Log
from reihum.tables import entries
from reihum.tables.arbiter import Reaction
from reihum.tables.commands import Command
from reihum.tables.decisions import CommandRefused, HeldBack, IncomingCommand, decide, join
from reihum.tables.draft import Draft
from reihum.tables.listings import listing
from reihum.tables.table import Table, VisibleEntry, load_table, make_record
from reihum.tables.updates import Dismissed, Presence, Snapshot, snapshot, updates

HELD = 0.05
"""So many seconds later a move that was held back is tried again, at the earliest."""

Decide: TypeAlias = Callable[[Draft], None]
"""Adds to a draft what is to happen, on the table as it is then."""


class Done(Struct, frozen=True):
    """A command was carried out: everything up to this number includes it."""

    number: int


class Means(Struct, frozen=True):
    """What a room works with. ``alone``: no other process writes to the same log. ``finished`` hears of tables
    whose match is over. ``working`` does what takes long."""

    log: Log
    clock: Clock
    thinking: Thinking
    entropy: Callable[[int], bytes]
    process: str
    alone: bool
    finished: Callable[[Table], None]
    working: Working = field(default_factory=Inline)


class Room:
    """A table that is loaded. Memory is a cache of the log: whenever somebody else has written, it is read again."""

    def __init__(self, table: Table, means: Means) -> None:
        self.table = table
        self.means = means
        self.links = Links()
        self.idle_since = means.clock.monotonic()
        self.stacked: list[str] = []
        """Decks for the next deals; only programs that hold the host itself can give any."""
        self.rematching = asyncio.Lock()
        """Held while the table is made that goes on from here."""
        self._told: tuple[str, ...] = ()
        """Who is connected, as everybody here has last been told."""
        self._record = (0, "")
        """The last record that was asked for, and the last entry it was made from."""
        self._recording = asyncio.Lock()
        self._one_by_one = asyncio.Lock()
        self._driver = Driver(self)
        self._tasks: set[asyncio.Task[int]] = set()
        self._closed = False

    # --- commands ---

    async def handle(self, person: str, seat: int | None, command: Command, reaction: Reaction | None = None) -> Done:
        """Carry a command out; it is on disk when this returns. A repeated one is not carried out again."""
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
                return Done(await self.carry_out(partial(decide, incoming=incoming), person, command.id))
            except HeldBack:
                await self.means.clock.sleep(max(self._driver.pause_left(), HELD))
                self._check_going_on()

    def _check_going_on(self) -> None:
        """Refuse to wait for what never comes: calls are judged while somebody is connected."""
        if self._closed or (self.table.calls and not self.links):
            raise CommandRefused("nobody-here")

    async def join(self, person: str, name: str, key: str = "") -> Done:
        """Come to the table as a guest. Who has the key is invited."""
        return Done(await self.carry_out(lambda draft: join(draft, person, name, self.invites(key)), person))

    async def carry_out(self, decide: Decide, person: str = "", command: str = "") -> int:
        """Write down what is decided on the table as it is then, and tell everybody; gives the number after it."""
        task = asyncio.create_task(self._carry_out(decide, person, command))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)  # who asked may go away; what was begun is finished

    async def _carry_out(self, decide: Decide, person: str, command: str) -> int:
        async with self._one_by_one:
            while True:
                before = self.table.answered(person, command) if command else None
                if before is not None:
                    return before
                draft = Draft(self.table, self.means.clock.now(), self.means.entropy, person, command)
                decide(draft)
                if not draft.rows:
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
        await self.means.log.append(self.table.id, draft.rows, listing(draft.table, draft.items))
        self.table = draft.table
        if any(isinstance(item.entry, entries.DealtEntry) for item in draft.items):
            del self.stacked[:1]
        self._driver.own = True
        self._publish(draft.items)

    async def refresh(self) -> None:
        """Read what another process has written."""
        async with self._one_by_one:
            await self._refresh()

    async def _refresh(self) -> bool:
        rows = await self.means.log.read(self.table.id, self.table.seq)
        if rows:
            items = self.table.follow(rows)
            self._driver.own = False
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
        """Refuse to look from a seat that is not an own one."""
        if seat is not None and seat not in self.table.seats_of(person):
            raise CommandRefused("not-allowed")

    def check_connected(self, link: Link) -> None:
        """Refuse to show anything to whoever was dismissed."""
        if link not in self.links:
            raise CommandRefused("not-allowed")

    async def connect(self, person: str, seat: int | None, sink: Sink, after: int | None = None, key: str = "") -> Link:
        """Connect: the sink gets the whole as it stands now, or what was missed behind number ``after`` – no gap, no
        repetition –, and from then on all that happens, as that seat may know it. Who may look on by the ``key`` alone
        may do so for as long as it is the table's."""
        if after is not None and after > self.table.number:
            await self.refresh()
        past = await self._past(after)
        self._check_watching(person, key)  # from here on nothing else can happen in between
        self.check_perspective(person, seat)
        if after is None:
            sink(self.snapshot(person, seat))
        else:
            for update in updates(self.table, self._missed(after, past), seat, whole=True):
                sink(update)
        link = Link(self, person, seat, sink, key)
        self.links.add(link)
        self.presence_changed(link)
        self._driver.came(person)
        return link

    async def _past(self, after: int | None) -> list[VisibleEntry]:
        """All that has ever happened, if memory does not reach back far enough."""
        if after is None or not 0 <= after <= self.table.number or self.table.since(after) is not None:
            return []
        rows = await self.means.log.read(self.table.id)
        return (await asyncio.to_thread(load_table, self.table.id, rows, True)).items

    def _missed(self, after: int, past: Sequence[VisibleEntry]) -> list[VisibleEntry]:
        if not 0 <= after <= self.table.number:
            raise CommandRefused("number", expected=f"0 … {self.table.number}", got=after)
        known = self.table.since(after)
        if known is None:
            old = [item for item in past if after < item.number <= self.table.number]
            known = [*old, *(self.table.since(old[-1].number) or ())]
        return known

    def detach(self, link: Link) -> None:
        """A connection is gone."""
        self.links.remove(link)
        self.wanted()
        self.presence_changed()
        self._driver.went(link.person)

    def snapshot(self, person: str, seat: int | None) -> Snapshot:
        """Everything as it stands now."""
        self.check_perspective(person, seat)
        return snapshot(self.table, person, seat, self.present())

    def why_not(self, person: str, seat: int | None, card_or_move: str) -> Message | None:
        """Why a card or a move of an own seat does not go now; None if it does."""
        self.check_perspective(person, seat)
        state = self.table.state
        if seat is None or state is None:
            raise CommandRefused("no-round")
        return state.why_not(seat, card_or_move)

    def card_age(self, seat: int | None) -> float:
        """For how many seconds a seat could see what there is to react to with a call now."""
        shown = (item.entry.at for item in reversed(self.table.items) if seat in item.new)
        now = self.means.clock.now()
        return max(0, now - next(shown, now)) / 1_000

    async def hint(self, person: str, seat: int | None) -> Advice:
        """What an expert would do now at an own seat. Only for somebody who plays against bots alone."""
        self.check_perspective(person, seat)
        state = self.table.state
        if seat is None or state is None:
            raise CommandRefused("no-round")
        if any(other.person not in ("", person) for other in self.table.seats):
            raise CommandRefused("no-hints")
        if seat not in state.to_act:
            raise CommandRefused("not-your-turn", seat=seat, players=state.to_act)
        return await self._driver.advise(seat, state)

    def present(self) -> tuple[str, ...]:
        """Everybody who is connected, here or elsewhere."""
        return self.links.present(self.means.clock.monotonic())

    def presence_changed(self, arrived: Link | None = None) -> None:
        """Somebody has come or gone: tell everybody who is connected now if it is somebody else than before, and
        whoever has just arrived in any case."""
        if self.present() != self._told:
            self._tell_presence()
        elif arrived is not None:
            arrived.sink(Presence(self._told))
        if not self.means.alone:
            self._announce()

    def _tell_presence(self) -> None:
        self._told = self.present()
        for link in self.links:
            link.sink(Presence(self._told))

    def _announce(self) -> None:
        """Tell the other processes who is connected here."""
        note = self.links.told(self.means.process)
        self._driver.spawn(self.means.log.announce(self.table.id, note))

    def heard(self, note: bytes) -> None:
        """Another process tells who is connected there."""
        if self.links.heard(note, self.means.clock.monotonic()) and self.links:
            self._announce()  # a newcomer does not know who is here
        self._compare_presence()

    def _compare_presence(self) -> None:
        """Tell everybody if others are connected than a while ago."""
        before, now = {*self._told}, {*self.present()}
        if before != now:
            self._tell_presence()
        for person in before ^ now:
            (self._driver.came if person in now else self._driver.went)(person)

    def beat(self) -> None:
        """From time to time: tell the others, and notice who of them has fallen silent."""
        if self.links:
            self._announce()
            self._compare_presence()
            for person in {*self.table.people} - {*self.present()}:
                self._driver.went(person)

    async def record(self) -> str:
        """The record of the match, as far as it may be told. It takes long, so it is made elsewhere, and made again
        only if something was written since."""
        async with self._recording:
            seq, found = self._record
            if await self.means.log.read(self.table.id, seq):
                rows = await self.means.log.read(self.table.id)
                found = await self.means.working.ask(make_record, self.table.id, rows)
                self._record = rows[-1].seq, found
        if not found:
            raise CommandRefused("no-record")
        return found

    def _publish(self, items: Sequence[VisibleEntry]) -> None:
        by_seat: dict[int | None, list[Link]] = {}
        for link in self.links:
            by_seat.setdefault(link.seat, []).append(link)
        for seat, links in by_seat.items():
            for update in updates(self.table, items, seat):
                for link in links:
                    link.sink(update)
        if any(not isinstance(item.entry, entries.PlayedEntry) for item in items):
            self._reseat(items)
        self._driver.go_on(items)
        if any(isinstance(item.entry, entries.FinishedEntry) for item in items):
            self.means.finished(self.table)

    def _reseat(self, items: Sequence[VisibleEntry]) -> None:
        """Who has lost a seat looks on from outside; who has taken a first one looks from there; who may not even look
        on any more is dismissed. When the key is another, guests are told."""
        arrived = {item.entry.person for item in items if isinstance(item.entry, entries.SeatedEntry)}
        left = [item.entry for item in items if isinstance(item.entry, entries.LeftEntry)]
        gone, rekeyed = {entry.person for entry in left}, any(entry.key for entry in left)
        for link in self.links:
            own = self.table.seats_of(link.person)
            if not self.may_watch(link.person, "" if link.person in gone else link.key):
                self._dismiss(link)
            elif link.seat is not None and link.seat not in own:
                link.sink(link.look(None))
            elif link.seat is None and link.person in arrived:
                link.sink(link.look(own[0]))
            elif rekeyed and link.person in self.table.people:
                link.sink(link.look(link.seat))

    def dismiss(self, person: str) -> None:
        """End all connections of a person."""
        for link in self.links:
            if link.person == person:
                self._dismiss(link)

    def _dismiss(self, link: Link) -> None:
        link.sink(Dismissed())
        self.detach(link)

    # --- its end ---

    def wanted(self) -> None:
        """Somebody has the room in hand, or had until now: the time after which it may be let go begins anew."""
        self.idle_since = self.means.clock.monotonic()

    @property
    def busy(self) -> bool:
        """Whether somebody is connected, or something is being written."""
        return bool(self.links) or bool(self._tasks) or self._one_by_one.locked()

    async def close(self) -> None:
        """Finish what was begun; bots and clocks stop."""
        self._closed = True
        self._driver.stop()
        if self._tasks:
            await asyncio.wait(self._tasks)
