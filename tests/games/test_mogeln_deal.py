"""Mogeln is dealt, sentence by sentence (rulebook §3.2)."""

from __future__ import annotations

import pytest

import reihum
from games.mogeln_tables import DECK_60, counts, singles
from scenario import DECK_80, cards, deal


@pytest.mark.parametrize(("seats", "highest", "hand"), [(3, 9, 12), (4, 10, 10), (5, 15, 12), (6, 15, 10)])
def test_the_cards_in_play(seats: int, highest: int, hand: int) -> None:
    """Out: 3 players 10–20, 4 players 11–20, 5–6 players 16–20; the rest is dealt evenly into hands. (§3.2)"""
    state = deal("mogeln", seats, " ".join(cards(1, highest)))
    assert counts(state) == (hand,) * seats
    with pytest.raises(reihum.BadDeck):
        deal("mogeln", seats, " ".join(cards(1, highest + 1)))
    with pytest.raises(reihum.BadDeck):
        deal("mogeln", seats, " ".join(cards(1, highest - 1)))
    with pytest.raises(reihum.BadDeck):
        deal("mogeln", seats, " ".join(DECK_80))


def test_hands_come_in_seat_order() -> None:
    """The round's first seat's whole hand comes first, then the next seat's. (§0)"""
    state = deal("mogeln", 3, " ".join(cards(1, 9)))
    assert set(singles(state, 0)) == {*cards(1, 9, "R"), "Y1", "Y2", "Y3"}
    assert set(singles(state.play(0, "lay R1"), 1)) == {*cards(4, 9, "Y"), *cards(1, 6, "G")}


@pytest.mark.parametrize(
    ("seats", "edition", "hands"),
    [
        (3, "80", (27, 27, 26)),
        (4, "80", (20, 20, 20, 20)),
        (6, "80", (14, 14, 13, 13, 13, 13)),
        (3, "60", (20, 20, 20)),
        (4, "60", (15, 15, 15, 15)),
    ],
)
def test_full_deck(seats: int, edition: str, hands: tuple[int, ...]) -> None:
    """Option `full_deck` (the old booklet): all cards of edition `80` or `60`. (§3.2)"""
    deck = DECK_80 if edition == "80" else DECK_60
    state = deal("mogeln", seats, " ".join(deck), full_deck=True, edition=edition)
    assert counts(state) == hands


def test_full_deck_is_edition_80_unless_said_otherwise() -> None:
    """Option `full_deck`: all cards of edition `80` or `60`; 80 is the standard deck. (§3.2, §0)"""
    assert counts(deal("mogeln", 5, " ".join(DECK_80), full_deck=True)) == (16, 16, 16, 16, 16)
    with pytest.raises(reihum.BadDeck):
        deal("mogeln", 5, " ".join(DECK_60), full_deck=True)
    with pytest.raises(reihum.BadDeck):
        deal("mogeln", 5, " ".join(DECK_80), full_deck=True, edition="60")


@pytest.mark.parametrize(
    "option",
    [
        {"edition": "60"},
        {"edition": "40", "full_deck": True},
        {"edition": "master", "full_deck": True},
        {"count_to": 15},
        {"count_to": "lowest"},
        {"challenge": "last"},
        {"colour": "X"},
        {"colour": "red and blue"},
        {"extra": "perhaps"},
        {"first": 3},
        {"stop_calls": True},
    ],
)
def test_options_refused(option: dict[str, object]) -> None:
    """An edition only with `full_deck`, and 80 or 60; every other option only with its values. (§3.2)"""
    with pytest.raises(reihum.BadOption):
        reihum.game("mogeln", seats=3, **option)


@pytest.mark.parametrize("seats", [2, 7])
def test_three_to_six_players(seats: int) -> None:
    """Mogeln is for 3–6 players. (§3.2)"""
    with pytest.raises(reihum.ReihumError):
        reihum.game("mogeln", seats=seats)
