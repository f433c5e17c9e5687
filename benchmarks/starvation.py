"""Three ways to starve others, and what everybody else notices of them: connections that never read, pictures that take
long to draw, and many tables of bots that think long.

``python -m benchmarks.starvation [--seconds 15] [--short]`` starts a server with its usual limits. The attacker is a
process of its own with one address, and every table of the others has an address of its own. For each attack it shows
how long the others wait without and with the attack, and which part of a processor the server uses (without its
workers).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.table import Table as Printed

from benchmarks.lines import Line, connect
from benchmarks.load import END_SECONDS, LAZY, SERVE, UNLIMITED, Drive, cpu_seconds, process
from benchmarks.seats import NAMES, LoadTable, Seen, ask, invite
from reihum.matches.match import MAX_ROUNDS
from reihum.protocol.http import NewTable
from reihum.tables.settings import Settings

ATTACKER = "127.0.0.2"
SECONDS = 15.0
FEWEST_WAITS = 2
"""The number of waits that percentiles need."""

MOVES_PER_SECOND = 60.0
UNREAD_CONNECTIONS, PIPELINED_REQUESTS = 40, 45
PICTURE_CLIENTS = 12
THINKING = Settings(game="classic", seats=4, pace="instant", rounds=10)
DUEL = Settings(game="classic", seats=2, pace="instant", rounds=MAX_ROUNDS)


class Scale(Struct, frozen=True, kw_only=True):
    """How large everything is. ``challengers`` play against a bot of their own each; the attacker's bots think longest.
    In classic both levels search; in Master they ask a net, which takes no time."""

    seconds: float
    settle_seconds: float = 2.0
    rounds: int = 3
    tables: int = 20
    challengers: int = 3
    bot_tables: int = 60
    thinking_level: str = "master"
    challenged_level: str = "expert"
    flags: tuple[str, ...] = ()
    """Those of a server whose bots think."""


SHORT = Scale(
    seconds=1.5,
    settle_seconds=0.1,
    rounds=1,
    tables=3,
    challengers=1,
    bot_tables=3,
    thinking_level="sensible",
    challenged_level="sensible",
    flags=(LAZY, *UNLIMITED),  # these bots answer at once, and so do the people who play against them
)
"""Too small to measure anything."""

Measure = Callable[[float], Awaitable[list[float]]]
"""Measures for some seconds; gives how many seconds everybody waited."""


class StarvationFigures(Struct, kw_only=True):
    """How long the others waited without and with an attack, in milliseconds, and which part of a processor the server
    used, without its worker processes."""

    name: str
    quiet_share: float
    attacked_share: float
    quiet_p50: float
    quiet_p99: float
    attacked_p50: float
    attacked_p99: float

    @property
    def ratio(self) -> float:
        """How many times as long they waited."""
        return self.attacked_p99 / self.quiet_p99


class Challenger:
    """A person against a bot that thinks long. ``waits`` has the seconds that the bot took for each move, ``refusal``
    what the server refused: after it this person does not play on."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.refusal = ""
        self._line: Line | None = None
        self._bot_since: float | None = None
        self._ids = count()

    async def sit_down(self, address: str, source: str, level: str) -> None:
        """Make a table and start the match."""
        table, cookie = make_table(address, source, DUEL, level, 0)
        url = f"{address.replace('http', 'ws', 1)}/ws/tables/{table}"
        self._line = await connect(url, self.heard, cookie, source)
        self._say({"type": "start"})

    def heard(self, message: bytes) -> None:
        """Note how long the bot has thought, and move at once if it is this person's turn."""
        if b'"type":"refused"' in message:
            self.refusal = message.decode()
        if b'"view":{"' not in message:
            return
        now, seen = time.perf_counter(), msgspec.json.decode(message, type=Seen)
        if self._bot_since is not None:
            self.waits.append(now - self._bot_since)
        view = seen.view.view
        self._bot_since = None
        if view.outcome is not None:
            self._say({"type": "next"})
        elif view.players[0].acts:
            self._say({"type": "move", "move": next(text for form in view.moves for text in form.texts())})
        else:
            self._bot_since = now

    def _say(self, command: dict[str, str]) -> None:
        if self._line is not None:
            self._line.say(msgspec.json.encode({"id": f"{next(self._ids)}", **command}))


