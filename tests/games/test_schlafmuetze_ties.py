"""Laying down at the same time and too early in Schlafmütze, sentence by sentence (rulebook §3.4)."""

from __future__ import annotations

import pytest

from games.schlafmuetze_tables import FIVES, TWO_QUARTETS, exchange, table
from scenario import play
from witness import finished, refused


def test_a_tie_for_last_marks_both() -> None:
    """A tie for last marks both. (§3.4)"""
    outcome = finished(play(table(*FIVES), "1 down; - tie 0 2 down"))
    assert outcome.points == (1, 0, 1)
    assert outcome.places == (2, 1, 2)


def test_a_tie_for_last_among_three() -> None:
    """A tie for last marks all of them. (§3.4)"""
    outcome = finished(play(table(*TWO_QUARTETS), "0 down; - tie 1 2 3 down"))
    assert outcome.points == (0, 1, 1, 1)
    assert outcome.places == (1, 2, 2, 2)


def test_a_tie_that_is_not_for_last() -> None:
    """A tie for last marks both – a tie before the last one marks neither. (§3.4)"""
    outcome = finished(play(table(*TWO_QUARTETS), "0 down; - tie 1 3 down"))
    assert outcome.points == (0, 0, 1, 0)


def test_a_tie_of_two_quartets() -> None:
    """The engine takes ties as ties: two who lay down four equal numbers at the same time are both safe. (§4)"""
    state = play(table(*TWO_QUARTETS), "- tie 0 2 down")
    assert state.outcome is None
    assert state.to_act == (1, 3)
    assert finished(state.play(3, "down")).points == (0, 1, 0, 0)
    assert finished(play(state, "- tie 1 3 down")).points == (0, 1, 0, 1)


def test_a_tie_of_two_mistakes() -> None:
    """Laying down without four equal numbers while nobody is down is a mistake: for each of the two. (§3.4, §4)"""
    state = play(table(*FIVES), "- tie 0 2 down")
    assert state.to_act == (0, 1, 2)
    refused(state, 0, "down")
    refused(state, 2, "down")
    assert finished(play(state, "1 down; 0 down")).points == (1, 0, 2)


@pytest.mark.parametrize("text", ["tie 0 1 down", "tie 0 down", "tie 0 0 down", "tie 0 3 down", "tie 0 2 schnapp"])
def test_ties_that_cannot_be(text: str) -> None:
    """`tie 0 2 down` comes from no seat: two different seats that may still lay down. (§4)"""
    state = table(*FIVES).play(1, "down")
    refused(state, None, text)


@pytest.mark.parametrize("text", ["tie 0 2 down", "early 0 down"])
def test_the_tables_moves_come_from_no_seat(text: str) -> None:
    """The table that hosts the game is the arbiter: no player may say what only the table can. (§4)"""
    state = table(*FIVES).play(1, "down")
    refused(state, 0, text)
    refused(state, None, "down")


@pytest.mark.parametrize("seat", [1, 2])
def test_too_early_is_a_wrong_call(seat: int) -> None:
    """A reaction under 100 ms was a guess, and counts as a wrong call – with four equal numbers as well. (§4)"""
    state = play(table(*FIVES), f"- early {seat} down")
    assert state.to_act == (0, 1, 2)
    refused(state, None, f"early {seat} down")  # once per seat and exchange
    state = exchange(state, "R1", "R5", "R2")
    state = exchange(state, "R2", "R1", "R5")
    state = exchange(state, "R5", "R2", "R1")
    outcome = finished(play(state, "1 down; 0 down"))
    assert outcome.points == {1: (0, 1, 1), 2: (0, 0, 2)}[seat]


def test_too_early_with_a_quartet_bars_nobody() -> None:
    """A player who holds four equal numbers may lay them down at any time: after a guess too. (§3.4)"""
    state = play(table(*FIVES), "- early 1 down; - early 2 down")
    refused(state, 2, "down")  # without four equal numbers a second call has no effect
    assert finished(play(state, "1 down; 0 down")).points == (0, 1, 2)


def test_a_tie_of_a_quartet_and_a_mistake() -> None:
    """Without four equal numbers while nobody is down: also at the same moment in which somebody lays down. (§3.4)"""
    state = play(table(*FIVES), "- tie 0 1 down")
    assert state.to_act == (0, 2), "who erred is not down yet, and may follow now"
    assert finished(play(state, "0 down")).points == (1, 0, 1)


def test_everybody_at_once() -> None:
    """A player who lays down four equal numbers is safe: if all do at the same time, nobody is last. (§3.4)"""
    state = play(table("R1 Y1 G1 B1", "R5 Y5 G5 B5", "R2 Y2 G2 B2"), "- tie 0 1 2 down")
    assert finished(state).points == (0, 0, 0)


def test_too_early_once_somebody_is_down() -> None:
    """A reaction under 100 ms was a guess, and counts as a wrong call: the player must lay down again. (§4)"""
    state = play(table(*FIVES), "1 down; - early 0 down")
    assert state.to_act == (0, 2)
    refused(state, None, "early 0 down")  # once per seat and exchange
    assert finished(play(state, "0 down")).points == (1, 0, 1)
