"""A turn of the classic row game, sentence by sentence (rulebook §1.1): laying, drawing, passing, what fits."""

from __future__ import annotations

import pytest

from games.row_tables import cards_seen, pocket_red_alone, refusal, turn_of, two
from scenario import cards, play, texts

# ------------------------------------------------------------------------------------- §1.1 Turn (a): laying


def test_lay_at_least_one_then_as_many_as_you_like_on_any_rows() -> None:
    """§1.1: Lay at least one fitting card, then as many more as you like, one after another, on any rows."""
    state = play(two("classic", "R11", "R12 R13 Y11 Y10"), "0 lay R11")
    assert texts(state, 1) == {"lay R12", "lay Y11"}
    state = play(state, "1 lay R12")
    assert texts(state, 1) == {"lay R13", "lay Y11", "end"}
    state = play(state, "1 lay Y11")
    assert texts(state, 1) == {"lay R13", "lay Y10", "end"}
    state = play(state, "1 lay Y10")
    assert texts(state, 1) == {"lay R13", "end"}
    state = play(state, "1 lay R13")
    assert texts(state, 1) == {"end"}
    assert turn_of(play(state, "1 end")) == 0


@pytest.mark.parametrize("move", ["draw", "pass", "end", "take3"])
def test_if_at_least_one_fits_you_must_lay_one(move: str) -> None:
    """§1.1: You may hold cards back, but if at least one fits you must lay one."""
    refusal(play(two("classic", "R11", "R12"), "0 lay R11"), 1, move)


@pytest.mark.parametrize("move", ["draw", "pass", "take3"])
def test_no_drawing_or_passing_after_a_card(move: str) -> None:
    """§1.1 (b), (c): Drawing and passing are for a player who has nothing that fits, instead of laying."""
    refusal(play(two("classic", "R11", "R12"), "0 lay R11; 1 lay R12"), 1, move)


def test_cards_may_be_held_back() -> None:
    """§1.1: You may hold cards back."""
    state = play(two("classic", "R11 R10 B11", "R12 Y11"), "0 lay R11; 1 lay R12; 1 end; 0 lay R10; 0 end")
    assert texts(state, 1) == {"lay Y11"}


def test_turn_ends_only_by_end() -> None:
    """§0: The turn ends only by an explicit `end`, even if nothing else is possible."""
    state = play(two("classic", "R11", "R12"), "0 lay R11; 1 lay R12")
    assert turn_of(state) == 1
    assert texts(state, 1) == {"end"}
    assert texts(state, 0) == set()


def test_nobody_else_may_act() -> None:
    """§0: Play goes 0, 1, 2, …: only the seat on turn may move."""
    state = play(two("classic", "R11 R10", "R12"), "0 lay R11")
    refusal(state, 0, "lay R10")
    refusal(state, 0, "end")
    refusal(state, 0, "lay R12")


# ------------------------------------------------------------------------------------- §1.1 Turn (b), (c)


def test_nothing_fits_draw() -> None:
    """§1.1: If nothing fits, draw: the only move."""
    state = play(two("classic", "R11 R12"), "0 lay R11")
    assert texts(state, 1) == {"draw"}
    for move in ("pass", "end", "take3", "lay R12", "lay R1"):
        refusal(state, 1, move)


@pytest.mark.parametrize(
    ("stock", "laid", "kept", "untouched"),
    [
        ("Y11 G11 Y6 G6", {"Y11"}, set(), {"G11", "Y6", "G6"}),
        ("Y6 R10 G11 G6", {"R10"}, {"Y6"}, {"G11", "G6"}),
        ("Y6 G6 R12 R10", {"R12"}, {"Y6", "G6"}, {"R10"}),
        ("Y6 G6 B6 R10", set(), {"Y6", "G6", "B6"}, {"R10"}),
    ],
)
def test_draw_until_one_fits_up_to_three(stock: str, laid: set[str], kept: set[str], untouched: set[str]) -> None:
    """§1.1: If it fits it is laid at once and the turn ends; if not, draw again, up to three cards in all."""
    before = play(two("classic", "R11", "", stock), "0 lay R11")
    state = play(before, "1 draw")
    assert turn_of(state) == 0
    assert cards_seen(state, 1) == cards_seen(before, 1) | laid | kept
    assert cards_seen(state, None) == {"R11"} | laid
    assert not untouched & (cards_seen(state, 0) | cards_seen(state, 1))


def test_unfit_drawn_cards_stay_in_the_hand() -> None:
    """§1.1: Unfit cards stay in the hand (and may be laid later)."""
    state = play(two("classic", "R11 R10", "", "R9 R8 Y6 G6"), "0 lay R11; 1 draw; 0 lay R10; 0 end")
    assert texts(state, 1) == {"lay R9"}
    assert texts(play(state, "1 lay R9"), 1) == {"lay R8", "end"}


