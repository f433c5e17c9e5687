"""Laying down in Schlafmütze, rightly and by mistake, sentence by sentence (rulebook §3.4)."""

from __future__ import annotations

import pytest

from games.schlafmuetze_tables import FIVES, MIXED, TWO_QUARTETS, exchange, hand, table
from scenario import play, texts
from witness import finished, refused, shown

# --- laying down -----------------------------------------------------------------------------------------


def test_four_equal_numbers_may_be_laid_down() -> None:
    """A player who holds four equal numbers may lay them down (`down`) and is safe: passing stops. (§3.4)"""
    state = table(*FIVES).play(1, "down")
    assert state.outcome is None
    assert state.to_act == (0, 2), "from then on everyone else may lay down too; now they are awaited"
    assert texts(state, 0) == texts(state, 2) == {"down"}
    assert texts(state, 1) == set()
    refused(state, 0, "pass R1")
    refused(state, 1, "down")
    refused(state, 1, "pass R5")


def test_nobody_has_to_lay_down() -> None:
    """A player who holds four equal numbers may lay them down: passing on is allowed. (§3.4)"""
    state = exchange(table(*FIVES), "R1", "R5", "R2")
    assert hand(state, 1) == {"R1", "Y5", "G5", "B5"}
    assert state.to_act == (0, 1, 2)


def test_a_quartet_by_passing() -> None:
    """A player who holds four equal numbers may lay them down: also when the fourth was passed. (§3.4)"""
    state = table("R5 Y1 G2 B2", "R1 Y5 G5 B5", "R2 Y2 G1 B1")
    wrong = state.play(1, "down")
    assert wrong.to_act == (0, 1, 2)
    state = exchange(state, "R5", "R1", "R2").play(1, "down")
    assert state.to_act == (0, 2)


@pytest.mark.parametrize("script", ["1 pass R5", "0 pass R1", "0 pass R1; 2 pass R2", "1 pass Y5; 2 pass R2"])
def test_at_any_time(script: str) -> None:
    """At any time: before and after choosing, and no matter who else has chosen. (§3.4)"""
    state = play(table(*FIVES), script)
    assert "down" in texts(state, 1)
    assert 1 not in state.to_act or "pass R5" in texts(state, 1)
    state = state.play(1, "down")
    assert state.to_act == (0, 2)
    assert texts(state, 0) == texts(state, 2) == {"down"}


def test_choices_already_made_are_void() -> None:
    """Passing stops, choices already made are void. (§3.4)"""
    state = play(table(*FIVES), "0 pass R1; 1 down")
    assert set(FIVES[0].split()) <= shown(state, 0)
    state = play(table(*FIVES), "0 pass R1; 2 pass R2; 1 down")
    assert "R2" not in shown(state, 0)
    assert "R2" in shown(state, 2)


def test_the_same_for_everybody_who_does_not_hold_them() -> None:
    """Views list the words, not whether they would be right. (§0)"""
    for seat in range(3):
        assert "down" in texts(table(*MIXED), seat)
        assert "down" in texts(table(*FIVES), seat)
    for state in (table(*MIXED), table(*FIVES), table(*FIVES).play(1, "down"), table(*MIXED).play(1, "down")):
        assert all(state.view(seat).calls == ("down",) for seat in (0, 1, 2, None))


@pytest.mark.parametrize(
    ("script", "points", "places"),
    [
        ("1 down; 0 down", (0, 0, 1), (1, 1, 3)),
        ("1 down; 2 down", (1, 0, 0), (3, 1, 1)),
    ],
)
def test_the_last_one_is_the_schlafmuetze(script: str, points: tuple[int, ...], places: tuple[int, ...]) -> None:
    """Everyone else may lay down too (with any hand); the last one takes one penalty mark. (§3.4)"""
    outcome = finished(play(table(*FIVES), script))
    assert outcome.points == points
    assert outcome.places == places
    assert outcome.reason != "bound"


def test_four_players_lay_down_one_after_another() -> None:
    """From then on everyone else may lay down too; the last one is the Schlafmütze: that ends the round. (§3.4)"""
    state = table(*TWO_QUARTETS)
    for seat, awaited in ((0, (1, 2, 3)), (3, (1, 2)), (1, ())):
        assert state.outcome is None
        state = state.play(seat, "down")
        assert state.to_act == awaited
    assert finished(state).points == (0, 0, 1, 0)


