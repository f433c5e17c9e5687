"""Master's connection cards, sentence by sentence of the rulebook's §2, and the booklet's examples."""

from __future__ import annotations

import pytest

from games.master_tables import go, master, moves, on_turn
from witness import refused

# ---- Connections


def test_a_connection_obliges() -> None:
    """§2: … where that number card or a joker must be laid immediately."""
    state = go(master("Y10 Y9 B9 J", ""), "lay Y10", "lay Y9", "link Y9>B9")
    assert list(state.to_act) == [0]
    assert moves(state) == {"lay B9", "lay J>B9"}
    refused(state, 0, "end")
    refused(state, 0, "lay J>R10")


def test_no_swap_between_connection_and_card() -> None:
    """§2: … must be laid immediately: not even a swap comes in between."""
    state = go(master("J Y10 Y9", "R10 B9"), "lay J>R10", "lay Y10", "lay Y9", "end")
    assert moves(state) == {"draw", "swap R10", "link Y9>B9"}
    assert moves(go(state, "link Y9>B9")) == {"lay B9"}


def test_a_connection_for_a_joker() -> None:
    """§2, Decision: a connection may only be used by a player who holds the target card or a joker."""
    state = go(master("Y10 Y9 J", ""), "lay Y10", "lay Y9")
    assert moves(state, "link") == {"link Y9>B9"}
    assert moves(go(state, "link Y9>B9")) == {"lay J>B9"}


def test_no_connection_without_the_card() -> None:
    """§2, Decision: a connection may only be used by a player who holds the target card or a joker."""
    state = go(master("Y10 Y9", ""), "lay Y10", "lay Y9")
    assert moves(state) == {"end"}
    refused(state, 0, "link Y9>B9")


def test_no_connection_where_the_card_fits() -> None:
    """§2, Decision: a connection may only be used where the target does not fit directly."""
    state = go(master("Y10 B10 J", ""), "lay Y10")
    assert "lay B10" in moves(state)
    refused(state, 0, "link Y10>B10")


def test_no_connection_to_an_occupied_place() -> None:
    """§2: a connection leads to a place where a card must be laid, so that place is empty."""
    state = go(master("Y10 Y9 B10 B9 J", ""), "lay Y10", "lay Y9", "lay B10", "end", "draw", "lay B9")
    refused(state, 0, "link Y9>B9")
    refused(state, 0, "link B9>Y9")


def test_no_connection_from_an_empty_place() -> None:
    """§2: placed above or below an occupied place."""
    refused(master("Y9 B9 J", ""), 0, "link Y9>B9")


@pytest.mark.parametrize("link", ["link Y9>B8", "link Y9>R9", "link Y9>Y8", "link Y9>G9", "link Y9>Y9"])
def test_a_connection_leads_to_the_same_number_in_the_next_row(link: str) -> None:
    """§2: leads to the same number in the adjacent row."""
    state = go(master("Y10 Y9 Y8 B8 R9 G9 J", ""), "lay Y10", "lay Y9")
    refused(state, 0, link)


def test_a_connection_from_above_or_below() -> None:
    """§2: placed above or below an occupied place: one target may be reached from both rows."""
    state = go(master("Y10 Y9 R10 R9", "B9"), "lay Y10", "lay Y9", "lay R10", "lay R9")
    assert moves(state) == {"draw", "link Y9>B9", "link R9>B9"}


def test_a_connection_from_a_joker() -> None:
    """§2: an occupied place (booklet: a number card or a joker)."""
    state = go(master("Y10 J", "B9"), "lay Y10", "lay J>Y9", "end")
    assert moves(state) == {"draw", "link Y9>B9"}


def test_four_connections_in_one_turn() -> None:
    """§2: any number per turn; the connected card counts towards the four, the connection does not."""
    state = master("Y10 Y9 Y12 Y13", "B9 R9 G9 B13")
    state = go(state, "lay Y10", "lay Y9", "lay Y12", "lay Y13", "link Y9>B9", "lay B9", "link B9>R9", "lay R9")
    state = go(state, "link R9>G9", "lay G9", "link Y13>B13")
    assert list(state.to_act) == [1]
    state = go(state, "lay B13")
    assert list(state.to_act) == [0]


def test_no_connection_for_a_fifth_card() -> None:
    """§2: the connected card counts towards the four, and the fourth card ends the turn."""
    state = go(master("Y10 Y9 Y8 Y7 B9", ""), "lay Y10", "lay Y9", "lay Y8")
    assert "link Y9>B9" in moves(state)
    state = go(state, "lay Y7")
    refused(state, 0, "link Y9>B9")


def test_a_connection_may_begin_the_turn() -> None:
    """§2: a connection needs no card laid before it; the connected card is the first of the turn."""
    state = go(master("Y10 Y9", "B9 B10"), "lay Y10", "lay Y9", "end", "link Y9>B9")
    refused(state, 1, "draw")
    assert moves(go(state, "lay B9")) == {"end", "lay B10"}


def test_a_swap_may_bring_the_joker_for_a_connection() -> None:
    """§2, Decision: within the turn the order is free: swap, then connect with the joker just won."""
    state = go(master("J Y10 Y9", "R10"), "lay J>R10", "lay Y10", "lay Y9", "end")
    refused(state, 1, "link Y9>B9")
    state = go(state, "swap R10")
    assert moves(state, "link") == {"link Y9>B9"}
    assert moves(go(state, "link Y9>B9", "lay J>B9")) == {"end"}


# ---- The booklet's examples


def test_example_timo_and_vera() -> None:
    """§2: Yellow 9 is out, blue 10 is not: Timo connects Y9 to the blue row, lays B9, connects B9 to the red row,
    lays R9. Vera then lays R8 and R7; she cannot lay R5 (a connection is not a joker)."""
    others = "Y8 R6 B8 G8 B7 G7"  # what else would fit or could be connected is not in Vera's hand
    state = go(master("Y10 Y9", "B9 R9", "R8 R7 R5", stock=others), "lay Y10", "lay Y9", "end")
    assert moves(state) == {"draw", "link Y9>B9"}
    state = go(state, "link Y9>B9", "lay B9")
    assert moves(state) == {"end", "link B9>R9"}
    state = go(state, "link B9>R9", "lay R9", "end")
    assert moves(state) == {"draw", "lay R8"}
    state = go(state, "lay R8", "lay R7")
    assert moves(state) == {"end"}
    refused(state, 2, "lay R5")


def test_example_lisa() -> None:
    """§2: Lisa connects Y7 to blue, lays a joker as B7, then B8, B6, B5: four cards, turn over."""
    state = go(master("Y10 Y9 Y8 Y7", "J B8 B6 B5"), "lay Y10", "lay Y9", "lay Y8", "lay Y7")
    state = go(state, "link Y7>B7", "lay J>B7", "lay B8", "lay B6")
    assert on_turn(state) == 1
    assert on_turn(go(state, "lay B5")) == 0
