"""Überall anschließen is dealt and opened, sentence by sentence (rulebook §3.1)."""

from __future__ import annotations

import pytest

import reihum
from games.anywhere_tables import DECK_60, begin, stacked
from scenario import DECK_80, cards, deal, texts
from witness import hand_sizes, shown


@pytest.mark.parametrize(
    ("seats", "piles"),
    [
        (2, (40, 40)),
        (3, (27, 27, 26)),
        (4, (20, 20, 20, 20)),
        (5, (16, 16, 16, 16, 16)),
        (6, (14, 14, 13, 13, 13, 13)),
    ],
)
def test_all_cards_are_dealt(seats: int, piles: tuple[int, ...]) -> None:
    """All cards are dealt as face-down piles; the earlier seats get the extra cards. (§3.1, §0)"""
    assert hand_sizes(deal("anywhere", seats, " ".join(DECK_80))) == piles


def test_edition_60() -> None:
    """Überall anschließen: edition 80; `60` too, by default without blue. (§3.1, §0)"""
    state = deal("anywhere", 6, " ".join(DECK_60), edition="60")
    assert hand_sizes(state) == (10, 10, 10, 10, 10, 10)
    with pytest.raises(reihum.BadDeck):
        deal("anywhere", 6, " ".join(DECK_80), edition="60")
    with pytest.raises(reihum.BadDeck):
        deal("anywhere", 6, " ".join(cards(1, 20, "RYB")), edition="60")


@pytest.mark.parametrize("seats", [1, 7])
def test_two_to_six_players(seats: int) -> None:
    """Überall anschließen is for 2–6 players. (§3.1)"""
    with pytest.raises(reihum.ReihumError):
        reihum.game("anywhere", seats=seats)


@pytest.mark.parametrize(
    "option", [{"edition": "40"}, {"edition": "master"}, {"first": 3}, {"blocking": "off"}, {"without": "R"}]
)
def test_options_refused(option: dict[str, object]) -> None:
    """Edition 80 or 60, a seat that exists; no option of the row games. (§3.1)"""
    with pytest.raises(reihum.BadOption):
        reihum.game("anywhere", seats=3, **option)


def test_the_first_card_goes_to_the_middle() -> None:
    """The first seat turns up its top card into the middle; that is its whole turn. (§3.1)"""
    state = deal("anywhere", 3, stacked(("R5 R6 …", "Y9 …", "…")))
    assert state.to_act == (0,)
    assert texts(state, 0) == {"turn"}
    state = begin(state)
    assert state.to_act == (1,)
    assert hand_sizes(state) == (26, 27, 26)
    assert all("R5" in shown(state, seat) for seat in (0, 1, 2, None))


def test_first_changes_who_begins_not_the_deal() -> None:
    """The option `first` changes who begins, not how cards are dealt. (§0)"""
    state = deal("anywhere", 3, stacked(("R5 …", "Y9 …", "G12 …")), first=2)
    assert state.to_act == (2,)
    state = begin(state)
    assert "G12" in shown(state, None)
    assert hand_sizes(state) == (27, 27, 25)
    assert state.to_act == (0,)


def test_first_at_random() -> None:
    """`first` may be `random`, drawn from the seed. (§0)"""
    game = reihum.game("anywhere", seats=6, first="random")
    begins = {game.deal(seed=f"seed {number}").to_act for number in range(40)}
    assert len(begins) > 1
    assert game.deal(seed="same").to_act == game.deal(seed="same").to_act
