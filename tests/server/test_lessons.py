"""A guided first round: a real table whose deck lets the learner meet every step."""

from __future__ import annotations

import pytest

from house import awaited
from network import net
from reihum.bots.lessons import deal, teaches_calls
from reihum.games import GAMES


@pytest.mark.parametrize("name", [name for name, facts in GAMES.items() if facts.lesson])
@awaited
async def test_a_lesson(name: str) -> None:
    """The learner sits at a table that has begun, with friendly bots, and with the lesson's cards; calls have time."""
    facts = GAMES[name]
    assert facts.lesson is not None
    async with net() as up:
        made = await up.ask("POST", f"/api/lessons/{name}", {"name": "Lisa"})
        table = (await up.host.room(made.data["table"])).table
        bots = [facts.lesson.level] * (facts.lesson.seats - 1)
        assert [seat.name or seat.level for seat in table.seats] == ["Lisa", *bots]
        assert table.settings.calm == teaches_calls(facts)
        assert table.state is not None
        if table.state.game.cards:
            assert table.state.view(0).zones == deal(facts).view(0).zones


@awaited
async def test_no_lesson() -> None:
    """Of a game that does not exist there is none, and the answer says of which there is."""
    async with net() as up:
        refused = await up.ask("POST", "/api/lessons/poker", {"name": "Lisa"})
        assert (refused.status, refused.data["code"]) == (400, "no-lesson")
