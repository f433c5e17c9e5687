"""The life of a table on the server, and games through sockets that equal the same games played directly."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from typing import Any

import msgspec
import pytest

from house import PromptClock, awaited
from network import Net, Talk, net, played_out
from reihum.api.connection import SPECTATOR_SECONDS
from reihum.games import GAMES
from reihum.matches import Match, match, verify


@awaited
async def test_the_whole_life_of_a_table() -> None:
    """A table is made, joined by link, filled with bots, started, played with a score sheet, downloaded, played
    again, left."""
    async with net(rate=0, address_rate=0) as up:
        made, paul = await up.table(seats=3, rounds=2)
        tessa = await up.guest(made)
        async with up.socket(made["table"], paul) as first, up.socket(made["table"], tessa) as second:
            assert (await first.heard("table"))["seat"] == 0
            assert (await second.heard("table"))["seat"] is None
            await second.do("sit", "a", seat=2)
            assert (await second.heard("table"))["seat"] == 2
            await first.do("bot", "b", seat=1, level="random")
            await first.do("start", "c")
            await asyncio.gather(played_out(first), played_out(second))
            await first.do("next", "d")
            await asyncio.gather(played_out(first), played_out(second))
            record = await up.ask("GET", f"/api/tables/{made['table']}/record", cookie=tessa)
            assert len(verify(record.body).sheet) == 2
            await first.now()
            await first.do("rematch", "e", game="classic")
            followed = (await first.heard("event"))["what"]
            assert followed["kind"] == "followed"
            await second.do("leave", "f")
        async with up.socket(followed["table"], tessa) as again:
            assert (await again.heard("table"))["seat"] == 2


@pytest.mark.parametrize("id", GAMES)
@awaited
async def test_a_game_through_sockets_is_the_game_itself(id: str) -> None:
    """Move by move, each seat receives what the engine shows it in the same game played directly."""
    dice, clock = random.Random(id), PromptClock()
    async with net(clock=clock, rate=0, address_rate=0) as up, AsyncExitStack() as stack:
        seats = min(max(GAMES[id].seats[0], 3), GAMES[id].seats[-1])
        made, cookies = await seat_people(up, id, seats)
        everybody = [*cookies, await up.guest(made, "Vera")]
        players = [await stack.enter_async_context(up.socket(made["table"], cookie)) for cookie in everybody]
        number = await players[0].do("start", "start")
        room = await up.host.room(made["table"])
        assert room.table.match is not None
        direct = match(id, seats, secret=room.table.match.secret)
        await compare(players, number, direct, clock)
        for count in range(40):
            if direct.state.outcome is not None:
                break
            seat = dice.choice(direct.state.to_act)
            calls = direct.game.grammar.calls
            text = str(dice.choice([move for move in direct.state.legal(seat) if move.verb not in calls]))
            number = await players[seat].do("move", f"m{count}", move=text)
            direct = direct.play(seat, text)
            await compare(players, number, direct, clock)


async def seat_people(up: Net, id: str, seats: int) -> tuple[dict[str, str], list[str]]:
    """A table of people only, each with a cookie."""
    made, first = await up.table(game=id, seats=seats, call_pause=0)
    cookies = [first]
    for seat in range(1, seats):
        cookies.append(await up.guest(made, f"P{seat}"))
        async with up.socket(made["table"], cookies[-1]) as guest:
            await guest.do("sit", f"s{seat}", seat=seat)
    return made, cookies


async def compare(players: list[Talk], number: int, direct: Match, clock: PromptClock) -> None:
    """Check that each client got what the engine shows it for this event; spectators of a game with calls get it a
    little later."""
    await clock.forward(SPECTATOR_SECONDS)
    for seat, player in enumerate(players):
        own = seat if seat < direct.game.seats else None
        shown: list[Any] = []
        while (event := await player.heard("event"))["number"] < number:
            shown += event.get("shown", [])
        assert event["view"] == convert_to_json(direct.view(own))
        assert [*shown, *event.get("shown", [])] == convert_to_json(direct.state.events(own))


def convert_to_json(value: object) -> Any:
    """A value as it is sent."""
    return msgspec.json.decode(msgspec.json.encode(value))
