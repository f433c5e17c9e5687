"""The sensible bot of Schwarzer Peter, which is all luck."""

from __future__ import annotations

import pytest

import reihum
from contest import leads
from reihum.bots import play_round, seat_bots


@pytest.mark.parametrize("seats", [2, 3])
def test_nothing_to_decide(seats: int) -> None:
    """Over all seats of a deal no bot is ahead: any card is as good as another."""
    assert set(leads("schwarzer-peter", seats, 3)) == {0}


def test_every_position_is_drawn() -> None:
    """It has no favourite position."""
    game = reihum.game("schwarzer-peter", seats=4)
    drawn = {text for _, text, _ in play_round(game.deal("any"), seat_bots(game, ["sensible"] * 4, b"bots"))}
    assert {f"draw {position}" for position in range(1, 6)} <= drawn
