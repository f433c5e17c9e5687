"""Quotas: how much one person, one table and the whole store may have."""

from __future__ import annotations

import pytest
from websockets.exceptions import InvalidStatus

from house import House, StillClock, awaited, house, list_copies, play_out
from network import net
from reihum.errors import ReihumError
from reihum.host.quotas import COUNT_SECONDS, Quotas
from reihum.tables import commands
from reihum.tables.activity import DAY_MS
from reihum.tables.keys import token
from reihum.tables.settings import Settings

JUNIOR = Settings(game="junior", seats=2, pace="instant", rounds=1)


async def refuse_table(home: House, person: str) -> str:
    """The code of the refusal of a table."""
    with pytest.raises(ReihumError) as refused:
        await home.host.create(person, "Paul", JUNIOR)
    assert str(refused.value)
    return refused.value.code


@awaited
async def test_unfinished_tables_of_a_person() -> None:
    """A person with many tables that are not over makes no more; one that is over makes room, for rematches too."""
    home = await house(quotas=Quotas(person_tables=2))
    paul, tessa = await home.guest(), await home.guest()
    first = await home.host.create(paul.id, "Paul", JUNIOR)
    await home.host.create(paul.id, "Paul", JUNIOR)
    assert await refuse_table(home, paul.id) == "your-tables"
    await home.host.create(tessa.id, "Tessa", JUNIOR)
    await play_out(first)
    assert first.table.over
    await paul.do(first, commands.Rematch)
    assert await refuse_table(home, paul.id) == "your-tables"


@awaited
async def test_finished_tables_do_not_count() -> None:
    """A person with enough unfinished tables makes no more, however many newer ones of them are over."""
    home = await house(quotas=Quotas(person_tables=3))
    paul = await home.guest()
    over = [await home.host.create(paul.id, "Paul", JUNIOR) for _ in range(2)]
    await home.host.create(paul.id, "Paul", JUNIOR)
    for room in over:
        await play_out(room)
    for _ in range(2):
        await home.host.create(paul.id, "Paul", JUNIOR)
    assert await refuse_table(home, paul.id) == "your-tables"


@awaited
async def test_people_of_an_address() -> None:
    """An address brings a number of new people in a day; those who are known come all the same, and others tomorrow."""
    clock = StillClock()
    async with net(clock=clock, address_people=2) as up:
        made, paul = await up.table()
        await up.guest(made)
        path, body = f"/api/tables/{made['table']}/join", {"name": "Luca", "key": made["key"]}
        refused = await up.ask("POST", path, body)
        assert (refused.status, refused.data["code"]) == (429, "too-many")
        assert (await up.ask("POST", path, body, cookie=paul)).status == 200
        clock.jump(DAY_MS / 1_000)
        assert (await up.ask("POST", path, body)).status == 200


@pytest.mark.parametrize("path", ["/api/statistics", "/api/history?game=none", "/api/tables?game=none"])
@awaited
async def test_long_lists_have_a_price(path: str) -> None:
    """Each batch of a long list counts like a request, so an address that asks again and again for lists of a thousand
    tables is refused long before its requests are too many."""
    async with net(clock=StillClock(), address_rate=20) as up:
        made, paul = await up.table()
        list_copies(up.log, made["table"], 1_000)
        answers = [await up.ask("GET", path, cookie=paul) for _ in range(10)]
        assert [answer.status for answer in answers[:5]] == [200] * 5
        assert (answers[-1].status, answers[-1].data["code"]) == (429, "too-many")


@awaited
async def test_tables_that_left_memory_have_a_price() -> None:
    """Loading a table costs as much as its length, so nobody lets the server replay tables all the time. An address
    that has used that up still reaches tables that are in memory; a WebSocket is refused in the same way."""
    async with net(clock=StillClock(), rate=0, address_rate=20) as up:
        made, paul = await up.table()
        for number in range(300):
            await (await up.host.room(made["table"])).handle(
                made["you"], 0, commands.Say(id=str(number), phrase="hello")
            )
        path, answers = f"/api/tables/{made['table']}", []
        for _ in range(10):
            up.host.rooms.clear()
            answers.append(await up.ask("GET", path, cookie=paul))
        assert {answer.status for answer in answers[:5]} == {200}
        assert (answers[-1].status, answers[-1].data["code"]) == (429, "too-many")
        with pytest.raises(InvalidStatus, match="429"):
            async with up.socket(made["table"], paul):
                pass
        await up.host.room(made["table"])
        assert (await up.ask("GET", path, cookie=paul)).status == 200


@awaited
async def test_tables_in_all() -> None:
    """A full store takes nothing new, until something was removed and counted again."""
    home = await house(quotas=Quotas(tables=2))
    paul = await home.guest()
    await home.host.create(paul.id, "Paul", JUNIOR)
    await home.host.circles.found(paul.id, "Paul", "Us")
    assert await refuse_table(home, paul.id) == "all-tables"
    home.log.listings.popitem()
    await home.clock.forward(COUNT_SECONDS + 1)
    await home.host.create(paul.id, "Paul", JUNIOR)


