"""The option `blocking` of the row games, sentence by sentence (rulebook §1.1)."""

from __future__ import annotations

import pytest

from games.row_tables import cards_seen, pocket_red_alone, refusal, turn_of, two
from scenario import play, texts

# ---------------------------------------------------------------------------------------- §1.1 blocking=off


def test_no_blocking_by_default() -> None:
    """§1.1: `blocking`: off (default)."""
    state = play(two("classic", "R11", "R12"), "0 lay R11")
    assert texts(state, 1) == {"lay R12"}
    assert state == play(two("classic", "R11", "R12", blocking="off"), "0 lay R11")


# -------------------------------------------------------------------------------------- §1.1 blocking=take3


def test_take3_instead_of_laying() -> None:
    """§1.1: Instead of laying, a player may take three cards from the stock and the turn ends."""
    before = play(two("classic", "R11", "R12", "Y11 R10 Y6 G11", blocking="take3"), "0 lay R11")
    assert texts(before, 1) == {"lay R12", "take3"}
    state = play(before, "1 take3")
    assert turn_of(state) == 0
    assert cards_seen(state, 1) == cards_seen(before, 1) | {"Y11", "R10", "Y6"}
    assert cards_seen(state, None) == {"R11"}


def test_take3_only_if_something_fits() -> None:
    """§1.1: `take3` only if something fits (otherwise `draw` as always)."""
    state = play(two("classic", "R11", blocking="take3"), "0 lay R11")
    assert texts(state, 1) == {"draw"}
    refusal(state, 1, "take3")


def test_take3_only_before_the_first_card_of_the_turn() -> None:
    """§1.1: The choice exists only before the first card of the turn is laid."""
    state = play(two("classic", "R11", "R12 R13", blocking="take3"), "0 lay R11; 1 lay R12")
    assert texts(state, 1) == {"lay R13", "end"}


def test_take3_takes_fewer_if_fewer_are_left() -> None:
    """§1.1: … fewer if fewer are left, at least one."""
    state = play(pocket_red_alone(blocking="take3"), "0 lay R11; 1 draw; 0 take3; 1 draw")
    before = cards_seen(state, 0)
    assert "take3" in texts(state, 0)
    state = play(state, "0 take3")
    assert len(cards_seen(state, 0) - before) == 1
    assert texts(state, 1) == {"pass"}


def test_no_take3_from_an_empty_stock() -> None:
    """§1.1: … while the stock is not empty."""
    state = play(pocket_red_alone(blocking="take3"), "0 lay R11; 1 draw; 0 take3; 1 draw; 0 take3; 1 pass")
    assert texts(state, 0) == {"lay R10", "lay R12", "lay Y11", "lay G11", "lay B11"}


# --------------------------------------------------------------------------------------- §1.1 blocking=draw


@pytest.mark.parametrize(
    ("stock", "laid", "kept"),
    [
        ("Y6 Y11 G11", {"Y11"}, {"Y6"}),
        ("R10 Y11", {"R10"}, set()),
        ("Y6 G6 B6 R10", set(), {"Y6", "G6", "B6"}),
    ],
)
def test_draw_although_something_fits(stock: str, laid: set[str], kept: set[str]) -> None:
    """§1.1: A player who could lay but does not want to draws as in (b); what fits must be laid."""
    before = play(two("classic", "R11", "R12", stock, blocking="draw"), "0 lay R11")
    assert texts(before, 1) == {"lay R12", "draw"}
    state = play(before, "1 draw")
    assert turn_of(state) == 0
    assert cards_seen(state, None) == {"R11"} | laid
    assert cards_seen(state, 1) == cards_seen(before, 1) | laid | kept


def test_draw_only_before_the_first_card_of_the_turn() -> None:
    """§1.1: The choice exists only before the first card of the turn is laid."""
    state = play(two("classic", "R11", "R12 R13", blocking="draw"), "0 lay R11; 1 lay R12")
    assert texts(state, 1) == {"lay R13", "end"}


def test_no_draw_by_choice_from_an_empty_stock() -> None:
    """§1.1: … while the stock is not empty."""
    state = play(pocket_red_alone(blocking="draw"), "0 lay R11; 1 draw; 0 draw; 1 draw")
    before = cards_seen(state, 0)
    assert "draw" in texts(state, 0)
    state = play(state, "0 draw")
    assert len(cards_seen(state, 0) - before) == 1
    assert texts(state, 1) == {"pass"}
    state = play(state, "1 pass")
    assert texts(state, 0) == {"lay R10", "lay R12", "lay Y11", "lay G11", "lay B11"}


def test_draw_without_a_fitting_card_is_as_always() -> None:
    """§1.1 (b): If nothing fits, draw – with rule B too."""
    assert texts(play(two("classic", "R11", blocking="draw"), "0 lay R11"), 1) == {"draw"}


@pytest.mark.parametrize("blocking", ["off", "take3", "draw"])
@pytest.mark.parametrize("game", ["classic", "three-starts", "any-start"])
def test_never_instead_of_a_card_that_opens_the_game(game: str, blocking: str) -> None:
    """§1.1: … and never instead of a card that opens the game."""
    chosen: dict[str, object] = {} if game == "classic" else {"first": 0}
    state = two(game, "R11 Y11", blocking=blocking, **chosen)
    assert {text.split()[0] for text in texts(state, 0)} == {"lay"}
    refusal(state, 0, "take3")
    refusal(state, 0, "draw")


@pytest.mark.parametrize("blocking", ["take3", "draw"])
@pytest.mark.parametrize("game", ["three-starts", "any-start"])
def test_blocking_belongs_to_the_family(game: str, blocking: str) -> None:
    """§1.1: The option set is shared by the whole family except Junior."""
    state = play(two(game, "R12", "R13", blocking=blocking, first=0), "0 lay R12")
    assert texts(state, 1) == {"lay R13", blocking}
