"""Master's jokers, sentence by sentence of the rulebook's §2: where they fit, and how they are swapped."""

from __future__ import annotations

import msgspec

from games.master_tables import JOKER_ANYWHERE, NEAR, empty_stock, go, master, moves, on_turn
from witness import refused


def test_a_joker_fits_wherever_something_fits() -> None:
    """§2: a joker may be laid for any number on any place that fits."""
    state = master("J R10", "")
    assert moves(state) == {"draw", "lay R10", *JOKER_ANYWHERE}
    state = go(state, "lay R10")
    assert moves(state) == {"end", "lay J>R9", *JOKER_ANYWHERE - {"lay J>R10"}}


def test_several_jokers_count_towards_the_four() -> None:
    """§2: a joker counts as one of the four (booklet: several in one turn are allowed)."""
    state = go(master("J J J R7 R6", ""), "lay J>R10", "lay J>R9", "lay J>R8", "lay R7")
    assert on_turn(state) == 1


def test_rows_go_on_beside_a_joker() -> None:
    """§2: a joker stands for its number card: the next card fits beside it."""
    state = go(master("J", "R9 R10"), "lay J>R10", "end")
    assert moves(state) == {"draw", "lay R9", "swap R10"}


def test_your_card_does_not_fit_where_a_joker_lies() -> None:
    """§2: a number card fits on its own *empty* place."""
    refused(go(master("J", "R10"), "lay J>R10", "end"), 1, "lay R10")


def test_swap_takes_the_joker_into_the_hand() -> None:
    """§2: the player who holds the number card that a joker stands for may swap it in on their turn and take the joker
    into the hand; it may be laid at once."""
    state = go(master("J", "R10 Y10"), "lay J>R10", "end", "lay Y10")
    assert moves(state) == {"end", "swap R10"}
    state = go(state, "swap R10")
    places = [place for place in (*NEAR, "R9", "Y9") if place not in ("R10", "Y10")]
    assert moves(state) == {"end", *(f"lay J>{place}" for place in places)}
    assert moves(go(state, "lay J>R9")) == {"end"}


def test_the_joker_won_may_be_laid_later() -> None:
    """§2: … at once or later."""
    state = go(master("J", "R10 Y10"), "lay J>R10", "end", "lay Y10", "swap R10", "end", "draw")
    assert "lay J>R9" in moves(state)


def test_swap_needs_the_number_card() -> None:
    """§2: the player who holds the number card that a joker stands for; another card or a joker will not do."""
    state = go(master("J", "R9 Y10 J"), "lay J>R10", "end")
    assert moves(state, "swap") == set()
    refused(state, 1, "swap R10")
    refused(state, 1, "swap R9")


def test_swap_needs_a_joker_on_the_table() -> None:
    """§2: … that a joker stands for: a number card on the table is not swapped."""
    state = go(master("R10 Y10", "Y9"), "lay R10")
    refused(state, 0, "swap R10")
    refused(state, 0, "swap Y10")


def test_swap_on_your_turn_only() -> None:
    """§2: … may swap it in on their turn."""
    state = go(master("J", "R10", ""), "lay J>R10")
    refused(state, 1, "swap R10")
    state = go(state, "end", "draw")
    refused(state, 1, "swap R10")


def test_your_joker_may_be_swapped() -> None:
    """§2: the player who holds the number card: also for the player who laid the joker, even in the same turn."""
    state = go(master("J R10", ""), "lay J>R10")
    assert moves(state) == {"end", "swap R10"}
    assert "lay J>R9" in moves(go(state, "swap R10"))


def test_swap_before_the_first_card() -> None:
    """§2, Decision: within the turn the order is free, so a player may swap first and lay the joker just won; the
    turn cannot end before a card is laid."""
    state = go(master("J", "R10"), "lay J>R10", "end")
    assert moves(state) == {"draw", "swap R10"}
    state = go(state, "swap R10")
    assert moves(state) == {"lay J>R9", *JOKER_ANYWHERE - {"lay J>R10"}}
    for idle in ("draw", "end", "pass"):
        refused(state, 1, idle)
    assert moves(go(state, "lay J>R12")) == {"end"}


def test_swap_before_the_first_card_without_stock() -> None:
    """§2: the duty to lay is about number cards that fit, so a swap is voluntary; and a turn of swaps alone is not
    allowed, so after a swap you may not pass."""
    state = empty_stock("R10", before="J>R10")
    assert moves(state) == {"pass", "swap R10"}
    state = go(state, "swap R10")
    assert moves(state) == {"lay J>R9", *JOKER_ANYWHERE - {"lay J>R10"}}


def test_several_swaps_do_not_count_towards_the_four() -> None:
    """§2: a swap does not count towards the four."""
    state = go(master("J J", "R10 R12 Y10 Y9"), "lay J>R10", "lay J>R12", "end")
    assert moves(state) == {"draw", "lay Y10", "swap R10", "swap R12"}
    state = go(state, "swap R10", "swap R12", "lay Y10", "lay Y9", "lay J>G10")
    assert on_turn(state) == 1
    state = go(state, "lay J>G12")
    assert on_turn(state) == 0


def test_no_swap_in_a_drawing_turn() -> None:
    """§2: a swap is only allowed in a turn in which 1–4 cards are laid (booklet: a player who draws cannot swap)."""
    state = go(master("J", "R10"), "lay J>R10", "end", "draw")
    refused(state, 1, "swap R10")
    assert on_turn(state) == 0


def test_a_joker_is_shown_with_the_card_it_stands_for() -> None:
    """§2: a joker on the table is shown with the card it stands for."""
    shown = {}
    for laid in ("R10", "R12", "J>R10", "J>R12"):
        state = go(master("J R10 R12", ""), f"lay {laid}", "end", "draw")
        shown[laid] = msgspec.json.encode(state.view(None)).decode()
        assert laid[-3:] in shown[laid]
    assert len(set(shown.values())) == 4
