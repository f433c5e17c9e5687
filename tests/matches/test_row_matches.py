"""Matches of row games: rounds, rotation, points, places (rulebook §0)."""

from __future__ import annotations

import random

import pytest

import reihum
from games.row_tables import cards_seen, turn_of
from scenario import seen, texts

# -------------------------------------------------------------------------------------- §0 Points and matches


def finished(match: reihum.Match, seed: str) -> reihum.Match:
    """Play the current round to its end, at random."""
    rng = random.Random(seed)
    for _ in range(2000):
        if match.state.outcome is not None:
            return match
        seat = turn_of(match.state)
        match = match.play(seat, rng.choice(sorted(texts(match.state, seat))))
    raise AssertionError("the round does not end")


def starters(match: reihum.Match, rounds: int) -> list[int]:
    """Who begins each round."""
    begun = [turn_of(match.state)]
    for index in range(1, rounds):
        match = finished(match, f"walk {index}").next_round()
        begun.append(turn_of(match.state))
    return begun


def test_match_of_as_many_rounds_as_players() -> None:
    """§0: `rounds="players"` means as many rounds as players; points add up over the rounds."""
    match = reihum.match("junior", seats=3, rounds="players", seed="x")
    sums = [0, 0, 0]
    for index in range(3):
        assert match.round == index
        assert turn_of(match.state) == index
        assert match.outcome is None
        match = finished(match, f"round {index}")
        assert match.state.outcome is not None
        sums = [a + b for a, b in zip(sums, match.state.outcome.points, strict=True)]
        assert list(match.totals) == sums
        assert match.round == index
        if index < 2:
            assert match.outcome is None
            match = match.next_round()
            assert list(match.totals) == sums
    assert match.outcome is not None
    assert list(match.outcome.points) == sums
    assert match.outcome.places[sums.index(min(sums))] == 1


def test_match_of_one_round_by_default() -> None:
    """§0: Defaults: one round."""
    match = finished(reihum.match("classic", seats=2, seed="x"), "one")
    assert match.outcome is not None
    with pytest.raises(reihum.ReihumError):
        match.next_round()


def test_match_round_must_be_finished_first() -> None:
    """§0: A match is one or more rounds: the next begins when the last has ended."""
    match = reihum.match("junior", seats=2, rounds=2, seed="x")
    with pytest.raises(reihum.ReihumError):
        match.next_round()


def test_match_deals_every_round_anew() -> None:
    """§0: Each round has a shuffle of its own; the same seed gives the same match."""
    match, same, other = (reihum.match("junior", seats=2, rounds=2, seed=seed) for seed in "xxy")
    assert seen(match.state, 0) == seen(same.state, 0) != seen(other.state, 0)
    again = [finished(each, "deal").next_round() for each in (match, same)]
    assert seen(again[0].state, 0) == seen(again[1].state, 0)
    assert cards_seen(again[0].state, 0) != cards_seen(match.state, 0)


def test_match_first_seat_moves_on() -> None:
    """§0: In each later round of a match dealer and first seat move on by one."""
    assert starters(reihum.match("junior", seats=3, rounds=5, seed="x"), 5) == [0, 1, 2, 0, 1]


def test_match_option_first_moves_on_with_the_rounds() -> None:
    """§0: The option `first` (a seat) moves on with the rounds."""
    assert starters(reihum.match("junior", seats=3, rounds=4, seed="x", first=2), 4) == [2, 0, 1, 2]


def test_match_lot_moves_on_with_the_rounds() -> None:
    """§0: `random`, drawn from the seed; it moves on with the rounds."""
    for seed in range(6):
        first, second, third = starters(reihum.match("any-start", seats=4, rounds=3, seed=f"lot {seed}"), 3)
        assert (second, third) == ((first + 1) % 4, (first + 2) % 4)


def test_match_fewest_points_win_and_ties_share() -> None:
    """§0: Row games: fewest points win; ties share the place."""
    ties = 0
    for seed in range(30):
        match = finished(reihum.match("junior", seats=6, seed=f"tie {seed}"), f"tie {seed}")
        assert match.outcome is not None
        points = list(match.totals)
        assert list(match.outcome.places) == [1 + sum(p < own for p in points) for own in points]
        ties += len(set(points)) < 6
    assert ties
