"""The circles of a store: their people, tables and score books."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from itertools import islice

from msgspec.structs import asdict

from reihum.errors import ReihumError
from reihum.games.registry import facts_of
from reihum.host.clock import Clock
from reihum.host.lists import charge_nobody
from reihum.host.quotas import QuotaReached
from reihum.host.retention import BATCH_SIZE, FIRST_MS
from reihum.store.log import Conflict, Log
from reihum.tables.chain import DamagedLog, StoredEntry
from reihum.tables.circles import (
    Circle,
    CircleEntry,
    CircleFounded,
    CircleRenamed,
    CircleSummary,
    CircleView,
    HouseRules,
    MatchScored,
    MemberEntered,
    MemberLeft,
    Player,
    RulesKept,
    RulesNamed,
    TableOpened,
    YoungestNamed,
    make_score,
)
from reihum.tables.decisions import new_key
from reihum.tables.keys import CIRCLE, ID_LENGTH, is_id, token
from reihum.tables.listings import Listing
from reihum.tables.names import choose_name, clean_name
from reihum.tables.refusals import CommandRefused
from reihum.tables.settings import Settings
from reihum.tables.table import Table

_log = logging.getLogger("reihum.host")

MAX_MEMBERS = 100
"""How many people one circle has."""

ENTRIES_AT_ONCE = 500
"""The number of entries of a circle that are read in the time of a request."""

CIRCLES_AT_ONCE = 10
"""The number of circles that are looked up in the time of a request."""

MAX_ENTRIES_KEPT = 50_000
"""The number of entries of circles to keep in memory; beyond it those go that nobody has used for the longest time."""

MAX_LATE, LATE_SECONDS = 10, 600.0
"""The number of a circle's last tables without a result that are looked at, once in this time: a process may have died
before it wrote a result."""

MAX_GUEST_MATCHES = 10
"""The number of a guest's last matches that show whether the guest may join."""


class UnknownCircle(ReihumError):
    """There is no such circle."""


