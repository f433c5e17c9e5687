"""A guided first round: a real table whose deck lets the learner meet every kind of move."""

from __future__ import annotations

import pytest

from house import awaited
from network import net
from reihum.bots import play_round, seat_bots
from reihum.games import GAMES
from reihum.server.lessons import LESSONS, TURNS, lesson_deck, possible_steps, suits


@pytest.mark.parametrize("name", LESSONS)
@awaited
async def test_a_lesson(name: str) -> None:
    """The learner sits at a table that has begun, with bots, and with the lesson's cards in hand."""
    async with net() as up:
        made = await up.ask("POST", f"/api/lessons/{name}", {"name": "Lisa"})
        table = (await up.host.room(made.data["table"])).table
        assert [seat.name or seat.level for seat in table.seats] == ["Lisa", "beginner", "beginner"]
        assert table.state is not None
        lesson = LESSONS[name]
        game = GAMES[name].settle(lesson.seats, dict(lesson.options))
        assert table.state.view(0).zones == game.deal(deck=lesson_deck(name)).view(0).zones


@awaited
async def test_no_lesson() -> None:
    """For other games there is none, and the answer says for which there is."""
    async with net() as up:
        refused = await up.ask("POST", "/api/lessons/mogeln", {"name": "Lisa"})
        assert (refused.status, refused.data["code"]) == (400, "no-lesson")


@pytest.mark.parametrize("name", LESSONS)
def test_every_kind_of_move_comes_soon(name: str) -> None:
    """A learner meets them all within a few turns, also with bots and choices that were not tried before."""
    lesson = LESSONS[name]
    game = GAMES[name].settle(lesson.seats, dict(lesson.options))
    soon = 0
    for trial in range(20):
        state = game.deal(deck=lesson_deck(name))
        bots = seat_bots(game, ["random", "beginner", "beginner"], f"another {trial}".encode())
        met: set[str] = set()
        turns = 0
        for seat, _, after in play_round(state, bots):
            if seat == 0 and turns < TURNS:
                met |= possible_steps(lesson, state)
                turns += 0 not in after.to_act
            state = after
        soon += len(met) == len(lesson.steps)
    assert soon >= 18


def test_not_every_deck_will_do() -> None:
    """A deck that never makes the learner draw, or that lets them do nothing else, is passed over."""
    game = GAMES["junior"].settle(3, {"first": 0})
    lucky = "R2 R3 R4 R5 R6".split()
    rest = [card for card in game.cards if card not in lucky]
    assert not suits(LESSONS["junior"], game, game.deal(deck=[*lucky, *rest]))
