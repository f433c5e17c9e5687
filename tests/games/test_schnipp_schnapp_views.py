"""What is seen in Schnipp Schnapp (RULEBOOK §3.7)."""

from __future__ import annotations

import pytest

from games.schnipp_schnapp_tables import PILES, schnipp, turns
from scenario import cards, play, seen, texts
from witness import faces

IN_PLAY = set(cards(17, 20))


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_the_piles_lie_face_down(seat: int | None) -> None:
    """The rest becomes a face-down pile (§3.7); never: face-down cards (§0)."""
    assert not faces(schnipp(*PILES).view(seat)) & IN_PLAY
    assert faces(turns(schnipp(*PILES), 1).view(seat)) & IN_PLAY == {"R17"}


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_what_lies_below_makes_no_difference(seat: int | None) -> None:
    """Never: other hands, face-down cards (§0)."""
    other = ("R17 Y18 Y17 R19", "R18 G17 Y20 B19", "G20 G18 R20 G19", "B17 B20 Y19 B18")
    one, two = turns(schnipp(*PILES), 4), turns(schnipp(*other), 4)
    assert seen(one, seat) == seen(two, seat)
    assert seat is None or texts(one, seat) == texts(two, seat)


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_of_an_open_pile_only_the_top_is_shown(seat: int | None) -> None:
    """Of an open pile only the top card and the count are shown (§0)."""
    state = turns(schnipp(*PILES), 5)
    assert faces(state.view(seat)) & IN_PLAY == {"R19", "R18", "G20", "B17"}


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_captured_cards_are_hidden_again(seat: int | None) -> None:
    """What was shown earlier and is hidden again is not repeated in a view (§0)."""
    state = play(turns(schnipp(*PILES), 7), "3 schnapp")
    assert faces(state.view(seat)) & IN_PLAY == {"Y20"}


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_of_the_middle_only_the_top_is_shown(seat: int | None) -> None:
    """Of an open pile only the top card and the count are shown (§0)."""
    state = play(turns(schnipp(*PILES), 8), "0 schnapp; 3 schnapp")
    assert faces(state.view(seat)) & IN_PLAY == {"B18", "Y20", "G19"}
