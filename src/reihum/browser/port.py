"""A port to a page: it answers requests and carries connections to tables, with messages instead of a network."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Coroutine, Mapping
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from reihum.api import Endpoint, Request, Response, Service, admit, make_error_response
from reihum.api.errors import BadRequest, InternalError
from reihum.api.languages import choose_language
from reihum.browser.endpoints import ENDPOINTS
from reihum.browser.guests import GuestIdentity, Guests
from reihum.browser.identity import DeviceIdentity
from reihum.browser.javascript import read_object
from reihum.browser.messages import (
    AnyEngineMessage,
    Cancel,
    Chunk,
    Close,
    End,
    EngineResponse,
    GuestLeft,
    GuestMessage,
    GuestText,
    Open,
    Opened,
    PageMessage,
    PageRequest,
    Send,
    WireClosed,
)
from reihum.browser.traffic import Traffic
from reihum.browser.wire import PortWire
from reihum.errors import ReihumError

REFUSED_CODE = 1006
"""The code with which browsers close a WebSocket that a server has refused."""

FAILED_CODE = 1011
CLOSED_CODE = 1000

_log = logging.getLogger("reihum.browser")


class Port:
    """Answers the messages of one page. ``post`` sends a message to it; links begin with ``site_address``."""

    def __init__(
        self,
        service: Service,
        identity: DeviceIdentity | GuestIdentity,
        post: Callable[[AnyEngineMessage], object],
        traffic: Traffic,
        site_address: str = "",
    ) -> None:
        self._service = service
        self._identity = identity
        self._post = post
        self._traffic = traffic
        self._site_address = site_address.rstrip("/")
        self._routes = [(endpoint.method, _compile(endpoint.path), endpoint) for endpoint in ENDPOINTS]
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._wires: dict[int, PortWire] = {}
        self._guests = Guests(self._make_guest_port, post)

    def receive(self, message: Any) -> None:
        """Take a message of the page."""
        received = msgspec.convert(read_object(message), PageMessage)
        if isinstance(received, GuestText):
            self._guests.receive(received)
        elif isinstance(received, GuestLeft):
            self._guests.leave(received.guest)
        else:
            self.handle(received)

    def handle(self, received: GuestMessage) -> None:
        """Handle a message of whom this port belongs to."""
        self._traffic.note()
        if isinstance(received, PageRequest):
            self._start(received.id, self._answer(received))
        elif isinstance(received, Open):
            self._start(received.id, self._connect(received))
        elif isinstance(received, Send):
            if wire := self._wires.get(received.id):
                wire.receive(received.text)
        elif isinstance(received, Cancel):
            if task := self._tasks.get(received.id):
                task.cancel()
        elif isinstance(received, Close):
            self._close(received.id)

    def _start(self, id: int, work: Coroutine[Any, Any, None]) -> None:
        task = self._tasks[id] = asyncio.ensure_future(work)
        task.add_done_callback(lambda _: self._tasks.pop(id, None))

    def close(self) -> None:
        """End everything that was begun."""
        for number in (*self._wires, *self._tasks):
            self._close(number)

    def _make_guest_port(self, identity: GuestIdentity, post: Callable[[AnyEngineMessage], object]) -> Port:
        return Port(self._service, identity, post, self._traffic, self._site_address)

    # --- requests ---

    async def _answer(self, asked: PageRequest) -> None:
        with self._traffic.answering():
            response = await self._make_response(asked)
        try:
            await self._send(asked, response)
        finally:
            response.close()

    async def _make_response(self, asked: PageRequest) -> Response:
        try:
            return await self._respond(asked)
        except ReihumError as error:
            return make_error_response(error, choose_language("", asked.language))
        except Exception:
            _log.exception("A request has failed: %s %s", asked.method, asked.path)
            return make_error_response(InternalError("failed"), choose_language("", asked.language))

    async def _respond(self, asked: PageRequest) -> Response:
        path = _get_path(asked.path)
        found = self._find_endpoint(asked.method, path)
        if found is None:
            raise BadRequest("no-such-page", got=path[:200])
        request = await self._make_request(asked.path, asked.body, asked.language)
        endpoint, request.parts = found
        response = await endpoint.respond(request, self._service)
        try:
            await self._identity.keep(response.secret)
        except BaseException:
            response.close()
            raise
        return response

    def _find_endpoint(self, method: str, path: str) -> tuple[Endpoint, Mapping[str, str]] | None:
        for its_method, pattern, endpoint in self._routes:
            if its_method == method and (match := pattern.fullmatch(path)):
                return endpoint, match.groupdict()
        return None

    async def _make_request(self, path: str, body: str = "", language: str = "") -> Request:
        async def read_body(max_bytes: int) -> bytes:
            raw = body.encode(errors="replace")
            if len(raw) > max_bytes:
                raise BadRequest("too-long", expected=max_bytes)
            return raw

        return Request(
            read_body=read_body,
            parts={},
            query=dict(parse_qsl(urlsplit(path).query, keep_blank_values=True)),
            accept_language=language,
            secrets=await self._identity.get_secrets(),
            base_address=self._site_address,
        )

    async def _send(self, asked: PageRequest, response: Response) -> None:
        body = response.body
        if isinstance(body, bytes):
            self._post(EngineResponse(asked.id, response.status, response.media, body.decode()))
            return
        self._post(EngineResponse(asked.id, response.status, response.media, "", more=True))
        try:
            async for chunk in body:
                self._post(Chunk(asked.id, chunk.decode()))
            self._post(End(asked.id))
        except Exception:
            _log.exception("An answer has broken off: %s %s", asked.method, asked.path)
            self._post(End(asked.id, failed=True))

    # --- connections ---

    async def _connect(self, asked: Open) -> None:
        async def accept() -> PortWire:
            wire = self._wires[asked.id] = PortWire(asked.id, self._post, self._service.host.clock)
            self._post(Opened(asked.id))
            return wire

        request, path = await self._make_request(asked.path), _get_path(asked.path)
        closed = WireClosed(asked.id, CLOSED_CODE, "")
        try:
            match = TABLE_PATH.fullmatch(path)
            if match is None:
                raise BadRequest("no-such-page", got=path[:200])
            request.parts = match.groupdict()
            await admit(self._service, request, accept)
            closed = self._wires[asked.id].closed
        except ReihumError as error:
            closed = WireClosed(asked.id, REFUSED_CODE, error.code)
        except Exception:
            _log.exception("A connection has failed")
            closed = WireClosed(asked.id, FAILED_CODE, "failed")
        finally:
            self._wires.pop(asked.id, None)
            self._post(closed)

    def _close(self, id: int) -> None:
        if wire := self._wires.get(id):
            wire.hang_up()
        elif task := self._tasks.get(id):
            task.cancel()  # it is still connecting


def _get_path(address: str) -> str:
    return "/" + unquote(urlsplit(address).path)


def _compile(path: str) -> re.Pattern[str]:
    """The pattern of a path with named parts, such as /api/tables/{table}."""
    return re.compile(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", path))


TABLE_PATH = _compile("/ws/tables/{table}")
