"""A turn of Master, sentence by sentence of the rulebook's §2: laying, drawing, passing, and what fits."""

from __future__ import annotations

from games.master_tables import JOKER_ANYWHERE, NEAR, empty_stock, go, lay_all, master, moves, on_turn
from witness import refused

# ---- The turn


def test_lay_one_to_four_cards() -> None:
    """§2: lay 1 to 4 cards from the hand; the fourth card ends the turn at once."""
    state = go(master("R10 R9 R8 R7 R6", ""), "lay R10")
    for laid in (9, 8):
        assert moves(state) == {f"lay R{laid}", "end"}
        state = go(state, f"lay R{laid}")
    assert on_turn(go(state, "end")) == 1
    state = go(state, "lay R7")
    assert on_turn(state) == 1
    refused(state, 0, "lay R6")
    refused(state, 0, "end")


def test_lay_on_different_rows() -> None:
    """§2: lay 1 to 4 cards (booklet: on one or several rows)."""
    state = go(master("R10 Y12 G10 B12", ""), "lay R10", "lay Y12", "lay G10", "lay B12")
    assert on_turn(state) == 1


def test_a_turn_ends_only_by_saying_so() -> None:
    """§0: the turn ends only by an explicit `end`, even if nothing else is possible."""
    state = go(master("R10", ""), "lay R10")
    assert moves(state) == {"end"}
    assert on_turn(go(state, "end")) == 1


def test_end_needs_a_laid_card() -> None:
    """§2: either lay 1 to 4 cards or draw: a turn without a card laid has no `end`."""
    refused(master("R10 J", ""), 0, "end")


def test_draw_is_the_whole_turn() -> None:
    """§2: … or draw the top card of the stock and do nothing else."""
    state = go(master("R10", "", stock="R9"), "draw")
    assert on_turn(state) == 1
    refused(state, 0, "lay R10")


def test_no_draw_after_a_card() -> None:
    """§2: either lay or draw."""
    refused(go(master("R10", ""), "lay R10"), 0, "draw")


def test_laying_is_voluntary_while_the_stock_lasts() -> None:
    """§2: laying is voluntary while the stock lasts."""
    assert moves(master("R10", "")) == {"draw", "lay R10"}


def test_no_pass_while_the_stock_lasts() -> None:
    """§2: either lay or draw: passing is for an empty stock."""
    assert moves(master("", "")) == {"draw"}


def test_connections_and_swaps_do_not_count() -> None:
    """§2: 1 to 4 cards, with any number of connections and joker swaps besides."""
    state = master("Y10 Y9 Y12 J", "B9 R9 G9 J Y13 Y14", stock="G3")
    state = go(state, "lay Y10", "lay Y9", "lay Y12", "lay J>Y13")
    state = go(state, "link Y9>B9", "lay B9", "swap Y13", "link B9>R9", "lay R9", "link R9>G9", "lay G9")
    assert on_turn(state) == 1
    state = go(state, "link Y13>B13", "lay J>B13")
    assert on_turn(state) == 0


def test_duty_to_lay() -> None:
    """§2: when the stock is empty, a player must lay at least one card if a number card of the hand fits
    directly."""
    state = empty_stock("R10")
    assert moves(state) == {"lay R10"}
    refused(state, 0, "draw")
    refused(state, 0, "pass")
    assert moves(go(state, "lay R10")) == {"end"}


def test_a_joker_fulfils_the_duty() -> None:
    """§2: any lay fulfils the duty, a joker too."""
    state = empty_stock("R10 J")
    assert moves(state) == {"lay R10", *JOKER_ANYWHERE}
    state = go(state, "lay J>Y10", "end")
    assert on_turn(state) == 1


def test_a_connection_fulfils_the_duty() -> None:
    """§2: any lay fulfils the duty, a connection too."""
    state = empty_stock("R10 B9", before="Y10 Y9")
    assert moves(state) == {"lay R10", "link Y9>B9"}
    state = go(state, "link Y9>B9", "lay B9", "end")
    assert on_turn(state) == 1


def test_a_joker_is_never_forced() -> None:
    """§2: never forced; otherwise the player may still lay (joker) or pass."""
    state = empty_stock("J")
    assert moves(state) == {"pass", *JOKER_ANYWHERE}
    assert on_turn(go(state, "pass")) == 1


def test_a_connection_is_never_forced() -> None:
    """§2: otherwise the player may still lay (connection) or pass; connections are voluntary."""
    assert moves(empty_stock("B9", before="Y10 Y9")) == {"pass", "link Y9>B9"}


def test_pass_is_the_whole_turn() -> None:
    """§2: nothing fits and the stock is empty: pass."""
    state = empty_stock("")
    assert moves(state) == {"pass"}
    state = go(state, "pass")
    assert on_turn(state) == 1
    assert "pass" not in moves(state)


def test_no_swap_after_the_fourth_card() -> None:
    """§2: the fourth card ends the turn at once: no swap after it."""
    state = go(master("J", "R10 Y10 Y9 Y8 Y7"), "lay J>R10", "end", "lay Y10", "lay Y9", "lay Y8")
    assert moves(state) == {"lay Y7", "swap R10", "end"}
    state = go(state, "lay Y7")
    assert on_turn(state) == 0
    refused(state, 1, "swap R10")


# ---- What fits


def test_a_card_fits_beside_its_own_colour_only() -> None:
    """§2: a number card fits on its own empty place in its colour's row next to an occupied place."""
    state = go(master("R10 Y9 R8 B10", "R9 Y10 R7 G9"), "lay R10", "end")
    assert moves(state) == {"draw", "lay R9", "lay Y10"}


def test_a_row_grows_from_1_to_21() -> None:
    """§2: 4 colours × 1–21: behind 1 and 21 nothing fits, not even a joker."""
    reds = [*range(10, 0, -1), *range(12, 22)]
    state = lay_all(master(" ".join(f"R{n}" for n in reds), "J"), " ".join(f"R{n}" for n in reds[:-1]))
    state = go(state, "end")
    assert moves(state, "lay J") == {f"lay J>{place}" for place in (*NEAR, "R21") if place not in ("R10", "R12")}


def test_an_island_grows_in_both_directions() -> None:
    """§2: on either side: connections make islands, and rows may grow from them in both directions."""
    state = go(master("Y10 Y9 B9", "B10 B8 B7"), "lay Y10", "lay Y9", "link Y9>B9", "lay B9", "end")
    assert moves(state) == {"draw", "lay B10", "lay B8"}
    assert moves(go(state, "lay B8")) == {"lay B10", "lay B7", "end"}
