"""Pages of open tables, with filters."""

from __future__ import annotations

from house import House, awaited, house
from reihum.host.lists import PAGE_SIZE
from reihum.host.open_tables import OpenTableFilter, read_open_tables
from reihum.tables import commands
from reihum.tables.settings import Settings


async def make_open_table(home: House, game: str = "junior", fill: str = "") -> str:
    """An open table of somebody new, later than all others."""
    await home.clock.forward(1)
    person = await home.guest()
    settings = Settings(game=game, seats=2, open=True)
    return (await home.host.create(person.id, "Paul", settings, fill=fill)).table.id


@awaited
async def test_every_table_is_on_one_of_the_pages() -> None:
    """However many newer tables there are, an older one can be reached; no table comes twice."""
    home = await house()
    made = [await make_open_table(home) for _ in range(2 * PAGE_SIZE + 5)]
    found, after = [], ""
    for number in range(3):
        page = await read_open_tables(home.log, OpenTableFilter(), after)
        assert bool(page.next) == (number < 2)
        found += [summary.table for summary in page.tables]
        after = page.next
    assert found == made[::-1]


@awaited
async def test_filters() -> None:
    """Only one game, only tables with a seat for me, only those that have not begun."""
    home = await house()
    plain, bots, classic = (
        await make_open_table(home),
        await make_open_table(home, fill="random"),
        await make_open_table(home, "classic"),
    )
    begun = await make_open_table(home, fill="random")
    room = await home.host.room(begun)
    await room.handle(room.table.in_charge, None, commands.Start(id="start"))

    async def find(**wanted: object) -> set[str]:
        page = await read_open_tables(home.log, OpenTableFilter(**wanted))  # type: ignore[arg-type]
        return {summary.table for summary in page.tables}

    assert await find() == {plain, bots, classic, begun}
    assert await find(game="classic") == {classic}
    assert await find(free=True) == {plain, bots, classic}
    assert await find(waiting=True) == {plain, bots, classic}
