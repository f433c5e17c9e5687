"""Tables that nobody plays at any more leave the store when the operator wants it."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from house import House, MemoryLog, StillClock, awaited, house, play_out, settled
from reihum.errors import ReihumError
from reihum.host.host import UnknownTable
from reihum.host.removals import CLOSED_SECONDS, OBJECTION_SECONDS
from reihum.host.retention import DAY_MS, FIRST_MS, Retention, remove_old_tables
from reihum.tables import commands
from reihum.tables.settings import Settings

KEPT = Retention(unbegun_days=30, abandoned_days=365)


def make_clock() -> StillClock:
    """A clock that shows a time at which there are servers."""
    clock = StillClock()
    clock.put(FIRST_MS / 1_000)
    return clock


async def make_tables(home: House) -> tuple[str, str, str]:
    """A table that never begins, one that is abandoned, and one that is played to the end; all out of memory."""
    paul = await home.guest()
    settings = Settings(game="junior", seats=2, rounds=1)
    unbegun, abandoned, finished = [await home.host.create(paul.id, "Paul", settings) for _ in range(3)]
    await paul.do(abandoned, commands.Start, fill="random")
    await play_out(finished)
    assert finished.table.over
    home.host.rooms.clear()
    return unbegun.table.id, abandoned.table.id, finished.table.id


@pytest.mark.parametrize(
    ("retention", "days", "gone"),
    [
        (KEPT, 29, ""),
        (KEPT, 31, "u"),
        (KEPT, 366, "ua"),
        (KEPT, 10_000, "ua"),
        (Retention(finished_days=7), 8, "f"),
        (Retention(), 10_000, ""),
    ],
)
@awaited
async def test_every_kind_has_its_time(retention: Retention, days: int, gone: str) -> None:
    """Tables go when their time is up and not earlier; nothing of them is left, and the others stay as they are."""
    home = await house(clock=make_clock())
    tables = dict(zip("uaf", await make_tables(home), strict=True))
    now = home.clock.now() + days * DAY_MS
    assert await remove_old_tables(home.log, retention, now, home.host.removals) == len(gone)
    for kind, table in tables.items():
        assert bool(await home.log.read(table)) == (kind not in gone)
        assert (table in home.log.listings) == (kind not in gone)
    assert await remove_old_tables(home.log, retention, now, home.host.removals) == 0


@awaited
async def test_a_table_in_use_stays() -> None:
    """Somebody may just have come back to it."""
    home = await house(clock=make_clock())
    unbegun, _, _ = await make_tables(home)
    now = home.clock.now() + 31 * DAY_MS
    await home.host.room(unbegun)
    assert await remove_old_tables(home.log, KEPT, now, home.host.removals) == 0


@awaited
async def test_a_table_in_use_at_another_process_stays() -> None:
    """The process that removes tables asks the others. A table that one of them has open stays. Nobody can open the
    others any more, and they go."""
    clock, log = make_clock(), MemoryLog()
    homes = [await house(log.shared(), clock, alone=False) for _ in range(3)]
    unbegun, abandoned, _ = await make_tables(homes[0])
    room = await homes[1].host.room(abandoned)
    now = clock.now() + 366 * DAY_MS
    removing = asyncio.create_task(remove_old_tables(homes[0].log, KEPT, now, homes[0].host.removals))
    await settled()
    for home in homes:
        with pytest.raises(UnknownTable):
            await home.host.room(unbegun)
        assert (await home.host.room(abandoned)).table.id == room.table.id
    await clock.forward(OBJECTION_SECONDS)
    assert await removing == 1
    assert (bool(log.rows.get(unbegun)), bool(log.rows.get(abandoned))) == (False, True)


@awaited
async def test_a_process_that_dies_while_it_removes_tables() -> None:
    """What it has announced can be opened again after a while."""
    clock, log = make_clock(), MemoryLog()
    homes = [await house(log.shared(), clock, alone=False) for _ in range(2)]
    unbegun, _, _ = await make_tables(homes[0])
    now = clock.now() + 31 * DAY_MS
    removing = asyncio.create_task(remove_old_tables(homes[0].log, KEPT, now, homes[0].host.removals))
    await settled()
    removing.cancel()
    with pytest.raises(UnknownTable):
        await homes[1].host.room(unbegun)
    await clock.forward(CLOSED_SECONDS)
    assert (await homes[1].host.room(unbegun)).table.id == unbegun


@awaited
async def test_many_tables_and_circles() -> None:
    """More than one batch is looked through, and circles always stay."""
    home = await house(clock=make_clock())
    paul = await home.guest()
    circle = await home.host.circles.found(paul.id, "Paul", "Us")
    settings = Settings(game="junior", seats=2, circle=circle.circle)
    await asyncio.gather(*(home.host.create(paul.id, "Paul", settings) for _ in range(3)))
    plain = Settings(game="junior", seats=2)
    await asyncio.gather(*(home.host.create(paul.id, "Paul", plain) for _ in range(210)))
    home.host.rooms.clear()
    assert await remove_old_tables(home.log, KEPT, home.clock.now() + 31 * DAY_MS, home.host.removals) == 213
    view = await home.host.circles.view(paul.id, circle.circle)
    assert view.name == "Us"
    with pytest.raises(ReihumError):
        await home.host.room(view.tables[0].table)


@pytest.mark.parametrize("wrong_days", [-400, -20_000])
@awaited
async def test_a_clock_that_was_wrong_for_an_evening_removes_nothing(wrong_days: int) -> None:
    """A table that was played while the clock was years behind stays when the clock is right again."""
    home = await house(clock=make_clock())
    paul = await home.guest()
    room = await home.host.create(paul.id, "Paul", Settings(game="junior", seats=2))
    home.clock.put(wrong_days * DAY_MS / 1_000)
    await paul.do(room, commands.Start, fill="random")
    other = await home.host.create(paul.id, "Paul", Settings(game="junior", seats=2))
    home.clock.put(-wrong_days * DAY_MS / 1_000)
    home.host.rooms.clear()
    assert await remove_old_tables(home.log, KEPT, home.clock.now(), home.host.removals) == 0
    assert {room.table.id, other.table.id} <= home.log.listings.keys()


@awaited
async def test_circles_that_nobody_uses() -> None:
    """A circle goes when nothing has happened there for long and none of its tables is left. A match that is kept keeps
    its circle, and so does one that cannot be read."""
    home = await house(clock=make_clock())
    paul = await home.guest()
    empty, played, damaged = [await home.host.circles.found(paul.id, "Paul", name) for name in ("A", "B", "C")]
    await home.host.create(paul.id, "Paul", Settings(game="junior", seats=2, circle=played.circle))
    home.log.rows[damaged.circle][0] = replace(home.log.rows[damaged.circle][0], digest=b"wrong")
    home.host.rooms.clear()
    circles, now = home.host.circles, home.clock.now()
    assert await circles.remove_old(now) == 0
    assert await circles.remove_old(now + 1) == 1
    again = (await house(home.log)).host.circles
    assert [circle.circle for circle in await again.list_for(paul.id)] == [played.circle]
    with pytest.raises(ReihumError) as unknown:
        await circles.view(paul.id, empty.circle)
    assert unknown.value.code == "unknown-circle"
    await remove_old_tables(home.log, KEPT, now + 31 * DAY_MS, home.host.removals)
    assert await circles.remove_old(now + 31 * DAY_MS) == 1


@awaited
async def test_the_retention_of_circles() -> None:
    """The daily work removes circles after their days, and none without a number of days."""
    home = await house(clock=make_clock())
    paul = await home.guest()
    await home.host.circles.found(paul.id, "Paul", "Us")
    assert await home.host.remove_old_tables(Retention()) == 0
    home.clock.jump(20 * DAY_MS / 1_000)
    assert await home.host.remove_old_tables(Retention(circle_days=21)) == 0
    assert await home.host.remove_old_tables(Retention(circle_days=19)) == 1
