"""The sensible bot of Schlafmütze."""

from __future__ import annotations

import pytest

import reihum
from contest import leads, mean
from reihum.bots import play_round, seat_bots
from scenario import deal, texts


@pytest.mark.parametrize(("seats", "deals"), [(3, 15), (5, 4)])
def test_fewer_marks_than_at_random(seats: int, deals: int) -> None:
    """A player who collects one number and stays awake takes far fewer marks."""
    assert mean(leads("schlafmuetze", seats, deals)) > 0.4


@pytest.mark.parametrize("seats", [3, 6])
def test_among_themselves(seats: int) -> None:
    """Sensible bots make no mistakes, and a round among them is short: somebody is last, nobody sleeps for ever."""
    game = reihum.game("schlafmuetze", seats=seats)
    for number in range(10):
        *_, (_, _, state) = play_round(game.deal(f"{number}"), seat_bots(game, ["sensible"] * seats, b"awake"))
        assert state.outcome is not None
        assert state.outcome.reason == "last"
        assert 1 <= sum(state.outcome.points) <= seats - 1


def test_collects_and_calls() -> None:
    """It keeps what it has most of, lays down four equal numbers, and follows at a human pace."""
    state = deal("schlafmuetze", 3, "R1 Y1 G1 B2 R5 Y5 G5 B5 R2 Y2 G2 B1")
    zero, one, _ = seat_bots(state.game, ["sensible"] * 3, b"bot")
    assert zero.choose(state.view(0)) == "pass B2"
    assert zero.call(state.view(0)) is None
    call = one.call(state.view(1))
    assert call is not None
    assert 250 <= call.delay_ms <= 900
    state = state.play(1, call.word)
    assert texts(state, 0) == {zero.choose(state.view(0))} == {"down"}
    assert zero.call(state.view(0)) is not None
    assert one.call(state.view(1)) is None
