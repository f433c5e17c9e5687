"""Endpoints for monitoring: whether the server is alive and ready, and its metrics."""

from __future__ import annotations

from importlib.metadata import version

from starlette.responses import JSONResponse, Response

from reihum.protocol.answers import VERSION
from reihum.protocol.http import Health
from reihum.server.addresses import read_client_address
from reihum.server.endpoint import Endpoint, RequestContext
from reihum.server.errors import Forbidden
from reihum.store.log import StorageFailed

RELEASE = version("reihum")
PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"


async def check_health(_: RequestContext) -> Health:
    """Whether the server is alive."""
    return Health("ok", RELEASE, VERSION)


async def check_readiness(context: RequestContext) -> Response:
    """Whether the server can take people in: it is not about to stop, and its store can be written. ``warm``: the bots
    are prepared, too; until then the first hint takes longer."""
    status = await _find_status(context)
    answer = {"status": status, "warm": context.service.warm}
    return JSONResponse(answer, status_code=200 if status == "ok" else 503)


async def _find_status(context: RequestContext) -> str:
    if context.service.stopping:
        return "stopping"
    try:
        await context.service.store.probe()
    except StorageFailed:
        return "storage"
    return "ok"


async def read_metrics(context: RequestContext) -> Response:
    """Metrics for Prometheus, for addresses that may read them."""
    if read_client_address(context.request.scope) not in context.service.metrics_readers:
        raise Forbidden("not-allowed")
    return Response(context.service.metrics.encode(), media_type=PROMETHEUS)


ENDPOINTS = (
    Endpoint(method="GET", path="/health", operation="status_health", run=check_health, answer=Health),
    Endpoint(method="GET", path="/ready", operation="status_ready", run=check_readiness, answer=Health),
    Endpoint(method="GET", path="/metrics", operation="status_metrics", run=read_metrics, answer=str, media=PROMETHEUS),
)
