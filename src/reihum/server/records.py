"""Requests about records: is this one true?"""

from __future__ import annotations

from reihum.errors import BadRecord
from reihum.matches import verify
from reihum.protocol.http import Verdict
from reihum.server.endpoint import Call, Endpoint
from reihum.texts import Texts

MOST_BYTES = 1024 * 1024
"""The longest record that can be verified here; the command verifies any."""


async def check(call: Call, body: bytes) -> Verdict:
    """Verify a record: deals, moves and outcomes are recomputed."""
    return await call.service.uploads.ask(verdict, body, call.language)


def verdict(record: bytes, language: str) -> Verdict:
    """Whether a record is true."""
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
        run=check,
        body=bytes,
        most_bytes=MOST_BYTES,
        answer=Verdict,
        makes=True,
    ),
)
