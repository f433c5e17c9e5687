"""Requests and responses between Starlette and the API."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial

from starlette.requests import HTTPConnection
from starlette.requests import Request as HttpRequest
from starlette.responses import Response as HttpResponse
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from reihum.api.errors import BadRequest
from reihum.api.languages import choose_language
from reihum.api.request import Request
from reihum.api.response import Response
from reihum.server import cookies
from reihum.server.addresses import read_client_address
from reihum.server.compression import compress_once


def read_request(connection: HTTPConnection) -> Request:
    """Read a request for the API. The checks before the routes and the route share one, which then knows its parts."""
    state = connection.state
    if getattr(state, "request", None) is None:
        state.request = Request(
            read_body=partial(read_bytes, connection) if isinstance(connection, HttpRequest) else read_nothing,
            parts={},
            query=connection.query_params,
            media=connection.headers.get("content-type", ""),
            accept_language=connection.headers.get("accept-language", ""),
            secrets=tuple(cookies.read_secrets(connection)),
            address=read_client_address(connection.scope),
            base_address=str(connection.base_url).rstrip("/"),
        )
    request: Request = state.request
    request.parts = connection.path_params
    return request


async def read_nothing(_: int) -> bytes:
    """Read the body of a request that has none: that of a WebSocket."""
    return b""


async def read_bytes(connection: HttpRequest, max_bytes: int) -> bytes:
    """Read the body of a request, unless it is too long."""
    body = bytearray()
    async for chunk in connection.stream():
        body += chunk
        if len(body) > max_bytes:
            raise BadRequest("too-long", expected=max_bytes)
    return bytes(body)


def read_language(connection: HTTPConnection) -> str:
    """The reader's language."""
    return choose_language(connection.query_params.get("language", ""), connection.headers.get("accept-language", ""))


async def make_http_response(response: Response, connection: HTTPConnection) -> HttpResponse:
    """Make a response of the API one of Starlette."""
    made = await _make_response(response, connection)
    if response.secret:
        cookies.set_cookie(made, connection, response.secret)
    elif response.secret is not None:
        cookies.delete_cookie(made, connection)
    return made


async def _make_response(response: Response, connection: HTTPConnection) -> HttpResponse:
    body = response.body
    if not isinstance(body, bytes):
        return StreamedResponse(body, response)
    if response.is_public:  # compressing it takes long, the first time
        content = await asyncio.to_thread(compress_once, body, response.media)
        return content.make_response(connection, response.headers)
    return HttpResponse(body, response.status, response.headers, response.media or None)


class StreamedResponse(StreamingResponse):
    """A response that is sent chunk by chunk. It is closed at the end, however it ends."""

    def __init__(self, chunks: AsyncIterator[bytes], response: Response) -> None:
        super().__init__(chunks, response.status, response.headers, response.media or None)
        self._close = response.close

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._close()
