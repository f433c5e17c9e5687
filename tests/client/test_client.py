"""The client: joins by link, follows the table, gives commands, and comes back by itself without gap or repetition."""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from house import awaited
from network import Net, net, protocol_of
from reihum.bots import offered
from reihum.client import Back, Client, Declined, Happening, Lost, Unreachable, Visitor
from reihum.tables import commands
from reihum.tables.settings import Settings
from reihum.tables.updates import Dismissed, Snapshot, Update
from server_process import find_port
from waiting import wait_until


async def made(up: Net, seats: int = 2, fill: str = "", **settings: Any) -> tuple[str, Visitor]:
    """A table: the link to it, and who made it."""
    visitor = Visitor(up.base)
    chosen = Settings(game="junior", seats=seats, pace="instant", **settings)
    invitation = await visitor.create("Paul", chosen, fill=fill)
    return invitation.link, visitor


async def until(client: Client, kind: type[Happening], seen: list[Happening] | None = None) -> Any:
    """The next happening of a kind."""
    async with asyncio.timeout(60):
        async for happening in client:
            if seen is not None:
                seen.append(happening)
            if isinstance(happening, kind):
                return happening
    raise AssertionError("it is over")


async def play_on(client: Client, seen: list[Happening]) -> None:
    """Make the first move offered until the match is over."""
    async for happening in client:
        seen.append(happening)
        if client.view is not None and client.view.outcome is not None:
            return
        while client.my_turn and client.view is not None:
            await client.move(offered(client.view.view)[0])


async def hurry(_: float) -> None:
    """No pause before a client reconnects; others go on meanwhile."""
    await asyncio.sleep(0)


@awaited
async def test_two_people_play_a_match() -> None:
    """One makes the table and one comes by the link; both see the same end."""
    async with net(rate=0, address_rate=0) as up:
        link, paul = await made(up)
        async with Client(link, "Paul", cookie=paul.cookie) as first, Client(link, "Tessa") as second:
            assert (first.seat, second.seats) == (0, (1,))
            await first.do(commands.Start)
            await asyncio.gather(play_on(first, []), play_on(second, []))
            assert first.view is not None
            assert second.view is not None
            assert first.view.outcome == second.view.outcome is not None
            assert second.lobby is not None
            assert [seat.name for seat in second.lobby.seats] == ["Paul", "Tessa"]


@awaited
async def test_connections_break_all_the_time() -> None:
    """Whatever breaks in between, every event comes once and in order, every command is done once."""
    async with net(rate=0, address_rate=0) as up:
        link, paul = await made(up, fill="random")
        seen: list[Happening] = []
        async with Client(link, "Paul", cookie=paul.cookie, sleep=hurry) as client:
            await client.do(commands.Start)
            breaking = asyncio.create_task(break_connections(up, client))
            await asyncio.wait_for(play_on(client, seen), 50)
            breaking.cancel()
        events = [happening for happening in seen if isinstance(happening, Update)]
        assert all(after.number == before.number + 1 for before, after in pairwise(events))
        assert sum(isinstance(happening, Lost) for happening in seen) >= 3
        assert sum(isinstance(happening, Back) for happening in seen) >= 3
        assert sum(isinstance(happening, Snapshot) for happening in seen) == 1


async def break_connections(up: Net, client: Client) -> None:
    """Cut every connection every few events, as a bad network does: without a word."""
    while True:
        enough = (client.number or 0) + 5
        await wait_until(partial(_has_more, client, enough))
        for connection in list(up.up.service.connections):
            protocol_of(connection).transport.abort()


def _has_more(client: Client, number: int) -> bool:
    return (client.number or 0) > number


@awaited
async def test_a_client_that_missed_too_much_gets_the_whole_table() -> None:
    """A gap that is too long is told as it is: the table as it stands."""
    async with net(rate=0, address_rate=0) as up:
        link, paul = await made(up, fill="random")
        async with Client(link, "Paul", cookie=paul.cookie, sleep=hurry) as client:
            await until(client, Snapshot)
            client.number = -500
            for connection in list(up.up.service.connections):
                protocol_of(connection).transport.abort()
            assert isinstance(await until(client, Snapshot), Snapshot)
            assert client.number is not None
            assert client.number > 0


@awaited
async def test_refusals_are_errors() -> None:
    """What the table refuses is told with its code, and the connection lives on."""
    async with net() as up:
        link, paul = await made(up)
        async with Client(link, "Paul", cookie=paul.cookie) as client:
            with pytest.raises(Declined) as refused:
                await client.move("lay R11")
            assert refused.value.code == "no-round"
            with pytest.raises(Declined) as refused:
                await client.look(1)
            assert refused.value.code == "not-allowed"
            assert await client.do(commands.Start, fill="random")
            with pytest.raises(Declined) as refused:
                await client.why("nothing of the kind")
            assert refused.value.code == "notation"
            reasons = [await client.why(card) for card in ("R20", "G20", "B20", "Y20")]
            assert any(reason is not None for reason in reasons)


@awaited
async def test_a_client_that_is_dismissed_does_not_reconnect() -> None:
    """The end is told, and the client stops."""
    async with net() as up:
        link, paul = await made(up)
        async with Client(link, "Paul", cookie=paul.cookie) as first, Client(link, "Tessa") as second:
            await first.do(commands.Remove, person=second.you)
            seen: list[Happening] = []
            await until(second, Dismissed, seen)
            assert [happening async for happening in second] == []
            with pytest.raises(Declined) as refused:
                await Client(link, "Tessa", cookie=second.visitor.cookie).__aenter__()
            assert refused.value.code == "unknown-table"


@awaited
async def test_a_server_that_starts_again() -> None:
    """It says that it stops; clients come back to the next one and go on where they were."""
    port = find_port()
    async with net(port=port) as up:
        link, paul = await made(up)
        log = up.log
        client = Client(link, "Paul", cookie=paul.cookie, sleep=hurry)
        await client.__aenter__()
        number = client.number
    async with net(log, port=port) as up:
        seen: list[Happening] = []
        await until(client, Back, seen)
        assert client.number == number
        assert await client.do(commands.Say, phrase="hello") == (number or 0) + 1
        await client.close()


@awaited
async def test_nobody_answers() -> None:
    """An address where no server is."""
    async with net() as up:
        link, _ = await made(up)
    with pytest.raises(Unreachable):
        await Client(link, "Paul").__aenter__()
