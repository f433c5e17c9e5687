"""Endpoints for the daily deal."""

from __future__ import annotations

import pytest

from house import awaited
from network import net
from reihum.server.config import BadSetting, read_config


@awaited
async def test_strangers_see_the_deal_of_the_day() -> None:
    """Anybody sees which game it is and the commitment to its cards; looking makes nobody known."""
    async with net() as up:
        seen = await up.ask("GET", "/api/daily")
        (today,) = seen.data["days"]
        assert (seen.status, seen.cookie) == (200, "")
        assert len(today["commitment"]) == 64
        assert {*today} == {"date", "game", "commitment"}


@awaited
async def test_a_try_is_dealt_at_once_and_only_once() -> None:
    """The answer leads to a table in play; asking again leads to the same one."""
    async with net(rate=0, address_rate=0) as up:
        made = await up.ask("POST", "/api/daily", {"name": "Paul"})
        again = await up.ask("POST", "/api/daily", {"name": "Paula"}, cookie=made.cookie)
        assert made.data["table"] == again.data["table"]
        async with up.socket(made.data["table"], made.cookie) as player:
            shown = await player.now()
            assert shown["lobby"]["settings"]["daily"] == (await up.ask("GET", "/api/daily")).data["days"][0]["date"]
            assert shown["lobby"]["started"]
            assert (await player.say("hint", "1"))["code"] == "daily"
        today = (await up.ask("GET", "/api/daily", cookie=made.cookie)).data["days"][0]
        assert today["table"] == made.data["table"]
        assert "result" not in today


@awaited
async def test_nobody_makes_a_daily_deal_of_their_own() -> None:
    """A table that claims to be a daily deal is refused."""
    async with net() as up:
        settings = {"game": "junior", "seats": 4, "daily": "2026-11-16"}
        refused = await up.ask("POST", "/api/tables", {"name": "Paul", "settings": settings})
        assert (refused.status, refused.data["code"]) == (403, "not-allowed")


@awaited
async def test_the_week_of_a_circle_is_for_its_people() -> None:
    """People of a circle get the week's results; for others the circle does not exist."""
    async with net(rate=0, address_rate=0) as up:
        circle = await up.ask("POST", "/api/circles", {"name": "Paul", "circle": "Sunday"})
        path = f"/api/circles/{circle.data['circle']}/daily"
        week = (await up.ask("GET", path, cookie=circle.cookie)).data["days"]
        assert [day["results"] for day in week] == [{}]
        _, stranger = await up.table(name="Timo")
        assert (await up.ask("GET", path, cookie=stranger)).data["code"] == "unknown-circle"


def test_the_operator_chooses_among_the_row_games() -> None:
    """Another game, or none that exists, is refused when the server starts."""
    assert read_config({"daily": "junior"}, {}).daily == "junior"
    for game in ("ratefix", "chess"):
        with pytest.raises(BadSetting) as refused:
            read_config({"daily": game}, {})
        assert refused.value.code == "config-daily"
