"""What a seat may know of a position of Master, as numbers: planes with one number for each place, and single numbers.

Nothing is read that the seat does not see: its hand, the table, the sizes of hands and stock, connection and bonus
cards, and what everybody can conclude from the moves made so far (docs/envs.md).
"""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from reihum.envs.jax.master.parameters import DRAW, NUMBERS, PASS, MasterParameters
from reihum.envs.jax.master.policies import (
    can_go_out,
    count_hands,
    is_late,
    look_behind,
    stack_choices,
    weigh_moves,
)
from reihum.envs.jax.master.position import DECK, MasterPosition
from reihum.envs.jax.master.rules import BAN, beside, half_row, legal_moves, linked_places
from reihum.envs.jax.observation import Observation
from reihum.envs.jax.words import any_of, bits_of, count, sum_numbers, to_planes
from reihum.games.master.rules import BONUS_CARDS, MOST

OWN_PLANES = (
    *("hand", "table", "wild", "open", "linked", "recent"),
    *("lay", "joker", "link", "swap"),
    *("lay_score", "joker_score", "link_score", "swap_score"),
    *("behind", "others_behind", "gaps"),
)
OPPONENT_PLANES = ("banned", "passed", "chosen")
"""The planes: first these, then those of each opponent, clockwise."""

MOST_CARDS = 24
"""Hands of more cards count as hands of this size."""
SCORE_UNIT = 40_000.0
"""This many thousandths of ``solid``'s sums are 1 in an observation."""
BY_SEAT = MOST_CARDS + 1 + 5
SINGLE = 18


def count_planes(seats: int) -> int:
    """The number of planes for a number of seats."""
    return len(OWN_PLANES) + len(OPPONENT_PLANES) * (seats - 1)


def count_numbers(seats: int) -> int:
    """The number of single numbers for a number of seats."""
    return BY_SEAT * seats + SINGLE


def observe(parameters: MasterParameters, position: MasterPosition, seat: Any) -> Observation:
    """What a seat may know."""
    mine = position._replace(seat=jnp.asarray(seat))
    acts = (position.seat == seat) & ~position.over
    opponents = (seat + 1 + np.arange(position.jokers.shape[0] - 1)) % parameters.seats
    present = np.arange(1, position.jokers.shape[0]) < parameters.seats
    planes = jnp.concatenate([_own_planes(mine, acts), _opponent_planes(position, opponents, present)])
    return Observation(planes, _numbers(parameters, mine, acts, (position.seat - seat) % parameters.seats))


def _own_planes(mine: MasterPosition, acts: Any) -> Any:
    hand, table = mine.hands[mine.seat], mine.table
    moves = legal_moves(mine)
    may = stack_choices(moves) & acts
    fits = beside(table)
    above, below = linked_places(table)
    places, linked = jnp.where(any_of(mine.target), mine.target, fits), (above | below) & ~(table | fits)
    seen = (hand, table, mine.wild, places, linked)
    recent = jnp.where(mine.age < 255, 8.0 / (8.0 + mine.age.astype(jnp.float32)), 0.0)
    scores = jnp.where(may, weigh_moves(mine, moves).places / SCORE_UNIT, 0.0)
    behind = look_behind(table, hand)
    gaps = count(half_row(bits_of(NUMBERS)) & ~table[:, None])
    goes = may[0] | may[1] | may[2]
    weighed = [jnp.where(goes, value, 0.0) for value in (behind.own / 8.0, behind.others / 8.0, gaps / 10.0)]
    planes = [to_planes(jnp.stack(seen), NUMBERS), recent[None], may, scores, jnp.stack(weighed)]
    return jnp.concatenate([plane.astype(jnp.float32) for plane in planes])


def _opponent_planes(position: MasterPosition, opponents: Any, present: Any) -> Any:
    banned = position.banned[opponents].astype(jnp.float32) / BAN
    passed = position.passed[opponents].astype(jnp.float32)
    chosen = to_planes(position.chosen[opponents], NUMBERS).astype(jnp.float32)
    planes = jnp.stack([banned, passed / (1.0 + passed), chosen], axis=1)
    return jnp.where(present[:, None, None, None], planes, 0.0).reshape(-1, *position.age.shape)


def _numbers(parameters: MasterParameters, mine: MasterPosition, acts: Any, ahead: Any) -> Any:
    seats = np.arange(mine.jokers.shape[0])
    order = (mine.seat + seats) % parameters.seats
    present = seats < parameters.seats
    sizes = jnp.minimum(count_hands(mine)[order], MOST_CARDS)
    by_seat = [
        *((sizes[:, None] == np.arange(MOST_CARDS + 1)) & present[:, None]).T,
        present,
        (ahead == seats) & ~mine.over,
        *(present * each[order] / unit for each, unit in ((mine.links, 4.0), (mine.bonus, 3.0), (mine.shown, 2.0))),
    ]
    told = jnp.stack([jnp.asarray(value).astype(jnp.float32) for value in by_seat])
    single = jnp.stack([jnp.asarray(value).astype(jnp.float32) for value in _single_numbers(mine, acts)])
    return jnp.concatenate([told.reshape(-1), single])


def _single_numbers(mine: MasterPosition, acts: Any) -> tuple[Any, ...]:
    moves, stock, left = legal_moves(mine), DECK - mine.top, BONUS_CARDS - jnp.sum(mine.bonus)
    hand, jokers = mine.hands[mine.seat], mine.jokers[mine.seat]
    return (
        stock / 20.0,
        stock == 0,
        is_late(mine),
        acts & can_go_out(mine),
        mine.laid / MOST,
        mine.won > 0,
        any_of(mine.target),
        mine.passes / 4.0,
        left / BONUS_CARDS,
        left == 0,
        jokers / 2.0,
        jnp.sum(sum_numbers(hand)) / 100.0,
        acts * (jnp.sum(stack_choices(moves)) + (moves.other > 0)) / 16.0,
        *(acts & (moves.other == move) for move in range(DRAW, PASS + 1)),
        acts * (moves.other > 0) * weigh_moves(mine, moves).other / SCORE_UNIT,
        acts,
    )
