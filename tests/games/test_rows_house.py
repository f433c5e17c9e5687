"""The house rules of the row games, sentence by sentence (rulebook §1.6)."""

from __future__ import annotations

import pytest

import reihum
from games.row_tables import (
    AROUND_11,
    ROW_GAMES,
    cards_seen,
    false_start,
    junior,
    points_of,
    refusal,
    stock_size,
    turn_of,
    two,
)
from scenario import cards, deal, play, stack, texts

# --------------------------------------------------------------------------------------------------- §1.6 turn


def test_one_colour_in_a_turn() -> None:
    """§1.6 `turn=colour`: All cards of a turn have one colour, that of its first card."""
    state = play(two("classic", "R11", "R12 R13 Y11 R10", turn="colour"), "0 lay R11")
    assert texts(state, 1) == {"lay R12", "lay R10", "lay Y11"}
    assert texts(play(state, "1 lay R12"), 1) == {"lay R13", "lay R10", "end"}
    assert texts(play(state, "1 lay Y11"), 1) == {"end"}
    assert refusal(play(state, "1 lay R12"), 1, "lay Y11")[0] == "rows.one-colour"


def test_another_colour_in_the_next_turn() -> None:
    """§1.6 `turn=colour`: The colour is that of one turn."""
    state = play(
        two("classic", "R11 R10 R9", "R12 Y11", turn="colour"), "0 lay R11; 1 lay R12; 1 end; 0 lay R10; 0 end"
    )
    assert texts(state, 1) == {"lay Y11"}


def test_one_card_in_a_turn() -> None:
    """§1.6 `turn=one`: A turn is one card, and nobody says "done"."""
    state = play(two("classic", "R11", "R12 R13", turn="one"), "0 lay R11; 1 lay R12")
    assert turn_of(state) == 0


# ------------------------------------------------------------------------------------------------ §1.6 drawing


@pytest.mark.parametrize(("drawing", "taken"), [("one", 1), ("three", 3), ("until", 5)])
def test_how_many_cards_are_drawn(drawing: str, taken: int) -> None:
    """§1.6 `drawing`: a single card, up to three, or until one fits."""
    before = play(two("classic", "R11", "", "Y6 G6 B6 Y7 R12", drawing=drawing), "0 lay R11")
    state = play(before, "1 draw")
    assert stock_size(before, None) - stock_size(state, None) == taken
    assert ("R12" in cards_seen(state, None)) == (taken == 5)
    assert turn_of(state) == 0


def test_drawing_until_the_stock_is_empty() -> None:
    """§1.6 `drawing=until`: … or the stock is empty."""
    red = " ".join(cards(6, 15, "R")) + " Y11 G11 B11 Y6 Y7"
    deck = stack([15, 15, 10], [red], of=tuple(card for card in AROUND_11 if 6 <= int(card[1:]) <= 15))
    state = play(deal("classic", 2, deck, edition="40", drawing="until"), "0 lay R11; 1 draw")
    assert [player.cards for player in state.view(None).players] == [14, 25]
    assert texts(play(state, "0 lay R10; 0 end"), 1) == {"pass"}


def test_the_turn_goes_on_after_a_drawn_card() -> None:
    """§1.6 `drawing=go-on`: After a drawn card was laid, the turn goes on like any other."""
    state = play(two("classic", "R11", "R13", "Y6 R12", drawing="go-on"), "0 lay R11; 1 draw")
    assert texts(state, 1) == {"lay R13", "end"}
    assert cards_seen(state, None) == {"R11", "R12"}


def test_a_drawn_card_is_the_first_of_its_colour() -> None:
    """§1.6: With `turn=colour` a drawn card that is laid counts as the first; with `turn=one` the turn is over."""
    table = ("classic", "R11", "R13 Y12", "R12 Y11")
    assert texts(play(two(*table, drawing="go-on", turn="colour"), "0 lay R11; 1 draw"), 1) == {"lay R13", "end"}
    assert turn_of(play(two(*table, drawing="go-on", turn="one"), "0 lay R11; 1 draw")) == 0


def test_no_going_on_after_the_opening_card() -> None:
    """§1.6 `drawing=go-on`, Decision: not after the card that opens the round."""
    hands = stack([20, 20, 40], ["", "R12", "R11"], of=AROUND_11)
    state = play(deal("three-starts", 2, hands, drawing="go-on"), "0 draw")
    assert turn_of(state) == 1


# ------------------------------------------------------------------------------------------------ §1.6 elevens


def test_an_eleven_comes_first() -> None:
    """§1.6 `elevens=must`: No other card, no blocking, no "done" while an 11 of the hand may be laid."""
    state = play(two("classic", "R11", "R12 Y11 G11", elevens="must", blocking="take3"), "0 lay R11")
    assert texts(state, 1) == {"lay Y11", "lay G11"}
    assert texts(play(state, "1 lay Y11"), 1) == {"lay G11"}
    assert texts(play(state, "1 lay Y11; 1 lay G11"), 1) == {"lay R12", "end"}
    assert refusal(state, 1, "lay R12")[0] == refusal(state, 1, "take3")[0] == "rows.eleven-first"


def test_an_eleven_of_another_colour_waits() -> None:
    """§1.6 `elevens=must`: With `turn=colour` an 11 of another colour has to wait."""
    state = play(two("classic", "R11", "Y11 Y12 G11", elevens="must", turn="colour"), "0 lay R11; 1 lay Y11")
    assert texts(state, 1) == {"lay Y12", "end"}


