"""Requests as typed functions: an ``Endpoint`` says what comes in and what goes out, for the router and for OpenAPI."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from reihum.errors import ReihumError
from reihum.host.people import Person
from reihum.protocol.requests import MOST_BYTES
from reihum.server import cookies
from reihum.server.errors import BadRequest, NotKnown, refuse
from reihum.server.languages import preferred
from reihum.server.security import address

if TYPE_CHECKING:
    from reihum.server.service import Service

JSON = "application/json"


class Endpoint(Struct, frozen=True, kw_only=True):
    """One kind of request. ``run`` gets the call and, where there is one, the body; its docstring tells what it does.
    ``media`` is what the body or the answer is made of where that is not JSON."""

    method: str
    path: str
    operation: str
    """The name of the request in OpenAPI, from which others generate code: it stays when functions are renamed."""
    run: Callable[..., Awaitable[Any]]
    answer: Any
    body: Any = None
    media: str = JSON
    most_bytes: int = MOST_BYTES
    makes: bool = False
    """Whether something new is kept, or much is worked out: of that an address may ask less often."""
    query: tuple[str, ...] = ()

    @property
    def route(self) -> Route:
        """Where the router finds it."""
        return Route(self.path, self.handle, methods=[self.method])

    async def handle(self, request: Request) -> Response:
        """Answer a request."""
        service: Service = request.app.state.service
        call = Call(request, service)
        try:
            response = await self._answered(call)
        except ReihumError as error:
            response = refuse(error, request)
            service.metrics.refused.labels(error.code).inc()
        except ClientDisconnect:
            response = Response(status_code=400)  # nobody is there to read it
        cookies.give_again(response, request)
        service.metrics.requests.labels(self.path, str(response.status_code)).inc()
        return response

    async def _answered(self, call: Call) -> Response:
        if self.makes:
            call.service.count_making(address(call.request.scope))
        body = [await self._body(call.request)] if self.body is not None else []
        answer = await self.run(call, *body)
        response = answer if isinstance(answer, Response) else Response(msgspec.json.encode(answer), media_type=JSON)
        await call.keep_newcomer(response)
        return response

    async def _body(self, request: Request) -> Any:
        """What came with a request, as this endpoint wants it."""
        raw = await whole(request, self.most_bytes)
        if self.body is bytes:
            return raw
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            raise BadRequest("media-type", expected=JSON, got=request.headers.get("content-type", "–")[:80])
        try:
            return msgspec.json.decode(raw, type=self.body)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise BadRequest("bad-message", detail=str(error)) from None


async def whole(request: Request, most: int) -> bytes:
    """The body of a request, unless it is too long."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise BadRequest("too-long", expected=most)
    return bytes(body)


class Call:
    """A request on its way: who asks, in which language, of which server."""

    def __init__(self, request: Request, service: Service) -> None:
        self.request = request
        self.service = service
        self._newcomer: tuple[Person, str] | None = None

    @property
    def language(self) -> str:
        """The reader's language."""
        return preferred(self.request)

    def part(self, name: str) -> str:
        """A part of the path."""
        return str(self.request.path_params[name])

    async def person(self) -> str:
        """Who asks; refused if that is nobody we know."""
        found = await self.service.person_of(self.request)
        if not found:
            raise NotKnown("who-are-you")
        return found

    async def person_or_new(self) -> str:
        """Who asks; somebody new if it is nobody we know, who is kept if the request is granted."""
        found = await self.service.person_of(self.request)
        if found:
            return found
        self._newcomer = self._newcomer or self.service.host.people.invent()
        return self._newcomer[0].id

    async def keep_newcomer(self, response: Response) -> None:
        """Know whoever was new from now on: the answer carries their secret."""
        if self._newcomer:
            person, secret = self._newcomer
            await self.service.host.people.keep(person, secret)
            cookies.give(response, self.request, secret)

    def link(self, path: str, key: str) -> str:
        """A link for people to this server. The key stands behind #, so that no server on the way writes it down."""
        base = str(self.request.base_url).rstrip("/")
        return f"{base}{path}#{key}" if key else f"{base}{path}"
