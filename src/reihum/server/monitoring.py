"""Requests of machines: is the server alive, is it ready, what are its figures."""

from __future__ import annotations

from importlib.metadata import version

from starlette.responses import JSONResponse, Response

from reihum.protocol.answers import VERSION
from reihum.protocol.http import Health
from reihum.server.endpoint import Call, Endpoint
from reihum.server.errors import NotHere
from reihum.server.security import address
from reihum.store.log import StorageFailed

FIGURES = "text/plain; version=0.0.4; charset=utf-8"


async def health(_: Call) -> Health:
    """Whether the server is alive."""
    return Health("ok", version("reihum"), VERSION)


async def ready(call: Call) -> Response:
    """Whether the server can take people in: it is not about to stop, and its store answers."""
    found = await _readiness(call)
    return JSONResponse({"status": found}, status_code=200 if found == "ok" else 503)


async def _readiness(call: Call) -> str:
    if call.service.stopping:
        return "stopping"
    try:
        await call.service.host.log.listed(open=True, limit=1)
    except StorageFailed:
        return "storage"
    return "ok"


async def metrics(call: Call) -> Response:
    """Figures for Prometheus, for those who may see them."""
    if address(call.request.scope) not in call.service.may_measure:
        raise NotHere("not-allowed")
    return Response(call.service.metrics.text(), media_type=FIGURES)


ENDPOINTS = (
    Endpoint(method="GET", path="/health", operation="status_health", run=health, answer=Health),
    Endpoint(method="GET", path="/ready", operation="status_ready", run=ready, answer=Health),
    Endpoint(method="GET", path="/metrics", operation="status_metrics", run=metrics, answer=str, media=FIGURES),
)