def test_the_elevens_lie_out() -> None:
    """§1.6 `elevens=out`: All 11s lie out before the deal; hands are as in classic; the first seat begins."""
    game = reihum.game("classic", 4, elevens="out", first=2)
    state = game.deal("x")
    assert cards_seen(state, None) == {"R11", "Y11", "G11", "B11"}
    assert [player.cards for player in state.view(None).players] == [15] * 4
    assert len(game.cards) == 76
    assert turn_of(state) == 2


def test_first_needs_the_elevens_out() -> None:
    """§1.6: Otherwise an 11 decides who begins."""
    with pytest.raises(reihum.BadOption):
        reihum.game("classic", 4, first=2)


# -------------------------------------------------------------------------------------------------- §1.6 stock


@pytest.mark.parametrize(("seats", "sizes"), [(3, [27, 27, 26]), (4, [20] * 4), (6, [14, 14, 13, 13, 13, 13])])
def test_all_cards_are_dealt(seats: int, sizes: list[int]) -> None:
    """§1.6 `stock=no`: As evenly as possible, what is left over one each from the round's first seat on."""
    game = reihum.game("classic", seats, stock="no")
    for first in range(seats):
        state = game.deal("x", dealt_from=first)
        dealt = [int(player.cards) for player in state.view(None).players]
        assert dealt[first:] + dealt[:first] == sizes


def test_without_a_stock_one_passes() -> None:
    """§1.6 `stock=no`: A player who cannot lay passes."""
    deck = stack([40, 40], [" ".join((*cards(1, 20, "R"), "Y11", "G11", "B11"))], of=AROUND_11)
    assert texts(play(deal("classic", 2, deck, stock="no"), "0 lay R11"), 1) == {"pass"}


@pytest.mark.parametrize("option", [{"blocking": "draw"}, {"drawing": "one"}, {"fewer": "1,0"}])
def test_what_needs_a_stock(option: dict[str, str]) -> None:
    """§1.6: `blocking`, `drawing` and `fewer` need a stock."""
    with pytest.raises(reihum.BadOption, match="stock"):
        reihum.game("classic", 2, stock="no", **option)


# ------------------------------------------------------------------------------------------------ §1.6 play_on


def test_playing_for_places() -> None:
    """§1.6 `play_on`: The others play on until one player has cards left; the order of going out are the places, and
    only the last player scores."""
    hands = ("R2 R3 R4 R5 R6", "Y2 Y3 Y4 Y5 Y6", "G2 G3 G4 B9 B8")
    state = junior(*hands, play_on=True)
    state = play(state, "; ".join(f"0 lay R{number}" for number in range(2, 7)))
    assert state.outcome is None
    assert turn_of(state) == 1
    state = play(state, "1 lay Y2; 1 end; 2 lay G2; 2 end")
    assert turn_of(state) == 1
    state = play(state, "; ".join(f"1 lay Y{number}" for number in range(3, 7)))
    assert state.outcome is not None
    assert state.outcome.places == (1, 2, 3)
    assert points_of(state) == (0, 0, 3 + 4 + 9 + 8)


def test_the_first_out_ends_it_by_default() -> None:
    """§1.6 `play_on`: default off."""
    state = junior("R2 R3 R4 R5 R6", "Y2 Y3 Y4 Y5 Y6", "G2 G3 G4 B9 B8")
    state = play(state, "; ".join(f"0 lay R{number}" for number in range(2, 7)))
    assert points_of(state) == (0, 20, 26)


# -------------------------------------------------------------------------------------------------- §1.6 fewer


@pytest.mark.parametrize("game", ROW_GAMES)
def test_fewer_cards_for_a_seat(game: str) -> None:
    """§1.6 `fewer`: That many cards fewer are dealt to a seat, wherever the deal begins; everybody sees it."""
    usual = [int(player.cards) for player in reihum.game(game, 3).deal("x").view(None).players]
    for first in range(3):
        state = reihum.game(game, 3, fewer="0,3,1").deal("x", dealt_from=first)
        assert [player.cards for player in state.view(None).players] == [usual[0], usual[1] - 3, usual[2] - 1]


@pytest.mark.parametrize("fewer", ["1", "1,2", "1,2,3,4", "-1,0,0", "5,0,0", "x,0,0", "11,0,0", ",,"])
def test_bad_handicaps(fewer: str) -> None:
    """§1.6 `fewer`: A number for each seat, and at least one card is left (Junior deals five)."""
    with pytest.raises(reihum.BadOption, match="fewer"):
        reihum.game("junior", 3, fewer=fewer)


def test_no_handicap_is_the_default() -> None:
    """§1.6 `fewer`: Nothing and zeros are the same game."""
    assert reihum.game("junior", 3, fewer="0,0,0") == reihum.game("junior", 3)


# --------------------------------------------------------------------------------------- §1.2 the pocket edition


def test_false_start_deals_its_pocket_edition_from_what_is_left() -> None:
    """§1.2: In edition 40 hands are three quarters of the 32 cards that are left; version 1 dealt from 40."""
    sizes = {2: 12, 3: 8, 4: 6, 5: 4, 6: 4}
    for seats, size in sizes.items():
        game = reihum.game("false-start", seats, edition="40")
        assert [player.cards for player in game.deal("x").view(None).players] == [size] * seats
    earlier = reihum.GAMES["false-start"].by_rules(1).game(4, edition="40")
    assert [player.cards for player in earlier.deal("x").view(None).players] == [7] * 4


def test_other_editions_of_false_start_are_as_they_were() -> None:
    """§1.2: Hands are as in classic."""
    assert texts(false_start("R2"), 0) == {"lay R2"}
