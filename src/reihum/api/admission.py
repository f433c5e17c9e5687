"""How a client comes to a table: who connects, whether they may see it, and from which seat."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import partial

from reihum.api.connection import TableConnection
from reihum.api.errors import ServerStopping
from reihum.api.request import Request
from reihum.api.service import Service
from reihum.api.wire import Wire
from reihum.errors import ReihumError
from reihum.host.room import Room
from reihum.tables.refusals import CommandRefused

NUMBER = re.compile("[0-9]{1,9}")


async def admit(service: Service, request: Request, accept: Callable[[], Awaitable[Wire]]) -> None:
    """Connect a client to a table until it has gone. Raises an error before ``accept`` is called if it may not look at
    the table."""
    try:
        if service.stopping:
            raise ServerStopping("stopping")
        person, key = await service.find_person(request), request.query.get("key", "")
        count_batch = partial(service.count_batch, request.address)
        room = await service.host.find_room(request.parts["table"], person, key, count_batch)
        seat = _choose_seat(room, person, request.query.get("seat"))
    except ReihumError as error:
        service.telemetry.count_refusal(error.code)
        raise
    screen, after = "screen" in request.query, request.query.get("after", "")
    connection = TableConnection(service, room, person, seat, await accept(), request.address, key, screen)
    await connection.run(int(after) if NUMBER.fullmatch(after) else None)


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
