"""The sensible bot of Ratefix."""

from __future__ import annotations

import pytest

import reihum
from contest import leads, mean
from reihum.bots import seat_bots
from scenario import deal, stack


@pytest.mark.parametrize(("seats", "margin"), [(2, 15), (3, 12), (4, 10)])
def test_better_than_guessing_blindly(seats: int, margin: int) -> None:
    """Adding up what is known wins many more cards than any number at all."""
    assert mean(leads("ratefix", seats, 15)) > margin


def choice(state: reihum.State, seat: int) -> str:
    """What the sensible bot names."""
    return seat_bots(state.game, ["sensible"] * state.game.seats, b"bot")[seat].choose(state.view(seat))


def test_own_card_and_the_average() -> None:
    """Its own card plus ten and a half for every other player; it avoids a number named before."""
    state = deal("ratefix", 3, stack([13] * 3, ["R20", "R12", "R1"]))
    assert choice(state, 0) == "guess 41"
    state = state.play(0, "guess 33")
    assert choice(state, 1) in ("guess 32", "guess 34")


@pytest.mark.parametrize("level", ["sensible", "expert"])
def test_no_number_twice(level: str) -> None:
    """With `repeat` off the bots name only numbers that nobody has named in this round."""
    state = reihum.game("ratefix", seats=4, repeat=False).deal(seed="once")
    bots = seat_bots(state.game, [level] * 4, b"bots")
    for _ in range(12):
        (seat,) = state.to_act
        state = state.play(seat, bots[seat].choose(state.view(seat)))
        for other, bot in enumerate(bots):
            bot.see(state.events(other))
