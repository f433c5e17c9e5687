"""The endpoint that draws a link as a QR code for the camera of a phone."""

from __future__ import annotations

from io import BytesIO

from reihum.api.endpoint import Endpoint, RequestContext
from reihum.api.errors import BadRequest
from reihum.api.response import Response

SVG = "image/svg+xml"
MAX_LINK_CHARACTERS = 300


async def draw_link(context: RequestContext) -> Response:
    """A link to this server, as a QR code."""
    link, here = context.request.query.get("link", ""), context.make_link("/", "")
    if not link.startswith(here) or len(link) > MAX_LINK_CHARACTERS:
        raise BadRequest("foreign-link", expected=here, got=link[:80])
    picture = await context.service.host.services.executor.run(draw_code, link, share=context.share)
    return Response(body=picture, media=SVG, headers={"cache-control": "private, max-age=3600"})


def draw_code(text: str) -> bytes:
    """Draw a text as a QR code; that takes some milliseconds."""
    import segno  # not every host draws codes

    picture = BytesIO()
    segno.make(text, micro=False).save(picture, kind="svg", border=2, scale=4, dark="#22303a", light="#ffffff")
    return picture.getvalue()


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/qr",
        operation="qr_draw",
        run=draw_link,
        answer=bytes,
        media=SVG,
        costly=True,
        query=("link",),
    ),
)
