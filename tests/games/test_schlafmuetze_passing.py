"""Schlafmütze, sentence by sentence (rulebook §3.4): the deal, passing, and its moves as texts."""

from __future__ import annotations

import pytest

import reihum
from games.schlafmuetze_tables import FIVES, MIXED, exchange, hand, table
from scenario import COLOURS, deal, play, seen, texts
from witness import refused, shown

# --- the deal --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_as_many_numbers_as_players(seats: int) -> None:
    """As many numbers as players are drawn by lot, all four colours of each; 4 cards to each player. (§3.4)"""
    game = reihum.game("schlafmuetze", seats=seats)
    drawn = set()
    for seed in ("one", "two", "three", "four"):
        hands = [hand(game.deal(seed=seed), seat) for seat in range(seats)]
        assert [len(cards) for cards in hands] == [4] * seats
        dealt = set().union(*hands)
        numbers = {card[1:] for card in dealt}
        assert len(numbers) == seats
        assert dealt == {colour + number for colour in COLOURS for number in numbers}
        drawn.add(frozenset(numbers))
    assert len(drawn) > 1


def test_hands_come_in_seat_order() -> None:
    """The first seat's whole hand comes first, then the next seat's. (§0)"""
    state = table(*MIXED)
    assert [hand(state, seat) for seat in range(3)] == [set(cards.split()) for cards in MIXED]


@pytest.mark.parametrize(
    "deck",
    [
        "R1 Y1 G1 B1 R2 Y2 G2 B2",
        "R1 Y1 G1 B1 R2 Y2 G2 B2 R3 Y3 G3 B4",
        "R1 Y1 G1 B1 R2 Y2 G2 B2 R3 Y3 G3 G3",
        "R1 Y1 G1 B1 R2 Y2 G2 B2 R3 Y3 G3 B3 R4 Y4 G4 B4",
        "R1 Y1 G1 B1 R2 Y2 G2 B2 R21 Y21 G21 B21",
    ],
)
def test_a_deck_of_complete_numbers(deck: str) -> None:
    """As many numbers as players, all four colours of each: any other deck is an error. (§3.4)"""
    with pytest.raises(reihum.BadDeck):
        deal("schlafmuetze", 3, deck)


@pytest.mark.parametrize("seats", [2, 7])
def test_three_to_six_players(seats: int) -> None:
    """Schlafmütze is for 3–6 players. (§3.4)"""
    with pytest.raises(reihum.ReihumError):
        reihum.game("schlafmuetze", seats=seats)


@pytest.mark.parametrize("option", [{"marks": 0}, {"marks": "many"}, {"first": 1}, {"edition": "60"}])
def test_options_refused(option: dict[str, object]) -> None:
    """Schlafmütze knows the option `marks` only, a number. (§3.4)"""
    with pytest.raises(reihum.BadOption):
        reihum.game("schlafmuetze", seats=3, **option)


# --- passing ---------------------------------------------------------------------------------------------


def test_all_choose_at_the_same_time() -> None:
    """All choose one card in secret. (§3.4)"""
    state = table(*MIXED)
    assert state.to_act == (0, 1, 2)
    for seat in range(3):
        assert texts(state, seat) == {f"pass {card}" for card in MIXED[seat].split()} | {"down"}
    refused(state, 0, "pass R2")
    refused(state, 0, "pass")


def test_choosing_in_any_order() -> None:
    """All choose one card: a player who has chosen is no longer awaited, and cannot choose again. (§3.4)"""
    state = table(*MIXED).play(1, "pass R2")
    assert state.to_act == (0, 2)
    assert texts(state, 1) == {"down"}
    refused(state, 1, "pass R2")
    refused(state, 1, "pass Y2")
    state = state.play(2, "pass R3")
    assert state.to_act == (0,)
    assert state.play(0, "pass R1").to_act == (0, 1, 2)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_passing_to_the_left(order: tuple[int, ...]) -> None:
    """All choose one card in secret and pass it to the left at the same time. (§3.4)"""
    state = table(*MIXED)
    for seat in order:
        state = state.play(seat, f"pass {('R1', 'R2', 'R3')[seat]}")
    assert hand(state, 0) == {"R3", "Y1", "G2", "B3"}
    assert hand(state, 1) == {"R1", "Y2", "G3", "B1"}
    assert hand(state, 2) == {"R2", "Y3", "G1", "B2"}


def test_a_chosen_card_stays_until_all_have_chosen() -> None:
    """A chosen card stays in the hand until all have chosen. (§3.4)"""
    state = play(table(*MIXED), "0 pass R1; 1 pass R2")
    for viewer in (0, 1, 2, None):
        assert [player.cards for player in state.view(viewer).players] == [4, 4, 4]
    assert set(MIXED[0].split()) <= shown(state, 0)
    assert "R1" not in shown(state, 1)
    assert hand(state, 2) == set(MIXED[2].split())


def test_choices_are_secret_until_all_have_chosen() -> None:
    """All choose one card in secret. (§3.4)"""
    start = table(*MIXED)
    here, there = start.play(0, "pass R1"), start.play(0, "pass B3")
    for seat in (1, 2, None):
        assert seen(here, seat) == seen(there, seat)
        assert seat is None or here.legal(seat) == there.legal(seat)
    here, there = here.play(1, "pass R2"), there.play(1, "pass R2")
    for seat in (1, 2, None):
        assert seen(here, seat) == seen(there, seat)


def test_a_passed_card_is_known_to_giver_and_taker_only() -> None:
    """Never: other hands – a card passed on is seen by nobody but the two. (§0, §3.4)"""
    start = table(*MIXED)
    here, there = exchange(start, "R1", "R2", "R3"), exchange(start, "B3", "R2", "R3")
    assert seen(here, 2) == seen(there, 2)
    assert seen(here, None) == seen(there, None)
    assert "R1" in shown(here, 1)
    assert "R1" not in shown(there, 1)


def test_only_your_hand_is_seen() -> None:
    """A player sees their own hand; never other hands. (§0)"""
    state = table(*MIXED)
    for seat in range(3):
        assert shown(state, seat) == set(MIXED[seat].split())
    assert shown(state, None) == set()


# --- notation --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["PASS R1", "  pass   r1 ", "Pass r1"])
def test_forgiving_notation(text: str) -> None:
    """Case, doubled and outer blanks are forgiven on input."""
    state = table(*MIXED)
    assert state.play(0, text) == state.play(0, "pass R1")


def test_every_move_is_its_text() -> None:
    """A move has exactly one text: playing the move or its text is the same."""
    for state in (table(*MIXED), table(*FIVES).play(1, "down")):
        assert state.legal(0)
        for move in state.legal(0):
            assert state.play(0, str(move)) == state.play(0, move)


@pytest.mark.parametrize("text", ["", "pass", "pass 1", "pass R1 Y1", "pass R5", "down R1", "lay R1", "pass left"])
def test_other_texts_are_refused(text: str) -> None:
    """An illegal move is refused with a reason, in any spelling."""
    refused(table(*MIXED), 0, text)
