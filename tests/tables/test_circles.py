"""Circles: the same people over many evenings, their tables, and a score book that forgets nothing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from house import Guest, House, awaited, house, settled
from reihum.host import Room, UnknownTable
from reihum.tables import commands
from reihum.tables.chain import START, DamagedLog, StoredEntry, chain
from reihum.tables.refusals import CommandRefused
from reihum.tables.settings import Settings


async def family(home: House) -> tuple[str, Guest, Guest]:
    """A circle of two."""
    one, other = await home.guest(), await home.guest()
    circle = await home.host.found_circle(one.id, "Paul", "Sunday evenings")
    await home.host.enter(other.id, "Tessa", circle.circle, circle.key)
    return circle.circle, one, other


async def played(home: House, circle: str, one: Guest, other: Guest) -> Room:
    """A finished match of the circle."""
    room = await home.host.create(one.id, "Paul", Settings(game="junior", seats=2, circle=circle))
    await room.join(other.id, "Tessa", room.table.key)
    await other.do(room, commands.Sit, seat=1)
    await one.do(room, commands.Start)
    while (state := room.table.state) is not None:
        seat = state.to_act[0]
        await (one, other)[seat].move(room, seat, str(state.legal(seat)[0]))
    return room


@awaited
async def test_the_score_book_keeps_every_match() -> None:
    """Points and places of each match, and how often everybody has played and won."""
    home = await house()
    circle, one, other = await family(home)
    rooms = [await played(home, circle, one, other) for _ in range(2)]
    await settled()
    view = await home.host.circle(other.id, circle)
    assert [match.table for match in view.matches] == [room.table.id for room in reversed(rooms)]
    assert [table.table for table in view.tables] == [room.table.id for room in reversed(rooms)]
    assert sum(line.wins for line in view.standings) >= 2
    assert all(line.matches == 2 for line in view.standings)
    outcome = rooms[0].table.match.outcome if rooms[0].table.match else None
    assert outcome is not None
    assert tuple(score.points for score in view.matches[-1].scores) == outcome.points
    assert tuple(score.place for score in view.matches[-1].scores) == outcome.places


@awaited
async def test_a_result_that_was_cut_off_is_made_up_for() -> None:
    """Killed between the last move and the score book: the book is complete when somebody next looks."""
    home = await house()
    circle, one, other = await family(home)
    home.host.services = replace(home.host.services, on_finished=lambda _: None)
    await played(home, circle, one, other)
    await settled()
    again = await house(home.log)
    view = await again.host.circle(one.id, circle)
    assert len(view.matches) == 1
    assert len((await again.host.circle(one.id, circle)).matches) == 1


@awaited
async def test_a_damaged_table_does_not_hide_its_circle(caplog: pytest.LogCaptureFixture) -> None:
    """Results that can be read are added late; tables that cannot be read are in the host's log."""
    home = await house()
    circle, one, other = await family(home)
    home.host.services = replace(home.host.services, on_finished=lambda _: None)
    broken, strange, whole = [await played(home, circle, one, other) for _ in range(3)]
    rows = home.log.rows[broken.table.id]
    rows[0] = StoredEntry(1, rows[0].data.replace(b"junior", b"senior"), rows[0].digest)
    data = b'{"entry":"of a later version","at":1}'
    home.log.rows[strange.table.id] = [StoredEntry(1, data, chain(START, strange.table.id, 1, data))]
    again = await house(home.log)
    view = await again.host.circle(one.id, circle)
    assert [match.table for match in view.matches] == [whole.table.id]
    assert len(view.tables) == 3
    assert broken.table.id in caplog.text
    assert strange.table.id in caplog.text
    with pytest.raises(DamagedLog):
        await again.host.room(broken.table.id)


@awaited
async def test_a_damaged_circle_does_not_hide_the_others(caplog: pytest.LogCaptureFixture) -> None:
    """A person who asks for their circles gets those that can be read."""
    home = await house()
    one = await home.guest()
    broken, whole = [await home.host.found_circle(one.id, "Paul", name) for name in ("Sunday", "Monday")]
    del home.log.rows[broken.circle][0]
    assert [found.circle for found in await home.host.circles_of(one.id)] == [whole.circle]
    assert broken.circle in caplog.text
    with pytest.raises(DamagedLog):
        await home.host.circle(one.id, broken.circle)


@awaited
async def test_only_its_people_see_a_circle_and_make_tables_for_it() -> None:
    """The link opens it; everything else is refused alike."""
    home = await house()
    circle, one, _ = await family(home)
    stranger = await home.guest()
    for attempt in (
        home.host.circle(stranger.id, circle),
        home.host.enter(stranger.id, "Luca", circle, "wrong"),
        home.host.create(stranger.id, "Luca", Settings(game="junior", seats=2, circle=circle)),
    ):
        with pytest.raises(CommandRefused) as refused:
            await attempt
        assert refused.value.code == "not-allowed"
    with pytest.raises(UnknownTable):
        await home.host.circle(one.id, "c-2222222222")
    with pytest.raises(UnknownTable):
        await home.host.circle(one.id, "t-2222222222")
    assert [view.circle for view in await home.host.circles_of(one.id)] == [circle]
    assert await home.host.circles_of(stranger.id) == []


@awaited
async def test_names_can_change_and_repeats_write_nothing() -> None:
    """A person who comes by the link again is not there twice."""
    home = await house()
    circle, one, _ = await family(home)
    entries = len(home.log.rows[circle])
    await home.host.enter(one.id, "Paul", circle, "")
    assert len(home.log.rows[circle]) == entries
    view = await home.host.enter(one.id, "Timo", circle, "")
    assert view.people[one.id] == "Timo"
    assert len(view.people) == 2
