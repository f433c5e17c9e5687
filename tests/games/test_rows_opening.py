"""How the classic row game is opened, sentence by sentence (rulebook §1.1)."""

from __future__ import annotations

import pytest

import reihum
from games.row_tables import AROUND_11, ELEVENS, WITH_FIRST, cards_seen, near, number, refusal, turn_of, two
from scenario import cards, deal, play, texts


@pytest.mark.parametrize(
    ("first", "second", "opener", "card"),
    [
        ("Y11 G11 B11", "R11", 1, "R11"),
        ("R11", "Y11 G11 B11", 0, "R11"),
        ("G11 B11", "Y11", 1, "Y11"),
        ("B11", "G11", 1, "G11"),
        ("", "B11", 1, "B11"),
        ("B11", "", 0, "B11"),
    ],
)
def test_opening_order(first: str, second: str, opener: int, card: str) -> None:
    """§1.1: The holder of R11 lays it; if it was not dealt, Y11, then G11, then B11."""
    state = two("classic", first, second)
    assert turn_of(state) == opener
    assert texts(state, opener) == {f"lay {card}"}
    assert texts(state, 1 - opener) == set()


def test_opening_is_the_whole_turn() -> None:
    """§1.1: That single forced card is the whole first turn; the next seat plays."""
    state = play(two("classic", "R11 R12 Y11"), "0 lay R11")
    assert turn_of(state) == 1
    assert texts(state, 0) == set()


def test_after_the_last_seat_comes_seat_0() -> None:
    """§0: Play goes 0, 1, 2, … and round again."""
    state = play(two("classic", "R12", "R11"), "1 lay R11")
    assert turn_of(state) == 0


@pytest.mark.parametrize("move", ["lay Y11", "lay R12", "draw", "take3", "end", "pass"])
def test_opening_is_forced(move: str) -> None:
    """§1.1: That single forced card: nothing else is allowed."""
    refusal(two("classic", "R11 R12 Y11"), 0, move)


def test_every_seeded_deal_has_an_opener() -> None:
    """§1.1: If no 11 was dealt, all cards are shuffled and dealt again (5.78 % of two-player deals)."""
    game = reihum.game("classic", seats=2)
    for seed in range(300):
        state = game.deal(seed=f"eleven {seed}")
        hands = [cards_seen(state, seat) for seat in (0, 1)]
        opening = next(card for card in ELEVENS if card in hands[0] | hands[1])
        assert opening in hands[turn_of(state)]
        assert texts(state, turn_of(state)) == {f"lay {opening}"}
        assert [len(hand) for hand in hands] == [20, 20]


def test_stacked_deck_without_an_eleven_in_hands_is_an_error() -> None:
    """§1.1: With an explicit stacked deck that contains no 11 in the hands: an error."""
    with pytest.raises(reihum.BadDeck) as caught:
        two("classic", "")
    assert caught.value.code


@pytest.mark.parametrize("game", WITH_FIRST[:3])
def test_only_classic_needs_an_eleven(game: str) -> None:
    """§1.2, §1.3, §1.4: The 11 is an ordinary card (or one of three openers): no redeal without it."""
    if game == "false-start":
        low = [card for card in near(5, cards(2, 19)) if number(card) != 11]
        deck = " ".join([*low, *ELEVENS])
    else:
        deck = " ".join(AROUND_11)
    assert turn_of(deal(game, 2, deck, first=0)) == 0
