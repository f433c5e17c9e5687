"""Requests about circles: the same people over many evenings, with a score book."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from reihum.host.host import UnknownTable
from reihum.protocol.http import Circles, Join, NewCircle
from reihum.server.endpoint import Call, Endpoint
from reihum.tables.circles import CircleView
from reihum.tables.decisions import CommandRefused


async def found(call: Call, body: NewCircle) -> CircleView:
    """Begin a circle. A table belongs to it whose settings name it."""
    return await call.service.host.found(await call.person_or_new(), body.name, body.circle)


@contextmanager
def closed_doors(call: Call) -> Iterator[None]:
    """Nobody outside can tell a circle that they may not see from one that is not there."""
    try:
        yield
    except CommandRefused as refused:
        if refused.code != "not-allowed":
            raise
        raise UnknownTable("unknown-circle", got=call.part("circle")) from None


async def enter(call: Call, body: Join) -> CircleView:
    """Come into a circle with the key from its link, or change your name in it."""
    with closed_doors(call):
        return await call.service.host.enter(await call.person_or_new(), body.name, call.part("circle"), body.key)


async def view(call: Call) -> CircleView:
    """A circle of yours: its people, its tables, its matches, its score book."""
    person = await call.person()
    with closed_doors(call):
        return await call.service.host.circle(person, call.part("circle"))


async def own(call: Call) -> Circles:
    """Your circles."""
    return Circles(tuple(await call.service.host.circles_of(await call.person())))


ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/api/circles",
        operation="circles_found",
        run=found,
        body=NewCircle,
        answer=CircleView,
        makes=True,
    ),
    Endpoint(method="GET", path="/api/circles/{circle}", operation="circles_view", run=view, answer=CircleView),
    Endpoint(
        method="POST",
        path="/api/circles/{circle}/join",
        operation="circles_enter",
        run=enter,
        body=Join,
        answer=CircleView,
        makes=True,
    ),
    Endpoint(method="GET", path="/api/me/circles", operation="circles_own", run=own, answer=Circles),
)
