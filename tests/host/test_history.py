"""History: a person's finished matches, from the listings."""

from __future__ import annotations

import msgspec
import pytest

from house import Guest, House, awaited, house
from reihum.errors import BadOption
from reihum.host import Room
from reihum.host.history import HistoryPage, read_history
from reihum.host.lists import PAGE_SIZE
from reihum.tables import commands
from reihum.tables.listings import Listing


async def play_match(home: House, *people: Guest, game: str = "hoechste-karte", fill: str = "") -> Room:
    """A finished match."""
    room = await home.table(*people, game=game, fill=fill, rounds=1)
    await people[0].do(room, commands.Start)
    subscription = await people[0].connect(room, 0)
    while (state := room.table.state) is not None:
        seat = next(seat for seat in state.to_act if not room.table.seats[seat].level)
        await people[seat].move(room, seat, str(state.legal(seat)[0]))
        await home.clock.forward(1)
    room.detach(subscription)
    return room


async def read_all(home: House, person: str) -> list[HistoryPage]:
    """All pages of a person."""
    pages = [await read_history(home.log, person)]
    while pages[-1].next:
        pages.append(await read_history(home.log, person, after=pages[-1].next))
    return pages


@awaited
async def test_a_finished_match_is_kept_with_its_result() -> None:
    """Places, points, names and the levels of bots; only for its people, and only when it is over."""
    home = await house()
    one, other, stranger = await home.guest(), await home.guest(), await home.guest()
    room = await play_match(home, one, other)
    running = await home.table(one, other)
    await one.do(running, commands.Start)
    assert room.table.match is not None
    outcome = room.table.match.outcome
    assert outcome is not None
    for seat, guest in enumerate((one, other)):
        (found,) = (await read_history(home.log, guest.id)).tables
        assert (found.table, found.seats, found.yours) == (room.table.id, ("Paul", "Tessa"), (seat,))
        assert (found.points, found.places) == (outcome.points, outcome.places)
    assert (await read_history(home.log, stranger.id)).tables == ()
    assert (await read_history(home.log, "")).tables == ()
    alone = await play_match(home, one, fill="sensible")
    newest = (await read_history(home.log, one.id)).tables[0]
    assert (newest.table, newest.levels) == (alone.table.id, ("", "sensible"))


@awaited
async def test_pages() -> None:
    """Newest first, each match once; a filter by game works across pages."""
    home = await house()
    one, other = await home.guest(), await home.guest()
    rooms = [await play_match(home, one, other) for _ in range(3)]
    row = home.log.listings[rooms[0].table.id]
    summary = msgspec.json.decode(row.data)
    for number in range(2 * PAGE_SIZE):  # many evenings later
        game = "junior" if number % 20 == 0 else "hoechste-karte"
        data = msgspec.json.encode(
            summary | {"table": f"t-{number}", "game": game, "changed": row.changed_ms + number, "check": ""}
        )
        home.log.listings[f"t-{number}"] = Listing(False, row.people, data, row.changed_ms + number)
    pages = await read_all(home, one.id)
    assert [len(page.tables) for page in pages] == [PAGE_SIZE, PAGE_SIZE, 3]
    tables = [found.table for page in pages for found in page.tables]
    assert len({*tables}) == len(tables) == 2 * PAGE_SIZE + 3
    times = [home.log.listings[table].changed_ms for table in tables]
    assert times == sorted(times, reverse=True)
    junior = await read_history(home.log, one.id, "junior")
    assert [found.table for found in junior.tables] == ["t-20", "t-0"]
    with pytest.raises(BadOption):
        await read_history(home.log, one.id, after="nonsense")


@awaited
async def test_listings_of_older_versions() -> None:
    """They have no result: it is read from the log. A table that cannot be read is listed without it."""
    home = await house()
    one, other = await home.guest(), await home.guest()
    room = await play_match(home, one, other)
    row = home.log.listings[room.table.id]
    new = ("levels", "turn", "points", "places", "persons", "check")
    old = {name: value for name, value in msgspec.json.decode(row.data).items() if name not in new}
    home.log.listings[room.table.id] = Listing(False, row.people, msgspec.json.encode(old), row.changed_ms)
    (found,) = (await read_history(home.log, other.id)).tables
    assert min(found.places) == 1
    assert found.yours == (1,)
    del home.log.rows[room.table.id][0]
    (damaged,) = (await read_history(home.log, other.id)).tables
    assert (damaged.places, damaged.seats) == ((), ("Paul", "Tessa"))


@awaited
async def test_those_who_leave_later_stay_in_the_result() -> None:
    """The result names who played; a person who lets a finished match go loses it from their own list."""
    home = await house()
    one, other = await home.guest(), await home.guest()
    room = await play_match(home, one, other)
    await home.host.let_go(room.table.id, other.id)
    (found,) = (await read_history(home.log, one.id)).tables
    assert found.seats == ("Paul", "Tessa")
    assert (await read_history(home.log, other.id)).tables == ()


@awaited
async def test_whose_turn_it_is() -> None:
    """The listing follows the turn from person to person; a bot's turn is nobody's."""
    home = await house()
    one, other = await home.guest(), await home.guest()
    room = await home.table(one, other)
    await one.do(room, commands.Start)
    for _ in range(6):
        state = room.table.state
        assert state is not None
        (listed,) = await home.host.tables_of(other.id)
        assert listed.turn == state.to_act
        assert listed.yours == (1,)
        seat = state.to_act[0]
        await (one, other)[seat].move(room, seat, str(state.legal(seat)[0]))
    alone = await home.table(one, fill="sensible")
    await one.do(alone, commands.Start)
    while (state := alone.table.state) is not None and state.to_act == (0,):
        await one.move(alone, 0, str(state.legal(0)[0]))
    assert state is not None
    listed = next(found for found in await home.host.tables_of(one.id) if found.table == alone.table.id)
    assert listed.turn == ()
