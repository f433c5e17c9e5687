"""Endpoints for the daily deal: today's and the last days', your try, and the week of a circle."""

from __future__ import annotations

from reihum.api.circles import hide_from_outsiders
from reihum.api.endpoint import Endpoint, RequestContext
from reihum.api.tables import make_invitation
from reihum.host.daily import CircleWeek, DailyView
from reihum.protocol.http import Invitation, Join


async def view_daily(context: RequestContext) -> DailyView:
    """The daily deals of the last week with your results. A day's secret is shown when the day is over."""
    return await context.service.host.view_daily(await context.find_person())


async def play_daily(context: RequestContext, body: Join) -> Invitation:
    """Begin your try at today's deal, or go on with it: everybody has one a day."""
    context.count_table()
    person = await context.find_or_make_person()
    return make_invitation(context, await context.service.host.play_daily(person, body.name), person)


async def view_circle_week(context: RequestContext) -> CircleWeek:
    """The daily deals of the last week in one of your circles: who has played, with which result."""
    person = await context.require_person()
    with hide_from_outsiders(context):
        return await context.service.host.view_circle_week(person, context.get_part("circle"))


ENDPOINTS = (
    Endpoint(method="GET", path="/api/daily", operation="daily_view", run=view_daily, answer=DailyView),
    Endpoint(
        method="POST",
        path="/api/daily",
        operation="daily_play",
        run=play_daily,
        body=Join,
        answer=Invitation,
        costly=True,
    ),
    Endpoint(
        method="GET",
        path="/api/circles/{circle}/daily",
        operation="daily_circle",
        run=view_circle_week,
        answer=CircleWeek,
    ),
)