def make_table(address: str, source: str, settings: Settings, level: str, seat: int | None) -> tuple[str, str]:
    """Make a table with bots at the other seats; gives its id and the cookie."""
    connection = HTTPConnection(urlsplit(address).netloc, source_address=(source, 0))
    try:
        made, cookie = ask(connection, "/api/tables", NewTable(name="Paul", settings=settings, seat=seat, fill=level))
        return made.table, cookie
    finally:
        connection.close()


# --- the attacks, each in a process of its own ---


async def read_nothing(address: str, _: Scale) -> None:
    """Ask for long texts again and again without reading them, over as many connections as possible."""
    place, loop = urlsplit(address), asyncio.get_running_loop()
    request = f"GET /api/texts/de HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode() * PIPELINED_REQUESTS

    async def hold() -> None:
        while True:
            with socket.socket() as own:
                own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
                own.setblocking(False)
                own.bind((ATTACKER, 0))
                try:
                    await loop.sock_connect(own, (place.hostname, place.port))
                    while True:
                        await loop.sock_sendall(own, request)
                        await asyncio.sleep(1)
                except OSError:
                    await asyncio.sleep(0.1)

    await asyncio.gather(*(hold() for _ in range(UNREAD_CONNECTIONS)))


async def draw_pictures(address: str, _: Scale) -> None:
    """Ask for pictures that take long to draw, one after another."""
    place, numbers = urlsplit(address), count()

    async def draw() -> None:
        while True:
            try:
                reader, writer = await asyncio.open_connection(place.hostname, place.port, local_addr=(ATTACKER, 0))
                way = f"/api/qr?link={address}/t/{next(numbers):0>200}"
                writer.write(f"GET {way} HTTP/1.1\r\nHost: {place.netloc}\r\nConnection: close\r\n\r\n".encode())
                await reader.read()
                writer.close()
            except OSError:
                await asyncio.sleep(0.1)

    await asyncio.gather(*(draw() for _ in range(PICTURE_CLIENTS)))


async def let_bots_think(address: str, scale: Scale) -> None:
    """Make many tables at which only bots sit, watch them all, and let them play."""
    with suppress(msgspec.ValidationError):  # the server refuses more tables
        for _ in range(scale.bot_tables):
            table, cookie = await asyncio.to_thread(make_table, address, ATTACKER, THINKING, scale.thinking_level, None)
            url = f"{address.replace('http', 'ws', 1)}/ws/tables/{table}"
            line = await connect(url, lambda _: None, cookie, ATTACKER)
            line.say(b'{"type":"start","id":"1"}')
    await asyncio.Event().wait()


ATTACKS: Mapping[str, Callable[[str, Scale], Awaitable[None]]] = {
    "connections that never read": read_nothing,
    "pictures that take long to draw": draw_pictures,
    "tables of bots that think long": let_bots_think,
}


@contextmanager
def attack(name: str, address: str, scale: Scale) -> Iterator[None]:
    """An attack by a process of its own."""
    words = [sys.executable, "-m", "benchmarks.starvation", "--attack", name, address]
    words += ["--short"] if scale is SHORT else []
    started = subprocess.Popen(words, stderr=subprocess.DEVNULL)  # noqa: S603
    try:
        yield
        assert started.poll() is None, f"the attack has ended: {name}"
    finally:
        started.kill()
        started.wait()


# --- the others ---


async def seat_players(address: str, scale: Scale) -> Measure:
    """Tables where four people play, each with an address of its own; measures the waits for their moves."""
    tables = [LoadTable() for _ in range(scale.tables)]
    for number, table in enumerate(tables):
        source = f"127.0.1.{number + 1}"
        invited = await asyncio.to_thread(invite, address, source)
        await table.sit_down([address.replace("http", "ws", 1)] * len(NAMES), invited, source)
    drive = Drive(tables)

    async def measure(seconds: float) -> list[float]:
        return (await drive.run(round(MOVES_PER_SECOND * seconds), MOVES_PER_SECOND)).waits

    return measure


