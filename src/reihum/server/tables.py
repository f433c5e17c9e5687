"""Requests about tables: make one, come to one, find one, take its record home."""

from __future__ import annotations

from starlette.responses import PlainTextResponse, Response

from reihum.host.host import UnknownTable
from reihum.host.room import Room
from reihum.protocol.http import Invitation, Join, NewTable, Tables, You
from reihum.server import cookies
from reihum.server.endpoint import Call, Endpoint
from reihum.tables.listings import Summary, summary

RECORD = "application/jsonl"


async def create(call: Call, body: NewTable) -> Invitation:
    """Make a table and sit down at it."""
    person = await call.person_or_new()
    room = await call.service.host.create(person, body.name, body.settings, seat=body.seat, fill=body.fill)
    return invitation(call, room, person)


async def join(call: Call, body: Join) -> Invitation:
    """Come to a table as a guest: to an open one by its id alone, to any with the key from its link. Who is there
    already stays."""
    room = await call.service.host.room(call.part("table"))
    person = await call.service.person_of(call.request)
    if not room.may_watch(person, body.key):
        raise UnknownTable("unknown-table", got=room.table.id)
    person = person or await call.person_or_new()
    if person not in room.table.people:
        await room.join(person, body.name, body.key)
    return invitation(call, room, person)


def invitation(call: Call, room: Room, person: str) -> Invitation:
    """What somebody at a table needs to come back to it and to bring others."""
    table = room.table
    return Invitation(table=table.id, you=person, key=table.key, link=call.link(f"/t/{table.id}", table.key))


async def open_tables(call: Call) -> Tables:
    """The tables that everybody may come to."""
    return Tables(tuple(await call.service.host.listing()))


async def own_tables(call: Call) -> Tables:
    """Your tables."""
    return Tables(tuple(await call.service.host.tables_of(await call.person())))


async def look(call: Call) -> Summary:
    """A table as lists show it, for those who may look at it: by being there, by its ``key``, or because it is open."""
    room = await call.service.host.room(call.part("table"))
    key = call.request.query_params.get("key", "")
    if not room.may_watch(await call.service.person_of(call.request), key):
        raise UnknownTable("unknown-table", got=room.table.id)
    return summary(room.table)


async def record(call: Call) -> Response:
    """The record of a table's finished rounds, which anybody can verify."""
    room = await call.service.host.room(call.part("table"))
    if not room.may_watch(await call.service.person_of(call.request)):
        raise UnknownTable("unknown-table", got=room.table.id)
    headers = {"content-disposition": f'attachment; filename="{room.table.id}.jsonl"'}
    return PlainTextResponse(await room.record(), headers=headers, media_type=RECORD)


async def you(call: Call) -> You:
    """Who you are to this server."""
    return You(await call.person())


async def forget(call: Call) -> Response:
    """Be forgotten: the cookie opens nothing any more, and connections end. What was played stays as it was."""
    await call.service.host.forget(await call.person())
    response = Response(status_code=204)
    cookies.take_back(response, call.request)
    return response


ENDPOINTS = (
    Endpoint(method="GET", path="/api/tables", operation="tables_open_tables", run=open_tables, answer=Tables),
    Endpoint(
        method="POST",
        path="/api/tables",
        operation="tables_create",
        run=create,
        body=NewTable,
        answer=Invitation,
        makes=True,
    ),
    Endpoint(
        method="GET", path="/api/tables/{table}", operation="tables_look", run=look, answer=Summary, query=("key",)
    ),
    Endpoint(
        method="POST",
        path="/api/tables/{table}/join",
        operation="tables_join",
        run=join,
        body=Join,
        answer=Invitation,
        makes=True,
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{table}/record",
        operation="tables_record",
        run=record,
        answer=str,
        media=RECORD,
        makes=True,
    ),
    Endpoint(method="GET", path="/api/me", operation="tables_you", run=you, answer=You),
    Endpoint(method="DELETE", path="/api/me", operation="tables_forget", run=forget, answer=None),
    Endpoint(method="GET", path="/api/me/tables", operation="tables_own_tables", run=own_tables, answer=Tables),
)
