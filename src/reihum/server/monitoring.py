"""Endpoints for monitoring: whether the server is alive and ready, and its metrics."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from reihum.api.endpoint import Endpoint, RequestContext
from reihum.api.errors import Forbidden
from reihum.api.response import Response, make_json_response
from reihum.protocol.answers import VERSION
from reihum.protocol.http import Health
from reihum.server.service import get_service
from reihum.store.log import StorageFailed

RELEASE = version("reihum")
PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"


async def check_health(_: RequestContext) -> Health:
    """Whether the server is alive."""
    return Health("ok", RELEASE, VERSION)


async def check_readiness(context: RequestContext) -> Response:
    """Whether the server can take people in: it is not about to stop, and its store can be written. ``warm``: the bots
    are prepared, too; until then the first hint takes longer. ``backup``: how the last scheduled one went; the server
    is ready even if it has failed."""
    status = await _find_status(context)
    service = get_service(context)
    answer: dict[str, Any] = {"status": status, "warm": service.warm}
    if service.backups is not None:
        answer["backup"] = "failed" if service.backups.failed else "ok"
    return make_json_response(answer, 200 if status == "ok" else 503)


async def _find_status(context: RequestContext) -> str:
    if context.service.stopping:
        return "stopping"
    try:
        await get_service(context).store.probe()
    except StorageFailed:
        return "storage"
    return "ok"


async def read_metrics(context: RequestContext) -> Response:
    """Metrics for Prometheus, for addresses that may read them."""
    service = get_service(context)
    if context.request.address not in service.metrics_readers:
        raise Forbidden("not-allowed")
    service.store.count_outages()
    return Response(body=service.telemetry.encode(), media=PROMETHEUS)


ENDPOINTS = (
    Endpoint(method="GET", path="/health", operation="monitoring_health", run=check_health, answer=Health),
    Endpoint(method="GET", path="/ready", operation="monitoring_ready", run=check_readiness, answer=Health),
    Endpoint(
        method="GET", path="/metrics", operation="monitoring_metrics", run=read_metrics, answer=str, media=PROMETHEUS
    ),
)
