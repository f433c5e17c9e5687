"""A host for tests: a log in memory that can fail, a clock that stands still until a test moves it, bots at once."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Coroutine, Sequence
from functools import wraps
from itertools import count
from typing import Any, ParamSpec

import msgspec
from msgspec.structs import replace

from reihum.bots import Call
from reihum.engine.bots import LEVELS
from reihum.host import Host, InlineBotRunner, InlineExecutor, Room
from reihum.host.bot_runner import BotQuestion
from reihum.host.circles import Circles
from reihum.host.daily import play_as_expert
from reihum.host.fair_queue import NOBODY, WorkShare
from reihum.host.quotas import NO_QUOTAS, Quotas
from reihum.host.subscriptions import Subscription
from reihum.host.workers import Executor
from reihum.store.log import Conflict, PersonRow, StorageFailed
from reihum.tables import commands
from reihum.tables.chain import StoredEntry
from reihum.tables.circles import CircleEntry, MatchScored, Score, TableOpened
from reihum.tables.daily import DailyResult
from reihum.tables.draft import Draft
from reihum.tables.listings import Listing, StoredSummary
from reihum.tables.rounds import play_moves
from reihum.tables.settings import Settings
from reihum.tables.updates import Notification, Snapshot, Update
from waiting import END_SECONDS

P = ParamSpec("P")


def awaited(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """An asynchronous test as one that pytest can run."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), END_SECONDS))

    return run


class StillTimer:
    """A call that a still clock makes when a test has moved it far enough."""

    def __init__(self, call: Callable[[], object]) -> None:
        self._call: Callable[[], object] | None = call

    def cancel(self) -> None:
        self._call = None

    def fire(self) -> None:
        """Make the call, unless it was cancelled."""
        if self._call is not None:
            self._call()


class StillClock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self._seconds = 1_000_000.0
        self._wrong = 0.0
        self.planned = 0
        """How many calls were planned so far."""
        self._timers: list[tuple[float, int, StillTimer]] = []

    def now(self) -> int:
        return round((self._seconds + self._wrong) * 1000)

    def monotonic(self) -> float:
        return self._seconds

    async def sleep(self, seconds: float) -> None:
        due: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def wake() -> None:
            if not due.cancelled():
                due.set_result(None)

        timer = self.call_later(seconds, wake)
        try:
            await due
        finally:
            timer.cancel()

    def call_later(self, seconds: float, call: Callable[[], object]) -> StillTimer:
        timer = StillTimer(call)
        heapq.heappush(self._timers, (self._seconds + seconds, self.planned, timer))
        self.planned += 1
        return timer

    def jump(self, seconds: float) -> None:
        """Let time pass without anybody noticing until later."""
        self._seconds += seconds

    def put(self, seconds: float) -> None:
        """Put the clock forward, or back, without time passing."""
        self._wrong += seconds

    async def forward(self, seconds: float) -> None:
        """Let time pass, and everything happen that happens meanwhile, in its order."""
        end = self._seconds + seconds
        await settled()
        while self._timers and self._timers[0][0] <= end:
            when, _, timer = heapq.heappop(self._timers)
            self._seconds = max(self._seconds, when)
            timer.fire()
            await settled()
        self._seconds = end


class PromptClock(StillClock):
    """A still clock at which everything that is due at once happens without a turn: bots that do not wait, for example.
    What is due later never happens, unless a test moves the clock."""

    def call_later(self, seconds: float, call: Callable[[], object]) -> StillTimer:
        if seconds > 0:
            return super().call_later(seconds, call)
        timer = StillTimer(call)
        asyncio.get_running_loop().call_soon(timer.fire)
        return timer


async def settled() -> None:
    """Let everything happen that can happen without time passing."""
    for _ in range(60):
        await asyncio.sleep(0)


