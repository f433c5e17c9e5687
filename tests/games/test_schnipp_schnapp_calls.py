"""Calls in Schnipp Schnapp, sentence by sentence (RULEBOOK §3.7): who may call, and what „Schnapp“ takes."""

from __future__ import annotations

import pytest

from games.schnipp_schnapp_tables import PILES, schnipp, tops, turned_by, turns
from scenario import play, texts
from witness import hand_sizes, refused

# -- calls ----------------------------------------------------------------------------------------------------


def test_without_an_open_pile_a_wrong_call_is_refused() -> None:
    """A wrong call … without an open pile is refused (§3.7); a call without any effect is refused (§0)."""
    state = schnipp(*PILES)
    for seat in range(4):
        refused(state, seat, "schnapp", "schnipp")
    state = turns(state, 1)
    assert texts(state, 0) == {"schnapp", "schnipp"}
    assert texts(state, 1) == {"turn"}
    refused(state, 2, "schnapp", "schnipp")


def test_anybody_may_call_at_any_time() -> None:
    """Decisions: anybody may call at any time (§3.7), right or wrong, the player on turn too."""
    state = turns(schnipp(*PILES), 5)
    assert texts(state, 1) == {"turn", "schnapp", "schnipp"}
    for seat in (0, 2, 3):
        assert texts(state, seat) == {"schnapp", "schnipp"}


@pytest.mark.parametrize("count", [0, 1, 7, 8])
def test_calls_are_never_awaited(count: int) -> None:
    """Calls are never awaited: they do not appear in `to_act` (§0)."""
    state = turns(schnipp(*PILES), count)
    assert tuple(state.to_act) == (count % 4,)


@pytest.mark.parametrize("count", [0, 1, 7, 8])
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_views_list_the_words_always(count: int, seat: int) -> None:
    """Views list the words, not whether they would be right (§0)."""
    view = turns(schnipp(*PILES), count).view(seat)
    assert sorted(view.calls) == ["schnapp", "schnipp"]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_calls_are_not_among_the_moves_of_a_view(seat: int) -> None:
    """A view's moves are the seat's legal moves without calls (DESIGN, views): buttons give nothing away."""
    state = turns(schnipp(*PILES), 7)
    assert "schnapp" in texts(state, seat)
    assert not state.view(seat).moves


# -- Schnapp --------------------------------------------------------------------------------------------------


def test_a_match() -> None:
    """If another player's open pile shows the same number, the first to call „Schnapp“ takes … (§3.7)."""
    state = turns(schnipp(*PILES), 7)  # R19 on pile 0, Y20 on 1, then G19 on 2; B17 on 3
    assert tops(state) == {"R19", "Y20", "G19", "B17"}
    assert tops(play(state, "0 schnapp")) == {"Y20", "B17"}


@pytest.mark.parametrize(("caller", "left"), [(0, {"Y20", "B17"}), (1, {"B17"}), (2, {"Y20", "B17"}), (3, {"Y20"})])
def test_the_open_piles_of_all_others_that_show_that_number(caller: int, left: set[str]) -> None:
    """… takes the open piles of all *other* players that show that number; the caller's goes under as well (§3.7)."""
    state = turns(schnipp(*PILES), 7)
    assert tops(play(state, f"{caller} schnapp")) == left


def test_three_equal_tops() -> None:
    """… takes the open piles of *all* other players that show that number (§3.7)."""
    state = turns(schnipp("R19 R20 Y20 Y18", "Y19 G20 B20 G18", "R18 B18 R17 Y17", "G19 B19 G17 B17"), 4)
    assert tops(play(state, "0 schnapp")) == {"R18"}
    assert tops(play(state, "2 schnapp")) == set()
    assert hand_sizes(play(state, "2 schnapp")) == (3, 3, 7, 3)


@pytest.mark.parametrize(
    ("caller", "pile"),
    [
        (0, "Y17 Y18 G20 G19 R17 R19"),
        (1, "G17 B19 G20 G19 R17 R19 R18 Y20"),
        (2, "R20 G18 R17 R19 G20 G19"),
        (3, "B18 Y19 B20 R17 R19 G20 G19 B17"),
    ],
)
def test_the_rest_goes_under_the_callers_pile(caller: int, pile: str) -> None:
    """The rest goes face down under the caller's pile (captured piles in seat order from the caller's left, their
    own last, each turned over) (§3.7)."""
    state = turns(schnipp(*PILES), 7)
    expected = pile.split()
    assert turned_by(play(state, f"{caller} schnapp"), caller, len(expected)) == expected


