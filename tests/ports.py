"""A page that speaks to a host in a browser over a port, without a browser."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, cast

import msgspec
from websockets.asyncio.client import ClientConnection

from databases import MemoryDatabase, MemorySite
from network import Talk
from reihum.browser import start
from reihum.browser.port import Port
from reihum.host import Host

ADDRESS = "https://example.org/cards/"


class Page:
    """The page in one tab. ``posted`` is everything that has come from the port."""

    def __init__(self, database: MemoryDatabase) -> None:
        self.database = database
        self.posted: list[dict[str, Any]] = []
        self.guests: dict[int, GuestPage] = {}
        self._ids = count(1)
        self._queues: dict[int, asyncio.Queue[dict[str, Any]]] = {}

    async def start(self, **how: Any) -> None:
        """Start the host behind the port."""
        self.receive = await start(self.post, self.database, ADDRESS, **how)
        self.port: Port = self.receive.__self__  # type: ignore[attr-defined]

    @property
    def host(self) -> Host:
        """The host behind the port."""
        return self.port._service.host

    def post(self, message: dict[str, Any]) -> None:
        """Take a message of the port; what belongs to a guest goes on to its page."""
        self.posted.append(message)
        if message["type"] == "guest":
            self.guests[message["guest"]].post(msgspec.json.decode(message["text"]))
        elif "id" in message:
            self._queues[message["id"]].put_nowait(message)

    def begin(self, type: str, **fields: Any) -> int:
        """Send a message with a new id, which is returned."""
        number = next(self._ids)
        self._queues[number] = asyncio.Queue()
        self.receive({"type": type, "id": number, **fields})
        return number

    async def hear(self, id: int) -> dict[str, Any]:
        """The next message with an id."""
        return await self._queues[id].get()

    async def ask(self, method: str, path: str, body: object = None, language: str = "en") -> tuple[int, Any]:
        """The status and the body of an answer."""
        given = {} if body is None else {"body": body if isinstance(body, str) else msgspec.json.encode(body).decode()}
        answer = await self.hear(self.begin("request", method=method, path=path, language=language, **given))
        assert answer["type"] == "response"
        text = answer["body"]
        return answer["status"], msgspec.json.decode(text) if answer["media"] == "application/json" else text

    async def table(self, fill: str = "", **settings: Any) -> dict[str, str]:
        """A new table: its invitation."""
        chosen = {"game": "junior", "seats": 2, "pace": "instant"} | settings
        status, made = await self.ask("POST", "api/tables", {"name": "Paul", "settings": chosen, "fill": fill})
        assert status == 200, made
        return cast(dict[str, str], made)

    @asynccontextmanager
    async def socket(self, table: str, query: str = "") -> AsyncIterator[Talk]:
        """A connection to a table."""
        socket = PortSocket(self, self.begin("open", path=f"ws/tables/{table}{query}"))
        assert (await self.hear(socket.id))["type"] == "opened"
        yield Talk(cast(ClientConnection, socket))
        self.receive({"type": "close", "id": socket.id})
        while (await self.hear(socket.id))["type"] != "closed":
            pass


class GuestPage(Page):
    """The page of a guest, whose messages pass through the page of the owner."""

    def __init__(self, owner: Page, guest: int) -> None:
        super().__init__(owner.database)
        owner.guests[guest] = self
        self._owner, self._guest = owner, guest

    def receive(self, message: dict[str, Any]) -> None:
        """Send a message."""
        text = msgspec.json.encode(message).decode()
        self._owner.receive({"type": "guest", "guest": self._guest, "text": text})


@asynccontextmanager
async def open_page(site: MemorySite | None = None, **how: Any) -> AsyncIterator[Page]:
    """A page of a site, until its tab is closed."""
    site = site or MemorySite()
    page = Page(site.open())
    await page.start(**{"entropy": site.entropy} | how)
    try:
        yield page
    finally:
        await page.host.close()


class PortSocket:
    """The part of a WebSocket that tests use, over a port."""

    def __init__(self, page: Page, id: int) -> None:
        self.id = id
        self._page = page

    async def send(self, text: str) -> None:
        """Send a text."""
        self._page.receive({"type": "send", "id": self.id, "text": text})

    async def recv(self, decode: bool) -> bytes:
        """The next text."""
        message = await self._page.hear(self.id)
        assert message["type"] == "message", message
        return cast(bytes, message["text"].encode())
