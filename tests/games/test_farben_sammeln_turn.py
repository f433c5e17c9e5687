"""Farben sammeln, sentence by sentence (RULEBOOK §3.6): the deal, who begins, a turn."""

from __future__ import annotations

import pytest

import reihum
from games.farben_sammeln_tables import MIXED, OPEN, REDS, farben
from scenario import DECK_80, deal, play, texts
from witness import faces, hand_sizes, refused, starters

HANDS = {2: 9, 3: 9, 4: 8, 5: 8, 6: 7}


def puts(hand: str, *piles: int) -> set[str]:
    """Every way to put one of these cards on one of these piles."""
    return {f"put {card} {pile}" for card in hand.split() for pile in piles}


# -- the deal -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "hand"), HANDS.items())
def test_hands(seats: int, hand: int) -> None:
    """Hands: 2–3 players 9, 4–5: 8, 6: 7 (§3.6)."""
    state = deal("farben-sammeln", seats=seats, deck=" ".join(DECK_80))
    assert hand_sizes(state) == (hand,) * seats


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_for_two_to_six_players(seats: int) -> None:
    """`farben-sammeln` — Farben sammeln (2–6) (§3.6)."""
    with pytest.raises(reihum.ReihumError):
        reihum.game("farben-sammeln", seats=seats)


@pytest.mark.parametrize("option", ["edition", "colours", "long"])
def test_no_other_options(option: str) -> None:
    """Unknown options are refused with a clear error (DESIGN, the engine contract)."""
    with pytest.raises(reihum.BadOption):
        reihum.game("farben-sammeln", seats=2, **{option: "60"})


@pytest.mark.parametrize(("seats", "hand"), HANDS.items())
def test_four_cards_are_turned_up(seats: int, hand: int) -> None:
    """Four cards are turned up as four open piles; the rest is the stock (§3.6)."""
    dealt = seats * hand
    state = deal("farben-sammeln", seats=seats, deck=" ".join(DECK_80))
    assert faces(state.view(None)) == set(DECK_80[dealt : dealt + 4])


def test_the_open_piles_come_before_the_stock() -> None:
    """The hands come first, then open piles, then the stock from top to bottom (§0)."""
    state = farben(REDS, MIXED, OPEN, "B20 B19")
    assert "put G12 2" not in texts(play(state, "0 take 2"), 0)
    assert "put B20 1" in texts(play(state, "0 take stock"), 0)
    assert "put B19 1" in texts(play(state, "0 take stock; 0 put B20 1; 0 end; 1 take stock"), 1)


# -- who begins -----------------------------------------------------------------------------------------------


def test_the_first_seat_begins_and_play_goes_round() -> None:
    """Play goes 0, 1, 2, … (§0)."""
    state = deal("farben-sammeln", seats=3, deck=" ".join(DECK_80))
    order = []
    for _ in range(4):
        (seat,) = state.to_act
        order.append(seat)
        state = play(state, f"{seat} take stock")
        state = state.play(seat, min(texts(state, seat))).play(seat, "end")
    assert order == [0, 1, 2, 0]


def test_first_changes_who_begins_not_how_cards_are_dealt() -> None:
    """The option `first` changes who begins, not how cards are dealt (§0)."""
    state = farben(REDS, MIXED, OPEN, "B20", first=1)
    assert tuple(state.to_act) == (1,)
    assert set(REDS.split()) <= faces(state.view(0))
    assert texts(state, 0) == set()
    assert tuple(play(state, "1 take stock; 1 put B20 1; 1 end").to_act) == (0,)


def test_first_by_lot() -> None:
    """The option `first`: a seat, or `random`, drawn from the seed (§0)."""
    assert starters("farben-sammeln", 3, " ".join(DECK_80)) == {(0,), (1,), (2,)}


@pytest.mark.parametrize("first", [2, -1, "left", 0.5])
def test_first_is_a_seat(first: object) -> None:
    """The option `first`: a seat, or `random` (§0)."""
    with pytest.raises(reihum.BadOption):
        reihum.game("farben-sammeln", seats=2, first=first)


# -- a turn ---------------------------------------------------------------------------------------------------


def test_take_from_the_stock_or_from_an_open_pile() -> None:
    """Turn: take the top of the stock or of an open pile (§3.6)."""
    state = farben(REDS, MIXED, OPEN)
    assert texts(state, 0) == {"take stock", "take 1", "take 2", "take 3", "take 4"}
    refused(state, 0, "take 0", "take 5", "put R1 1", "end", "close")


