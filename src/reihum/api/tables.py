"""Endpoints for tables: make one, join one, find one, download its record."""

from __future__ import annotations

from reihum.api.endpoint import Endpoint, RequestContext
from reihum.api.response import Response, make_empty_response
from reihum.host.history import HistoryPage, read_history
from reihum.host.open_tables import OpenTableFilter, OpenTablePage
from reihum.host.room import Room
from reihum.host.statistics import PersonStatistics, read_statistics
from reihum.protocol.http import Invitation, JoinTable, NewTable, TableList, You
from reihum.tables.listings import Summary, summarize

RECORD = "application/jsonl"


async def create_table(context: RequestContext, body: NewTable) -> Invitation:
    """Make a table and sit down at it."""
    context.count_table(is_open=body.settings.open)
    person = await context.find_or_make_person()
    room = await context.service.host.create(person, body.name, body.settings, seat=body.seat, fill=body.fill)
    return make_invitation(context, room, person)


async def join_table(context: RequestContext, body: JoinTable) -> Invitation:
    """Join a table as a guest: an open one by its id alone, any table with the key from its link. People who are there
    already stay. With ``sit`` they take a seat in the same step, or ask for one while a round runs."""
    person = await context.find_person()
    room = await context.service.host.find_room(context.get_part("table"), person, body.key)
    person = person or await context.find_or_make_person()
    if body.sit or person not in room.table.people:
        await room.join(person, body.name, body.key, body.sit)
    return make_invitation(context, room, person)


def make_invitation(context: RequestContext, room: Room, person: str) -> Invitation:
    """Make what a person needs to come back to a table and to bring others."""
    table = room.table
    return Invitation(table=table.id, you=person, key=table.key, link=context.make_link(f"/t/{table.id}", table.key))


async def list_open_tables(context: RequestContext) -> OpenTablePage:
    """The tables that anybody may join, the last changed first: of one ``game`` or all games, with a ``free`` seat, or
    ``waiting`` to begin, ``after`` the page before."""
    asked = context.request.query
    wanted = OpenTableFilter(game=asked.get("game", ""), free="free" in asked, waiting="waiting" in asked)
    return await context.service.host.list_open_tables(wanted, asked.get("after", ""), context.count_batch)


async def list_your_tables(context: RequestContext) -> TableList:
    """Your tables."""
    return TableList(tuple(await context.service.host.tables_of(await context.require_person())))


async def let_table_go(context: RequestContext) -> Response:
    """Take a table off your list. You leave it; while its match runs, a bot takes your seat."""
    await context.service.host.let_go(context.get_part("table"), await context.require_person())
    return make_empty_response()


async def list_finished_matches(context: RequestContext) -> HistoryPage:
    """Your finished matches, the newest first: of one ``game`` or all games, ``after`` the page before."""
    asked, log = context.request.query, context.service.host.log
    person = await context.require_person()
    return await read_history(log, person, asked.get("game", ""), asked.get("after", ""), context.count_batch)


async def count_results(context: RequestContext) -> PersonStatistics:
    """Your results in numbers, game by game."""
    return await read_statistics(context.service.host.log, await context.require_person(), context.count_batch)


async def summarize_table(context: RequestContext) -> Summary:
    """A table as lists show it. You may look at it if you are there, if you have its ``key``, or if it is open."""
    person, key = await context.find_person(), context.request.query.get("key", "")
    room = await context.service.host.find_room(context.get_part("table"), person, key, context.count_batch)
    return summarize(room.table)


async def download_record(context: RequestContext) -> Response:
    """The record of a table's finished rounds, which anybody can verify."""
    room = await context.service.host.find_room(context.get_part("table"), await context.find_person())
    headers = {"content-disposition": f'attachment; filename="{room.table.id}.jsonl"'}
    return Response(body=(await room.record(context.share)).encode(), headers=headers, media=RECORD)


async def identify(context: RequestContext) -> You:
    """Who you are to this server."""
    return You(await context.require_person())


async def forget_person(context: RequestContext) -> Response:
    """Be forgotten: your cookie opens nothing any more, and your connections end. Played games stay as they were."""
    person = await context.require_person()
    await context.service.forget(person)
    return Response(status=204, secret="")


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/tables",
        operation="tables_open_tables",
        run=list_open_tables,
        answer=OpenTablePage,
        query=("game", "free", "waiting", "after"),
    ),
    Endpoint(
        method="POST",
        path="/api/tables",
        operation="tables_create",
        run=create_table,
        body=NewTable,
        answer=Invitation,
        costly=True,
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{table}",
        operation="tables_look",
        run=summarize_table,
        answer=Summary,
        query=("key",),
    ),
    Endpoint(
        method="POST",
        path="/api/tables/{table}/join",
        operation="tables_join",
        run=join_table,
        body=JoinTable,
        answer=Invitation,
        costly=True,
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{table}/record",
        operation="tables_record",
        run=download_record,
        answer=str,
        media=RECORD,
        costly=True,
    ),
    Endpoint(method="GET", path="/api/me", operation="tables_you", run=identify, answer=You),
    Endpoint(method="DELETE", path="/api/me", operation="tables_forget", run=forget_person, answer=None),
    Endpoint(
        method="GET", path="/api/me/tables", operation="tables_own_tables", run=list_your_tables, answer=TableList
    ),
    Endpoint(
        method="DELETE",
        path="/api/me/tables/{table}",
        operation="tables_let_go",
        run=let_table_go,
        answer=None,
        costly=True,
    ),
    Endpoint(
        method="GET",
        path="/api/history",
        operation="tables_history",
        run=list_finished_matches,
        answer=HistoryPage,
        query=("game", "after"),
    ),
    Endpoint(
        method="GET",
        path="/api/statistics",
        operation="tables_statistics",
        run=count_results,
        answer=PersonStatistics,
    ),
)
