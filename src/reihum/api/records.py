"""The endpoint that verifies records."""

from __future__ import annotations

from reihum.api.endpoint import Endpoint, RequestContext
from reihum.errors import BadRecord
from reihum.matches import verify
from reihum.protocol.http import Verdict
from reihum.texts import Texts

MAX_RECORD_BYTES = 1024 * 1024
"""The longest record that can be verified here; the command has no limit."""


async def check_record(context: RequestContext, body: bytes) -> Verdict:
    """Verify a record: deals, moves and outcomes are recomputed."""
    return await context.service.uploads.run(make_verdict, body, context.language)


def make_verdict(record: bytes, language: str) -> Verdict:
    """Verify a record."""
    try:
        match = verify(record)
    except BadRecord as error:
        return Verdict(true=False, message=error.message, text=Texts(language).message(error.message))
    return Verdict(true=True, game=match.game.id, outcome=match.outcome)


ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/api/records/verify",
        operation="records_check",
        run=check_record,
        body=bytes,
        max_body_bytes=MAX_RECORD_BYTES,
        answer=Verdict,
        costly=True,
    ),
)
