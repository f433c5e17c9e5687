"""Whatever stores something or takes long has a price, so nobody does it without end."""

from __future__ import annotations

from every_request import make_requests
from house import PromptClock, StillClock, awaited, write_matches
from network import net
from reihum.api.limits import RateLimit, RateLimiters
from reihum.server.app import ENDPOINTS

PLAIN = {
    "announcement_get",
    "catalogue_games",
    "catalogue_texts",
    "daily_circle",
    "daily_view",
    "monitoring_health",
    "monitoring_metrics",
    "monitoring_ready",
    "push_key",
    "push_remove",
    "tables_forget",
    "tables_own_tables",
    "tables_you",
}
"""Requests that are quick and store nothing, or forget somebody: only the limit of requests counts them."""

BY_LENGTH = {
    "circles_matches",
    "circles_own",
    "circles_view",
    "tables_history",
    "tables_look",
    "tables_open_tables",
    "tables_statistics",
}
"""Requests whose price depends on how much is read; the limit of requests counts them, too."""


@awaited
async def test_every_costly_request_is_refused_in_the_end() -> None:
    """Each endpoint that is not named above refuses an address that has asked for much, and answers it later."""
    clock = PromptClock()
    async with net(clock=clock, rate=0, address_rate=0) as up:
        requests = await make_requests(up)
        up.up.service._creations = RateLimiters(RateLimit(1, burst=2))
        found = {}
        for endpoint in ENDPOINTS:
            if endpoint.operation not in PLAIN | BY_LENGTH:
                clock.jump(100)
                made = [requests[endpoint.operation]() for _ in range(3)]
                answers = [await up.ask(endpoint.method, asked.path, asked.body, cookie=asked.cookie) for asked in made]
                found[endpoint.operation] = [answer.status == 429 for answer in answers]
        assert {name: refused for name, refused in found.items() if refused != [False, False, True]} == {}
        assert "qr_draw" in found


@awaited
async def test_a_long_book_has_a_price() -> None:
    """Reading the long book of a circle that is not in memory costs more than a request."""
    clock = StillClock()
    async with net(clock=clock, rate=0, address_rate=20) as up:
        made, paul = await up.table()
        circle = (await up.host.circles.found(made["you"], "Paul", "Us")).circle
        await write_matches(up.host.circles, circle, made["you"], 1_000)
        for path in (f"/api/circles/{circle}", f"/api/circles/{circle}/matches?before=9", "/api/me/circles"):
            clock.jump(100)
            answers = []
            for _ in range(30):
                up.host.circles._kept.clear()
                answers.append(await up.ask("GET", path, cookie=paul))
            assert {answer.status for answer in answers[:10]} == {200}
            assert (answers[-1].status, answers[-1].data["code"]) == (429, "too-many")
