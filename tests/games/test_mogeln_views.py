"""What is seen in Mogeln (rulebook §3.2), and its moves as texts."""

from __future__ import annotations

import pytest

from games.mogeln_tables import HONEST, TRUE_END, down_to, honest, table
from scenario import cards, deal, play, seen
from witness import refused, shown


def test_only_your_hand_is_seen() -> None:
    """A player sees their own hand; never other hands. (§0)"""
    deck = " ".join(cards(1, 9))
    state = deal("mogeln", 3, deck)
    for seat in range(3):
        assert shown(state, seat) == set(deck.split()[12 * seat : 12 * seat + 12])
    assert shown(state, None) == set()


def test_a_card_laid_face_down_is_not_shown() -> None:
    """The first seat lays one card face down. (§3.2)"""
    one, other = table(*HONEST).play(0, "lay R1"), table(*HONEST).play(0, "lay B2")
    for seat in (1, 2, None):
        assert seen(one, seat) == seen(other, seat)
    assert "R1" not in shown(one, 1)


def test_the_last_lay_alone_is_turned_up() -> None:
    """The cards of that lay are turned up: those of that lay only, for everybody. (§3.2)"""
    state = honest(2).play(2, "cheat")
    assert shown(state, None) == {"R2"}
    assert "R2" in shown(state, 0)
    assert "R2" in shown(state, 1)
    assert "R1" not in shown(state, 1)
    assert {"R1", "R2"} <= shown(state, 2)
    assert shown(state.play(2, "lay R3"), None) == set()


def test_a_lie_is_turned_up_for_everybody() -> None:
    """The cards of that lay are turned up. (§3.2)"""
    state = play(table(*HONEST), "0 lay B2; 1 cheat")
    assert all("B2" in shown(state, seat) for seat in (0, 1, 2, None))


def test_legal_moves_are_private() -> None:
    """Never: other hands – a seat that is not on turn has no moves that could tell anything. (§0)"""
    state = honest(1)
    assert not state.legal(0)
    assert not state.legal(2)


@pytest.mark.parametrize("text", ["LAY  r4  y1", "lay R4 Y1", "lay Y1 R4", "  Lay y1   R4 "])
def test_forgiving_notation(text: str) -> None:
    """Case, doubled and outer blanks and the order of several cards are forgiven on input."""
    state = table(*HONEST)
    assert state.play(0, text) == state.play(0, "lay R4 Y1")


def test_every_move_is_its_text() -> None:
    """A move has exactly one text: playing the move or its text is the same."""
    for state in (honest(1), down_to(TRUE_END).play(0, f"lay {TRUE_END}")):
        moves = state.legal(1)
        assert len(moves) == len({str(move) for move in moves}) > 1
        for move in moves:
            assert state.play(1, str(move)) == state.play(1, move)


@pytest.mark.parametrize("text", ["", "lay", "lay R", "lay 4", "lay J", "lie R4", "cheat 0", "pass", "accept 1"])
def test_other_texts_are_refused(text: str) -> None:
    """An illegal move is refused with a reason, in any spelling."""
    refused(honest(1), 1, text)
