"""The sensible bot of Die höchste Karte gewinnt."""

from __future__ import annotations

import pytest

import reihum
from contest import leads, mean
from reihum.bots import seat_bots
from scenario import play


@pytest.mark.parametrize(("seats", "margin"), [(2, 0.5), (3, 1), (4, 1.5)])
def test_better_than_at_random(seats: int, margin: float) -> None:
    """Saving the high cards for the tricks with more at stake pays."""
    assert mean(leads("hoechste-karte", seats, 150 // seats)) > margin


def test_the_highest_when_cards_are_waiting() -> None:
    """It plays one of its three highest cards when a tie has left cards, else one of the lower half."""
    state = reihum.game("hoechste-karte", seats=2).deal("any")
    bot = seat_bots(state.game, ["sensible"] * 2, b"bot")[0]
    assert {bot.choose(state.view(0)) for _ in range(100)} == {f"lay R{number}" for number in range(1, 7)}
    tied = play(state, "0 lay R3; 1 lay Y3").view(0)
    assert {bot.choose(tied) for _ in range(100)} == {"lay R9", "lay R10", "lay R11"}
