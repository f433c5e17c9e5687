"""The endpoints of a host in a browser. What needs other people says that it needs a server."""

from __future__ import annotations

from msgspec.structs import replace

from reihum import api
from reihum.api import Endpoint, RequestContext, circles, qr, transfers
from reihum.errors import ReihumError
from reihum.protocol.http import CircleList, NoticeKey


class NeedsServer(ReihumError):
    """This needs other people or devices, and so a server."""


async def refuse(_: RequestContext, *__: object) -> None:
    """Refuse what only a server can do."""
    raise NeedsServer("needs-server")


async def get_key(_: RequestContext) -> NoticeKey:
    """There is no key: a page without a server gets no notices."""
    return NoticeKey("")


async def list_circles(_: RequestContext) -> CircleList:
    """There are no circles: a circle needs other people."""
    return CircleList(())


REPLACED = {"circles_own": list_circles}
REFUSED = {endpoint.operation for endpoint in (*circles.ENDPOINTS, *qr.ENDPOINTS, *transfers.ENDPOINTS)} | {
    "daily_circle"
}
"""The operations that only a server can carry out."""


def adapt(endpoint: Endpoint) -> Endpoint:
    """The endpoint as a browser has it."""
    if endpoint.operation in REPLACED:
        return replace(endpoint, run=REPLACED[endpoint.operation])
    return replace(endpoint, run=refuse, body=None) if endpoint.operation in REFUSED else endpoint


ENDPOINTS = (
    *map(adapt, api.ENDPOINTS),
    Endpoint(method="GET", path="/api/push", operation="push_key", run=get_key, answer=NoticeKey),
    Endpoint(method="POST", path="/api/push", operation="push_add", run=refuse, answer=None),
    Endpoint(method="DELETE", path="/api/push", operation="push_remove", run=refuse, answer=None),
)
