"""Tables that nobody plays at any more leave the store when the operator wants it."""

from __future__ import annotations

import asyncio

import pytest

from house import House, awaited, house, play_out
from reihum.errors import ReihumError
from reihum.host.retention import DAY_MS, Retention, remove_old_tables
from reihum.tables import commands
from reihum.tables.settings import Settings

KEPT = Retention(unbegun_days=30, abandoned_days=365)


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
    home = await house()
    tables = dict(zip("uaf", await make_tables(home), strict=True))
    now = home.clock.now() + days * DAY_MS
    assert await remove_old_tables(home.log, retention, now, in_use=()) == len(gone)
    for kind, table in tables.items():
        assert bool(await home.log.read(table)) == (kind not in gone)
        assert (table in home.log.listings) == (kind not in gone)
    assert await remove_old_tables(home.log, retention, now, in_use=()) == 0


@awaited
async def test_a_table_in_use_stays() -> None:
    """Somebody may just have come back to it."""
    home = await house()
    unbegun, _, _ = await make_tables(home)
    now = home.clock.now() + 31 * DAY_MS
    assert await remove_old_tables(home.log, KEPT, now, in_use={unbegun}) == 0


@awaited
async def test_many_tables_and_circles() -> None:
    """More than one batch is looked through, and circles always stay."""
    home = await house()
    paul = await home.guest()
    circle = await home.host.circles.found(paul.id, "Paul", "Us")
    settings = Settings(game="junior", seats=2, circle=circle.circle)
    await asyncio.gather(*(home.host.create(paul.id, "Paul", settings) for _ in range(3)))
    plain = Settings(game="junior", seats=2)
    await asyncio.gather(*(home.host.create(paul.id, "Paul", plain) for _ in range(210)))
    assert await remove_old_tables(home.log, KEPT, home.clock.now() + 31 * DAY_MS, in_use=()) == 213
    home.host.rooms.clear()
    view = await home.host.circles.view(paul.id, circle.circle)
    assert view.name == "Us"
    with pytest.raises(ReihumError):
        await home.host.room(view.tables[0].table)
