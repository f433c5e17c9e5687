"""Endpoints for devices that want notices. Nobody gets any without asking for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reihum.api.endpoint import Endpoint, RequestContext
from reihum.api.errors import BadRequest
from reihum.api.response import Response, make_empty_response
from reihum.protocol.http import Device, DeviceAddress, NoticeKey
from reihum.server.push.devices import check_device
from reihum.server.service import get_service

if TYPE_CHECKING:
    from reihum.server.push.sender import PushSender


async def get_key(context: RequestContext) -> NoticeKey:
    """The public key that a browser needs to subscribe; empty if this server sends no notices."""
    push = get_service(context).push
    return NoticeKey("" if push is None else (await push.get_identity()).public)


async def add_device(context: RequestContext, body: Device) -> Response:
    """Send notices to this device: when it is your turn at a table that lasts for days, when a round there is over,
    when the others go on at another table, and when your circle begins one."""
    push, person = _require_push(context), await context.require_person()
    check_device(body, push.rules)
    await push.devices.add(person, body)
    return make_empty_response()


async def remove_device(context: RequestContext, body: DeviceAddress) -> Response:
    """Send no more notices to this device."""
    push, person = _require_push(context), await context.require_person()
    if device := await push.devices.find_one(person, body.endpoint):
        await push.devices.remove(device)
    return make_empty_response()


def _require_push(context: RequestContext) -> PushSender:
    push = get_service(context).push
    if push is None:
        raise BadRequest("push-off")
    return push


ENDPOINTS = (
    Endpoint(method="GET", path="/api/push", operation="push_key", run=get_key, answer=NoticeKey),
    Endpoint(
        method="POST", path="/api/push", operation="push_add", run=add_device, body=Device, answer=None, costly=True
    ),
    Endpoint(
        method="DELETE", path="/api/push", operation="push_remove", run=remove_device, body=DeviceAddress, answer=None
    ),
)
