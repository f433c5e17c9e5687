"""Calls at the same time and too early in Schnipp Schnapp, sentence by sentence (RULEBOOK §3.7)."""

from __future__ import annotations

import pytest

import reihum
from games.schnipp_schnapp_tables import PILES, middle, schnipp, tops, turned_by, turns
from scenario import play, texts
from witness import hand_sizes, refused

# -- at the same time -----------------------------------------------------------------------------------------


def test_a_tie_is_a_draw() -> None:
    """Calls at the same time are a draw: each of those callers puts their open pile back under their
    face-down pile (the booklet: may; Decision: does) (§3.7)."""
    state = play(turns(schnipp(*PILES), 7), "- tie 1 3 schnapp")
    assert hand_sizes(state) == (4, 4, 4, 4)
    assert tops(state) == {"R19", "G19"}
    assert turned_by(state, 3, 4) == ["B18", "Y19", "B20", "B17"]


def test_a_tie_of_those_whose_piles_match() -> None:
    """Each of those callers puts their open pile back (§3.7), also the one who turned up the card."""
    state = play(turns(schnipp(*PILES), 7), "- tie 0 2 schnapp")
    assert hand_sizes(state) == (4, 4, 4, 4)
    assert tops(state) == {"Y20", "B17"}


def test_a_tie_of_three() -> None:
    """*Each* of those callers puts their open pile back (§3.7)."""
    state = play(turns(schnipp(*PILES), 7), "- tie 0 1 3 schnapp")
    assert tops(state) == {"G19"}


def test_a_tie_closes_the_word() -> None:
    """A right call or a tie closes that word until the next card is turned up (§3.7)."""
    state = play(turns(schnipp(*PILES), 7), "- tie 1 3 schnapp")
    for seat in range(4):
        refused(state, seat, "schnapp")
    refused(state, None, "tie 0 2 schnapp")
    assert tuple(state.to_act) == (3,)
    assert "schnapp" in texts(turns(state, 1), 0)


def test_a_tie_needs_a_right_call() -> None:
    """`tie 0 2 schnapp` … needs a right call (simultaneous wrong calls are judged one by one) (§3.7)."""
    state = turns(schnipp(*PILES), 7)
    refused(state, None, "tie 0 2 schnipp")
    refused(turns(schnipp(*PILES), 8), None, "tie 0 2 schnapp")


def test_a_tie_for_the_middle() -> None:
    """Calls at the same time are a draw (§3.7): nobody wins the middle."""
    state = play(middle(), "- tie 1 2 schnipp")
    assert hand_sizes(state) == (3, 4, 4, 4)
    assert tops(state) == {"R17", "B17"}
    refused(middle(), None, "tie 1 2 schnapp")


def test_a_tie_comes_from_no_seat() -> None:
    """The arbiter of "at the same time" is the table: `tie 0 2 schnapp` comes from no seat (§3.7)."""
    state = turns(schnipp(*PILES), 7)
    for seat in range(4):
        refused(state, seat, "tie 0 2 schnapp", "tie 1 3 schnapp")


@pytest.mark.parametrize("tie", ["tie 0 schnapp", "tie 0 0 schnapp", "tie 0 4 schnapp", "tie 0 2 turn", "tie schnapp"])
def test_a_tie_names_two_seats_and_a_word(tie: str) -> None:
    """Calls at the same time are of several players and of one word (§3.7)."""
    with pytest.raises(reihum.ReihumError):
        turns(schnipp(*PILES), 7).play(None, tie)


def test_the_table_neither_turns_nor_calls() -> None:
    """The table's own moves are `tie` and `early` (DESIGN, notation)."""
    refused(turns(schnipp(*PILES), 7), None, "turn", "schnapp", "schnipp")


# -- too early ------------------------------------------------------------------------------------------------


def test_a_guess_counts_as_a_wrong_call() -> None:
    """A reaction under 100 ms was a guess, and counts as a wrong call (`early 2 schnapp`) (§4)."""
    state = play(turns(schnipp(*PILES), 7), "- early 3 schnapp")
    assert hand_sizes(state) == (4, 4, 4, 3)
    assert tops(state) == {"R19", "Y20", "G19", "B17"}
    assert tuple(state.to_act) == (3,)


def test_a_guess_closes_nothing() -> None:
    """A *right* call or a tie closes that word (§3.7): after a guess the others may still call."""
    state = play(turns(schnipp(*PILES), 7), "- early 3 schnapp; 1 schnapp")
    assert hand_sizes(state) == (2, 8, 2, 3)


def test_a_guess_without_an_open_pile_is_refused() -> None:
    """A wrong call … without an open pile is refused (§3.7)."""
    refused(turns(schnipp(*PILES), 2), None, "early 2 schnapp", "early 3 schnipp")


def test_a_guess_comes_from_no_seat() -> None:
    """The table's move `early 2 schnapp` (§4)."""
    state = turns(schnipp(*PILES), 7)
    refused(state, 2, "early 2 schnapp")
    refused(state, 0, "early 2 schnapp")
