"""What is seen in Farben sammeln (RULEBOOK §3.6)."""

from __future__ import annotations

import pytest

from games.farben_sammeln_tables import MIXED, OPEN, REDS, farben
from scenario import play, seen, texts
from witness import faces, hand_sizes


def test_a_player_sees_their_hand_and_the_tops_of_the_piles() -> None:
    """A player sees: own hand, everything face up (§0)."""
    state = farben(REDS, MIXED, OPEN)
    assert faces(state.view(0)) == {*REDS.split(), *OPEN.split()}
    assert faces(state.view(1)) == {*MIXED.split(), *OPEN.split()}
    assert faces(state.view(None)) == set(OPEN.split())


def test_others_do_not_see_a_card_from_the_stock() -> None:
    """Never: other hands, the order of the stock (§0)."""
    one, other = (play(farben(REDS, MIXED, OPEN, top), "0 take stock") for top in ("B20 B19", "B19 B20"))
    assert "B20" in faces(one.view(0))
    assert "B20" in faces(one.events(0))
    for seat in (1, None):
        assert "B20" not in faces([one.view(seat), one.events(seat)])
        assert seen(one, seat) == seen(other, seat)
    assert hand_sizes(one) == (10, 9)


def test_a_card_taken_from_a_pile_is_not_shown_for_ever() -> None:
    """What was shown earlier and is hidden again is not repeated in a view (§0)."""
    state = play(farben(REDS, MIXED, OPEN), "0 take 1; 0 put R1 1; 0 end")
    assert faces(state.view(1)) == {*MIXED.split(), "R1", "G12", "B13", "R14"}
    assert faces(state.view(None)) == {"R1", "G12", "B13", "R14"}


def test_of_an_open_pile_only_the_top_is_shown() -> None:
    """Of an open pile only the top card and the count are shown (§0)."""
    state = play(farben(REDS, MIXED, OPEN, "B20"), "0 take stock; 0 put B20 1")
    assert faces(state.view(None)) == {"B20", "G12", "B13", "R14"}


@pytest.mark.parametrize("seat", [1, None])
def test_whether_a_player_could_close_does_not_show(seat: int | None) -> None:
    """Whether a player *could* have done more must not show (§0)."""
    one, other = (
        play(farben(hand, MIXED, OPEN, "B20"), "0 take stock; 0 put B20 1")
        for hand in (REDS, "R1 R2 R3 R4 R5 R6 R7 R8 Y9")
    )
    assert texts(one, 0) != texts(other, 0)
    assert seen(one, seat) == seen(other, seat)
