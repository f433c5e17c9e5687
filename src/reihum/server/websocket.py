"""The WebSocket endpoint: it finds out who connects, whether they may see the table, and from which seat."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from starlette.responses import Response
from starlette.websockets import WebSocket

from reihum.errors import ReihumError
from reihum.host.host import UnknownTable
from reihum.host.room import Room
from reihum.server import cookies
from reihum.server.addresses import read_client_address
from reihum.server.connection import TableConnection
from reihum.server.errors import ServerStopping, TooManyConnections, make_error_response
from reihum.server.transport import EXTENSION
from reihum.tables.refusals import CommandRefused

if TYPE_CHECKING:
    from reihum.server.service import Service

NUMBER = re.compile("[0-9]{1,9}")


async def serve_websocket(websocket: WebSocket) -> None:
    """Answer a client that wants to connect to a table."""
    service: Service = websocket.app.state.service
    address = read_client_address(websocket.scope)
    if not service.connection_limit.acquire(address):
        await websocket.send_denial_response(make_error_response(TooManyConnections("crowded"), websocket))
        return
    try:
        await _connect(websocket, service, address)
    finally:
        service.connection_limit.release(address)


async def _connect(websocket: WebSocket, service: Service, address: str) -> None:
    try:
        if service.stopping:
            raise ServerStopping("stopping")
        person = await service.find_person(websocket)
        key = websocket.query_params.get("key", "")
        room = await _find_room(service, person, websocket.path_params["table"], key)
        seat = _choose_seat(room, person, websocket.query_params.get("seat"))
    except ReihumError as error:
        service.metrics.refused.labels(error.code).inc()
        await websocket.send_denial_response(make_error_response(error, websocket))
        return
    response = Response()
    cookies.renew_cookie(response, websocket)
    await websocket.accept(headers=[line for line in response.raw_headers if line[0] == b"set-cookie"])
    after = websocket.query_params.get("after", "")
    protocol = websocket.scope["extensions"][EXTENSION]
    screen = "screen" in websocket.query_params
    connection = TableConnection(service, room, person, seat, protocol, address, key, screen)
    await connection.run(websocket.receive, int(after) if NUMBER.fullmatch(after) else None)


async def _find_room(service: Service, person: str, table: str, key: str) -> Room:
    """Find the table, if this person may look at it; an outsider cannot tell a closed table from one that does not
    exist. The key alone lets a client look on, a screen on the wall for example."""
    room = await service.host.room(table)
    if not room.may_watch(person, key):
        raise UnknownTable("unknown-table", got=table)
    return room


def _choose_seat(room: Room, person: str, wanted: str | None) -> int | None:
    """Choose the seat to look from: the one that was asked for, or the person's first one, or none."""
    seats = room.table.seats_of(person)
    if wanted is None:
        return seats[0] if seats else None
    if wanted == "":
        return None
    if not NUMBER.fullmatch(wanted) or int(wanted) not in seats:
        raise CommandRefused("not-allowed")
    return int(wanted)