class MemoryLog:
    """A log that forgets everything with the test. Several hosts may share it."""

    def __init__(self) -> None:
        self.rows: dict[str, list[StoredEntry]] = {}
        self.listings: dict[str, Listing] = {}
        self.people: dict[bytes, PersonRow] = {}
        self.failing = False
        self.free: int | None = None
        self.gate: asyncio.Event | None = None
        self._watchers: list[Callable[[str, int], None]] = []
        self._listeners: list[Callable[[str, bytes], None]] = []

    def shared(self) -> SharedLog:
        """The same log for another host."""
        return SharedLog(self)

    async def append(self, table: str, rows: Sequence[StoredEntry], listing: Listing | None = None) -> None:
        if self.gate is not None:
            await self.gate.wait()
        if self.failing:
            raise StorageFailed("storage", detail="planted")
        known = self.rows.setdefault(table, [])
        if rows and rows[0].seq != len(known) + 1:
            raise Conflict("conflict", table=table, seq=rows[0].seq)
        known += rows
        if listing is not None:
            self.listings[table] = listing

    async def read(self, table: str, after: int = 0) -> list[StoredEntry]:
        return self.rows.get(table, [])[after:]

    async def find_listings(
        self,
        *,
        open: bool | None = None,
        person: str | None = None,
        after: tuple[int, str] | None = None,
        limit: int = 100,
    ) -> list[tuple[str, Listing]]:
        newest = sorted(self.listings.items(), key=lambda item: (-item[1].changed_ms, item[0]))
        found = [
            (table, listing)
            for table, listing in newest
            if open in (None, listing.open) and (person is None or person in listing.people)
        ]
        seen = [(listing.changed_ms, table) for table, listing in found]
        return found[seen.index(after) + 1 if after in seen else 0 :][:limit]

    async def tables(self) -> list[str]:
        return sorted(self.rows)

    async def find_unchanged(
        self, kind: str, before_ms: int, after: tuple[int, str] | None = None, limit: int = 100
    ) -> list[tuple[str, Listing]]:
        oldest = sorted((listing.changed_ms, table) for table, listing in self.listings.items())
        found = [
            (at, table)
            for at, table in oldest
            if table.startswith(kind) and at < before_ms and (at, table) > (after or (-1, ""))
        ]
        return [(table, self.listings[table]) for _, table in found[:limit]]

    async def remove_table(self, table: str) -> None:
        self.rows.pop(table, None)
        self.listings.pop(table, None)

    async def count_tables(self) -> int:
        return len(self.listings)

    async def check_quickly(self) -> list[str]:
        return []

    async def count_people(self) -> int:
        return len(self.people)

    async def add_person(self, id: str, secret_hash: bytes, at_ms: int) -> None:
        self.people[secret_hash] = PersonRow(id, secret_hash, at_ms, at_ms)

    async def find_person(self, secret_hash: bytes) -> PersonRow | None:
        return self.people.get(secret_hash)

    async def replace_secret(self, id: str, secret_hash: bytes) -> None:
        rows = {key: row for key, row in self.people.items() if row.id != id}
        (row,) = [row for row in self.people.values() if row.id == id]
        self.people = rows | {secret_hash: replace(row, secret_hash=secret_hash)}

    async def touch_person(self, id: str, at_ms: int) -> None:
        self.people = {
            key: PersonRow(row.id, key, row.made_ms, max(at_ms, row.seen_ms)) if row.id == id else row
            for key, row in self.people.items()
        }

    async def last_visit(self) -> int | None:
        return max((row.seen_ms for row in self.people.values()), default=None)

    async def forget_person(self, id: str) -> bool:
        before, self.people = self.people, {key: row for key, row in self.people.items() if row.id != id}
        return len(self.people) < len(before)

    async def forget_unseen(self, before_ms: int) -> int:
        old = [key for key, row in self.people.items() if row.seen_ms < before_ms]
        for key in old:
            del self.people[key]
        return len(old)

    async def probe(self) -> None:
        if self.failing:
            raise StorageFailed("storage", detail="planted")

    def free_bytes(self) -> int | None:
        return self.free

    def count_outages(self) -> int:
        return int(self.failing)

    def watch(self, heard: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        """A host that has the log for itself hears nothing."""

    async def announce(self, table: str, note: bytes) -> None:
        """Nobody listens."""

    def hear(self, heard: Callable[[str, bytes], None]) -> None:
        """Nobody announces."""

    def open_snapshot(self) -> Any:
        raise NotImplementedError

    async def close(self) -> None:
        """Nothing is open."""


def list_copies(log: MemoryLog, table: str, count: int) -> None:
    """Fill the lists with open tables like this one."""
    listing = log.listings[table]
    stored = msgspec.json.decode(listing.data, type=StoredSummary)
    for number in range(count):
        copy = replace(stored, table=f"{table[:-4]}{number:04}", check="")
        log.listings[copy.table] = replace(listing, open=True, data=msgspec.json.encode(copy))


class SharedLog(MemoryLog):
    """A log that several hosts share: each hears what the others write and announce. ``deaf`` ones hear nothing."""

    def __init__(self, log: MemoryLog) -> None:
        self.__dict__ = {**log.__dict__}  # the same rows, listings, people and lists of who listens
        self.deaf = False
        self._heard: Callable[[str, int], None] | None = None
        self._noted: list[Callable[[str, bytes], None]] = []

    async def append(self, table: str, rows: Sequence[StoredEntry], listing: Listing | None = None) -> None:
        await super().append(table, rows, listing)
        for heard in self._watchers:
            if heard is not self._heard:
                heard(table, rows[-1].seq)

    def watch(self, heard: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        self._heard = lambda table, seq: None if self.deaf else heard(table, seq)
        self._watchers.append(self._heard)

    async def announce(self, table: str, note: bytes) -> None:
        for noted in self._listeners:
            if noted not in self._noted:
                noted(table, note)

    def hear(self, heard: Callable[[str, bytes], None]) -> None:
        self._noted.append(lambda table, note: None if self.deaf else heard(table, note))
        self._listeners.append(self._noted[-1])


class Quick(InlineBotRunner):
    """Somebody simple plays for the levels: a search may have to be compiled first, which takes longer than a test."""

    async def choose(self, question: BotQuestion) -> str:
        return await super().choose(_simple(question))

    async def call(self, question: BotQuestion) -> Call | None:
        return await super().call(_simple(question))


def _simple(question: BotQuestion) -> BotQuestion:
    return replace(question, level="sensible") if question.level in LEVELS else question


class QuickExpert(InlineExecutor):
    """An expert at the daily deal who does not have to think."""

    async def run(self, work: Callable[..., Any], *args: Any, share: WorkShare = NOBODY) -> Any:
        assert work is play_as_expert
        return DailyResult(3, 2)


class Guest:
    """Somebody at a table, with all that has come over the connection."""

    _ids = count(1)  # for all of them: the same person may come in at two doors

    def __init__(self, host: Host, id: str, secret: str) -> None:
        self.host = host
        self.id = id
        self.secret = secret
        self.got: list[Notification] = []

    async def connect(self, room: Room, seat: int | None = None, after: int | None = None) -> Subscription:
        """Connect to a table."""
        return await room.connect(self.id, seat, self.got.append, after)

    async def do(self, room: Room, kind: type[Any], *, at: int | None = None, **what: Any) -> int:
        """Give a command, with an id of its own."""
        command = kind(id=f"{self.id}-{next(self._ids)}", **what)
        return await self.host.handle(room, self.id, at, command)

    async def move(self, room: Room, seat: int, move: str, **how: Any) -> int:
        """Make a move."""
        command = commands.MakeMove(id=f"{self.id}-{next(self._ids)}", move=move)
        return await self.host.handle(room, self.id, seat, command, **how)

    @property
    def updates(self) -> list[Update]:
        """The happenings that have come."""
        return [sent for sent in self.got if isinstance(sent, Update)]

    @property
    def snapshots(self) -> list[Snapshot]:
        """The whole tables that have come."""
        return [sent for sent in self.got if isinstance(sent, Snapshot)]

    def kinds(self) -> list[str]:
        """What has happened, in one word each."""
        return [str(update.what.__struct_config__.tag) for update in self.updates]


async def write_matches(circles: Circles, circle: str, person: str, count: int) -> None:
    """Write tables with results into a circle's book, as if they had been played."""
    scores = (Score("Paul", 12, 1, person), Score("", 28, 2, level="sensible"), Score("Ben", 30, 3, "p-ben"))
    entries: list[CircleEntry] = []
    for number in range(count):
        table = f"t-{circle[2:6]}{number:06}"
        entries.append(TableOpened(at_ms=number, table=table, game="junior"))
        entries.append(MatchScored(at_ms=number, table=table, game="junior", scores=scores))
    await circles._add(circle, lambda _: entries)


class House:
    """A host with its log, its clock, and guests."""

    def __init__(self, host: Host, log: MemoryLog, clock: StillClock) -> None:
        self.host = host
        self.log = log
        self.clock = clock

    async def guest(self) -> Guest:
        """Somebody new."""
        person, secret = await self.host.people.new()
        return Guest(self.host, person.id, secret)

    async def table(self, *people: Guest, game: str = "junior", fill: str = "", **how: Any) -> Room:
        """A table where these people sit side by side, not yet begun."""
        how.setdefault("seats", max(len(people), 2))
        how.setdefault("pace", "instant")
        maker, *others = people
        room = await self.host.create(maker.id, "Paul", Settings(game=game, **how), fill=fill)
        for seat, (guest, name) in enumerate(zip(others, ["Tessa", "Luca", "Hannah", "Timo", "Vera"], strict=False), 1):
            await room.join(guest.id, name, room.table.key)
            await guest.do(room, commands.Sit, seat=seat)
        return room


async def play_out(room: Room) -> None:
    """Begin the match and play its first round to the end, for everybody at the table."""
    table = room.table
    await room.handle(table.in_charge, None, commands.Start(id=f"start {table.id}", fill="random"))

    def play(draft: Draft) -> None:
        while (state := draft.table.state) is not None:
            seat = state.to_act[0]
            play_moves(draft, [(seat, state.legal(seat)[0])])

    await room.carry_out(play)


def entropy() -> Callable[[int], bytes]:
    """Secrets that are the same in every run."""
    numbers = count(1)
    return lambda size: next(numbers).to_bytes(4, "big").ljust(size, b"\x5a")[:size]


async def house(
    log: MemoryLog | None = None,
    clock: StillClock | None = None,
    alone: bool = True,
    executor: Executor | None = None,
    quotas: Quotas = NO_QUOTAS,
) -> House:
    """A house to play in."""
    log, clock = log or MemoryLog(), clock or StillClock()
    works = executor or InlineExecutor()
    host = await Host.open(
        log,
        clock=clock,
        bots=Quick(),
        executor=works,
        entropy=entropy(),
        alone=alone,
        make_expert_executor=QuickExpert,
        quotas=quotas,
    )
    return House(host, log, clock)


async def two_houses(clock: StillClock | None = None) -> tuple[House, House]:
    """Two houses with the same log, as two processes that serve the same tables."""
    log = MemoryLog()
    return await house(log.shared(), clock, alone=False), await house(log.shared(), clock, alone=False)


async def eventually(true: Callable[[], bool], clock: StillClock, seconds: float = 600) -> None:
    """Let time pass until something is so."""
    for _ in range(round(seconds * 10)):
        if true():
            return
        await clock.forward(0.1)
    raise AssertionError("it never happened")
