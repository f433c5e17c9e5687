"""Schlafmütze on the table: hands, and exchanges of cards."""

from __future__ import annotations

import reihum
from scenario import deal, texts

# Nobody holds four equal numbers.
MIXED = ("R1 Y1 G2 B3", "R2 Y2 G3 B1", "R3 Y3 G1 B2")
# Seat 1 holds all fives.
FIVES = ("R1 Y1 G2 B2", "R5 Y5 G5 B5", "R2 Y2 G1 B1")
# Four seats; 0 and 2 hold four equal numbers.
TWO_QUARTETS = ("R1 Y1 G1 B1", "R2 Y2 G3 B3", "R4 Y4 G4 B4", "R3 Y3 G2 B2")


def table(*hands: str, **options: object) -> reihum.State:
    """A game with these hands."""
    return deal("schlafmuetze", len(hands), " ".join(hands), None, **options)


def exchange(state: reihum.State, *chosen: str) -> reihum.State:
    """Everybody passes the card that is named for their seat."""
    for seat, card in enumerate(chosen):
        state = state.play(seat, f"pass {card}")
    return state


def hand(state: reihum.State, seat: int) -> set[str]:
    """A hand while its owner still has to choose."""
    return {text.removeprefix("pass ") for text in texts(state, seat) if text.startswith("pass ")}
