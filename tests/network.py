"""A whole server on loopback, inside the test's own process, and ways to talk to it as strangers do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from house import MemoryLog, PromptClock, Quick, QuickExpert, entropy
from reihum.api import TableConnection
from reihum.bots import offered
from reihum.host import Host, InlineExecutor
from reihum.host.clock import Clock
from reihum.matches import MatchView
from reihum.server.config import Config
from reihum.server.security import SecurityMiddleware
from reihum.server.server import RunningServer, open_server
from reihum.server.transport import WebSocketProtocol
from waiting import END_SECONDS, wait_until


class Reply(Struct):
    """The answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        """The body as JSON."""
        return msgspec.json.decode(self.body)

    @property
    def cookie(self) -> str:
        """The cookie that came, as it is sent back."""
        return self.headers.get("set-cookie", "").partition(";")[0]


class Net:
    """A server that is up, and how to reach it."""

    def __init__(self, up: RunningServer, log: MemoryLog) -> None:
        self.up = up
        self.log = log
        self.base = f"http://127.0.0.1:{up.port}"

    @property
    def host(self) -> Host:
        """The host behind it."""
        return self.up.service.host

    def read_metric(self, name: str) -> float:
        """A metric of the server."""
        return self.up.service.telemetry.registry.get_sample_value(name) or 0.0

    async def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        cookie: str = "",
        headers: Mapping[str, str] = {},
    ) -> Reply:
        """A request by hand, so that everything in it can be wrong."""
        raw = body if isinstance(body, bytes) else b"" if body is None else msgspec.json.encode(body)
        lines = {"Host": f"127.0.0.1:{self.up.port}", "Connection": "close"}
        if body is not None:
            lines |= {"Content-Type": "application/json", "Content-Length": str(len(raw))}
        lines |= ({"Cookie": cookie} if cookie else {}) | dict(headers)
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value)
        return reply(await self.raw(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + raw))

    async def raw(self, sent: bytes) -> bytes:
        """All that comes back for these bytes until the server hangs up."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.up.port)
        try:
            writer.write(sent)
            await writer.drain()
            return await reader.read()
        finally:
            writer.close()

    async def table(self, name: str = "Paul", fill: str = "", **settings: Any) -> tuple[dict[str, str], str]:
        """A new table: the invitation, and its maker's cookie."""
        chosen = {"game": "junior", "seats": 2, "pace": "instant"} | settings
        made = await self.ask("POST", "/api/tables", {"name": name, "settings": chosen, "fill": fill})
        assert made.status == 200, made.body
        return made.data, made.cookie

    async def guest(self, invitation: Mapping[str, str], name: str = "Tessa") -> str:
        """Somebody else comes to a table; gives the cookie."""
        path = f"/api/tables/{invitation['table']}/join"
        joined = await self.ask("POST", path, {"name": name, "key": invitation["key"]})
        assert joined.status == 200, joined.body
        return joined.cookie

    @asynccontextmanager
    async def socket(self, table: str, cookie: str = "", query: str = "", **headers: str) -> AsyncIterator[Talk]:
        """A WebSocket to a table."""
        address = f"ws://127.0.0.1:{self.up.port}/ws/tables/{table}{query}"
        own = ({"Cookie": cookie} if cookie else {}) | headers
        async with connect(
            address, additional_headers=own, compression=None, ping_interval=None, max_queue=None
        ) as socket:
            yield Talk(socket)


@asynccontextmanager
async def net(
    log: MemoryLog | None = None, clock: Clock | None = None, delays_refusals: bool = False, **settings: Any
) -> AsyncIterator[Net]:
    """A server on a free port, whose clock stands still. Unless it ``delays_refusals``, nobody waits for one."""
    log, clock = log or MemoryLog(), clock or PromptClock()
    refusing = pytest.MonkeyPatch()
    if not delays_refusals:
        refusing.setattr(SecurityMiddleware, "_delay_refusals", lambda _, send: send)
    host = await Host.open(
        log,
        clock=clock,
        bots=Quick(),
        executor=InlineExecutor(),
        entropy=entropy(),
        make_expert_executor=QuickExpert,
    )
    async with open_server(Config(**{"port": 0, "address_tables": 0} | settings), host=host) as up:
        up.service.uploads = InlineExecutor()
        serving = asyncio.create_task(up.serve())
        await wait_until(lambda: up.uvicorn.started)
        try:
            yield Net(up, log)
        finally:
            up.stop()
            await serving
            refusing.undo()


def reply(raw: bytes) -> Reply:
    """An answer taken apart."""
    head, _, body = raw.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return Reply(int(first.split()[1]), headers, body)


class Talk:
    """One side of a WebSocket. What comes is kept until it is asked for."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.raw: list[bytes] = []
        self._kept: list[Any] = []

    async def send(self, message: object) -> None:
        """Send a message, or a text as it is."""
        await self.socket.send(message if isinstance(message, str) else msgspec.json.encode(message).decode())

    async def heard(self, *kinds: str, id: str = "", seconds: float = END_SECONDS) -> Any:
        """The next message of one of these types (with this id) that has not been looked at."""
        async with asyncio.timeout(seconds):
            while True:
                for place, message in enumerate(self._kept):
                    if message["type"] in kinds and id in ("", message.get("id")):
                        return self._kept.pop(place)
                self.raw.append(await self.socket.recv(decode=False))
                self._kept.append(msgspec.json.decode(self.raw[-1]))

    async def say(self, type: str, id: str, **what: object) -> Any:
        """Send a message and wait for its answer."""
        await self.send({"type": type, "id": id} | what)
        return await self.heard("done", "refused", "why", id=id)

    async def do(self, type: str, id: str, **what: object) -> int:
        """Give a command that must be carried out; gives its number."""
        done = await self.say(type, id, **what)
        assert done["type"] == "done", done
        return int(done["number"])

    async def now(self) -> Any:
        """The table as it stands now; whatever came before is forgotten."""
        await self.do("view", "now")
        shown = [message for message in self._kept if message["type"] == "table"][-1]
        self._kept.clear()
        return shown

    async def closed(self, seconds: float = END_SECONDS) -> tuple[int, str]:
        """Wait for the end; gives its code and reason."""
        async with asyncio.timeout(seconds):
            try:
                while True:
                    self.raw.append(await self.socket.recv(decode=False))
                    self._kept.append(msgspec.json.decode(self.raw[-1]))
            except ConnectionClosed:
                return self.socket.close_code or 0, self.socket.close_reason or ""


def protocol_of(connection: TableConnection) -> WebSocketProtocol:
    """The server's side of a WebSocket."""
    assert isinstance(connection.wire, WebSocketProtocol)
    return connection.wire


async def played_out(player: Talk) -> None:
    """Make the first move offered, until the round is over."""
    shown = await player.now()
    while (view := msgspec.convert(shown["view"], MatchView).view).outcome is None:
        if view.seat is not None and view.players[view.seat].acts:
            await player.say("move", f"{shown['number']}", move=offered(view)[0])
            shown = await player.now()
        else:
            event = await player.heard("event")
            shown = event if "view" in event else shown