def test_drawn_card_is_judged_by_the_table_as_it_is() -> None:
    """§1.1: A drawn card that fits is laid with that card only: what it makes fit stays in the hand."""
    state = play(two("classic", "R11", "R13", "R12 R10"), "0 lay R11; 1 draw")
    assert cards_seen(state, None) == {"R11", "R12"}
    assert turn_of(state) == 0
    assert "R13" in cards_seen(state, 1)


def test_stock_runs_out_while_drawing() -> None:
    """§1.1: If the stock runs out while drawing, the turn ends."""
    state = play(pocket_red_alone(), "0 lay R11; 1 draw; 0 lay R10; 0 end; 1 draw; 0 lay R9; 0 end; 1 draw")
    state = play(state, "0 lay R8; 0 end")
    before = cards_seen(state, 1)
    assert texts(state, 1) == {"draw"}
    state = play(state, "1 draw")
    assert turn_of(state) == 0
    assert len(cards_seen(state, 1) - before) == 1


def test_pass_when_nothing_fits_and_the_stock_is_empty() -> None:
    """§1.1 (c): Nothing fits and the stock is empty: pass."""
    state = play(pocket_red_alone(), "0 lay R11; 1 draw; 0 lay R10; 0 end; 1 draw; 0 lay R9; 0 end; 1 draw")
    state = play(state, "0 lay R8; 0 end; 1 draw; 0 lay R7; 0 end")
    assert texts(state, 1) == {"pass"}
    for move in ("draw", "end", "take3"):
        refusal(state, 1, move)
    state = play(state, "1 pass")
    assert turn_of(state) == 0
    assert texts(state, 0) == {"lay R6", "lay R12", "lay Y11", "lay G11", "lay B11"}


def test_no_pass_while_there_is_a_stock() -> None:
    """§1.1 (c): Pass only when the stock is empty."""
    refusal(play(pocket_red_alone(), "0 lay R11; 1 draw; 0 lay R10; 0 end"), 1, "pass")


# ----------------------------------------------------------------------------------------- §1.1 What fits


def test_what_fits() -> None:
    """§1.1: An 11 without a row; one below the lowest or above the highest. No gaps, no other colour."""
    hand = "R9 R10 R13 R14 Y11 Y10 Y12 G11 B10 B12"
    state = play(two("classic", "R11 R12 B11", hand), "0 lay R11; 1 lay Y11; 1 end; 0 lay R12; 0 end")
    assert texts(state, 1) == {"lay R10", "lay R13", "lay Y10", "lay Y12", "lay G11"}
    for move in ("lay R9", "lay R14", "lay B10", "lay B12"):
        refusal(state, 1, move)


def test_each_laid_card_counts_for_what_fits_next() -> None:
    """§1.1: Each laid card counts for what fits next."""
    state = play(two("classic", "R11", "R10 R9 R8 R7"), "0 lay R11; 1 lay R10; 1 lay R9; 1 lay R8")
    assert texts(state, 1) == {"lay R7", "end"}


def test_card_not_in_the_hand_cannot_be_laid() -> None:
    """§1.1: … lays the hand's cards: a card of the stock, of another hand or of the table is refused."""
    state = play(two("classic", "R11 R10", "R12"), "0 lay R11")
    codes = {refusal(state, 1, move)[0] for move in ("lay R10", "lay G11")}
    assert len(codes) == 1
    refusal(state, 1, "lay R11")


def test_row_up_to_20_and_down_to_1() -> None:
    """§1.1: A row grows by one below the lowest and one above the highest card: from 11 to 20 and to 1."""
    down = " ".join(cards(1, 10, "R"))
    up = " ".join(cards(12, 20, "R"))
    state = play(two("classic", f"R11 {down}", up), "0 lay R11")
    for n in range(12, 21):
        assert texts(state, 1) - {"end"} == {f"lay R{n}"}
        state = play(state, f"1 lay R{n}")
    assert texts(state, 1) == {"end"}
    state = play(state, "1 end")
    for n in range(10, 0, -1):
        assert texts(state, 0) - {"end"} == {f"lay R{n}"}
        state = play(state, f"0 lay R{n}")
    assert texts(state, 0) == {"end"}
    assert cards_seen(state, None) == set(cards(1, 20, "R"))


def test_pocket_row_from_6_to_15() -> None:
    """§0: Pocket edition 6–15: its rows end there."""
    state = play(pocket_red_alone(), "0 lay R11; 1 draw")
    for n in (12, 13, 14, 15, 10, 9, 8, 7, 6):
        assert f"lay R{n}" in texts(state, 0)
        state = play(state, f"0 lay R{n}")
    assert texts(state, 0) == {"lay Y11", "lay G11", "lay B11", "end"}
