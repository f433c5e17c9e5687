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
from reihum.protocol.requests import MAX_MESSAGE_BYTES
from reihum.server import cookies
from reihum.server.addresses import read_client_address
from reihum.server.errors import BadRequest, Unauthenticated, make_error_response
from reihum.server.languages import choose_language

if TYPE_CHECKING:
    from reihum.server.service import Service

JSON = "application/json"


class Endpoint(Struct, frozen=True, kw_only=True):
    """One kind of request. ``run`` gets the request's context and, where there is one, the body; its docstring
    describes it in OpenAPI. ``media`` is the type of the body or the response if it is not JSON."""

    method: str
    path: str
    operation: str
    """The name of the request in OpenAPI, from which others generate code: it stays when functions are renamed."""
    run: Callable[..., Awaitable[Any]]
    answer: Any
    body: Any = None
    media: str = JSON
    max_body_bytes: int = MAX_MESSAGE_BYTES
    costly: bool = False
    """Whether the request stores something or takes long: an address may make fewer of these."""
    query: tuple[str, ...] = ()

    @property
    def route(self) -> Route:
        """The route to this endpoint."""
        return Route(self.path, self.handle, methods=[self.method])

    async def handle(self, request: Request) -> Response:
        """Answer a request."""
        service: Service = request.app.state.service
        context = RequestContext(request, service)
        try:
            response = await self._answer(context)
        except ReihumError as error:
            response = make_error_response(error, request)
            service.metrics.refused.labels(error.code).inc()
        except ClientDisconnect:
            response = Response(status_code=400)  # nobody is there to read it
        cookies.renew_cookie(response, request)
        service.metrics.requests.labels(self.path, str(response.status_code)).inc()
        return response

    async def _answer(self, context: RequestContext) -> Response:
        if self.costly:
            context.service.count_creation(read_client_address(context.request.scope))
        body = [await self._read_body(context.request)] if self.body is not None else []
        answer = await self.run(context, *body)
        response = answer if isinstance(answer, Response) else Response(msgspec.json.encode(answer), media_type=JSON)
        await context.store_new_person(response)
        return response

    async def _read_body(self, request: Request) -> Any:
        """Read the body of a request as this endpoint wants it."""
        raw = await read_bytes(request, self.max_body_bytes)
        if self.body is bytes:
            return raw
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            raise BadRequest("media-type", expected=JSON, got=request.headers.get("content-type", "–")[:80])
        try:
            return msgspec.json.decode(raw, type=self.body)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise BadRequest("bad-message", detail=str(error)) from None


async def read_bytes(request: Request, max_bytes: int) -> bytes:
    """Read the body of a request, unless it is too long."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > max_bytes:
            raise BadRequest("too-long", expected=max_bytes)
    return bytes(body)


class RequestContext:
    """A request on its way: who asks, in which language, of which server."""

    def __init__(self, request: Request, service: Service) -> None:
        self.request = request
        self.service = service
        self._new_person: tuple[Person, str] | None = None

    @property
    def language(self) -> str:
        """The reader's language."""
        return choose_language(self.request)

    def get_part(self, name: str) -> str:
        """A part of the path."""
        return str(self.request.path_params[name])

    def count_table(self, *, is_open: bool = False) -> None:
        """Refuse a table or a circle to an address that has made many today."""
        address = read_client_address(self.request.scope)
        self.service.count_table(address)
        if is_open:
            self.service.count_table(address, is_open=True)

    async def require_person(self) -> str:
        """Find out who asks; refuse a person whom the server does not know."""
        person = await self.service.find_person(self.request)
        if not person:
            raise Unauthenticated("who-are-you")
        return person

    async def find_or_make_person(self) -> str:
        """Find out who asks, or make a new person, who is stored if the request is granted."""
        person = await self.service.find_person(self.request)
        if person:
            return person
        self._new_person = self._new_person or self.service.host.people.invent()
        return self._new_person[0].id

    async def store_new_person(self, response: Response) -> None:
        """Store the person who was made for this request; the response carries their secret."""
        if self._new_person:
            person, secret = self._new_person
            await self.service.host.people.keep(person, secret)
            cookies.set_cookie(response, self.request, secret)

    def make_link(self, path: str, key: str) -> str:
        """Make a link to this server. The key follows a #, so that no server on the way logs it."""
        base = str(self.request.base_url).rstrip("/")
        return f"{base}{path}#{key}" if key else f"{base}{path}"
