"""Two processes on one database behind a proxy are restarted one after the other, and nobody loses anything."""

from __future__ import annotations

import asyncio
import signal
import subprocess
from collections import Counter
from contextlib import AsyncExitStack, ExitStack

import pytest

from postgres import Server
from proxy import is_ready, start_proxy
from reihum.bots.simple.random import RandomBot
from reihum.client import Client, Visitor, play
from reihum.protocol.answers import Because, Done, Hinted
from reihum.protocol.requests import TableRequest
from reihum.store.postgres import PostgresLog
from reihum.tables import commands
from reihum.tables.entries import PlayedEntry
from reihum.tables.settings import Settings
from reihum.tables.table import load_table
from server_process import UNLIMITED, find_port, start_server
from waiting import END_SECONDS, block_until, wait_until

pytestmark = pytest.mark.full

MOVES_BETWEEN = 20
"""How many moves are made before, between and after the restarts."""


class Witness(Client):
    """A client that remembers which moves were acknowledged."""

    def __init__(self, url: str, name: str, *, seat: int, cookie: str = "") -> None:
        super().__init__(url, name, seat=seat, cookie=cookie)
        self.acknowledged: list[str] = []

    async def _ask(self, request: TableRequest) -> Done | Because | Hinted:
        answer = await super()._ask(request)
        if isinstance(request, commands.MakeMove):
            self.acknowledged.append(request.id)
        return answer


class Pair:
    """Two servers behind a proxy."""

    def __init__(self, database: str, stack: ExitStack) -> None:
        self.front, *self.ports = find_port(), find_port(), find_port()
        self.address = f"http://127.0.0.1:{self.front}"
        self._words = ("--database", database, "--origin", self.address, *UNLIMITED)
        self._stack = stack
        self._processes: dict[int, subprocess.Popen[str]] = {}

    async def start(self, port: int) -> None:
        """Start a server and wait until it is ready."""
        started = await asyncio.to_thread(self._stack.enter_context, start_server("--port", str(port), *self._words))
        self._processes[port] = started[0]
        await asyncio.to_thread(block_until, lambda: asyncio.run(is_ready(port)))

    async def restart(self, port: int) -> None:
        """Stop a server as a service manager does, and start it again."""
        process = self._processes[port]
        process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(process.wait, END_SECONDS) == 0
        await self.start(port)


def test_a_rolling_restart_loses_nothing(postgres: Server) -> None:
    """Two people play on while both processes are restarted: every acknowledged move is in the log, and once."""
    with ExitStack() as stack:
        database = postgres.database()
        table, players = asyncio.run(play_through_restarts(Pair(database, stack)))
        asyncio.run(check_log(database, table, players))


async def play_through_restarts(pair: Pair) -> tuple[str, list[Witness]]:
    """Play, restart both servers one after the other, and play on."""
    await asyncio.gather(*map(pair.start, pair.ports))
    async with start_proxy(pair.front, pair.ports), AsyncExitStack() as stack:
        maker = Visitor(pair.address)
        settings = Settings(game="junior", seats=3, rounds=1_000, pace="instant", grace_seconds=60)
        made = await maker.create("Paul", settings)
        link = f"{pair.address}/t/{made.table}#{made.key}"
        players = [Witness(link, "Paul", seat=0, cookie=maker.cookie), Witness(link, "Tessa", seat=1)]
        for player in players:
            await stack.enter_async_context(player)
        await players[0].do(commands.Start, fill="random")
        playing = [asyncio.create_task(play(player, RandomBot)) for player in players]
        await wait_for_moves(players)
        for port in pair.ports:
            await pair.restart(port)
            await wait_for_moves(players)
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)
        assert not [task for task in playing if not task.cancelled()]
        return made.table, players


async def wait_for_moves(players: list[Witness]) -> None:
    """Wait until everybody has made some more moves."""
    wanted = {player: len(player.acknowledged) + MOVES_BETWEEN for player in players}
    await wait_until(lambda: all(len(player.acknowledged) >= wanted[player] for player in players))


async def check_log(database: str, table: str, players: list[Witness]) -> None:
    """Compare what the players were told with what is stored."""
    log = await PostgresLog.open(database)
    history = load_table(table, await log.read(table), True).history
    await log.close()
    stored = Counter(item.entry.command for item in history if isinstance(item.entry, PlayedEntry))
    for player in players:
        assert len(player.acknowledged) >= 3 * MOVES_BETWEEN
        assert [command for command in player.acknowledged if stored[command] != 1] == []