def test_only_the_player_on_turn_takes() -> None:
    """Play goes 0, 1, 2, … (§0)."""
    state = farben(REDS, MIXED, OPEN)
    assert texts(state, 1) == set()
    refused(state, 1, "take stock", "take 1")


def test_then_put_one_hand_card_on_an_open_pile() -> None:
    """Then put one hand card on an open pile; a card from the stock may be put down again (§3.6)."""
    state = play(farben(REDS, MIXED, OPEN, "B20"), "0 take stock")
    assert tuple(state.to_act) == (0,)
    assert texts(state, 0) == puts(f"{REDS} B20", 1, 2, 3, 4)
    refused(state, 0, "take stock", "take 1", "end", "close", "put R1 5", "put R1 0", "put Y20 1", "put G11 1")


def test_a_pile_emptied_by_taking_must_be_refilled() -> None:
    """Decision: a pile emptied by taking must be the one refilled (there are always four piles) (§3.6)."""
    state = play(farben(REDS, MIXED, OPEN), "0 take 3")
    assert texts(state, 0) == puts(REDS, 3)
    refused(state, 0, "put R1 1", "put R1 4")


def test_a_pile_with_cards_left_need_not_be_refilled() -> None:
    """Decision: a pile emptied by taking must be the one refilled – another need not be (§3.6)."""
    state = play(farben(REDS, MIXED, OPEN, "B20"), "0 take stock; 0 put B20 3; 0 end; 1 take 3")
    assert texts(state, 1) == puts(MIXED, 1, 2, 3, 4)


def test_a_card_taken_from_an_open_pile_may_not_be_put_down() -> None:
    """Decision: a card taken from an open pile may not be put down in the same turn (§3.6)."""
    refused(play(farben(REDS, MIXED, OPEN), "0 take 1"), 0, "put G11 1")
    state = play(farben(REDS, MIXED, OPEN, "B20"), "0 take stock; 0 put B20 3; 0 end; 1 take 3")
    refused(state, 1, "put B20 3", "put B20 1")


def test_in_a_later_turn_it_may_be_put_down() -> None:
    """Decision: … may not be put down in the same turn – in the next it may (§3.6)."""
    state = farben(REDS, MIXED, OPEN, "B20 B19")
    state = play(state, "0 take 1; 0 put R1 1; 0 end; 1 take stock; 1 put B20 2; 1 end; 0 take stock")
    assert "put G11 4" in texts(state, 0)


def test_the_top_of_an_open_pile_is_taken() -> None:
    """Take the top of an open pile: the card put there last, then the one below (§3.6)."""
    state = play(farben(REDS, MIXED, OPEN, "B20"), "0 take stock; 0 put R9 2; 0 end; 1 take 2; 1 put B1 1; 1 end")
    assert {"R9", "G11"}.isdisjoint(faces(state.view(0)))
    assert "G12" in faces(state.view(0))
    assert "put R9 4" not in texts(play(state, "0 take 2"), 0)
    assert "G12" in faces(play(state, "0 take 2").view(0))


def test_the_turn_ends_only_by_an_explicit_end() -> None:
    """The turn ends only by an explicit `end` (or `close`), even if nothing else is possible (§0)."""
    state = play(farben(MIXED, REDS, OPEN, "B20"), "0 take stock; 0 put B20 1")
    assert tuple(state.to_act) == (0,)
    assert texts(state, 0) == {"end"}
    assert texts(state, 1) == set()
    assert tuple(play(state, "0 end").to_act) == (1,)


def test_one_exchange_a_turn() -> None:
    """Take the top of the stock or of an open pile, then put one hand card: once (§3.6)."""
    state = play(farben(MIXED, REDS, OPEN, "B20"), "0 take stock; 0 put B20 1")
    refused(state, 0, "take stock", "take 1", "put Y20 1", "close")


def test_the_notation_is_forgiving() -> None:
    """Case, doubled and outer blanks are forgiven on input (DESIGN, notation)."""
    state = farben(REDS, MIXED, OPEN, "B20")
    neat = play(state, "0 take stock; 0 put B20 2; 0 end")
    assert state.play(0, " TAKE   Stock ").play(0, "Put  b20  2 ").play(0, "END") == neat
