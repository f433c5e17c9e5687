"""Abwerfen (RULEBOOK §3.12)."""

from __future__ import annotations

import reihum


def test_the_highest_sum_in_hand_wins() -> None:
    """Everybody lays off two cards; the highest sum in hand wins (§3.12)."""
    game = reihum.game("lay-off", seats=2)
    low, high = "R1 R2 R3 R4".split(), "Y1 Y2 Y3 Y5".split()
    state = game.deal(deck=[*low, *high, *(card for card in game.cards if card not in low + high)])
    for seat, card in [(0, "R1"), (1, "Y1"), (0, "R2"), (1, "Y2")]:
        state = state.play(seat, f"shed {card}")
    assert state.outcome is not None
    assert state.outcome.points == (7, 8)
    assert state.outcome.winners == (1,)
