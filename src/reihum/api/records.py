"""Endpoints for records: one verifies them, one takes them into your history."""

from __future__ import annotations

from reihum.api.endpoint import Endpoint, RequestContext
from reihum.errors import BadRecord
from reihum.matches import verify
from reihum.protocol.http import ImportedMatch, Verdict
from reihum.tables.imports import PlayedMatch
from reihum.texts import Texts

MAX_RECORD_BYTES = 1024 * 1024
"""The longest record that can be verified here; the command has no limit."""

MAX_IMPORT_BYTES = 256 * 1024
"""The longest match that is stored. A match of ten rounds is a tenth of that."""


async def check_record(context: RequestContext, body: bytes) -> Verdict:
    """Verify a record: deals, moves and outcomes are recomputed."""
    return await context.service.uploads.run(make_verdict, body, context.language, share=context.share)


def make_verdict(record: bytes, language: str) -> Verdict:
    """Verify a record."""
    try:
        match = verify(record)
    except BadRecord as error:
        return Verdict(true=False, message=error.message, text=Texts(language).message(error.message))
    return Verdict(true=True, game=match.game.id, outcome=match.outcome)


async def import_match(context: RequestContext, body: PlayedMatch) -> ImportedMatch:
    """Take a match that was played elsewhere into your history, after verifying its record. The history marks it, since
    this server has not dealt it. A record that you have there already is not taken twice."""
    context.count_table()
    person = await context.find_or_make_person()
    table, new = await context.service.host.imports.add(person, body, context.service.uploads, context.share)
    return ImportedMatch(table=table, new=new)


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
    Endpoint(
        method="POST",
        path="/api/records",
        operation="records_import",
        run=import_match,
        body=PlayedMatch,
        max_body_bytes=MAX_IMPORT_BYTES,
        answer=ImportedMatch,
        costly=True,
    ),
)
