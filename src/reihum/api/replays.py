"""Endpoints for replays: a finished round step by step, of a table or of an uploaded record."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from reihum.api.endpoint import Endpoint, RequestContext
from reihum.api.errors import BadRequest
from reihum.api.records import MAX_RECORD_BYTES
from reihum.api.request import JSON
from reihum.api.response import Response
from reihum.host.workers import Executor
from reihum.protocol.replays import Replay, make_replay
from reihum.tables.seats import Seat

OPEN = "open"
"""Stands for all seats at once: every card is shown."""


async def replay_table(context: RequestContext) -> Response:
    """A finished round of a table, from a seat (``from=0``), as a spectator, or with all cards open (``from=open``).
    People who are not at the table need its ``key``."""
    table = (await context.service.host.room(context.get_part("table"))).table
    person = await context.find_person()
    yours = tuple(table.seats_of(person)) if person else ()
    return await _replay(
        context, context.service.host.services.executor, await load_record(context), tuple(table.seats), yours
    )


async def load_record(context: RequestContext) -> str:
    """Load the record of a table's finished rounds, for people who may look at it."""
    person, key = await context.find_person(), context.request.query.get("key", "")
    room = await context.service.host.find_room(context.get_part("table"), person, key)
    return await room.record(context.share)


async def replay_record(context: RequestContext, body: bytes) -> Response:
    """A round of an uploaded record, in the same way."""
    return await _replay(context, context.service.uploads, body)


async def _replay(
    context: RequestContext,
    working: Executor,
    record: str | bytes,
    seats: tuple[Seat, ...] = (),
    yours: tuple[int, ...] = (),
) -> Response:
    asked = context.request.query
    which, seat = parse_number("round", asked.get("round", "0")), asked.get("from", "")
    looks = None if seat in ("", OPEN) else parse_number("from", seat)
    body = await working.run(encode_replay, record, which, looks, seat == OPEN, seats, yours, share=context.share)
    return Response(body=body, media=JSON)


def encode_replay(
    record: str | bytes, which: int, looks: int | None, all_open: bool, seats: tuple[Seat, ...], yours: tuple[int, ...]
) -> bytes:
    """Encode a round of a record, and who sat where, as it is sent: that can be long."""
    return msgspec.json.encode(replace(make_replay(record, which, looks, all_open), seats=seats, yours=yours))


def parse_number(name: str, text: str, max_digits: int = 4) -> int:
    """Parse a number of the query; errors name it."""
    if not text.isdecimal() or len(text) > max_digits:
        raise BadRequest("bad-number", name=name, got=text[:40])
    return int(text)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/tables/{table}/replay",
        operation="replays_of_table",
        run=replay_table,
        answer=Replay,
        costly=True,
        query=("round", "from", "key"),
    ),
    Endpoint(
        method="POST",
        path="/api/records/replay",
        operation="replays_of_record",
        run=replay_record,
        body=bytes,
        max_body_bytes=MAX_RECORD_BYTES,
        answer=Replay,
        costly=True,
        query=("round", "from"),
    ),
)