def test_a_quartet_does_not_help_the_last_player() -> None:
    """The last one is the Schlafmütze, even with four equal numbers. (§3.4)"""
    outcome = finished(play(table(*TWO_QUARTETS), "2 down; 1 down; 3 down"))
    assert outcome.points == (1, 0, 0, 0)
    assert outcome.places == (4, 1, 1, 1)


def test_after_the_end() -> None:
    """After the end nobody may act and no move is legal. (§0)"""
    state = play(table(*FIVES), "1 down; 0 down")
    for seat in range(3):
        refused(state, seat, "down")
    refused(state, 0, "pass R1")


# --- laying down by mistake ------------------------------------------------------------------------------


def test_a_mistake_costs_a_mark_and_play_goes_on() -> None:
    """Laying down without four equal numbers while nobody is down is a mistake: it costs a mark. (§3.4)"""
    state = table(*FIVES).play(0, "down")
    assert state.outcome is None
    assert state.to_act == (0, 1, 2)
    assert hand(state, 0) == set(FIVES[0].split())
    outcome = finished(play(state, "1 down; 0 down"))
    assert outcome.points == (1, 0, 1)
    assert outcome.places == (2, 1, 2)


def test_a_mistake_and_the_last_place_are_two_marks() -> None:
    """It costs a mark; the last one takes one penalty mark: both for the same player. (§3.4)"""
    outcome = finished(play(table(*FIVES), "0 down; 1 down; 2 down"))
    assert outcome.points == (2, 0, 0)
    assert outcome.places == (3, 1, 1)


def test_three_equal_numbers_are_not_four() -> None:
    """Laying down without four equal numbers is a mistake. (§3.4)"""
    state = table("R1 Y1 G1 B2", "R5 Y5 G5 B5", "R2 Y2 G2 B1")
    outcome = finished(play(state, "0 down; 2 down; 1 down; 0 down"))
    assert outcome.points == (1, 0, 2)


def test_once_per_seat_and_exchange() -> None:
    """It costs a mark, once per seat and exchange. (§3.4)"""
    state = table(*FIVES).play(0, "down")
    assert "down" not in texts(state, 0)
    refused(state, 0, "down")
    assert "down" in texts(state, 2)
    state = state.play(0, "pass R1")
    refused(state, 0, "down")
    state = play(state, "2 down; 1 pass R5; 2 pass R2")
    assert "down" in texts(state, 0)
    state = play(state, "0 down")
    refused(state, 0, "down")
    state = exchange(state, "R2", "R1", "R5")
    state = exchange(state, "R5", "R2", "R1")
    assert hand(state, 1) == {"R5", "Y5", "G5", "B5"}
    outcome = finished(play(state, "1 down; 2 down"))
    assert outcome.points == (3, 0, 1)


def test_a_mistake_after_choosing() -> None:
    """At any time, right or wrong: the choices made stay when it was a mistake, and play goes on. (§3.4)"""
    state = play(table(*MIXED), "0 pass R1; 0 down")
    assert state.to_act == (1, 2)
    refused(state, 0, "pass R1")
    state = play(state, "1 pass R2; 2 pass R3")
    assert hand(state, 1) == {"R1", "Y2", "G3", "B1"}


def test_after_a_mistake_a_quartet_is_still_safe() -> None:
    """A player who holds four equal numbers may lay them down and is safe – the mark of a mistake stays. (§3.4)"""
    state = table("R5 Y1 G2 B2", "R1 Y5 G5 B5", "R2 Y2 G1 B1").play(1, "down")
    state = exchange(state, "R5", "R1", "R2").play(1, "down")
    assert state.to_act == (0, 2)
    assert finished(state.play(2, "down")).points == (1, 1, 0)


def test_no_mistake_once_somebody_is_down() -> None:
    """A mistake is one only while nobody is down. (§3.4)"""
    outcome = finished(play(table(*FIVES), "1 down; 2 down"))
    assert sum(outcome.points) == 1
