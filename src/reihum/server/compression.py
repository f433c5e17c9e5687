"""What stays the same while the server runs: packed once, and not sent to whoever has it already.

Only what everybody may read is packed: where secrets and other people's words share an answer, its packed size would
tell about them.
"""

from __future__ import annotations

from collections.abc import Mapping
from gzip import compress
from hashlib import sha256
from typing import Self

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

PACKS_WELL = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
WORTH_IT = 500
"""So many bytes something must have to be packed."""


class Packed(Struct, frozen=True):
    """A body, plain and packed (empty where that saves nothing), and the tag that tells whether it is another one."""

    body: bytes
    gzip: bytes
    media: str
    tag: str

    @classmethod
    def of(cls, body: bytes, media: str) -> Self:
        """Pack a body."""
        small = compress(body, 9, mtime=0) if media.startswith(PACKS_WELL) and len(body) > WORTH_IT else b""
        return cls(body, small if len(small) < len(body) else b"", media, f'W/"{sha256(body).hexdigest()[:32]}"')

    def response(self, request: Request, headers: Mapping[str, str]) -> Response:
        """The answer to a request: packed if the reader can unpack it, empty if the reader has it."""
        vary = ", ".join(filter(None, (headers.get("vary"), "accept-encoding")))
        sent = {**headers, "etag": self.tag, "vary": vary}
        if request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=sent)
        if self.gzip and _unpacks(request.headers.get("accept-encoding", "")):
            return Response(self.gzip, headers={**sent, "content-encoding": "gzip"}, media_type=self.media)
        return Response(self.body, headers=sent, media_type=self.media)


def _unpacks(accepted: str) -> bool:
    """Whether an Accept-Encoding header allows gzip.

    >>> _unpacks("gzip, deflate, br"), _unpacks("br;q=1.0, gzip;q=0"), _unpacks("")
    (True, False, False)
    """
    for part in accepted.split(",")[:20]:
        name, _, quality = part.partition(";")
        if name.strip().lower() == "gzip":
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
