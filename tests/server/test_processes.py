"""Two server processes on one PostgreSQL serve one table. One of them is killed, and the game goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack

import pytest
from msgspec.structs import replace

from postgres import Server
from reihum.bots.simple.random import RandomBot
from reihum.client import Client, Visitor, play
from reihum.matches import verify
from reihum.tables import commands
from reihum.tables.settings import Settings
from reihum.tables.updates import Played, Update
from server_process import UNLIMITED, start_server
from waiting import wait_until

IMPATIENT = (
    "import reihum.host.host as host, reihum.host.subscriptions as others;"
    "host.HEARTBEAT_SECONDS, others.SILENCE_SECONDS = 0.5, 2.0"
)
"""A silent process is soon taken for dead."""


def test_a_table_outlives_one_of_its_two_processes(postgres: Server) -> None:
    """Four players, two at each process, and a bot. The process that dealt the cards is killed in the middle; its
    players come back to the other one, and the match ends the same for all."""
    here = ("--database", postgres.database(), *UNLIMITED)
    with start_server(*here) as (first, one), start_server(*here) as (_, other):
        asyncio.run(play_match(one, other, first.kill))


@pytest.mark.full
def test_the_other_process_stands_in_for_players_who_are_gone(postgres: Server) -> None:
    """The players of the killed process are gone for good. The other process notices, and stand-ins, bots and clocks go
    on there."""
    here = ("--database", postgres.database(), *UNLIMITED)
    with start_server(*here, before=IMPATIENT) as (first, one), start_server(*here, before=IMPATIENT) as (_, other):
        asyncio.run(play_abandoned(one, other, first.kill))


async def seat_players(stack: AsyncExitStack, one: str, other: str, settings: Settings) -> list[Client]:
    """Two players at each of two servers."""
    maker = Visitor(one)
    made = await maker.create("Paul", settings)
    way = f"/t/{made.table}#{made.key}"
    players = [Client(one + way, "Paul", seat=0, cookie=maker.cookie)]
    for seat, (name, where) in enumerate([("Tessa", one), ("Luca", other), ("Hannah", other)], 1):
        players.append(Client(where + way, name, seat=seat))
    for player in players:
        await stack.enter_async_context(player)
    return players


async def play_abandoned(one: str, other: str, kill: Callable[[], None]) -> None:
    """The first server is killed when the cards are dealt; of those at the other one, only Luca plays."""
    async with AsyncExitStack() as stack:
        settings = Settings(game="junior", seats=5, rounds=1, pace="instant", grace_seconds=1, turn_seconds=1)
        paul, _, luca, hannah = await seat_players(stack, one, other, settings)
        await paul.do(commands.Start, fill="random")
        kill()
        playing = asyncio.create_task(play(luca, RandomBot))
        moved: set[int | None] = set()
        async for happening in hannah:
            if isinstance(happening, Update) and isinstance(happening.what, Played) and _away(hannah) == [0, 1]:
                moved |= {shown.seat for shown in happening.shown}
            if moved >= {0, 1, 3, 4}:  # stand-ins, the clock, the bot
                break
        playing.cancel()
        assert hannah.present == tuple(sorted((luca.you, hannah.you)))


def _away(client: Client) -> list[int]:
    """The seats at which bots stand in."""
    assert client.lobby is not None
    return [number for number, seat in enumerate(client.lobby.seats) if seat.away]


async def play_match(one: str, other: str, kill: Callable[[], None]) -> None:
    """Play a match at two servers; the first is killed after some moves."""
    async with AsyncExitStack() as stack:
        settings = Settings(game="junior", seats=5, rounds=2, pace="instant", grace_seconds=60)
        players = await seat_players(stack, one, other, settings)
        await players[0].do(commands.Start, fill="random")
        table = players[0].address
        playing = [asyncio.create_task(play(player, RandomBot)) for player in players]
        await wait_until(lambda: (players[2].number or 0) >= 30)
        for player in players[:2]:
            player.address = replace(table, base=other)  # as a proxy before both would send them
        kill()
        await asyncio.gather(*playing)
        assert len({player.number for player in players}) == 1
        outcomes = {player.view.outcome.points for player in players if player.view and player.view.outcome}
        assert len(outcomes) == 1
        record = await Visitor(other, players[2].visitor.cookie).record(table.table)
        assert verify(record).totals == outcomes.pop()
