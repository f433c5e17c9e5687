"""The database of a running server is away for a while: nothing false is acknowledged, and play goes on afterwards."""

from __future__ import annotations

import asyncio
import signal
from urllib.error import HTTPError
from urllib.request import urlopen

from postgres import Server
from reihum.bots import offered
from reihum.client import Client, Declined, Visitor
from reihum.store.postgres import PostgresLog
from reihum.tables import commands
from reihum.tables.settings import Settings
from reihum.tables.table import load_table
from server_process import UNLIMITED, start_server
from waiting import block_until, wait_until

REFUSED = 30
"""How many commands are refused in the outage."""


def test_a_server_goes_on_when_its_database_is_back(postgres: Server) -> None:
    """In the outage every command is refused, and the server is not ready. Afterwards a move is acknowledged and
    stored. The log has one line for the beginning and one for the end, whatever failed in between, and no traceback."""
    database = postgres.database()
    with start_server("--database", database, *UNLIMITED) as (process, address):
        table, acknowledged = asyncio.run(play_through_an_outage(postgres, address))
        process.send_signal(signal.SIGTERM)
        lines = process.communicate()[1].splitlines()
    about = [line for line in lines if "WARNING" in line or "ERROR" in line or not line[:1].isdigit()]
    assert len(about) == 2, lines
    assert "Nothing can be stored at the moment" in about[0]
    assert "The store can be written again" in about[1]
    assert asyncio.run(find_commands(database, table)) >= acknowledged


async def play_through_an_outage(postgres: Server, address: str) -> tuple[str, set[str]]:
    """Play until the database is gone, and on when it is back; gives the table and the moves that were acknowledged."""
    maker = Visitor(address)
    made = await maker.create("Paul", Settings(game="junior", seats=2, rounds=1_000, pace="instant", grace_seconds=60))
    acknowledged = set()
    async with Client(f"{address}/t/{made.table}#{made.key}", "Paul", seat=0, cookie=maker.cookie) as paul:
        await paul.do(commands.Start, fill="random")
        acknowledged.add(await move(paul))
        await asyncio.to_thread(postgres.stop)
        for _ in range(REFUSED):
            assert await try_to_speak(paul) == "storage-away"
        assert await asyncio.to_thread(ask, f"{address}/ready") == 503
        assert await asyncio.to_thread(ask, f"{address}/api/tables") == 503
        await asyncio.to_thread(postgres.start)
        while (code := await try_to_speak(paul)) is not None:
            assert code == "storage-away"
        acknowledged.add(await move(paul))
        await asyncio.to_thread(block_until, lambda: ask(f"{address}/ready") == 200)
    return made.table, acknowledged


async def move(client: Client) -> str:
    """Make the first move that is offered; gives it when it is acknowledged, with its number."""
    await wait_until(lambda: client.my_turn)
    assert client.view is not None
    chosen = offered(client.view.view)[0]
    return f"{await client.move(chosen)} {chosen}"


async def try_to_speak(client: Client) -> str | None:
    """Say something; the code of the refusal, or None."""
    try:
        await client.do(commands.Say, phrase="hello")
    except Declined as refused:
        return refused.code
    return None


def ask(address: str) -> int:
    """The status of an answer."""
    try:
        with urlopen(address) as answer:  # noqa: S310 – loopback
            return int(answer.status)
    except HTTPError as error:
        with error:
            return error.code


async def find_commands(database: str, table: str) -> set[str]:
    """The moves in the store with the numbers after them."""
    log = await PostgresLog.open(database)
    try:
        history = load_table(table, await log.read(table), True).history
    finally:
        await log.close()
    return {f"{item.number} {getattr(item.entry, 'move', '')}" for item in history}
