"""Requests about records: is this one true?"""

from __future__ import annotations

import asyncio

from reihum.errors import BadRecord
from reihum.matches import verify
from reihum.protocol.http import Verdict
from reihum.server.api import Call, Endpoint
from reihum.texts import Texts

MOST_BYTES = 1024 * 1024
"""The longest record that can be verified here; the command verifies any."""

AT_ONCE = 1
"""So many records are verified at the same time: it takes a while, and play comes first."""


async def check(call: Call, body: bytes) -> Verdict:
    """Verify a record: deals, moves and outcomes are recomputed."""
    async with _turn:
        return await asyncio.to_thread(verdict, body, call.language)


def verdict(record: bytes, language: str) -> Verdict:
    """Whether a record is true."""
    try:
        match = verify(record)
    except BadRecord as error:
        return Verdict(true=False, message=error.message, text=Texts(language).message(error.message))
    return Verdict(true=True, game=match.game.id, outcome=match.outcome)


_turn = asyncio.Semaphore(AT_ONCE)

ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/api/records/verify",
        run=check,
        body=bytes,
        most_bytes=MOST_BYTES,
        answer=Verdict,
        makes=True,
    ),
)
