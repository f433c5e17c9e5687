"""What a seat may know of a position, as numbers: planes with one number for each card, and single numbers.

Nothing is read that the seat does not see: its hand, the table, the sizes of hands and stock, and what everybody can
conclude from the moves made so far (docs/envs.md).
"""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from reihum.envs.jax.observation import Observation
from reihum.envs.jax.rows.parameters import ANY_ROWS, CARDS, DRAW, ONE_CARD, PASS, TAKE3, RowParameters
from reihum.envs.jax.rows.policies import can_go_out, is_late, weigh_moves
from reihum.envs.jax.rows.position import RowPosition
from reihum.envs.jax.rows.rules import BAN, legal_moves
from reihum.envs.jax.words import BITS, any_of, count, reachable, to_planes

OWN_PLANES = ("hand", "table", "fits", "recent", "legal", "score", "behind", "others_behind")
OPPONENT_PLANES = ("banned", "passed", "chosen")
"""The planes: first these, then those of each opponent, clockwise."""

MOST_CARDS = 20
"""Hands of more cards count as hands of this size."""
SCORE_UNIT = 4000.0
"""This many thousandths of ``solid``'s sums are 1 in an observation."""
OPTIONS = 8
SINGLE = 12 + OPTIONS


def count_planes(seats: int) -> int:
    """The number of planes for a number of seats."""
    return len(OWN_PLANES) + len(OPPONENT_PLANES) * (seats - 1)


def count_numbers(seats: int) -> int:
    """The number of single numbers for a number of seats."""
    return (MOST_CARDS + 3) * seats + SINGLE


def observe(parameters: RowParameters, position: RowPosition, seat: Any) -> Observation:
    """What a seat may know."""
    mine = position._replace(seat=jnp.asarray(seat))
    acts = (position.seat == seat) & ~position.over
    opponents = (seat + 1 + np.arange(position.hands.shape[0] - 1)) % parameters.seats
    present = np.arange(1, position.hands.shape[0]) < parameters.seats
    planes = jnp.concatenate(
        [_own_planes(parameters, mine, acts), _opponent_planes(position, opponents, present)], dtype=jnp.float32
    )
    return Observation(planes, _numbers(parameters, mine, acts, (position.seat - seat) % parameters.seats))


def shown_places(parameters: RowParameters, position: RowPosition) -> Any:
    """The places where a card fits, for everybody's eyes: which eleven opens classic is its holder's secret."""
    secret = parameters.by_eleven & ~any_of(position.table)
    return jnp.where(secret, parameters.starts, position.fits)


def _own_planes(parameters: RowParameters, mine: RowPosition, acts: Any) -> Any:
    hand = mine.hands[mine.seat]
    legal = jnp.where(acts, legal_moves(parameters, mine).cards, np.uint32(0))
    may = to_planes(legal)
    behind = reachable((jnp.asarray(parameters.rows) & ~mine.table)[:, None], BITS)
    seen = [to_planes(hand), to_planes(mine.table), to_planes(shown_places(parameters, mine))]
    recent = jnp.where(mine.age < 255, 8.0 / (8.0 + mine.age.astype(jnp.float32)), 0.0)
    weighed = [
        jnp.where(may, value, 0.0)
        for value in (
            weigh_moves(parameters, mine).cards / SCORE_UNIT,
            count(behind & hand[:, None]) / 8.0,
            count(behind & ~hand[:, None]) / 8.0,
        )
    ]
    return jnp.stack([plane.astype(jnp.float32) for plane in (*seen, recent, may, *weighed)])


def _opponent_planes(position: RowPosition, opponents: Any, present: Any) -> Any:
    banned = position.banned[opponents].astype(jnp.float32) / BAN
    passed = position.passed[opponents].astype(jnp.float32)
    chosen = to_planes(position.chosen[opponents]).astype(jnp.float32)
    planes = jnp.stack([banned, passed / (1.0 + passed), chosen], axis=1)
    return jnp.where(present[:, None, None, None], planes, 0.0).reshape(-1, *position.age.shape)


def _numbers(parameters: RowParameters, mine: RowPosition, acts: Any, ahead: Any) -> Any:
    seats = np.arange(mine.hands.shape[0])
    order = (mine.seat + seats) % parameters.seats
    present = seats < parameters.seats
    sizes = jnp.minimum(jnp.sum(count(mine.hands), axis=-1)[order], MOST_CARDS)
    by_size = (sizes[:, None] == np.arange(MOST_CARDS + 1)) & present[:, None]
    stock = jnp.sum(count(jnp.asarray(parameters.deck))) - mine.top
    cards, other = legal_moves(parameters, mine)
    single = [
        stock / 20.0,
        stock == 0,
        is_late(mine),
        acts & can_go_out(parameters, mine),
        acts & any_of(mine.following),
        jnp.where(acts, jnp.sum(count(cards)) / 8.0, 0.0),
        *(acts & (other == move) for move in range(DRAW, PASS + 1)),
        jnp.where(acts & (other > 0), weigh_moves(parameters, mine).other / SCORE_UNIT, 0.0),
        acts,
        *_options(parameters),
    ]
    numbers = jnp.stack([jnp.asarray(value).astype(jnp.float32) for value in single])
    turn = (ahead == seats) & ~mine.over
    return jnp.concatenate([by_size.reshape(-1), present, turn, numbers], dtype=jnp.float32)


def _options(parameters: RowParameters) -> tuple[Any, ...]:
    return (
        parameters.blocking == TAKE3,
        parameters.blocking == DRAW,
        parameters.turn != ANY_ROWS,
        parameters.turn == ONE_CARD,
        parameters.goes_on,
        parameters.play_on,
        jnp.minimum(parameters.draws, 8) / 8.0,
        jnp.sum(count(jnp.asarray(parameters.rows))) / CARDS,
    )
