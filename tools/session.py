"""Runs the example session and writes it into docs/protocol.md: ``python -m tools.session``.

What is random elsewhere – ids, keys, the deal – and the time are fixed, so every run is the same.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from reihum.client.web import Visitor
from reihum.host import Host, InlineBotRunner
from reihum.host.clock import SystemClock
from reihum.server.config import Config
from reihum.server.server import RunningServer, open_server
from reihum.store.sqlite import SqliteLog

DOCUMENT = Path(__file__).parent.parent / "docs" / "protocol.md"
BLOCK = re.compile(r"(?<=<!-- session -->\n```text\n).*?(?=```\n<!-- /session -->)", re.DOTALL)
PORT = 8011
WIDTH = 118
END_SECONDS = 60

SETTINGS = {"game": "zweikampf", "seats": 2}
STEPS: list[dict[str, Any]] = [
    {"type": "sit", "seat": 1},
    {"type": "start"},
    {"type": "move", "move": "turn"},
    {"type": "move", "move": "turn"},
    {"type": "why", "about": "R11"},
    {"type": "say", "phrase": "hello"},
    {"type": "dance"},
    {"type": "look", "seat": 0},
]
"""What Tessa sends. The fourth is refused because it is Paul's turn, the last two are always refused."""

DAY_MS = 24 * 3600 * 1000


class FixedClock(SystemClock):
    """A clock that tells the same time until somebody lets days pass."""

    days = 0
    patience = 1
    """How many times longer everything waits. With a large number the bots do not move."""

    def now(self) -> int:
        return 1_800_000_000_000 + self.days * DAY_MS

    async def sleep(self, seconds: float) -> None:
        await super().sleep(self.patience * seconds)


def make_entropy() -> Callable[[int], bytes]:
    """Make random bytes that are the same in every run."""
    numbers = count(1)
    return lambda size: (next(numbers) * 7919).to_bytes(size, "little")


@asynccontextmanager
async def serve() -> AsyncIterator[RunningServer]:
    """A server for one session."""
    with tempfile.TemporaryDirectory() as folder:
        log = await SqliteLog.open(Path(folder) / "session.sqlite")
        host = await Host.open(log, clock=FixedClock(), bots=InlineBotRunner(), entropy=make_entropy())
        async with open_server(Config(port=0), host=host) as up:
            serving = asyncio.create_task(up.serve())
            while not up.uvicorn.started:
                await asyncio.sleep(0.001)
            yield up
            up.stop()
            await serving


async def record_session() -> str:
    """Record the session, line by line, as Tessa sees it."""
    lines: list[str] = []
    async with serve() as up:
        base = f"http://127.0.0.1:{up.port}"
        paul, tessa = Visitor(base), Visitor(base)
        made = await _request(lines, "Paul", paul, "/api/tables", {"name": "Paul", "settings": SETTINGS})
        path = f"/api/tables/{made['table']}/join"
        await _request(lines, "Tessa", tessa, path, {"name": "Tessa", "key": made["key"]})
        async with _connect(lines, up, f"/ws/tables/{made['table']}", tessa) as connection:
            await _receive(lines, connection, "presence")
            for number, message in enumerate(STEPS, 1):
                await _send(lines, connection, {"type": message["type"], "id": str(number)} | message)
        lines.append("The connection breaks; Tessa has seen number 6 last and comes back.")
        async with _connect(lines, up, f"/ws/tables/{made['table']}?after=6&seat=1", tessa) as connection:
            await _receive(lines, connection, "presence")
            lines.append("The server is told to stop.")
            up.stop()
            await _receive(lines, connection, "closing")
    return "".join(f"{_fold(line.replace(f':{up.port}', f':{PORT}'))}\n" for line in lines)


def _fold(line: str) -> str:
    """Break a long line after commas."""
    done, rest = "", line
    while len(rest) > WIDTH:
        end = (rest.rfind(",", 5, WIDTH) + 1) or (rest.rfind(":", 5, WIDTH) + 1)
        done, rest = f"{done}{rest[:end]}\n", f"    {rest[end:]}"
    return done + rest


@asynccontextmanager
async def _connect(lines: list[str], up: RunningServer, path: str, who: Visitor) -> AsyncIterator[ClientConnection]:
    address = f"ws://127.0.0.1:{up.port}{path}"
    lines.append(f"Tessa opens {address} with her cookie.")
    async with connect(address, additional_headers={"Cookie": who.cookie}, compression=None) as connection:
        yield connection


async def _request(lines: list[str], name: str, who: Visitor, path: str, body: Mapping[str, Any]) -> Any:
    lines.append(f"{name} → POST {path} {msgspec.json.encode(body).decode()}")
    answer = await who.ask("POST", path, dict[str, Any], body)
    lines.append(f"{name} ← 200 {msgspec.json.encode(answer).decode()}")
    return answer


async def _send(lines: list[str], connection: ClientConnection, message: dict[str, Any]) -> None:
    text = msgspec.json.encode(message).decode()
    lines.append(f"→ {text}")
    await connection.send(text)
    await _receive(lines, connection, "done", "refused", "why")


async def _receive(lines: list[str], connection: ClientConnection, *kinds: str) -> None:
    """Record what comes, up to the first message of one of these types."""
    kind = ""
    while kind not in kinds:
        text = str(await asyncio.wait_for(connection.recv(), END_SECONDS))
        lines.append(f"← {text}")
        kind = msgspec.json.decode(text)["type"]


def main() -> None:
    """Write the session into its document."""
    session = asyncio.run(record_session())
    text = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(BLOCK.sub(lambda _: session, text), encoding="utf-8")


if __name__ == "__main__":
    main()
