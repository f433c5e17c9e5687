"""The application: all routes, behind the security checks."""

from __future__ import annotations

from functools import cache

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp

from reihum.server import (
    catalogue,
    circles,
    daily,
    lessons,
    monitoring,
    notices,
    qr,
    records,
    replays,
    reviews,
    tables,
    transfers,
)
from reihum.server.config import Config
from reihum.server.endpoint import JSON, Endpoint
from reihum.server.errors import BadRequest, InternalError, make_error_response
from reihum.server.openapi import describe
from reihum.server.origins import Origins
from reihum.server.security import SecurityMiddleware
from reihum.server.service import Service
from reihum.server.static_files import make_page_routes
from reihum.server.websocket import serve_websocket

ENDPOINTS: tuple[Endpoint, ...] = (
    *monitoring.ENDPOINTS,
    *catalogue.ENDPOINTS,
    *tables.ENDPOINTS,
    *circles.ENDPOINTS,
    *daily.ENDPOINTS,
    *records.ENDPOINTS,
    *qr.ENDPOINTS,
    *replays.ENDPOINTS,
    *reviews.ENDPOINTS,
    *lessons.ENDPOINTS,
    *notices.ENDPOINTS,
    *transfers.ENDPOINTS,
)


def make_app(service: Service, origins: Origins) -> ASGIApp:
    """Make the application of a service."""
    app = Starlette(routes=[*_make_routes(service.config), *make_page_routes()], exception_handlers=HANDLERS)
    app.state.service = service
    return SecurityMiddleware(app, origins, service.get_wait_seconds, service.config.root_path)


def _make_routes(config: Config) -> list[BaseRoute]:
    async def openapi(_: Request) -> Response:
        return Response(_encode_description(config.root_path), media_type=JSON)

    return [
        *(endpoint.route for endpoint in ENDPOINTS),
        Route("/api/openapi.json", openapi),
        WebSocketRoute("/ws/tables/{table}", serve_websocket),
    ]


@cache
def _encode_description(root_path: str) -> bytes:
    return msgspec.json.encode(describe(ENDPOINTS, root_path))


async def _handle_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = "no-such-method" if error.status_code == 405 else "no-such-page"
    return make_error_response(BadRequest(code, got=request.url.path[:200]), request)


async def _handle_failure(request: Request, _: Exception) -> Response:
    return make_error_response(InternalError("failed"), request)


HANDLERS = {HTTPException: _handle_http_error, Exception: _handle_failure}
