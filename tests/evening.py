"""A store in which something has happened: tables that bots have played, a circle, people."""

from __future__ import annotations

from house import MemoryLog, eventually, house
from reihum.store.log import Log
from reihum.tables import commands
from reihum.tables.settings import Settings

_played: list[MemoryLog] = []


async def play_an_evening(log: Log) -> None:
    """Fill a store with a finished table and one that has just begun, in a circle of two people."""
    if not _played:
        _played.append(await _evening())
    there = _played[0]
    for table, rows in there.rows.items():
        await log.append(table, rows, there.listings.get(table))
    for person in there.people.values():
        await log.add_person(person.id, person.secret_hash, person.made_ms)
        await log.touch_person(person.id, person.seen_ms + 1000)


async def _evening() -> MemoryLog:
    at = await house()
    host = at.host
    paul, tessa = await at.guest(), await at.guest()
    circle = await host.circles.found(paul.id, "Paul", "Friday")
    await host.circles.enter(tessa.id, "Tessa", circle.circle, circle.key)
    for game, seat in (("schwarzer-peter", 0), ("junior", None)):
        settings = Settings(game=game, seats=3, rounds=1, pace="instant", circle=circle.circle)
        room = await host.create(paul.id, "Paul", settings, fill="random", seat=seat)
        await paul.connect(room, seat)
        await paul.do(room, commands.Start)
        await at.clock.forward(1)
    await eventually(lambda: room.table.over, at.clock)
    await host.close()
    return at.log
