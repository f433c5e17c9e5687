"""The endpoint that draws a link as a QR code for the camera of a phone."""

from __future__ import annotations

from io import BytesIO

import segno
from starlette.responses import Response

from reihum.server.endpoint import Endpoint, RequestContext
from reihum.server.errors import BadRequest

SVG = "image/svg+xml"
MAX_LINK_CHARACTERS = 300


async def draw_link(context: RequestContext) -> Response:
    """A link to this server, as a QR code."""
    link, here = context.request.query_params.get("link", ""), context.make_link("/", "")
    if not link.startswith(here) or len(link) > MAX_LINK_CHARACTERS:
        raise BadRequest("foreign-link", expected=here, got=link[:80])
    picture = BytesIO()
    segno.make(link, micro=False).save(picture, kind="svg", border=2, scale=4, dark="#22303a", light="#ffffff")
    return Response(picture.getvalue(), media_type=SVG, headers={"cache-control": "private, max-age=3600"})


ENDPOINTS = (
    Endpoint(
        method="GET", path="/api/qr", operation="qr_draw", run=draw_link, answer=bytes, media=SVG, query=("link",)
    ),
)
