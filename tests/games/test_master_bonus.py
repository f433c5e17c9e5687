"""Master's bonus cards, sentence by sentence of the rulebook's §2."""

from __future__ import annotations

import pytest

from games.master_tables import deck_of, down_from, go, lay_all, master, points, up_from, worth
from scenario import deal


@pytest.mark.parametrize("colour", list("RYGB"))
@pytest.mark.parametrize("lower", [True, False])
def test_a_bonus_card_for_each_half_row(colour: str, lower: bool) -> None:
    """§2: the player who lays the last missing card of a half row (1–10 or 12–21 of one colour) takes a bonus card;
    +11 per bonus card."""
    other = "G" if colour == "Y" else "Y"
    cards = f"{down_from(colour, 10, 1) if lower else up_from(colour, 12, 21)} {other}10 {other}12"
    assert points(lay_all(master(cards, "", "", "", ""), cards))[0] == 11


def test_two_bonus_cards() -> None:
    """§2: +11 per bonus card."""
    cards = f"{down_from('R', 10, 1)} {up_from('R', 12, 21)}"
    assert points(lay_all(master(cards, ""), cards))[0] == 22


def test_no_bonus_card_for_a_half_row_with_a_gap() -> None:
    """§2: … the last missing card of a half row: nine of ten earn nothing."""
    cards = f"{down_from('R', 10, 2)} {up_from('R', 12, 20)} Y10 Y12"
    assert points(lay_all(master(cards, ""), cards))[0] == 0


def test_a_bonus_card_for_the_last_gap() -> None:
    """§2: … wherever the gap was."""
    state = go(master(f"{down_from('R', 10, 1)} {up_from('R', 12, 20)} Y10", "B10 B9", first=1), "lay B10", "lay B9")
    state = go(state, "end", "link B9>R9")
    state = lay_all(state, f"{down_from('R', 9, 1)} R10 {up_from('R', 12, 20)} Y10")
    assert points(state)[0] == 11


@pytest.mark.parametrize("number", [10, 5, 1])
def test_a_joker_counts_for_a_half_row(number: int) -> None:
    """§2: … a joker counts, within the half row or as its last card."""
    cards = f"{down_from('R', 10, 1)} {up_from('R', 12, 20)} Y10".split()
    own = ["J" if card == f"R{number}" else card for card in cards]
    laid = [f"J>{card}" if card == f"R{number}" else card for card in cards]
    assert points(lay_all(master(" ".join(own), ""), " ".join(laid)))[0] == 11


def test_the_bonus_card_goes_to_who_lays_the_last_card() -> None:
    """§2: the player who lays the last missing card takes a bonus card, even if others laid the rest."""
    own = f"{down_from('R', 10, 2)} {up_from('R', 12, 20)} Y10 Y12"
    deck = deck_of(own, "R1")
    state = lay_all(deal("master", 2, deck), down_from("R", 10, 2))
    state = go(state, "end", "lay R1", "end")
    state = lay_all(state, f"{up_from('R', 12, 20)} Y10 Y12")
    drawn = 2 + 2  # after two turns of four cards, and after two more
    left = [card for card in deck.split()[20 : 40 + drawn] if card != "R1"]
    assert points(state) == [0, 11 - worth(left)]


def test_a_swap_earns_no_bonus_card() -> None:
    """§2: swapping a joker out of a completed half earns nothing; −11 per joker in hand."""
    own = f"{down_from('R', 10, 2)} J {up_from('R', 12, 20)} Y10"
    deck = deck_of(own, "R1 G10")
    state = lay_all(deal("master", 2, deck), f"{down_from('R', 10, 2)} J>R1 R12 R13")
    state = go(state, "lay G10", "swap R1", "end")
    state = lay_all(state, f"{up_from('R', 14, 20)} Y10")
    drawn = 2 + 1
    left = [card for card in deck.split()[20 : 40 + drawn] if card not in ("R1", "G10")]
    assert points(state) == [11, -worth([*left, "J"])]
