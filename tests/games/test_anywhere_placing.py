"""Überall anschließen, sentence by sentence (rulebook §3.1): turning up, placing, turning the open pile over."""

from __future__ import annotations

import pytest

import reihum
from games.anywhere_tables import all_own, put, table, table_60
from scenario import cards, deal, play, stack, texts
from witness import hand_sizes, refused, shown

# --- turning up and placing ------------------------------------------------------------------------------


def test_a_turn_starts_with_turning_up() -> None:
    """From then on the player on turn turns up the top card and places it. (§3.1)"""
    state = table("R5 …", "Y9 …", "…")
    assert texts(state, 1) == {"turn"}
    refused(state, 1, "put own")
    refused(state, 2, "turn")
    state = state.play(1, "turn")
    assert state.to_act == (1,)
    assert all("Y9" in shown(state, seat) for seat in (0, 1, 2, None))
    refused(state, 1, "turn")
    assert texts(state, 0) == texts(state, 2) == set()


@pytest.mark.parametrize(
    ("middle", "card", "fits"),
    [
        ("R5", "R6", True),
        ("R5", "B6", True),
        ("R5", "Y5", False),
        ("R5", "Y4", False),
        ("R5", "Y7", False),
        ("R20", "Y1", True),
        ("R20", "Y19", False),
        ("R1", "Y20", False),
    ],
)
def test_the_next_higher_number_fits(middle: str, card: str, fits: bool) -> None:
    """On the middle if it is the next higher number; after 20 comes 1; colours do not matter. (§3.1)"""
    state = table(f"{middle} …", f"{card} …", "…", stop_calls=False).play(1, "turn")
    assert texts(state, 1) == ({"put middle"} if fits else {"put own"})


def test_on_another_pile() -> None:
    """Else on the open pile of another player if it is the next higher number there. (§3.1)"""
    state = put(table("R5 …", "Y9 …", "G10 …", stop_calls=False), "1 own").play(2, "turn")
    assert texts(state, 2) == {"put 1"}
    before = hand_sizes(state.play(2, "put 1"))
    assert before == (26, 28, 25)


def test_after_20_comes_1_on_another_pile_too() -> None:
    """After 20 comes 1. (§3.1)"""
    state = put(table("R5 …", "Y20 …", "G1 …", stop_calls=False), "1 own").play(2, "turn")
    assert texts(state, 2) == {"put 1"}


def test_the_middle_comes_first() -> None:
    """On the middle if it is the next higher number; else on the open pile of another player. (§3.1)"""
    state = put(table("R5 …", "Y5 …", "G6 …", stop_calls=False), "1 own").play(2, "turn")
    assert texts(state, 2) == {"put middle"}


def test_free_choice_between_several_piles() -> None:
    """Another player's open pile: free choice between several; none of them is a mistake. (§3.1)"""
    state = put(table("R5 …", "Y9 …", "G9 …", "B10 …"), "1 own; 2 own").play(3, "turn")
    assert texts(state, 3) == {"put 1", "put 2", "put own"}
    assert texts(state.play(3, "put 1"), 0) == texts(state.play(3, "put 2"), 0) == set()
    strict = put(table("R5 …", "Y9 …", "G9 …", "B10 …", stop_calls=False), "1 own; 2 own").play(3, "turn")
    assert texts(strict, 3) == {"put 1", "put 2"}


def test_a_place_without_open_cards_is_not_a_target() -> None:
    """On the open pile of another player if it is the next higher number there: not where no pile is. (§3.1)"""
    state = table("R5 …", "Y1 …", "…").play(1, "turn")
    assert texts(state, 1) == {"put own"}
    refused(state, 1, "put 0")
    refused(state, 1, "put 2")


def test_your_pile_ends_the_turn() -> None:
    """Else on their open pile, which ends the turn. (§3.1)"""
    state = put(table("R5 …", "Y9 …", "…"), "1 own")
    assert state.to_act == (2,)
    assert hand_sizes(state) == (26, 27, 26)
    refused(state, 1, "turn")


def test_placing_on_the_middle_goes_on() -> None:
    """A player who places on the middle goes on (and must, as long as cards fit). (§3.1)"""
    state = put(table("R5 …", "Y6 Y7 Y9 …", "…", stop_calls=False), "1 middle")
    assert state.to_act == (1,)
    assert texts(state, 1) == {"turn"}
    state = put(state, "1 middle")
    assert state.to_act == (1,)
    state = put(state, "1 own")
    assert state.to_act == (2,)
    assert hand_sizes(state) == (26, 25, 26)