def test_the_first_to_call_takes_them() -> None:
    """The *first* to call „Schnapp“ takes … (§3.7); where no clock exists, in the order given (§4)."""
    state = turns(schnipp(*PILES), 7)
    assert hand_sizes(play(state, "1 schnapp")) == (2, 8, 2, 4)
    assert hand_sizes(play(state, "3 schnapp")) == (2, 4, 2, 8)


def test_a_call_does_not_change_whose_turn_it_is() -> None:
    """In turn each player turns the top card (§3.7): a call does not change the turn."""
    state = turns(schnipp(*PILES), 7)
    for call in ("0 schnapp", "2 schnapp", "3 schnapp", "1 schnipp"):
        assert tuple(play(state, call).to_act) == (3,)


def test_who_has_no_open_pile_yet_may_call_rightly() -> None:
    """Anybody may call at any time (§3.7); only a *wrong* call needs an open pile."""
    state = turns(schnipp("R19 R17 Y17 Y18", "Y19 G17 R18 R20", "G18 G19 Y20 G20", "B17 B18 B19 B20"), 2)
    assert texts(state, 3) == {"schnapp"}
    assert hand_sizes(play(state, "3 schnapp")) == (3, 3, 4, 6)


def test_quartets_are_searched_in_captured_and_own_open_piles() -> None:
    """These and the caller's own open pile are searched for quartets (§3.7)."""
    state = turns(schnipp("R19 Y19 R20 Y20", "G19 B19 G20 B20", "", ""), 4)
    state = play(state, "1 schnapp")
    assert hand_sizes(state) == (2, 2, 0, 0)
    assert turned_by(state, 1, 2) == ["G20", "B20"]


def test_the_rest_beside_a_quartet_keeps_its_order() -> None:
    """… searched for quartets, the rest goes face down under the caller's pile (§3.7)."""
    state = turns(schnipp("R20 R19 Y19 Y20", "G20 G19 B19 B20", "", ""), 6)
    assert turned_by(play(state, "0 schnapp"), 0, 3) == ["Y20", "G20", "R20"]


def test_the_face_down_pile_is_not_searched() -> None:
    """*These and the caller's own open pile* are searched for quartets (§3.7), not the face-down pile."""
    state = turns(schnipp("R19 R20 Y19 G19", "B19 Y20 G20 B20", "", ""), 2)
    state = play(state, "0 schnapp")
    assert hand_sizes(state) == (5, 3, 0, 0)
    assert turned_by(state, 0, 5) == ["R20", "Y19", "G19", "B19", "R19"]


def test_no_match_without_the_card_turned_up_last() -> None:
    """A match needs a card turned up last (§3.7): two equal tops from before are none."""
    state = turns(schnipp("R19 R17 Y17 Y18", "Y19 G17 R18 R20", "G18 G19 Y20 G20", "B17 B18 B19 B20"), 3)
    assert {"R19", "Y19", "G18"} <= tops(state)
    refused(state, 3, "schnapp")
    state = play(state, "2 schnapp")  # wrong: its own open pile goes to the middle
    assert hand_sizes(state) == (4, 4, 3, 4)


def test_no_match_once_the_card_is_gone() -> None:
    """A match needs a card turned up last that *still lies on top* of its open pile (§3.7)."""
    state = play(turns(schnipp(*PILES), 7), "2 schnipp")  # the wrong word: G19 goes to the middle
    assert tops(state) == {"R19", "Y20", "G19", "B17"}
    state = play(state, "0 schnapp")  # too late: wrong
    assert hand_sizes(state) == (2, 4, 2, 4)


# -- a closed word --------------------------------------------------------------------------------------------


def test_a_right_call_closes_the_word() -> None:
    """A right call closes that word until the next card is turned up (§3.7)."""
    state = play(turns(schnipp(*PILES), 7), "0 schnapp")
    for seat in range(4):
        refused(state, seat, "schnapp")
    assert "schnipp" in texts(state, 1)  # the other word is open: it would be a mistake
    assert hand_sizes(play(state, "1 schnipp")) == (6, 2, 2, 4)


def test_the_next_card_opens_the_word_again() -> None:
    """… until the next card is turned up (§3.7)."""
    state = turns(play(turns(schnipp(*PILES), 7), "0 schnapp"), 1)
    assert "schnapp" in texts(state, 1)
    assert hand_sizes(play(state, "1 schnapp")) == (6, 2, 2, 4)


def test_a_wrong_call_closes_nothing() -> None:
    """A *right* call or a tie closes that word (§3.7)."""
    state = play(turns(schnipp(*PILES), 8), "0 schnapp")
    assert "schnapp" in texts(state, 1)
    state = play(turns(schnipp(*PILES), 7), "1 schnipp")
    assert hand_sizes(play(state, "3 schnapp")) == (2, 2, 2, 8)
