"""The application: all routes, behind the security checks."""

from __future__ import annotations

from functools import cache

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp

from reihum import api
from reihum.api.endpoint import Endpoint
from reihum.api.errors import BadRequest, InternalError, make_error_response
from reihum.api.request import JSON
from reihum.errors import ReihumError
from reihum.server import monitoring, notices
from reihum.server.adapters import make_http_response, read_language, read_request
from reihum.server.config import Config
from reihum.server.openapi import describe
from reihum.server.origins import Origins
from reihum.server.security import SecurityMiddleware
from reihum.server.service import NetworkService
from reihum.server.static_files import make_page_routes
from reihum.server.websocket import serve_websocket

ENDPOINTS: tuple[Endpoint, ...] = (*monitoring.ENDPOINTS, *api.ENDPOINTS, *notices.ENDPOINTS)


def make_app(service: NetworkService, origins: Origins) -> ASGIApp:
    """Make the application of a service."""
    app = Starlette(routes=[*_make_routes(service.config), *make_page_routes()], exception_handlers=HANDLERS)
    app.state.service = service
    config = service.config
    return SecurityMiddleware(
        app,
        origins,
        service.get_wait_seconds,
        service.host.clock,
        config.root_path,
        log_addresses=config.log_addresses,
    )


def _make_routes(config: Config) -> list[BaseRoute]:
    async def openapi(_: Request) -> Response:
        return Response(_encode_description(config.root_path), media_type=JSON)

    return [
        *(make_route(endpoint) for endpoint in ENDPOINTS),
        Route("/api/openapi.json", openapi),
        WebSocketRoute("/ws/tables/{table}", serve_websocket),
    ]


def make_route(endpoint: Endpoint) -> Route:
    """The route to an endpoint."""

    async def handle(connection: Request) -> Response:
        service: NetworkService = connection.app.state.service
        try:
            response = await make_http_response(await endpoint.respond(read_request(connection), service), connection)
        except ClientDisconnect:
            response = Response(status_code=400)  # nobody is there to read it
        service.telemetry.requests.labels(endpoint.path, str(response.status_code)).inc()
        return response

    return Route(endpoint.path, handle, methods=[endpoint.method])


@cache
def _encode_description(root_path: str) -> bytes:
    return msgspec.json.encode(describe(ENDPOINTS, root_path))


async def _handle_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = "no-such-method" if error.status_code == 405 else "no-such-page"
    return await _refuse(BadRequest(code, got=request.url.path[:200]), request)


async def _handle_failure(request: Request, _: Exception) -> Response:
    return await _refuse(InternalError("failed"), request)


async def _refuse(error: ReihumError, connection: HTTPConnection) -> Response:
    return await make_http_response(make_error_response(error, read_language(connection)), connection)


HANDLERS = {HTTPException: _handle_http_error, Exception: _handle_failure}
