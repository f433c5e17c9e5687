"""A WebSocket asks for a table: who it is, whether the table is open to them, from which seat they look."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from starlette.responses import Response
from starlette.websockets import WebSocket

from reihum.errors import ReihumError
from reihum.host.host import UnknownTable
from reihum.host.room import Room
from reihum.server import cookies
from reihum.server.connection import Connection
from reihum.server.errors import Crowded, Stopping, refuse
from reihum.server.security import address
from reihum.server.transport import EXTENSION, Wire
from reihum.tables.decisions import CommandRefused

if TYPE_CHECKING:
    from reihum.server.service import Service

NUMBER = re.compile("[0-9]{1,9}")


async def attend(websocket: WebSocket) -> None:
    """A WebSocket asks for a table."""
    service: Service = websocket.app.state.service
    wire: Wire = websocket.scope["extensions"][EXTENSION]
    own = address(websocket.scope)
    if not service.crowd.enter(own):
        await websocket.send_denial_response(refuse(Crowded("crowded"), websocket))
        return
    try:
        await _admitted(websocket, service, wire, own)
    finally:
        service.crowd.leave(own)


async def _admitted(websocket: WebSocket, service: Service, wire: Wire, own: str) -> None:
    try:
        if service.stopping:
            raise Stopping("stopping")
        person = await service.person_of(websocket)
        key = websocket.query_params.get("key", "")
        room = await _room(service, person, websocket.path_params["table"], key)
        seat = _seat(room, person, websocket.query_params.get("seat"))
    except ReihumError as error:
        service.metrics.refused.labels(error.code).inc()
        await websocket.send_denial_response(refuse(error, websocket))
        return
    greeting = Response()
    cookies.give_again(greeting, websocket)
    await websocket.accept(headers=[line for line in greeting.raw_headers if line[0] == b"set-cookie"])
    after = websocket.query_params.get("after", "")
    connection = Connection(service, room, person, seat, wire, own, key)
    await connection.run(websocket.receive, int(after) if NUMBER.fullmatch(after) else None)


async def _room(service: Service, person: str, table: str, key: str) -> Room:
    """The table, if there is one and this person may look at it: nobody can tell which of the two is missing. The key
    alone lets somebody look on, a screen on the wall for example."""
    room = await service.host.room(table)
    if not room.may_watch(person, key):
        raise UnknownTable("unknown-table", got=table)
    return room


def _seat(room: Room, person: str, wanted: str | None) -> int | None:
    """The seat to look from: the one that was asked for, or else an own one, or else none."""
    own = room.table.seats_of(person)
    if wanted is None:
        return own[0] if own else None
    if wanted == "":
        return None
    if not NUMBER.fullmatch(wanted) or int(wanted) not in own:
        raise CommandRefused("not-allowed")
    return int(wanted)
