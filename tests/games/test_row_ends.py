"""The mark for the ends of rows (DESIGN §4): the cards beside which a row can still grow."""

from __future__ import annotations

import pytest

import reihum
from reihum.engine.views import Row, Rows, row_ends
from scenario import DECK_MASTER, cards, deal, play, stack


def ends(state: reihum.State, seat: int | None = None) -> set[str]:
    """What is marked as the end of a row, as a seat or a spectator sees it."""
    (zone,) = (zone for zone in state.view(seat).zones if isinstance(zone, Rows))
    marked = zone.marks.get("end", ())
    assert len(set(marked)) == len(marked)
    return set(marked)


@pytest.mark.parametrize(
    ("low", "high", "laid", "marked"),
    [
        (1, 20, "", ""),
        (1, 20, "R11", "R11"),
        (1, 20, "R10 R11 R12", "R10 R12"),
        (1, 20, "R1 R2 R3", "R3"),
        (1, 20, "R1 R2 R19 R20", "R2 R19"),
        (1, 20, "R1 R20", "R1 R20"),
        (6, 15, "R6 R7 R8 R9 R10 R11 R12 R13 R14 R15", ""),
        (1, 21, "R11 J>R12 R15 R21", "R11 J>R12 R15 R21"),
        (1, 21, "R10 R11 J>R12", "R10 J>R12"),
    ],
)
def test_the_ends_of_a_row(low: int, high: int, laid: str, marked: str) -> None:
    """Beside them lies an empty place of the row."""
    assert row_ends(Row("R", low, high, tuple(laid.split()))) == tuple(marked.split())


def test_they_are_marked_for_everybody() -> None:
    """§1.1: a row grows at its lowest and at its highest card."""
    state = deal("classic", 2, stack([20, 20, 40], ["R11 G2", "R12 Y11"]))
    assert ends(state) == set()
    state = play(state, "0 lay R11; 1 lay R12; 1 lay Y11")
    assert ends(state) == ends(state, 0) == ends(state, 1) == {"R11", "R12", "Y11"}


def test_rows_from_both_sides() -> None:
    """§1.5: rows grow from both ends."""
    state = deal("junior", 2, stack([5, 5], ["R2"], of=cards(2, 10)))
    assert ends(state) == {f"{colour}{number}" for colour in "RYGB" for number in (1, 11)}
    assert ends(play(state, "0 lay R2")) == ends(state) - {"R1"} | {"R2"}


def test_a_joker_at_the_end() -> None:
    """§2: a joker on the table is shown with the card it stands for."""
    state = play(deal("master", 2, stack([20, 20], ["J R10"], of=DECK_MASTER)), "0 lay J>B12; 0 lay R10")
    assert ends(state) == {"Y11", "G11", "B11", "J>B12", "R10", "R11"}