async def seat_challengers(address: str, scale: Scale) -> Measure:
    """People who play against bots; measures the waits for the bots."""
    challengers = [Challenger() for _ in range(scale.challengers)]
    for number, challenger in enumerate(challengers):
        await challenger.sit_down(address, f"127.0.1.{number + 1}", scale.challenged_level)

    async def measure(seconds: float) -> list[float]:
        for challenger in challengers:
            challenger.waits.clear()
        await asyncio.sleep(seconds)
        async with asyncio.timeout(END_SECONDS):
            while len(found := [wait for challenger in challengers for wait in challenger.waits]) < FEWEST_WAITS:
                for challenger in challengers:
                    if challenger.refusal:
                        raise ValueError(f"the server refused what a person at a table asked for: {challenger.refusal}")
                await asyncio.sleep(0.01)
        return found

    return measure


@contextmanager
def serve(*flags: str) -> Iterator[tuple[int, str]]:
    """A server with an empty store and its usual limits: its process id and its address."""
    with tempfile.TemporaryDirectory() as folder:
        store = str(Path(folder) / "tables.sqlite")
        with process("-c", SERVE, "serve", "--port", "0", "--data", store, *flags) as started:
            yield started


async def wait_until_warm(address: str) -> None:
    """Wait until the bots are prepared."""
    while not await asyncio.to_thread(is_warm, address):
        await asyncio.sleep(0.2)


def is_warm(address: str) -> bool:
    """Whether the bots of a server are prepared."""
    connection = HTTPConnection(urlsplit(address).netloc)
    connection.request("GET", "/ready")
    found = msgspec.json.decode(connection.getresponse().read())
    connection.close()
    return bool(found["warm"])


async def compare(name: str, pid: int, address: str, scale: Scale) -> StarvationFigures:
    """Measure without the attack and with it."""
    await wait_until_warm(address)
    is_about_bots = ATTACKS[name] is let_bots_think
    measure = await (seat_challengers if is_about_bots else seat_players)(address, scale)
    waits: dict[bool, list[float]] = {False: [], True: []}
    work_seconds = dict.fromkeys(waits, 0.0)
    for _ in range(scale.rounds):  # in turns: other work on this machine comes and goes
        for is_attacked in waits:
            with attack(name, address, scale) if is_attacked else nullcontext():
                await measure(scale.settle_seconds)
                before = cpu_seconds(pid)
                waits[is_attacked] += await measure(scale.seconds / scale.rounds)
                work_seconds[is_attacked] += cpu_seconds(pid) - before
    quiet, attacked = (quantiles(found, n=100) for found in waits.values())
    return StarvationFigures(
        name=name,
        quiet_share=work_seconds[False] / scale.seconds,
        attacked_share=work_seconds[True] / scale.seconds,
        quiet_p50=1e3 * quiet[49],
        quiet_p99=1e3 * quiet[98],
        attacked_p50=1e3 * attacked[49],
        attacked_p99=1e3 * attacked[98],
    )


def print_figures(console: Console, scale: Scale) -> None:
    """Measure all attacks, each on a new server, and print."""
    printed = Printed(title="What the others wait for, in ms")
    for head in ("attack", "quiet p50", "p99", "server", "attacked p50", "p99", "server", "p99 : p99"):
        printed.add_column(head, justify="left" if head == "attack" else "right")
    for name in ATTACKS:
        with serve(*(scale.flags if ATTACKS[name] is let_bots_think else [LAZY])) as (pid, address):
            found = asyncio.run(compare(name, pid, address, scale))
        quiet = f"{found.quiet_p50:.1f}", f"{found.quiet_p99:.1f}", f"{found.quiet_share:.0%}"
        attacked = f"{found.attacked_p50:.1f}", f"{found.attacked_p99:.1f}", f"{found.attacked_share:.0%}"
        printed.add_row(name, *quiet, *attacked, f"{found.ratio:.2f}")
    console.print(printed)
    console.print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


def main() -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.starvation", description="Attacks on other people.")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--attack", nargs=2, metavar=("NAME", "ADDRESS"), help="be one of the attackers")
    parser.add_argument("--short", action="store_true", help="only show that the benchmark works")
    chosen = parser.parse_args()
    scale = SHORT if chosen.short else Scale(seconds=chosen.seconds)
    if chosen.attack:
        name, address = chosen.attack
        asyncio.run(ATTACKS[name](address, scale))  # type: ignore[arg-type]
    else:
        print_figures(Console(), scale)


if __name__ == "__main__":
    main()