class Circles:
    """All circles of a log. ``find_table`` gives a table by its id; ``check_quota`` refuses one more circle to a person
    who may not have it."""

    def __init__(
        self,
        log: Log,
        clock: Clock,
        entropy: Callable[[int], bytes],
        find_table: Callable[[str], Awaitable[Table]],
        check_quota: Callable[[str], Awaitable[None]],
    ) -> None:
        self.log = log
        self.clock = clock
        self.entropy = entropy
        self._find_table = find_table
        self._check_quota = check_quota
        self._kept: dict[str, Circle] = {}
        """Circles in memory, the last used at the end."""
        self._views: dict[str, CircleView] = {}
        self._looked_at: dict[str, float] = {}
        """When missing results were looked for, by circle."""

    async def found(self, person: str, name: str, circle_name: str) -> CircleView:
        """Begin a circle."""
        await self._check_quota(person)
        at, circle = self.clock.now(), Circle(CIRCLE + token(self.entropy, ID_LENGTH))
        founded = CircleFounded(at_ms=at, name=clean_name(circle_name), key=new_key(self.entropy))
        entered = MemberEntered(at_ms=at, person=person, name=clean_name(name))
        await self._write(circle, [founded, entered])
        return await self._view(await self._find(circle.id))

    async def enter(self, person: str, name: str, circle: str, key: str) -> CircleView:
        """Let a person into a circle who has its key or has played as its guest, or give a member a new name."""
        before = await self._find(circle)
        guest = person not in before.people and not before.invites(key) and await self._was_guest(person, before)
        if person not in before.people and (guest or before.invites(key)):
            if len(before.people) >= MAX_MEMBERS:
                raise QuotaReached("circle-full", count=MAX_MEMBERS)
            await self._check_quota(person)

        def decide(found: Circle) -> list[CircleEntry]:
            if person not in found.people and not guest and not found.invites(key):
                raise CommandRefused("not-allowed")
            chosen = choose_name(name, [taken for other, taken in found.people.items() if other != person])
            if found.people.get(person) == chosen:
                return []
            return [MemberEntered(at_ms=self.clock.now(), person=person, name=chosen)]

        return await self._view(await self._add(circle, decide))

    async def _was_guest(self, person: str, circle: Circle) -> bool:
        """Whether one of the last matches that this person has played in the circle was at a table that was not open to
        everybody."""
        matches = reversed(circle.matches.values())
        played = (match.table for match in matches if any(score.person == person for score in match.scores))
        for table in [*islice(played, MAX_GUEST_MATCHES)]:
            if not (await self._find_table(table)).settings.open:
                return True
        return False

    async def rename(self, person: str, circle: str, name: str) -> CircleView:
        """Give a circle a new name."""

        def decide(found: Circle) -> list[CircleEntry]:
            check_member(found, person)
            new = clean_name(name)
            return [] if found.name == new else [CircleRenamed(at_ms=self.clock.now(), name=new)]

        return await self._view(await self._add(circle, decide))

    async def keep_rules(self, person: str, circle: str, game: str, rules: HouseRules | None) -> CircleView:
        """Keep the circle's house rules of a game; None: play by the booklet again."""
        facts_of(game)
        if rules is not None:
            Settings(game=game, **asdict(rules)).check()

        def decide(found: Circle) -> list[CircleEntry]:
            check_member(found, person)
            known = found.rules.get(game) == rules
            return [] if known else [RulesKept(at_ms=self.clock.now(), game=game, rules=rules)]

        return await self._view(await self._add(circle, decide))

    async def name_rules(self, person: str, circle: str, name: str) -> CircleView:
        """Give the circle's house rules a name."""

        def decide(found: Circle) -> list[CircleEntry]:
            check_member(found, person)
            new = clean_name(name)
            return [] if found.rules_name == new else [RulesNamed(at_ms=self.clock.now(), name=new)]

        return await self._view(await self._add(circle, decide))

    async def find_youngest(self, table: Table) -> int | None:
        """The seat of the youngest player at a table of a circle, if the circle knows it."""
        players = list_players(table)
        youngest = (await self._find(table.settings.circle)).find_youngest([*players.values()])
        return next((seat for seat, player in players.items() if player == youngest), None)

    async def note_youngest(self, table: Table, seat: int) -> None:
        """Remember who is the youngest player at a table of a circle."""
        players = list_players(table)
        if seat in players:
            answer = (players.pop(seat), *players.values())
            await self._add(table.settings.circle, lambda _: [YoungestNamed(at_ms=self.clock.now(), players=answer)])

    async def leave(self, person: str, circle: str) -> None:
        """Take a person out of a circle. The matches stay in its book."""

        def decide(found: Circle) -> list[CircleEntry]:
            check_member(found, person)
            return [MemberLeft(at_ms=self.clock.now(), person=person)]

        await self._add(circle, decide)

    async def view(self, person: str, circle: str, before_batch: Callable[[], None] = charge_nobody) -> CircleView:
        """A circle as one of its people sees it."""
        found = await self.find_for_member(person, circle, before_batch)
        for table in self._choose_late(found):
            found = await self._score_late(table) or found
        return await self._view(found)

    async def list_matches(
        self, person: str, circle: str, before: int, before_batch: Callable[[], None] = charge_nobody
    ) -> tuple[MatchScored, ...]:
        """The last matches among the first ``before`` ones of a circle, for one of its people."""
        return (await self.find_for_member(person, circle, before_batch)).list_matches(before)

    async def list_for(self, person: str, before_batch: Callable[[], None] = charge_nobody) -> list[CircleSummary]:
        """The circles of a person that can be read."""
        found = []
        listings = await self.log.find_listings(person=person, limit=1_000)
        for number, key in enumerate(key for key, _ in listings if key.startswith(CIRCLE)):
            if number % CIRCLES_AT_ONCE == 0:
                before_batch()
            try:
                found.append((await self._find(key, before_batch)).summarize())
            except DamagedLog:
                _log.exception("Circle %s cannot be read", key)
        return found

    async def find_for_member(
        self, person: str, circle: str, before_batch: Callable[[], None] = charge_nobody
    ) -> Circle:
        """The circle, if this person belongs to it."""
        found = await self._find(circle, before_batch)
        check_member(found, person)
        return found

    async def note_table(self, table: Table) -> None:
        """Write a new table into its circle, if it has one."""
        if table.settings.circle:
            opened = TableOpened(at_ms=self.clock.now(), table=table.id, game=table.settings.game)
            await self._add(table.settings.circle, lambda _: [opened])

    async def score(self, table: Table) -> Circle:
        """Write the result of a finished table into its circle's book."""
        score = make_score(table, self.clock.now())
        return await self._add(table.settings.circle, lambda circle: [] if table.id in circle.matches else [score])

    def _choose_late(self, circle: Circle) -> list[str]:
        """Tables whose results may be missing."""
        now = self.clock.monotonic()
        if now - self._looked_at.get(circle.id, -LATE_SECONDS) < LATE_SECONDS:
            return []
        self._looked_at[circle.id] = now
        return circle.tables_without_result()[:MAX_LATE]

    async def _score_late(self, table: str) -> Circle | None:
        """The circle with the result of a table that is over. A table that cannot be read must not hide the others."""
        try:
            found = await self._find_table(table)
            return await self.score(found) if found.over else None
        except ReihumError as error:
            if error.code != "unknown-table":  # it may have been removed, since nobody has played there for long
                _log.exception("The result of table %s could not be found out", table)
            return None
        except Exception:
            _log.exception("The result of table %s could not be found out", table)
            return None

    async def remove_old(self, before_ms: int) -> int:
        """Remove the circles in which nothing has happened since then and none of whose tables is left; returns their
        number. A match that is kept keeps its circle."""
        place, due = (FIRST_MS, ""), []
        while batch := await self.log.find_unchanged(CIRCLE, before_ms, place, BATCH_SIZE):
            due += [circle for circle, _ in batch if not await self._has_tables(circle)]
            place = batch[-1][1].changed_ms, batch[-1][0]
        for circle in due:
            await self.log.remove_table(circle)
        if due:
            _log.info("%d circles were removed because nobody uses them any more", len(due))
        return len(due)

    async def _has_tables(self, id: str) -> bool:
        """Whether any table of a circle is in the store; nobody knows it of a circle that cannot be read."""
        try:
            found = await asyncio.to_thread(load_circle, id, await self.log.read(id))
        except DamagedLog:
            return True
        for table in reversed(found.tables):
            if await self.log.read(table):
                return True
        return False

    async def _view(self, circle: Circle) -> CircleView:
        """The circle as its people see it; another thread adds up its book, once for each change."""
        view = self._views.get(circle.id)
        if view is None or view.number != circle.seq:
            view = await asyncio.to_thread(circle.copy().view)
            if circle.id in self._kept:
                self._views[circle.id] = view
        return view

    async def _find(self, id: str, before_batch: Callable[[], None] = charge_nobody) -> Circle:
        """The circle as its log has it now. One in memory reads only what is new, and its last entry again: a circle
        that was removed has none."""
        circle = self._kept.pop(id, None)
        if circle is not None:
            self._kept[id] = circle
            rows = await self.log.read(id, circle.seq - 1)
            new = [row for row in rows if row.seq > circle.seq]  # somebody else may have read some meanwhile
            if rows and len(new) < ENTRIES_AT_ONCE:
                with suppress(DamagedLog):  # a database that lost its last entries may have others in their place
                    circle.follow(new)
                    return circle
            self._kept.pop(id, None)
            self._views.pop(id, None)
        return await self._load(id, before_batch)

    async def _load(self, id: str, before_batch: Callable[[], None]) -> Circle:
        rows = await self.log.read(id) if is_id(id, CIRCLE) else []
        if not rows:
            raise UnknownCircle("unknown-circle", got=id)
        for _ in range(0, len(rows), ENTRIES_AT_ONCE):
            before_batch()
        circle = self._kept[id] = await asyncio.to_thread(load_circle, id, rows)
        self._forget_oldest()
        return circle

    def _forget_oldest(self) -> None:
        """Keep as much in memory as may be kept."""
        entries = sum(circle.seq for circle in self._kept.values())
        while len(self._kept) > 1 and entries > MAX_ENTRIES_KEPT:
            oldest = next(iter(self._kept))
            entries -= self._kept.pop(oldest).seq
            self._views.pop(oldest, None)
            self._looked_at.pop(oldest, None)

    async def _add(self, id: str, decide: Callable[[Circle], list[CircleEntry]]) -> Circle:
        """Add entries to a circle; decide again if another process was faster."""
        while True:
            circle = await self._find(id)
            found = decide(circle)
            if not found:
                return circle
            try:
                await self._write(circle, found)
            except Conflict:
                continue
            return await self._find(id)

    async def _write(self, circle: Circle, new: list[CircleEntry]) -> None:
        people = tuple(sorted(circle.people_after(new)))
        await self.log.append(circle.id, circle.make_rows(new), Listing(False, people, b"{}", self.clock.now()))


def load_circle(id: str, rows: Sequence[StoredEntry]) -> Circle:
    """The circle of a whole log."""
    circle = Circle(id)
    circle.follow(rows)
    return circle


def list_players(table: Table) -> dict[int, Player]:
    """The people at the seats of a table."""
    return {number: (seat.person, seat.name) for number, seat in enumerate(table.seats) if seat.person}


def check_member(circle: Circle, person: str) -> None:
    """Refuse people who do not belong to the circle."""
    if person not in circle.people:
        raise CommandRefused("not-allowed")
