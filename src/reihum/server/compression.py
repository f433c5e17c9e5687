"""Content that stays the same while the server runs: compressed once, and not sent again to clients that have it.

Only public content is compressed: where secrets and other people's words share a response, its compressed size would
tell about them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from gzip import compress
from hashlib import sha256
from typing import Self

from msgspec import Struct
from starlette.requests import HTTPConnection
from starlette.responses import Response

COMPRESSIBLE = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
MIN_BYTES = 500
"""Shorter content is not compressed."""


class CompressedContent(Struct, frozen=True):
    """A body, plain and compressed (empty if that saves nothing), and the tag by which clients notice a change."""

    body: bytes
    gzip: bytes
    media: str
    tag: str

    @classmethod
    def make(cls, body: bytes, media: str) -> Self:
        """Compress a body."""
        small = compress(body, 9, mtime=0) if media.startswith(COMPRESSIBLE) and len(body) > MIN_BYTES else b""
        return cls(body, small if len(small) < len(body) else b"", media, f'W/"{sha256(body).hexdigest()[:32]}"')

    def make_response(self, request: HTTPConnection, headers: Mapping[str, str]) -> Response:
        """The response to a request: compressed if the client accepts that, empty if the client has it."""
        vary = ", ".join(filter(None, (headers.get("vary"), "accept-encoding")))
        sent = {**headers, "etag": self.tag, "vary": vary}
        if request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=sent)
        if self.gzip and accepts_gzip(request.headers.get("accept-encoding", "")):
            return Response(self.gzip, headers={**sent, "content-encoding": "gzip"}, media_type=self.media)
        return Response(self.body, headers=sent, media_type=self.media)


compress_once = lru_cache(maxsize=32)(CompressedContent.make)
"""Compresses a body and its media type; the last ones are remembered."""


def accepts_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding header allows gzip.

    >>> accepts_gzip("gzip, deflate, br"), accepts_gzip("br;q=1.0, gzip;q=0"), accepts_gzip("")
    (True, False, False)
    """
    for part in accepted.split(",")[:20]:
        name, _, quality = part.partition(";")
        if name.strip().lower() == "gzip":
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
