"""Endpoints for circles: the same people over many evenings, with a score book."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from reihum.api.endpoint import Endpoint, RequestContext
from reihum.api.replays import parse_number
from reihum.api.response import Response, make_empty_response
from reihum.host.circles import UnknownCircle
from reihum.protocol.http import CircleList, CircleMatches, Join, NewCircle, NewName, NewRules
from reihum.tables.circles import CircleView
from reihum.tables.refusals import CommandRefused


async def found_circle(context: RequestContext, body: NewCircle) -> CircleView:
    """Found a circle. A table belongs to it if its settings name it."""
    context.count_table()
    return await context.service.host.circles.found(await context.find_or_make_person(), body.name, body.circle)


@contextmanager
def hide_from_outsiders(context: RequestContext) -> Iterator[None]:
    """Outsiders cannot tell a circle that they may not see from one that does not exist."""
    try:
        yield
    except CommandRefused as refused:
        if refused.code != "not-allowed":
            raise
        raise UnknownCircle("unknown-circle", got=context.get_part("circle")) from None


async def enter_circle(context: RequestContext, body: Join) -> CircleView:
    """Join a circle with the key from its link or after a match as its guest, or change your name in it."""
    with hide_from_outsiders(context):
        return await context.service.host.circles.enter(
            await context.find_or_make_person(), body.name, context.get_part("circle"), body.key
        )


async def view_circle(context: RequestContext) -> CircleView | Response:
    """One of your circles: its people, its last tables and matches, and its score book. With ``after``, the ``number``
    of what you have, the answer is empty (204) while nothing has changed."""
    person = await context.require_person()
    circles, circle = context.service.host.circles, context.get_part("circle")
    after = parse_number("after", context.request.query.get("after", "0"), max_digits=9)
    with hide_from_outsiders(context):
        if (await circles.find_for_member(person, circle, context.count_batch)).seq == after:
            return make_empty_response()
        return await circles.view(person, circle, context.count_batch)


async def list_matches(context: RequestContext) -> CircleMatches:
    """Older matches of one of your circles: the last ones among its first ``before`` matches."""
    person = await context.require_person()
    circles, circle = context.service.host.circles, context.get_part("circle")
    before = parse_number("before", context.request.query.get("before", ""), max_digits=9)
    with hide_from_outsiders(context):
        return CircleMatches(await circles.list_matches(person, circle, before, context.count_batch))


async def rename_circle(context: RequestContext, body: NewName) -> CircleView:
    """Give one of your circles a new name."""
    person = await context.require_person()
    with hide_from_outsiders(context):
        return await context.service.host.circles.rename(person, context.get_part("circle"), body.name)


async def keep_rules(context: RequestContext, body: NewRules) -> CircleView:
    """Keep the house rules by which one of your circles plays a game: its new tables of this game begin with them."""
    person = await context.require_person()
    with hide_from_outsiders(context):
        return await context.service.host.circles.keep_rules(person, context.get_part("circle"), body.game, body.rules)


async def name_rules(context: RequestContext, body: NewName) -> CircleView:
    """Give the house rules of one of your circles a name."""
    person = await context.require_person()
    with hide_from_outsiders(context):
        return await context.service.host.circles.name_rules(person, context.get_part("circle"), body.name)


async def leave_circle(context: RequestContext) -> Response:
    """Leave a circle. Its book keeps your matches; with its link you can come back."""
    person = await context.require_person()
    with hide_from_outsiders(context):
        await context.service.host.circles.leave(person, context.get_part("circle"))
    return make_empty_response()


async def list_circles(context: RequestContext) -> CircleList:
    """Your circles."""
    person = await context.require_person()
    return CircleList(tuple(await context.service.host.circles.list_for(person, context.count_batch)))


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
    Endpoint(
        method="GET",
        path="/api/circles/{circle}",
        operation="circles_view",
        run=view_circle,
        answer=CircleView,
        query=("after",),
    ),
    Endpoint(
        method="GET",
        path="/api/circles/{circle}/matches",
        operation="circles_matches",
        run=list_matches,
        answer=CircleMatches,
        query=("before",),
    ),
    Endpoint(
        method="POST",
        path="/api/circles/{circle}/name",
        operation="circles_rename",
        run=rename_circle,
        body=NewName,
        answer=CircleView,
        costly=True,
    ),
    Endpoint(
        method="POST",
        path="/api/circles/{circle}/rules",
        operation="circles_keep_rules",
        run=keep_rules,
        body=NewRules,
        answer=CircleView,
        costly=True,
    ),
    Endpoint(
        method="POST",
        path="/api/circles/{circle}/rules/name",
        operation="circles_name_rules",
        run=name_rules,
        body=NewName,
        answer=CircleView,
        costly=True,
    ),
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
    Endpoint(
        method="DELETE",
        path="/api/me/circles/{circle}",
        operation="circles_leave",
        run=leave_circle,
        answer=None,
        costly=True,
    ),
)