@awaited
async def test_circles_of_a_person() -> None:
    """A person belongs to a limited number of circles, founded by themselves or by others."""
    home = await house(quotas=Quotas(person_circles=1))
    paul, tessa = await home.guest(), await home.guest()
    circle = await home.host.circles.found(paul.id, "Paul", "Us")
    await home.host.circles.found(tessa.id, "Tessa", "We")
    with pytest.raises(ReihumError) as refused:
        await home.host.circles.found(paul.id, "Paul", "Them")
    assert refused.value.code == "your-circles"
    with pytest.raises(ReihumError) as refused:
        await home.host.circles.enter(tessa.id, "Tessa", circle.circle, circle.key)
    assert refused.value.code == "your-circles"
    await home.host.circles.enter(paul.id, "Pauline", circle.circle, circle.key)


@awaited
async def test_people_at_a_table() -> None:
    """A table takes a number of people, so that a join never sends a long lobby; people who are there can come back."""
    home = await house(quotas=Quotas(guests=2))
    people = [await home.guest() for _ in range(3)]
    room = await home.host.create(people[0].id, "Paul", JUNIOR)
    await room.join(people[1].id, "Tessa", room.table.key)
    with pytest.raises(ReihumError) as refused:
        await room.join(people[2].id, "Luca", room.table.key)
    assert refused.value.code == "table-full"
    await room.join(people[1].id, "Tessa", room.table.key, sit=True)
    await people[1].do(room, commands.Leave)
    await room.join(people[2].id, "Luca", room.table.key)


@awaited
async def test_tables_of_an_address() -> None:
    """An address makes a number of tables in a day, under any name: by making, by lessons and by rematches."""
    async with net(clock=StillClock(), address_tables=3) as up:
        made, paul = await up.table()
        assert (await up.ask("POST", "/api/lessons/junior", {"name": "Paul"})).status == 200
        await play_out(await up.host.room(made["table"]))
        async with up.socket(made["table"], paul) as talk:
            await talk.do("rematch", "1")
        refused = await up.ask("POST", "/api/tables", {"name": "Tessa", "settings": {"game": "junior", "seats": 2}})
        assert (refused.status, refused.data["code"]) == (429, "too-many")
        assert (await up.ask("POST", "/api/circles", {"name": "Tessa", "circle": "We"})).status == 429


@awaited
async def test_open_tables_of_an_address() -> None:
    """An address shows only a few tables to everybody, whether it opens them at once or later."""
    async with net(clock=StillClock(), address_tables=20) as up:
        made, paul = await up.table()
        first, _ = await up.table(open=True)
        second, tessa = await up.table()
        async with up.socket(second["table"], tessa) as talk:
            await talk.do("change", "1", open=True)
        async with up.socket(made["table"], paul) as talk:
            assert (await talk.say("change", "2", open=True))["code"] == "too-many"
            await talk.do("change", "3", chat=True)
        listed = {found["table"] for found in (await up.ask("GET", "/api/tables")).data["tables"]}
        assert listed == {first["table"], second["table"]}


@awaited
async def test_entries_at_a_table() -> None:
    """What is not play has a limit for a day, and one person has a tenth of it. The game goes on, also with what was
    counted before a restart, and people can leave."""
    clock = StillClock()
    home = await house(quotas=Quotas(table_entries=40), clock=clock)
    paul, tessa, luca = [await home.guest() for _ in range(3)]
    room = await home.host.create(paul.id, "Paul", JUNIOR)
    await room.join(tessa.id, "Tessa", room.table.key, sit=True)

    async def refuse(command: commands.Command) -> str:
        with pytest.raises(ReihumError) as refused:
            await home.host.handle(room, tessa.id, 1, command)
        assert str(refused.value)
        return refused.value.code

    for number in range(2):
        await tessa.do(room, commands.Rename, name=f"Tessa {number}")
    assert await refuse(commands.Say(id="1", phrase="hello")) == "table-busy"
    home.host.rooms.clear()
    room = await home.host.room(room.table.id)
    assert await refuse(commands.SetPace(id="2", pace="quick")) == "table-busy"
    assert await refuse(commands.Stand(id="3", seat=1)) == "table-busy"
    await play_out(room)
    assert room.table.over
    clock.put(DAY_MS / 1_000)
    await tessa.do(room, commands.Say, phrase="hello")
    clock.put(DAY_MS / 1_000)
    while len(room.table.activity.counts) < 40:
        await room.join(token(home.host.entropy, 12), "Guest", room.table.key)
    with pytest.raises(ReihumError) as refused:
        await room.join(luca.id, "Luca", room.table.key)
    assert refused.value.code == "table-busy"
    await room.join(tessa.id, "Tessa", room.table.key)
    await tessa.do(room, commands.Leave)


@awaited
async def test_people_in_all() -> None:
    """A store that knows many people makes no new ones; those whom it knows still make tables, and others join no more
    until somebody was forgotten."""
    clock = StillClock()
    async with net(clock=clock) as up:
        up.host.quotas.quotas = Quotas(people=2)
        made, paul = await up.table()
        tessa = await up.guest(made)
        body = {"name": "Luca", "key": made["key"]}
        refused = await up.ask("POST", f"/api/tables/{made['table']}/join", body)
        assert (refused.status, refused.data["code"]) == (503, "all-people")
        table = {"name": "Paul", "settings": {"game": "junior", "seats": 2}}
        assert (await up.ask("POST", "/api/tables", table, cookie=paul)).status == 200
        assert (await up.ask("POST", "/api/tables", table)).status == 503
        assert (await up.ask("DELETE", "/api/me", cookie=tessa)).status in (200, 204)
        clock.jump(COUNT_SECONDS + 1)
        assert (await up.ask("POST", "/api/tables", table)).status == 200
