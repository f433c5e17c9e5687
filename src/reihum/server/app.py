"""The application: every request and connection, behind the guard."""

from __future__ import annotations

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp

from reihum.server import catalogue, circles, lessons, monitoring, qr, records, replays, reviews, tables
from reihum.server.config import Config
from reihum.server.endpoint import JSON, Endpoint
from reihum.server.errors import BadRequest, Failed, refuse
from reihum.server.openapi import describe
from reihum.server.origins import Origins
from reihum.server.security import Guard
from reihum.server.service import Service
from reihum.server.static_files import page_routes
from reihum.server.websocket import attend

ENDPOINTS: tuple[Endpoint, ...] = (
    *monitoring.ENDPOINTS,
    *catalogue.ENDPOINTS,
    *tables.ENDPOINTS,
    *circles.ENDPOINTS,
    *records.ENDPOINTS,
    *qr.ENDPOINTS,
    *replays.ENDPOINTS,
    *reviews.ENDPOINTS,
    *lessons.ENDPOINTS,
)


def application(service: Service, origins: Origins) -> ASGIApp:
    """The application of a service that is at work."""
    app = Starlette(routes=[*_routes(service.config), *page_routes()], exception_handlers=HANDLERS)
    app.state.service = service
    return Guard(app, origins, service.wait_of, service.config.root_path)


def _routes(config: Config) -> list[BaseRoute]:
    description = msgspec.json.encode(describe(ENDPOINTS, config.root_path))

    async def openapi(_: Request) -> Response:
        return Response(description, media_type=JSON)

    return [
        *(endpoint.route for endpoint in ENDPOINTS),
        Route("/api/openapi.json", openapi),
        WebSocketRoute("/ws/tables/{table}", attend),
    ]


async def _http_fault(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = "no-such-method" if error.status_code == 405 else "no-such-page"
    return refuse(BadRequest(code, got=request.url.path[:200]), request)


async def _failure(request: Request, _: Exception) -> Response:
    return refuse(Failed("failed"), request)


HANDLERS = {HTTPException: _http_fault, Exception: _failure}