def test_placing_on_another_pile_goes_on() -> None:
    """A player who places on another's pile goes on. (§3.1)"""
    state = put(table("R5 …", "Y9 …", "G10 G11 G2 …", stop_calls=False), "1 own; 2 1; 2 1")
    assert state.to_act == (2,)
    assert texts(state, 2) == {"turn"}
    assert hand_sizes(state) == (26, 29, 24)


def test_a_card_on_another_pile_is_the_new_top_there() -> None:
    """The next higher number there: the card put on another's pile is continued, not the one below it. (§3.1)"""
    state = put(table("R5 …", "Y9 …", "G10 G2 …", "B11 …", stop_calls=False), "1 own; 2 1; 2 own")
    assert texts(state.play(3, "turn"), 3) == {"put 1"}
    state = put(table("R5 …", "Y9 …", "G10 G2 …", "B10 …", stop_calls=False), "1 own; 2 1; 2 own")
    assert texts(state.play(3, "turn"), 3) == {"put own"}


@pytest.mark.parametrize("stop_calls", [True, False])
def test_your_pile_is_never_a_target_for_a_fit(stop_calls: bool) -> None:
    """Decision: your own open pile is never a target for a fit. (§3.1)"""
    state = table("R5 R15 …", "Y9 Y10 …", "G18 …", stop_calls=stop_calls)
    state = put(state, "1 own; 2 own; 0 own").play(1, "turn")
    assert texts(state, 1) == {"put own"}
    refused(state, 1, "put 1")
    state = state.play(1, "put own")
    assert state.to_act == (2,)
    assert texts(state, 0) == set()


# --- the open pile is turned over ------------------------------------------------------------------------


def test_the_open_pile_is_turned_over_unshuffled() -> None:
    """As soon as the last face-down card has been placed, the open pile is turned over, unshuffled. (§3.1)"""
    state = table_60("R1 …", "Y7 Y9 Y4 … Y14", "…", "…", "…", "…")
    state = all_own(state, 9 * 6 + 1)
    assert state.to_act == (2,)
    assert hand_sizes(state) == (9, 10, 10, 10, 10, 10)
    for card in ("Y7", "Y9", "Y4"):
        state = all_own(state, 5).play(1, "turn")
        assert card in shown(state, None)
        state = state.play(1, "put own")


def test_a_pile_just_turned_over_is_not_a_target() -> None:
    """As soon as the last face-down card has been placed, the open pile becomes the face-down pile. (§3.1)"""
    piles = ("R1 … R8", "… R9", "… Y20 Y3", "… Y18 Y4", "… G20 G4", "… G18 G3")
    state = all_own(table_60(*piles), 9 * 6)
    assert state.to_act == (1,)
    assert "R8" not in shown(state.play(1, "turn"), None)
    assert texts(state.play(1, "turn"), 1) == {"put own"}


def test_the_turn_goes_on_with_the_pile_turned_over() -> None:
    """A player who places on the middle goes on: with the pile just turned over, too. (§3.1)"""
    piles = ("R1 R18 …", "Y10 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R14", "G8 …", "G6 …", "G4 …", "G20 …")
    state = put(table(*piles, stop_calls=False), "1 own; 2 own; 3 own; 4 own; 5 own; 0 own")
    state = put(state, ";".join(["1 middle"] * 13))
    assert state.to_act == (1,)
    assert hand_sizes(state)[1] == 1
    state = state.play(1, "turn")
    assert "Y10" in shown(state, None)
    assert texts(state, 1) == {"put own"}
    state = state.play(1, "put own")
    assert state.to_act == (2,)
    assert hand_sizes(state)[1] == 1


@pytest.mark.parametrize(("edition", "count"), [("80", 40), ("60", 30)])
def test_the_short_form_has_the_numbers_up_to_ten(edition: str, count: int) -> None:
    """`length` short: only the numbers 1 to 10 of each colour. (§3.1)"""
    game = reihum.game("anywhere", seats=2, length="short", edition=edition)
    assert len(game.cards) == count
    assert max(int(card[1:]) for card in game.cards) == 10


def test_in_the_short_form_one_follows_ten() -> None:
    """`length` short: … after 10 comes 1. (§3.1)"""
    deck = stack([20, 20], ["R10", "R1"], of=cards(1, 10))
    state = play(deal("anywhere", 2, deck, length="short"), "0 turn; 1 turn")
    assert "put middle" in texts(state, 1)
