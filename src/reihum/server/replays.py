"""Requests for looking back: a finished round step by step, of a table or of a record that somebody brings."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace
from starlette.responses import Response

from reihum.host.host import UnknownTable
from reihum.host.workers import Working
from reihum.protocol.replays import Replay, replayed
from reihum.server.endpoint import JSON, Call, Endpoint
from reihum.server.errors import BadRequest
from reihum.server.records import MOST_BYTES
from reihum.tables.seats import Seat

OPEN = "open"
"""What stands for all seats at once: every card is shown."""


async def of_table(call: Call) -> Response:
    """A finished round of a table, from a seat (``from=0``), as a spectator, or with all cards open (``from=open``).
    Who is not at the table needs its ``key``."""
    table = (await call.service.host.room(call.part("table"))).table
    person = await call.service.person_of(call.request)
    yours = tuple(table.seats_of(person)) if person else ()
    return await _replayed(call, call.service.host.means.working, await finished(call), tuple(table.seats), yours)


async def finished(call: Call) -> str:
    """The record of a table's finished rounds, for who may look at it."""
    room = await call.service.host.room(call.part("table"))
    person = await call.service.person_of(call.request)
    if not room.may_watch(person, call.request.query_params.get("key", "")):
        raise UnknownTable("unknown-table", got=room.table.id)
    return await room.record()


async def of_record(call: Call, body: bytes) -> Response:
    """The same for a record."""
    return await _replayed(call, call.service.uploads, body)


async def _replayed(
    call: Call, working: Working, record: str | bytes, seats: tuple[Seat, ...] = (), yours: tuple[int, ...] = ()
) -> Response:
    asked = call.request.query_params
    which, seat = number("round", asked.get("round", "0")), asked.get("from", "")
    looks = None if seat in ("", OPEN) else number("from", seat)
    return Response(await working.ask(written, record, which, looks, seat == OPEN, seats, yours), media_type=JSON)


def written(
    record: str | bytes, which: int, looks: int | None, all_open: bool, seats: tuple[Seat, ...], yours: tuple[int, ...]
) -> bytes:
    """A round of a record, and who sat where, as it is sent: that can be long."""
    return msgspec.json.encode(replace(replayed(record, which, looks, all_open), seats=seats, yours=yours))


def number(name: str, text: str) -> int:
    """A number that was asked for by name."""
    if not text.isdecimal() or len(text) > 4:
        raise BadRequest("bad-number", name=name, got=text[:40])
    return int(text)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/tables/{table}/replay",
        operation="replays_of_table",
        run=of_table,
        answer=Replay,
        makes=True,
        query=("round", "from", "key"),
    ),
    Endpoint(
        method="POST",
        path="/api/records/replay",
        operation="replays_of_record",
        run=of_record,
        body=bytes,
        most_bytes=MOST_BYTES,
        answer=Replay,
        makes=True,
        query=("round", "from"),
    ),
)
