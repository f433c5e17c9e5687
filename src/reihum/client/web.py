"""Requests to a server, made with the standard library. A ``Visitor`` is known to the server by a cookie."""

from __future__ import annotations

import asyncio
from http.client import HTTPException
from http.cookies import SimpleCookie
from typing import Any, TypeVar
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

import msgspec

from reihum.client.errors import Declined, Unreachable
from reihum.protocol.http import Fault, Invitation, Join, NewTable, TableList
from reihum.tables.settings import Settings

TIMEOUT_SECONDS = 15.0
"""How long a server may take to answer."""

MAX_BODY_BYTES = 16 * 1024 * 1024

T = TypeVar("T")


class _Stay(HTTPRedirectHandler):
    """Follows no redirect: it would send the cookie elsewhere."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Visitor:
    """A person who makes requests. The server knows them by ``cookie``; keep it to be the same person again."""

    def __init__(self, base: str, cookie: str = "") -> None:
        self.base = base
        self.cookie = cookie
        self._open = build_opener(_Stay, ProxyHandler()).open

    async def create(self, name: str, settings: Settings, *, seat: int | None = 0, fill: str = "") -> Invitation:
        """Make a table; bots of the level ``fill`` take the other seats."""
        body = NewTable(name=name, settings=settings, seat=seat, fill=fill)
        return await self.ask("POST", "/api/tables", Invitation, body)

    async def join(self, table: str, name: str, key: str = "") -> Invitation:
        """Come to a table as a guest."""
        return await self.ask("POST", f"/api/tables/{table}/join", Invitation, Join(name=name, key=key))

    async def tables(self) -> TableList:
        """The open tables."""
        return await self.ask("GET", "/api/tables", TableList)

    async def record(self, table: str) -> str:
        """The record of a table's finished rounds."""
        return (await asyncio.to_thread(self._fetch, "GET", f"/api/tables/{table}/record", None)).decode()

    async def ask(self, method: str, path: str, answer: type[T], body: object = None) -> T:
        """Make any request; its answer is decoded as this type."""
        raw = await asyncio.to_thread(self._fetch, method, path, None if body is None else msgspec.json.encode(body))
        return msgspec.json.decode(raw, type=answer)

    def _fetch(self, method: str, path: str, body: bytes | None) -> bytes:
        headers = {"Cookie": self.cookie} if self.cookie else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        request = Request(self.base + path, body, headers, method=method)  # noqa: S310 – http or https, see address
        try:
            with self._open(request, timeout=TIMEOUT_SECONDS) as response:
                self._remember(response.headers.get_all("Set-Cookie") or [])
                found: bytes = response.read(MAX_BODY_BYTES)
                return found
        except HTTPError as error:
            raise parse_refusal(error.read(MAX_BODY_BYTES), self.base, error.code) from None
        except (OSError, HTTPException) as error:
            raise Unreachable("client-unreachable", address=self.base, detail=str(error)) from None

    def _remember(self, cookies: list[str]) -> None:
        for header in cookies:
            for name, morsel in SimpleCookie(header).items():
                self.cookie = f"{name}={morsel.value}"


def parse_refusal(body: bytes, address: str, status: int) -> Declined | Unreachable:
    """The error in a refusing answer."""
    try:
        fault = msgspec.json.decode(body, type=Fault)
    except (msgspec.MsgspecError, UnicodeError):
        return Unreachable("client-unreachable", address=address, detail=f"HTTP {status}")
    return Declined(fault.code, fault.message)
