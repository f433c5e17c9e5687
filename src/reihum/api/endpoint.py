"""Requests as typed functions: an ``Endpoint`` says what comes in and what goes out, for routers and for OpenAPI."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from reihum.api.errors import BadRequest, Unauthenticated, make_error_response
from reihum.api.request import JSON, Request
from reihum.api.response import Response, make_json_response
from reihum.errors import ReihumError
from reihum.host.fair_queue import WorkShare
from reihum.host.people import Person
from reihum.protocol.requests import MAX_MESSAGE_BYTES

if TYPE_CHECKING:
    from reihum.api.service import Service


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

    async def respond(self, request: Request, service: Service) -> Response:
        """Answer a request."""
        try:
            response = await self._answer(RequestContext(request, service))
        except ReihumError as error:
            response = make_error_response(error, request.language)
            service.telemetry.count_refusal(error.code)
        if response.secret is None and request.renewed_secret:
            response.secret = request.renewed_secret
        return response

    async def _answer(self, context: RequestContext) -> Response:
        if self.costly:
            context.service.count_creation(context.request.address)
        body = [await self._read_body(context.request)] if self.body is not None else []
        answer = await self.run(context, *body)
        response = answer if isinstance(answer, Response) else make_json_response(answer)
        await context.store_new_person(response)
        return response

    async def _read_body(self, request: Request) -> Any:
        """Read the body of a request as this endpoint wants it."""
        raw = await request.read_body(self.max_body_bytes)
        if self.body is bytes:
            return raw
        if request.media.partition(";")[0].strip().lower() != JSON:
            raise BadRequest("media-type", expected=JSON, got=(request.media or "–")[:80])
        try:
            return msgspec.json.decode(raw, type=self.body)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise BadRequest("bad-message", detail=str(error)) from None


class RequestContext:
    """A request on its way: who asks, in which language, of which service."""

    def __init__(self, request: Request, service: Service) -> None:
        self.request = request
        self.service = service
        self._new_person: tuple[Person, str] | None = None

    @property
    def language(self) -> str:
        """The reader's language."""
        return self.request.language

    @property
    def share(self) -> WorkShare:
        """For whom something is worked out: the address, and the table if it is about one."""
        return WorkShare(self.request.address, self.request.parts.get("table", ""))

    def get_part(self, name: str) -> str:
        """A part of the path."""
        return self.request.parts[name]

    def count_table(self, *, is_open: bool = False) -> None:
        """Refuse a table or a circle to an address that has made many today."""
        self.service.count_table(self.request.address)
        if is_open:
            self.service.count_table(self.request.address, is_open=True)

    def count_batch(self) -> None:
        """Refuse to read another batch of a long list to an address that has read many."""
        self.service.count_batch(self.request.address)

    async def find_person(self) -> str:
        """Find out who asks; an empty text if the host does not know them."""
        return await self.service.find_person(self.request)

    async def require_person(self) -> str:
        """Find out who asks; refuse a person whom the host does not know."""
        person = await self.find_person()
        if not person:
            raise Unauthenticated("who-are-you")
        return person

    async def find_or_make_person(self) -> str:
        """Find out who asks, or make a new person, who is stored if the request is granted."""
        person = await self.find_person()
        if person:
            return person
        if self._new_person is None:
            self.service.count_person(self.request.address)
            await self.service.host.quotas.check_people()
            self._new_person = self.service.host.people.invent()
        return self._new_person[0].id

    async def store_new_person(self, response: Response) -> None:
        """Store the person who was made for this request; the response carries their secret."""
        if self._new_person:
            person, response.secret = self._new_person
            await self.service.host.people.keep(person, response.secret)

    def make_link(self, path: str, key: str) -> str:
        """Make a link to this page. The key follows a #, so that no server on the way logs it."""
        address = f"{self.request.base_address}{path}"
        return f"{address}#{key}" if key else address
