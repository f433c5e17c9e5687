"""The end of Schlafmütze without a quartet, and its match, sentence by sentence (rulebook §3.4)."""

from __future__ import annotations

from collections import Counter

import pytest

import reihum
from games.schlafmuetze_tables import MIXED, exchange, hand, table
from scenario import play
from witness import finished

# --- the end without a quartet ---------------------------------------------------------------------------


def rounds_of_passing(state: reihum.State, number: int) -> reihum.State:
    """Three red cards go round and round."""
    for turn in range(number):
        state = exchange(state, *(("R1", "R2", "R3")[(seat - turn) % 3] for seat in range(3)))
    return state


@pytest.mark.parametrize("mistaken", [False, True])
def test_after_200_exchanges(mistaken: bool) -> None:
    """After 200 exchanges without a quartet the round ends without a mark (those of mistakes stay). (§3.4)"""
    state = table(*MIXED)
    if mistaken:
        state = state.play(2, "down")
    state = rounds_of_passing(state, 199)
    assert state.outcome is None
    state = play(state, "0 pass R3; 1 pass R1")  # 199 exchanges have turned the three cards by one place
    outcome = finished(state.play(2, "pass R2"))
    assert outcome.points == ((0, 0, 1) if mistaken else (0, 0, 0))
    assert outcome.places == ((1, 1, 3) if mistaken else (1, 1, 1))


# --- the match -------------------------------------------------------------------------------------------


def sleepy_round(match: reihum.Match, last: int) -> reihum.Match:
    """One round in which seat 0 collects a number and a given seat is the last to lay down."""
    wanted = Counter(card[1:] for card in hand(match.state, 0)).most_common(1)[0][0]
    while {card[1:] for card in hand(match.state, 0)} != {wanted}:
        chosen = []
        for seat in range(3):
            cards = sorted(hand(match.state, seat))
            # Seat 0 keeps what it wants; the others send it on as soon as they have it.
            keep = [card for card in cards if (card[1:] == wanted) != (seat == 0)]
            chosen.append((keep or cards)[0])
        for seat, card in enumerate(chosen):
            match = match.play(seat, f"pass {card}")
    match = match.play(0, "down")
    for seat in (1, 2):
        if seat != last:
            match = match.play(seat, "down")
    assert match.state.outcome is not None
    return match


def test_a_match_runs_until_three_marks() -> None:
    """A match runs until someone has `marks` (default 3) marks; the fewest marks win. (§3.4)"""
    match = reihum.match("schlafmuetze", seats=3, seed="nightcap")
    for number, totals in enumerate([(0, 0, 1), (0, 1, 1), (0, 1, 2)]):
        assert match.round == number
        match = sleepy_round(match, last=1 if number == 1 else 2)
        assert match.totals == totals
        assert match.outcome is None
        match = match.next_round()
    match = sleepy_round(match, last=2)
    assert match.totals == (0, 1, 3)
    assert match.outcome is not None
    assert match.outcome.points == (0, 1, 3)
    assert match.outcome.places == (1, 2, 3)


@pytest.mark.parametrize("marks", [1, 2])
def test_fewer_marks(marks: int) -> None:
    """A match runs until someone has `marks` marks. (§3.4)"""
    match = reihum.match("schlafmuetze", seats=3, seed="nightcap", marks=marks)
    for _ in range(marks - 1):
        match = sleepy_round(match, last=1)
        assert match.outcome is None
        match = match.next_round()
    match = sleepy_round(match, last=1)
    assert match.outcome is not None
    assert match.outcome.places == (1, 3, 1)


@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_rounds_instead_of_marks(rounds: int) -> None:
    """… unless `rounds` is given. (§3.4)"""
    match = reihum.match("schlafmuetze", seats=3, rounds=rounds, seed="nightcap")
    for number in range(rounds):
        assert match.outcome is None
        match = sleepy_round(match if number == 0 else match.next_round(), last=2)
    assert match.outcome is not None
    assert match.totals == (0, 0, rounds)


def test_new_numbers_for_the_next_round() -> None:
    """That ends the round; new numbers are drawn for the next. (§3.4)"""
    match = reihum.match("schlafmuetze", seats=3, seed="nightcap", marks=9)
    drawn = set()
    for _ in range(6):
        drawn.add(frozenset(card[1:] for seat in range(3) for card in hand(match.state, seat)))
        match = sleepy_round(match, last=1).next_round()
    assert len(drawn) > 1
