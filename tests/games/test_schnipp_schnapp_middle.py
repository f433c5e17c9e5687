"""Mistakes in Schnipp Schnapp, and „Schnipp“ for the middle, sentence by sentence (RULEBOOK §3.7)."""

from __future__ import annotations

import pytest

import reihum
from games.schnipp_schnapp_tables import PILES, middle, schnipp, tops, turned_by, turns
from scenario import play, texts
from witness import hand_sizes, refused


@pytest.mark.parametrize("word", ["schnapp", "schnipp"])
def test_a_wrong_call_costs_the_open_pile(word: str) -> None:
    """A wrong call (no match) sends the caller's open pile to the middle (§3.7)."""
    state = play(turns(schnipp(*PILES), 8), f"0 {word}")
    assert hand_sizes(state) == (2, 4, 4, 4)
    assert tops(state) == {"R19", "Y20", "G19", "B18"}  # R19 on top of the middle
    refused(state, 0, "schnapp", "schnipp")


def test_a_wrong_word_is_a_mistake() -> None:
    """A wrong call (no match, or the wrong word) sends the caller's open pile to the middle (§3.7)."""
    state = play(turns(schnipp(*PILES), 7), "1 schnipp")
    assert hand_sizes(state) == (4, 2, 4, 4)
    assert tops(state) == {"R19", "Y20", "G19", "B17"}


def test_schnipp_wins_the_middle() -> None:
    """If the top of the middle shows the same number, the first „Schnipp“ wins the middle pile (§3.7)."""
    state = middle()
    for caller, sizes in enumerate([(4, 4, 4, 4), (3, 5, 4, 4), (3, 4, 5, 4), (3, 4, 4, 5)]):
        assert hand_sizes(play(state, f"{caller} schnipp")) == sizes


def test_schnipp_puts_it_under_the_callers_pile() -> None:
    """The rest goes under the caller's pile; their open pile stays (§3.7)."""
    state = play(middle(), "1 schnipp")
    assert tops(state) == {"R18", "R19", "B17"}
    assert turned_by(state, 1, 4) == ["Y20", "G17", "B19", "R17"]


def test_schnapp_instead_of_schnipp_is_a_mistake() -> None:
    """A wrong call (… the wrong word) sends the caller's open pile to the middle (§3.7)."""
    state = play(middle(), "1 schnapp")
    assert hand_sizes(state) == (3, 3, 4, 4)
    assert tops(state) == {"R18", "R19", "B17"}  # R18 covers R17 in the middle
    assert hand_sizes(play(state, "2 schnipp")) == (3, 3, 3, 4)  # 17 is no longer on top: wrong


def test_a_right_schnipp_closes_the_word() -> None:
    """A right call closes that word until the next card is turned up (§3.7)."""
    state = play(middle(), "1 schnipp")
    for seat in range(4):
        refused(state, seat, "schnipp")
    assert "schnapp" in texts(state, 2)
    assert "schnipp" in texts(turns(state, 1), 2)


def both() -> reihum.State:
    """R17 lies in the middle, Y17 on pile 0, and seat 1 has just turned up G17."""
    piles = ("R17 G20 Y17 Y18", "Y20 R18 G17 B19", "G18 G19 R20 R19", "B17 B18 Y19 B20")
    return turns(play(turns(schnipp(*piles), 1), "0 schnapp"), 9)


def test_one_card_may_match_both() -> None:
    """Another player's open pile and the top of the middle may both show the number (§3.7)."""
    assert tops(both()) == {"R17", "Y17", "G17", "G19", "B18"}
    assert hand_sizes(play(both(), "3 schnipp")) == (3, 4, 4, 5)
    assert hand_sizes(play(both(), "2 schnapp")) == (1, 1, 9, 4)


def test_schnapp_is_still_open_after_schnipp() -> None:
    """A right call closes *that* word (§3.7): the card still lies there for the other."""
    assert hand_sizes(play(both(), "3 schnipp; 2 schnapp")) == (1, 1, 9, 5)


def test_schnapp_takes_the_card_away_from_schnipp() -> None:
    """A match needs a card turned up last that still lies on top of its open pile (§3.7), for both words."""
    assert hand_sizes(play(both(), "2 schnapp; 3 schnipp")) == (1, 1, 9, 2)


def test_the_pile_of_a_mistake_may_be_won_at_once() -> None:
    """If the top of the middle shows the number of the card turned up last, „Schnipp“ is right (§3.7)."""
    state = play(turns(schnipp(*PILES), 7), "0 schnipp")  # R19 goes to the middle, G19 lies on pile 2
    assert hand_sizes(play(state, "1 schnipp")) == (2, 6, 4, 4)
    assert hand_sizes(play(state, "1 schnapp")) == (2, 2, 4, 4)


def test_quartets_are_sorted_out_of_the_middle() -> None:
    """The first „Schnipp“ wins the middle pile: quartets are sorted out (§3.7)."""
    state = turns(schnipp("R19 Y19 R20 Y20", "G19 B19 G20 B20", "", ""), 5)
    state = play(state, "1 schnapp; 0 schnapp; 1 turn")  # the middle: G19 B19 R19 Y19 R20; then G20
    assert hand_sizes(play(state, "1 schnipp")) == (1, 3, 0, 0)
    assert turned_by(play(state, "1 schnipp"), 1, 2) == ["B20", "R20"]


def test_of_the_middle_alone() -> None:
    """Quartets are sorted out with it *alone*; their open pile stays (§3.7)."""
    piles = ("R19 Y19 G19 R20 R17 R18 Y17 Y18", "B19 G20 Y20 B20", "G17 G18 B17 B18", "")
    state = play(turns(schnipp(*piles), 10), "0 schnipp; 1 turn")  # the middle: R19 Y19 G19 R20; then B20
    state = play(state, "1 schnipp")  # with B19, G20, Y20 and B20 on their open pile
    assert hand_sizes(state) == (4, 8, 4, 0)
    assert "B20" in tops(state)
