"""Endpoints for circles: the same people over many evenings, with a score book."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from reihum.host.host import UnknownTable
from reihum.protocol.http import CircleList, Join, NewCircle
from reihum.server.endpoint import Endpoint, RequestContext
from reihum.tables.circles import CircleView
from reihum.tables.refusals import CommandRefused


async def found_circle(context: RequestContext, body: NewCircle) -> CircleView:
    """Found a circle. A table belongs to it if its settings name it."""
    return await context.service.host.found_circle(await context.find_or_make_person(), body.name, body.circle)


@contextmanager
def hide_from_outsiders(context: RequestContext) -> Iterator[None]:
    """Outsiders cannot tell a circle that they may not see from one that does not exist."""
    try:
        yield
    except CommandRefused as refused:
        if refused.code != "not-allowed":
            raise
        raise UnknownTable("unknown-circle", got=context.get_part("circle")) from None


async def enter_circle(context: RequestContext, body: Join) -> CircleView:
    """Join a circle with the key from its link, or change your name in it."""
    with hide_from_outsiders(context):
        return await context.service.host.enter(
            await context.find_or_make_person(), body.name, context.get_part("circle"), body.key
        )


async def view_circle(context: RequestContext) -> CircleView:
    """One of your circles: its people, tables, matches and score book."""
    person = await context.require_person()
    with hide_from_outsiders(context):
        return await context.service.host.circle(person, context.get_part("circle"))


async def list_circles(context: RequestContext) -> CircleList:
    """Your circles."""
    return CircleList(tuple(await context.service.host.circles_of(await context.require_person())))


ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/api/circles",
        operation="circles_found",
        run=found_circle,
        body=NewCircle,
        answer=CircleView,
        costly=True,
    ),
    Endpoint(method="GET", path="/api/circles/{circle}", operation="circles_view", run=view_circle, answer=CircleView),
    Endpoint(
        method="POST",
        path="/api/circles/{circle}/join",
        operation="circles_enter",
        run=enter_circle,
        body=Join,
        answer=CircleView,
        costly=True,
    ),
    Endpoint(method="GET", path="/api/me/circles", operation="circles_own", run=list_circles, answer=CircleList),
)
