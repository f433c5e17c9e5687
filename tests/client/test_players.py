"""Bots at a table on a server: any bot, any game, and the one in the documents."""

from __future__ import annotations

import asyncio
import runpy
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from documents import blocks
from house import PromptClock, awaited
from network import net
from reihum.bots import Bot, Call, bots_for
from reihum.cards import Randomness
from reihum.cli.bot import play_at_table
from reihum.client import Client, Declined, Visitor, play
from reihum.engine import Game, View
from reihum.games import GAMES, registry
from reihum.matches.verdicts import WINDOW_MS
from reihum.tables import commands
from reihum.tables.settings import Settings
from reihum.tables.updates import Seated
from waiting import wait_until

PROGRAM = Path(__file__).parent.parent.parent / "docs" / "examples" / "online" / "highest.py"


def make_prompt_bot(game: Game, seat: int, randomness: Randomness) -> Bot:
    """A sensible bot that calls at once: its own delay would be real time."""
    bot = bots_for(game.facts)["sensible"](game, seat, randomness)
    call = bot.call

    def call_at_once(view: View) -> Call | None:
        made = call(view)
        return made and replace(made, delay_ms=0)

    bot.call = call_at_once  # type: ignore[method-assign]
    return bot


@pytest.mark.parametrize(
    ("id", "rounds"), [("classic", 1), ("master", 1), ("hoechste-karte", 2), ("ratefix", 3), ("schlafmuetze", 1)]
)
@awaited
async def test_any_bot_plays(id: str, rounds: int) -> None:
    """Bots of the package, over sockets, to the end of a match; a simultaneous game and one with calls among them."""
    facts = GAMES[id]
    seats = facts.seats[0]
    clock = PromptClock()
    async with net(clock=clock, rate=0, address_rate=0, address_connections=0) as up:
        paul = Visitor(up.base)
        settings = Settings(game=id, seats=seats, rounds=rounds, call_pause_ms=0, pace="instant")
        link = (await paul.create("P0", settings)).link
        clients = [Client(link, f"P{seat}", cookie="" if seat else paul.cookie) for seat in range(seats)]
        for client in clients:
            await client.__aenter__()
        await clients[0].do(commands.Start)
        players = asyncio.gather(*(play(client, make_prompt_bot) for client in clients))
        rooms, looks = up.host.rooms.values(), count(1)
        while not players.done():
            # a call waits for its window; whatever else waits for the clock, waits for a hundred looks
            await wait_until(
                lambda: players.done() or any(room.table.calls for room in rooms) or next(looks) % 100 == 0
            )
            await clock.forward(WINDOW_MS / 1_000)
        await players
        outcomes = {str(client.view.outcome) for client in clients if client.view is not None}
        assert len(outcomes) == 1
        assert "None" not in outcomes
        for client in clients:
            await client.close()


@awaited
async def test_a_bot_gets_the_game_by_the_rules_of_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that was begun before a rule was fixed has the old ones, one that is made now the new ones."""
    made: list[int] = []

    def make(game: Game, seat: int, randomness: Randomness) -> Bot:
        made.append(game.facts.rules_version)
        return bots_for(game.facts)["sensible"](game, seat, randomness)

    zweikampf = GAMES["zweikampf"]
    fixed = {**GAMES, "zweikampf": replace(zweikampf, rules_version=2, earlier=(zweikampf,))}
    async with net(rate=0, address_rate=0) as up:
        paul, settings = Visitor(up.base), Settings(game="zweikampf", seats=2, pace="instant")
        links = [(await paul.create("Paul", settings)).link]
        monkeypatch.setattr(registry, "GAMES", fixed)
        links.append((await paul.create("Paul", settings)).link)
        for version, link in enumerate(links, 1):
            made.clear()
            async with Client(link, "Paul", cookie=paul.cookie) as client:
                await client.do(commands.Start, fill="random")
                await asyncio.wait_for(play(client, make), 50)
            assert {*made} == {version}


@awaited
async def test_the_bot_in_the_documents(capsys: pytest.CaptureFixture[str]) -> None:
    """It is the one in the page, has thirty lines, and plays a match as it stands."""
    program = PROGRAM.read_text(encoding="utf-8")
    assert program in blocks("write-a-bot", "python")
    assert len(program.splitlines()) <= 30
    async with net(rate=0, address_rate=0) as up:
        paul = Visitor(up.base)
        link = (await paul.create("Paul", Settings(game="classic", seats=3, pace="instant"))).link
        async with Client(link, "Paul", cookie=paul.cookie) as client:
            running = asyncio.create_task(runpy.run_path(str(PROGRAM))["main"](link))
            async for _ in client:
                if client.lobby is not None and sum(not seat.free for seat in client.lobby.seats) == 2:
                    break
            await client.do(commands.Start, fill="random")
            await asyncio.wait_for(play(client, bots_for(GAMES["classic"])["sensible"]), 50)
            await asyncio.wait_for(running, 60)
    assert "the winners are at the seats (" in capsys.readouterr().out


@awaited
async def test_the_client_in_the_documents() -> None:
    """It prints what happens at the table and why its move is refused: it must open the round."""
    names: dict[str, Any] = {}
    (program,) = (block for block in blocks("write-a-bot", "python") if "Declined" in block)
    exec(program, names)  # noqa: S102 – our own document
    printed: list[tuple[object, ...]] = []
    names["print"] = lambda *words: printed.append(words)
    async with net(rate=0, address_rate=0) as up:
        visitor = Visitor(up.base)
        settings = Settings(game="any-start", seats=2, options={"first": 1}, pace="instant")
        link = (await visitor.create("Tessa", settings)).link
        async with Client(link, "Tessa", cookie=visitor.cookie) as table:
            running = asyncio.create_task(names["main"](link))
            await wait_until(lambda: any(isinstance(happening, Seated) for _, happening in printed))
            await table.do(commands.Start)
            await wait_until(lambda: isinstance(printed[-1][0], Declined))
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
    assert "has to open the round" in str(printed[-1][0])


@awaited
async def test_a_bot_plays_on_from_what_its_program_has_read() -> None:
    """Nothing that the program has read comes again: the bot begins with the table as it is, and with a match that is
    over it has nothing to do."""
    async with net(rate=0, address_rate=0) as up:
        paul = Visitor(up.base)
        link = (await paul.create("Paul", Settings(game="junior", seats=2, pace="instant"))).link
        async with Client(link, "Paul", cookie=paul.cookie) as client, asyncio.timeout(50):
            await client.do(commands.Start, fill="random")
            async for _ in client:
                if client.my_turn and client._happened.empty():
                    break
            for _ in range(2):
                await play(client, bots_for(GAMES["junior"])["sensible"])
                assert client.view is not None
                assert client.view.outcome is not None
                while not client._happened.empty():
                    await anext(aiter(client))


@awaited
async def test_a_bot_of_your_own_takes_a_seat() -> None:
    """``reihum bot`` with a link plays at a table until the match is over."""
    async with net(rate=0, address_rate=0) as up:
        paul = Visitor(up.base)
        link = (await paul.create("Paul", Settings(game="junior", seats=2, pace="instant"))).link
        async with Client(link, "Paul", cookie=paul.cookie) as client, asyncio.timeout(50):
            guest = asyncio.create_task(play_at_table(link, "Guest", bots_for(GAMES["junior"])["holder"]))
            while client.lobby is None or any(not seat.name for seat in client.lobby.seats):
                await anext(aiter(client))
            await client.do(commands.Start)
            await play(client, bots_for(GAMES["junior"])["sensible"])
            await guest
            assert client.view is not None
            assert client.view.outcome is not None
