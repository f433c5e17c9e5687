"""The ways through the package: `python -m tools.walks` (or `make docs`) runs each one and writes docs/walks.md.

With `--print` it prints the page instead.
"""

from __future__ import annotations

import asyncio
import inspect
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

sys.modules["numba"] = None  # type: ignore[assignment]  # compiled kernels would hide their calls

from reihum import simulator
from reihum.bots.play import show_events
from reihum.bots.search.search import SearchBot
from reihum.cards import Randomness
from reihum.games import game
from reihum.host import Host, InlineBotRunner, InlineExecutor, Room
from reihum.matches import replay
from reihum.server.config import Config
from reihum.server.server import RunningServer, open_server
from reihum.store.location import Location
from reihum.tables import commands
from reihum.tables.settings import Settings
from tools.tracer import Call, Step, Tracer, steps

ROOT = Path(__file__).parent.parent
FILE = ROOT / "docs" / "walks.md"
GOLDEN = ROOT / "tests" / "golden" / "classic.jsonl"
CHOICES = 3
"""The search begins at a position with this many legal moves."""

HEAD = """\
<!-- Made by `make docs`. -->

# Walks

Each walk is the way of one request through the package. [A tool](../tools/walks.py) runs it for real and lists the
calls; a test compares them with this page. All walks play the classic game. The simulator's kernels run uncompiled
here, because the tool cannot see into compiled code.

A **step** is the first call of a function from another module, from the event loop or from a thread. Left out are
functions that call no other function of the package, properties, special methods such as `__init__`, and functions
that were already waiting when the walk began. Of the rules – `cards`, `engine`, `games`, `matches` – each module is
listed once.

The table counts the steps, and how often a walk parses a move and applies it. “Before” is the same count for the code
before its layers were separated.

Three walks are longer than before, because several modules now share what one did. A bot's move passes the question to
the bot, the table's listing and the outbox of frames. A simulation and a search pass the function that runs kernels
without numba, and a search the likelihood that all kernels share. No move is parsed or applied more often for it.
"""


class FrozenClock:
    """A clock that stands still, so that no timer disturbs a walk. Short pauses end at once, long ones never."""

    def now(self) -> int:
        return 1_700_000_000_000

    def monotonic(self) -> float:
        return 1_000.0

    async def sleep(self, seconds: float) -> None:
        await (asyncio.sleep(0) if seconds < 1 else asyncio.Event().wait())

    def call_later(self, _seconds: float, _call: Callable[[], object]) -> FrozenTimer:
        return FrozenTimer()


class FrozenTimer:
    """A timer that never fires."""

    def cancel(self) -> None:
        """There is nothing to cancel."""


# --- walks through the server ---


@asynccontextmanager
async def running_server() -> AsyncIterator[RunningServer]:
    """The real server on a free port, with a store in a file and bots in this process."""
    numbers = count(1)
    with tempfile.TemporaryDirectory() as folder:
        host = await Host.open(
            await Location(f"{folder}/tables.sqlite", "").open(),
            clock=FrozenClock(),
            bots=InlineBotRunner(),
            executor=InlineExecutor(),
            entropy=lambda size: next(numbers).to_bytes(4, "big").ljust(size, b"\0")[:size],
        )
        async with open_server(Config(port=0), host=host) as server:
            serving = asyncio.create_task(server.serve())
            while not server.uvicorn.started:
                await asyncio.sleep(0)
            try:
                yield server
            finally:
                server.stop()
                await serving


async def make_table(server: RunningServer, level: str) -> tuple[Room, dict[int, str]]:
    """A table for two: two people, or one and a bot of that level. Returns the secrets of the people by seat."""
    host = server.service.host
    (maker, secret), (guest, other) = await host.people.new(), await host.people.new()
    room = await host.create(maker.id, "Ada", Settings(game="classic", seats=2, pace="instant"), fill=level)
    if level:
        return room, {0: secret}
    await room.join(guest.id, "Ben", room.table.key)
    await host.handle(room, guest.id, None, commands.Sit(id="sit", seat=1))
    return room, {0: secret, 1: other}


def open_socket(server: RunningServer, room: Room, secret: str) -> connect:
    """A WebSocket to the table, as a browser opens it."""
    address = f"ws://127.0.0.1:{server.port}/ws/tables/{room.table.id}"
    cookie = {"Cookie": f"reihum-{server.port}={secret}"}
    return connect(address, additional_headers=cookie, compression=None, ping_interval=None)


async def receive(socket: ClientConnection, kind: str) -> None:
    """Read messages until one of a kind comes."""
    while msgspec.json.decode(await socket.recv())["type"] != kind:
        pass


async def deal(room: Room, colours: str) -> None:
    """Start the match. The first colour goes to the first seat, the second to the second; the holder of R11 opens."""
    room.stacked = [" ".join(f"{colour}{number}" for colour in colours for number in range(1, 21))]
    await room.handle(room.table.seats[0].person, 0, commands.Start(id="start"))


