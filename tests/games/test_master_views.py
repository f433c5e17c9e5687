"""What a player of Master knows (rulebook §2), and Master's moves as texts."""

from __future__ import annotations

import msgspec
import pytest

import reihum
from games.master_tables import go, master, moves
from scenario import seen, texts
from witness import refused

# ---- What a player knows


def test_nobody_sees_other_hands_or_the_stock() -> None:
    """§0: a player never sees other hands, face-down cards, the order of the stock."""
    one = master("R10 J", "Y10 G5", stock="B10 B5")
    two = master("R10 J", "B10 B5", stock="Y10 G5")
    for script in ([], ["lay J>R12"], ["lay J>R12", "lay R10", "end"]):
        for seat in (0, None):
            assert seen(go(one, *script), seat) == seen(go(two, *script), seat)
        assert [str(move) for move in go(one, *script).legal(0)] == [str(move) for move in go(two, *script).legal(0)]
        assert seen(go(one, *script), 1) != seen(go(two, *script), 1)


def test_nobody_sees_the_order_of_the_stock() -> None:
    """§0: never … the order of the stock: not even the player who draws next."""
    one = master("R10", "", stock="B10 B5 Y10")
    two = master("R10", "", stock="Y10 B5 B10")
    for seat in (0, 1, None):
        assert seen(one, seat) == seen(two, seat)


def test_a_drawn_card_is_seen_by_its_player_only() -> None:
    """§0: a player sees their own hand; never other hands."""
    one = go(master("", "", stock="B10 Y10"), "draw")
    two = go(master("", "", stock="Y10 B10"), "draw")
    assert seen(one, 0) != seen(two, 0)
    assert seen(one, 1) == seen(two, 1)
    assert seen(one, None) == seen(two, None)


def test_moves_are_private() -> None:
    """§0: whether a player could have done more must not show: who is not on turn has no moves to look at."""
    state = master("R10 J", "Y10 J")
    assert texts(state, 1) == set()
    assert texts(state, None) == set()


def test_connection_cards_lie_face_up() -> None:
    """§2: connection cards lie face up before the player: a used one is missed by everybody, the cards on the table
    being the same."""
    hands = ("Y10 Y9 B10 B9", "")
    without = go(master(*hands), "lay Y10", "lay Y9", "lay B10", "lay B9", "draw")
    used = go(master(*hands), "lay Y10", "lay Y9", "link Y9>B9", "lay B9", "lay B10", "draw")
    for seat in (0, 1, None):
        assert msgspec.json.encode(without.view(seat)) != msgspec.json.encode(used.view(seat))


# ---- Moves as texts


def test_moves_are_forgiving() -> None:
    """The notation: case, doubled and outer blanks are forgiven on input."""
    state = master("Y10 Y9 B9 J", "")
    state = go(state, " LAY  y10", "Lay Y9 ", "link  y9>b9", "lay j>B9")
    assert moves(state) == {"end", "swap B9"}


@pytest.mark.parametrize("nonsense", ["", "hop", "lay", "lay J", "lay R", "lay X9", "link Y9", "swap J", "take3"])
def test_nonsense_is_refused(nonsense: str) -> None:
    """§2 knows no such move."""
    with pytest.raises(reihum.ReihumError):
        master("R10 J", "").play(0, nonsense)


def test_a_card_not_in_the_hand_is_refused() -> None:
    """§2: lay 1 to 4 cards *from the hand*."""
    state = master("R10", "Y10")
    refused(state, 0, "lay Y10")
    refused(state, 0, "lay J>R12")


def test_out_of_turn() -> None:
    """§0: play goes 0, 1, 2, …: nobody else may act."""
    refused(master("", "Y10"), 1, "lay Y10")
    refused(master("", "Y10"), 1, "draw")


def test_states_are_values() -> None:
    """The contract: a move makes a new state; the old one stays as it was."""
    state = master("R10 R9", "")
    before = moves(state)
    go(state, "lay R10", "lay R9", "end")
    assert moves(state) == before
