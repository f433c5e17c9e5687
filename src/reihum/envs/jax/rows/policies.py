"""The bots ``eager``, ``holder`` and ``solid`` of the row games as pure functions: they give a move.

They choose what ``reihum.bots`` chooses, which tests compare. ``solid`` counts in thousandths, so that equal sums are
equal.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from reihum.bots.search.weights import WEIGHTS
from reihum.envs.jax.policies import HOLDER, SOLID
from reihum.envs.jax.rows.parameters import CARDS, END, ONE_CARD, ONE_COLOUR, RowParameters
from reihum.envs.jax.rows.position import COLOURS, RowPosition
from reihum.envs.jax.rows.rules import legal_moves
from reihum.envs.jax.words import BITS, any_of, count, reachable, spread, sum_numbers, to_planes
from reihum.simulator.policies import LATE_CARDS
from reihum.simulator.rows.policies import FEATURES

_WEIGHTS = {feature: round(1000 * WEIGHTS["rows"][feature]) for feature in FEATURES}
_NUMBER = np.arange(1, len(BITS) + 1)
_LEAST = np.int32(-(1 << 30))


class Scores(NamedTuple):
    """What ``solid`` thinks of each move, in thousandths: a plane for cards, and the other possible move."""

    cards: Any
    other: Any


def choose_simple(parameters: RowParameters, position: RowPosition, policy: Any) -> Any:
    """The move of a policy that throws no dice: ``EAGER``, ``HOLDER`` or ``SOLID``."""
    cards, other = legal_moves(parameters, position)
    lays = to_planes(cards)
    out = can_go_out(parameters, position)
    scores = weigh_moves(parameters, position)
    held = _weigh_holding(parameters, position)
    worth = jnp.where(policy == SOLID, scores.cards, jnp.where(policy == HOLDER, held, 0))
    worth = jnp.where(lays, worth, _LEAST).reshape(CARDS)
    best = jnp.argmax(worth).astype(jnp.int32)
    stops = jnp.where(policy == HOLDER, other == END, (policy == SOLID) & (scores.other >= jnp.max(worth)))
    return jnp.where(~any_of(cards) | (other > 0) & stops & ~out, other, best)


def weigh_moves(parameters: RowParameters, position: RowPosition) -> Scores:
    """The weighted sums of ``solid``. Only those of legal moves mean anything."""
    hand, table, weights = position.hands[position.seat][:, None], position.table[:, None], _WEIGHTS
    behind = reachable(jnp.asarray(parameters.rows)[:, None] & ~table, BITS)
    own, beside = behind & hand, behind & (BITS << 1 | BITS >> 1)
    others = count(behind & ~hand)
    late = is_late(position).astype(jnp.int32)
    cards = (
        weights["behind"] * count(own)
        + weights["points-behind"] * sum_numbers(own)
        + (weights["others-behind"] + weights["others-late"] * late) * others
        + weights["dead-end"] * (behind == 0)
        + (weights["number"] + weights["number-late"] * late) * _NUMBER
        + weights["next-own"] * count(beside & hand)
        + weights["next-others"] * count(beside & ~hand)
        + weights["opens-row"] * (table == 0)
    )
    legal = legal_moves(parameters, position)
    fitting = jnp.sum(count(legal.cards))
    end = weights["end"] + weights["end-fitting"] * fitting + weights["end-late"] * late
    block = weights["block"] + weights["block-fitting"] * fitting + weights["block-late"] * late
    return Scores(cards, jnp.where(legal.other == END, end, block))


def is_late(position: RowPosition) -> Any:
    """Whether somebody else has only a few cards left."""
    sizes = jnp.sum(count(position.hands), axis=-1)
    others = jnp.arange(sizes.shape[0]) != position.seat
    return jnp.any(others & (sizes > 0) & (sizes <= LATE_CARDS))


def can_go_out(parameters: RowParameters, position: RowPosition) -> Any:
    """Whether the whole hand can be laid in this turn. A new row is opened once; its other cards follow from there."""
    hand = position.hands[position.seat]
    start = hand & position.fits
    start = jnp.where(position.table == 0, start & (~start + 1), start)
    all_laid = jnp.all(spread(start, hand) == hand)
    one_card = (parameters.turn != ONE_CARD) | (jnp.sum(count(hand)) <= 1)
    one_colour = (parameters.turn != ONE_COLOUR) | (jnp.sum(hand != 0) <= 1)
    return all_laid & one_card & one_colour


def _weigh_holding(parameters: RowParameters, position: RowPosition) -> Any:
    """What ``holder`` thinks of each card: a dead end, else most of its cards behind it, else the highest number."""
    hand = position.hands[position.seat][:, None]
    behind = reachable((jnp.asarray(parameters.rows) & ~position.table)[:, None], BITS)
    dead_end = jnp.where(behind == 0, 1 << 12, 0)
    return dead_end + (count(behind & hand) << 5) + np.broadcast_to(_NUMBER, (COLOURS, len(BITS)))
