"""What the operator announces to everybody, a restart for example."""

from __future__ import annotations

from reihum.api.endpoint import Endpoint, RequestContext
from reihum.protocol.http import Announcement


async def get_announcement(context: RequestContext) -> Announcement:
    """What all pages show now: that the server restarts at a time, or a text of the operator's until then. ``until`` is
    0 if there is nothing to show."""
    host = context.service.host
    found = host.admin.state.find_announcement(host.clock.now())
    return Announcement(found.until_ms, found.text) if found else Announcement()


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/announcement",
        operation="announcement_get",
        run=get_announcement,
        answer=Announcement,
    ),
)