async def tap(tracer: Tracer) -> None:
    """A player's move, from the frame that arrives to the frames for both players."""
    async with running_server() as server:
        room, secrets = await make_table(server, level="")
        async with open_socket(server, room, secrets[0]) as first, open_socket(server, room, secrets[1]) as second:
            await deal(room, "RYGB")
            await receive(first, "event")
            await receive(second, "event")
            tracer.on = True
            await first.send('{"type":"move","id":"tap","move":"lay R11"}')
            await receive(first, "done")
            await receive(second, "event")
            tracer.on = False


async def bot_move(tracer: Tracer) -> None:
    """A bot's move, from the driver's job to the frame for the other player."""
    async with running_server() as server:
        room, secrets = await make_table(server, level="sensible")
        async with open_socket(server, room, secrets[0]) as socket:
            tracer.starts_with = "Driver._bot_moves"
            await deal(room, "YRGB")
            await receive(socket, "event")  # the deal
            await receive(socket, "event")  # the bot's move
            tracer.on = False


# --- walks without a server ---


async def replay_record(tracer: Tracer) -> None:
    """A record, from its text to its last state."""
    record = GOLDEN.read_text(encoding="utf-8")
    tracer.on = True
    for _ in replay(record):
        pass
    tracer.on = False


async def simulate(tracer: Tracer) -> None:
    """Rounds in the simulator, from the game to their results."""
    played = game("classic", seats=4)
    tracer.on = True
    simulator.simulate(played, 20, "holder", seed=1)
    tracer.on = False


class ShortSearchBot(SearchBot):
    """Searches as an expert does, but not as long: uncompiled kernels are slow."""

    rollouts = 150


async def search(tracer: Tracer) -> None:
    """An expert's move, from the view to its choice."""
    state = game("classic", seats=2).deal("search")
    bots = [ShortSearchBot(state.game, seat, Randomness(b"search", f"bot {seat}")) for seat in range(2)]
    show_events(state, bots)
    while len(state.legal(state.to_act[0])) < CHOICES:
        seat = state.to_act[0]
        state = state.play(seat, state.legal(seat)[0])
        show_events(state, bots)
    seat = state.to_act[0]
    view = state.view(seat)
    tracer.on = True
    bots[seat].choose(view)
    tracer.on = False


# --- the document ---


class Count(msgspec.Struct, frozen=True):
    """How many steps a walk has, and how often it parses and applies a move."""

    steps: int
    parsed: int
    applied: int


class Walk(msgspec.Struct, frozen=True):
    """A walk, and its count before the layers were separated."""

    title: str
    run: Callable[[Tracer], Coroutine[Any, Any, None]]
    before: Count

    @property
    def about(self) -> str:
        """What happens, in one sentence."""
        return inspect.getdoc(self.run) or ""


WALKS = (
    Walk("A tap", tap, Count(25, 5, 3)),
    Walk("A bot's move", bot_move, Count(26, 4, 3)),
    Walk("A replay", replay_record, Count(9, 40, 40)),
    Walk("A simulation", simulate, Count(11, 0, 0)),
    Walk("A search", search, Count(37, 0, 34)),
)


def trace(walk: Walk) -> list[Call]:
    """Run a walk twice and return the calls of the second run: the first one fills caches."""
    asyncio.run(walk.run(Tracer()))
    tracer = Tracer()
    with tracer.installed():
        asyncio.run(walk.run(tracer))
    return tracer.calls


def count_calls(calls: Sequence[Call]) -> Count:
    """Count a walk."""
    functions = [call.step.function for call in calls]
    return Count(len(steps(calls)), functions.count("Grammar.parse"), functions.count("RowsState.apply"))


def document() -> str:
    """The whole page."""
    walks = {walk: trace(walk) for walk in WALKS}
    rows = [_row(walk, count_calls(calls)) for walk, calls in walks.items()]
    head = ["| walk | steps | before | moves parsed | before | moves applied | before |", "|---" + "|---:" * 6 + "|"]
    sections = [_section(walk, steps(calls)) for walk, calls in walks.items()]
    return "\n\n".join((HEAD.strip(), "\n".join((*head, *rows)), *sections)) + "\n"


def _row(walk: Walk, now: Count) -> str:
    pairs = zip(msgspec.structs.astuple(now), msgspec.structs.astuple(walk.before), strict=True)
    return f"| {walk.title} | {' | '.join(f'{after} | {before}' for after, before in pairs)} |"


def _section(walk: Walk, found: Sequence[Step]) -> str:
    lines = [f"{place}. {_link(step)} `{step.function}`" for place, step in enumerate(found, 1)]
    return "\n".join((f"## {walk.title}", "", walk.about, "", *lines))


def _link(step: Step) -> str:
    return f"[{step.file}](../src/reihum/{step.file})"


def main(words: Sequence[str]) -> int:
    """Write the page, or print it."""
    if "--print" in words:
        sys.stdout.write(document())
    else:
        FILE.write_text(document(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
