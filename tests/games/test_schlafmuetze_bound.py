"""How a round of Schlafmütze without a quartet ends (RULEBOOK §3.4): not while somebody holds one."""

from __future__ import annotations

from msgspec.structs import replace

from reihum.games.schlafmuetze import SchlafmuetzeState
from scenario import deal, play, texts


def last_exchange(deck: str) -> SchlafmuetzeState:
    """A position after 199 exchanges."""
    state = deal("schlafmuetze", 3, deck)
    assert isinstance(state, SchlafmuetzeState)
    return replace(state, exchanges=199)


def test_the_last_exchange_ends_the_round_without_a_mark() -> None:
    """After 200 exchanges without a quartet the round ends without a mark. (§3.4)"""
    state = play(last_exchange("R1 Y1 G2 B3 R2 Y2 G3 B1 R3 Y3 G1 B2"), "0 pass R1; 1 pass R2; 2 pass R3")
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.points) == ("bound", (0, 0, 0))


def test_a_quartet_of_the_last_exchange_may_be_laid_down() -> None:
    """After 200 exchanges without a quartet: with one the round goes on. (§3.4)"""
    state = play(last_exchange("R1 Y1 G1 B2 R2 Y2 G2 B3 R3 Y3 G3 B1"), "0 pass B2; 1 pass B3; 2 pass B1")
    assert state.outcome is None
    state = play(state, "0 down; 2 down")
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.points) == ("last", (0, 1, 0))


def test_there_is_no_exchange_after_the_last() -> None:
    """Everybody may still do what they always may; passing the quartet on ends the round without a mark. (§3.4)"""
    state = play(last_exchange("R1 Y1 G1 B2 R2 Y2 G2 B3 R3 Y3 G3 B1"), "0 pass B2; 1 pass B3; 2 pass B1")
    assert texts(state, 1) == {"pass R2", "pass Y2", "pass G2", "pass B2", "down"}
    state = play(state, "0 pass R1; 1 pass R2; 2 pass R3")
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.points) == ("bound", (0, 0, 0))
