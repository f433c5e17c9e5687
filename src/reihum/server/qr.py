"""A link of this server as a picture for the camera of a phone."""

from __future__ import annotations

from io import BytesIO

import segno
from starlette.responses import Response

from reihum.server.endpoint import Call, Endpoint
from reihum.server.errors import BadRequest

SVG = "image/svg+xml"
LONGEST = 300


async def draw(call: Call) -> Response:
    """A link to somewhere on this server, as a QR code."""
    link, here = call.request.query_params.get("link", ""), call.link("/", "")
    if not link.startswith(here) or len(link) > LONGEST:
        raise BadRequest("foreign-link", expected=here, got=link[:80])
    picture = BytesIO()
    segno.make(link, micro=False).save(picture, kind="svg", border=2, scale=4, dark="#22303a", light="#ffffff")
    return Response(picture.getvalue(), media_type=SVG, headers={"cache-control": "private, max-age=3600"})


ENDPOINTS = (
    Endpoint(method="GET", path="/api/qr", operation="qr_draw", run=draw, answer=bytes, media=SVG, query=("link",)),
)
