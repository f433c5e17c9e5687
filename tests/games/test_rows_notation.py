"""The row games' moves as texts, and what a refusal says."""

from __future__ import annotations

import pytest

from games.row_tables import refusal, two
from scenario import deal, play, seen, stack, texts


@pytest.mark.parametrize("text", ["lay R11", "LAY  r11 ", "  Lay R11", "lay r11"])
def test_moves_are_read_kindly(text: str) -> None:
    """§1.1 in the contract's notation: case, doubled and outer blanks are forgiven."""
    state = two("classic", "R11")
    assert state.play(0, text) == state.play(0, "lay R11")


def test_moves_have_one_text() -> None:
    """§1.1 in the contract's notation: a move has exactly one text, and may be played as itself."""
    state = two("classic", "R11")
    (move,) = state.legal(0)
    assert str(move) == "lay R11"
    assert state.play(0, move) == state.play(0, "lay R11")


@pytest.mark.parametrize("text", ["", "lay", "lay R99", "lay J", "lay R11 R12", "draw 2", "take 3", "jump"])
def test_nonsense_is_an_illegal_move(text: str) -> None:
    """§1.1: The moves are lay, draw, take3, end and pass; everything else is refused with a code."""
    refusal(two("classic", "R11"), 0, text)


def test_refusals_differ_by_code() -> None:
    """§1.1: Not one's turn, not one's card and no fitting card are different reasons."""
    state = play(two("classic", "R11", "R12 R14"), "0 lay R11")
    codes = [refusal(state, 0, "end")[0], refusal(state, 1, "lay G11")[0], refusal(state, 1, "lay R14")[0]]
    assert len(set(codes)) == 3


def test_refused_move_changes_nothing() -> None:
    """§1.1: A state is a value: neither a move nor a refused one changes it."""
    state = two("classic", "R11 R12")
    before = seen(state, 0)
    refusal(state, 0, "lay R12")
    state.play(0, "lay R11")
    assert seen(state, 0) == before
    assert texts(state, 0) == {"lay R11"}


def test_before_the_opening_a_refusal_names_the_card_that_opens() -> None:
    """§1.1: The holder of R11 lays it – so nothing else goes, not even another eleven."""
    state = deal("classic", 2, stack([20, 20], ["R11 Y11", ""]))
    refused = state.why_not(0, "Y11")
    assert refused is not None
    assert refused.key == "error.rows.opening"
    assert refused.values["cards"] == ("R11",)
