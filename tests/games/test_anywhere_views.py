"""What is seen in Überall anschließen (rulebook §3.1), and its moves as texts."""

from __future__ import annotations

import pytest

from games.anywhere_tables import begin, put, stacked, table
from scenario import deal, seen
from witness import refused, shown


def test_nobody_sees_a_face_down_card() -> None:
    """Never face-down cards, not even those of your own pile. (§0)"""
    state = deal("anywhere", 3, stacked(("R5 …", "Y9 …", "…")))
    assert not any(shown(state, seat) for seat in (0, 1, 2, None))
    state = begin(state)
    assert shown(state, 1) == {"R5"}


def test_only_the_top_of_an_open_pile_is_shown() -> None:
    """Of an open pile only the top card and the count are shown. (§0)"""
    state = put(table("R5 R18 …", "Y9 Y16 …", "G14 G3 …"), "1 own; 2 own; 0 own; 1 own; 2 own")
    for seat in (0, 1, 2, None):
        assert "Y16" in shown(state, seat)
        assert "Y9" not in shown(state, seat)
        assert "G14" not in shown(state, seat)
    state = put(table("R5 …", "Y6 Y15 …", "G3 …"), "1 middle; 1 own; 2 own")
    assert not any("R5" in shown(state, seat) for seat in (0, 1, 2, None))


def test_hidden_cards_make_no_difference() -> None:
    """Two piles that differ only face down look the same to everybody. (§0)"""
    here = put(table("R5 R7 …", "Y9 Y16 …", "…"), "1 own")
    there = put(table("R5 R8 …", "Y9 Y17 …", "…"), "1 own")
    for seat in (0, 1, 2, None):
        assert seen(here, seat) == seen(there, seat)
        assert seat is None or here.legal(seat) == there.legal(seat)


def test_gifts_are_given_face_down() -> None:
    """Gives the offender the bottom card, face down: nobody learns which it was. (§3.1)"""
    here = put(table("R5 … B8", "Y6 …", "… B7"), "1 own").play(2, "stop")
    there = put(table("R5 … B7", "Y6 …", "… B8"), "1 own").play(2, "stop")
    for seat in (0, 1, 2, None):
        assert seen(here, seat) == seen(there, seat)


@pytest.mark.parametrize("text", ["PUT MIDDLE", "  put   middle ", "Put Middle"])
def test_forgiving_notation(text: str) -> None:
    """Case, doubled and outer blanks are forgiven on input."""
    state = table("R5 …", "Y6 …", "…").play(1, "turn")
    assert state.play(1, text) == state.play(1, "put middle")


def test_every_move_is_its_text() -> None:
    """A move has exactly one text: playing the move or its text is the same."""
    state = put(table("R5 …", "Y5 …", "G6 …", open_tops=True), "1 own")
    for position, seat in ((state, 2), (state.play(2, "turn"), 2), (put(state, "2 1"), 0)):
        assert position.legal(seat)
        for move in position.legal(seat):
            assert position.play(seat, str(move)) == position.play(seat, move)


@pytest.mark.parametrize("text", ["", "put", "put nowhere", "put 7", "put -1", "turn 2", "lay R6", "move middle"])
def test_other_texts_are_refused(text: str) -> None:
    """An illegal move is refused with a reason, in any spelling."""
    refused(table("R5 …", "Y6 …", "…").play(1, "turn"), 1, text)
