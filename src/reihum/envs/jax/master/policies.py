"""The bots ``eager`` and ``solid`` of Master as pure functions: they give a move. ``holder`` is ``solid`` here.

They choose what the kernels of ``reihum.simulator.master`` and so the bots choose, which tests compare. ``solid``
counts in thousandths, so that equal sums are equal.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from reihum.bots.search.weights import WEIGHTS
from reihum.envs.jax.master.parameters import (
    END,
    LAY,
    LAY_JOKER,
    LINK_ABOVE,
    LINK_BELOW,
    NUMBERS,
    PLACES,
    SWAP,
    MasterParameters,
)
from reihum.envs.jax.master.position import MasterPosition
from reihum.envs.jax.master.rules import NOTHING, ROW, MasterMoves, beside, half_row, legal_moves, linked_places
from reihum.envs.jax.policies import EAGER
from reihum.envs.jax.words import any_of, bits_of, count, empty_above, empty_below, to_planes
from reihum.games.master.rules import BONUS_CARDS, MOST
from reihum.simulator.master.policies import FEATURES
from reihum.simulator.policies import LATE_CARDS

KINDS = (LAY, LAY_JOKER, LINK_ABOVE, SWAP)
"""The kinds of choices that name a place, in the order in which equal ones are preferred."""
CHOICES = len(KINDS) * PLACES + 1
"""Every kind at every place, and the other possible move: there is never more than one."""
OUT_STEP = 40_000
"""How much a player who can go out prefers one kind of move to the next."""

_WEIGHTS = {feature: round(1000 * WEIGHTS["master"][feature]) for feature in FEATURES}
_BITS = bits_of(NUMBERS)
_NUMBER = np.arange(1, NUMBERS + 1)
_LEAST = np.int32(-(1 << 30))


class MasterScores(NamedTuple):
    """What ``solid`` thinks of each choice, in thousandths: a plane for each of ``KINDS``, and the other move."""

    places: Any
    other: Any


class Behind(NamedTuple):
    """For each place: how many of the player's cards and how many other places come newly within reach over it, and how
    many places fit from then on and not for the player's cards."""

    own: Any
    others: Any
    new: Any


def stack_choices(moves: MasterMoves) -> Any:
    """Whether each kind of choice is possible at each place: planes by kind."""
    return to_planes(jnp.stack([moves.lays, moves.jokers, moves.links, moves.swaps]), NUMBERS)


def name_move(above: Any, other: Any, choice: Any) -> Any:
    """The number of the move that a choice means. ``above`` tells for each place whether a connection may come from
    above; then it does."""
    kind, place = choice // PLACES, choice % PLACES
    from_above = jnp.take_along_axis(above, place[..., None], axis=-1)[..., 0]
    action = jnp.asarray(KINDS)[jnp.minimum(kind, len(KINDS) - 1)] + place
    action = jnp.where((kind == KINDS.index(LINK_ABOVE)) & ~from_above, LINK_BELOW + place, action)
    return jnp.where(choice == CHOICES - 1, other, action).astype(jnp.int32)


def choose_simple(_: MasterParameters, position: MasterPosition, policy: Any) -> Any:
    """The move of a policy that throws no dice."""
    moves = legal_moves(position)
    scores = weigh_moves(position, moves)
    hurried = jnp.zeros_like(scores.places) - jnp.arange(len(KINDS))[:, None, None]
    eager = policy == EAGER
    worth = jnp.where(stack_choices(moves), jnp.where(eager, hurried, scores.places), _LEAST).reshape(-1)
    stops = (moves.other > 0) & (jnp.max(worth) <= jnp.where(eager, _LEAST, scores.other))
    above = to_planes(moves.above, NUMBERS).reshape(PLACES)
    return name_move(above, moves.other, jnp.where(stops, CHOICES - 1, jnp.argmax(worth)))


def weigh_moves(position: MasterPosition, moves: MasterMoves) -> MasterScores:
    """The weighted sums of ``solid``. Only those of legal moves mean anything."""
    hand = position.hands[position.seat]
    held = to_planes(hand, NUMBERS)
    weights, late = _WEIGHTS, is_late(position).astype(jnp.int32)
    placed = _weigh_reach(position, hand, late) + _weigh_half_row(position, hand)
    number = (weights["number"] + weights["number-late"] * late) * _NUMBER
    lay, joker = placed + number, placed + weights["joker"]
    link = jnp.where(held, lay, joker) + weights["link"]
    swap = jnp.broadcast_to(weights["swap"] + weights["swap-number"] * _NUMBER, lay.shape)
    stop = jnp.where(moves.other == END, weights["end"], weights["wait"]) + weights["stop-late"] * late
    out = can_go_out(position)
    nothing = jnp.zeros_like(lay)
    order = jnp.stack([nothing + 4, nothing + 2, jnp.where(held, 3, 1), nothing]) * OUT_STEP
    return MasterScores(
        jnp.where(out, order, jnp.stack([lay, joker, link, swap])).astype(jnp.int32),
        jnp.where(out, -OUT_STEP, stop).astype(jnp.int32),
    )


def look_behind(table: Any, hand: Any) -> Behind:
    """What comes newly within reach over each place."""
    free, fits = (ROW & ~table)[:, None], beside(table)[:, None]
    high = jnp.where(_BITS << 1 & fits, NOTHING, empty_above(free, _BITS))
    low = jnp.where(_BITS >> 1 & fits, NOTHING, empty_below(free, _BITS))
    new = (high & _BITS << 1 | low & _BITS >> 1) & ~hand[:, None]
    return Behind(count((high | low) & hand[:, None]), count((high | low) & ~hand[:, None]), count(new))


def _weigh_reach(position: MasterPosition, hand: Any, late: Any) -> Any:
    weights, behind = _WEIGHTS, look_behind(position.table, hand)
    others = weights["others-behind"] + weights["others-late"] * late
    return weights["own-behind"] * behind.own + others * behind.others + weights["new-places"] * behind.new


def _weigh_half_row(position: MasterPosition, hand: Any) -> Any:
    """What a card does for a bonus card, the player's or another's."""
    missing = half_row(_BITS) & ~position.table[:, None] & ~_BITS
    gaps = count(missing)
    gap = jnp.where(missing & hand[:, None], _WEIGHTS["gap-own"], _WEIGHTS["gap-others"])
    worth = jnp.where(gaps == 0, _WEIGHTS["bonus"], jnp.where(gaps == 1, gap, 0))
    return jnp.where(jnp.sum(position.bonus) < BONUS_CARDS, worth, 0)


def count_hands(position: MasterPosition) -> Any:
    """The number of cards in each hand."""
    return jnp.sum(count(position.hands), axis=-1) + position.jokers


def is_late(position: MasterPosition) -> Any:
    """Whether somebody else has only a few cards left."""
    sizes = count_hands(position)
    others = jnp.arange(sizes.shape[0]) != position.seat
    return jnp.any(others & (sizes > 0) & (sizes <= LATE_CARDS))


def can_go_out(position: MasterPosition) -> Any:
    """Whether the whole hand can be laid in this turn, jokers last, with connections where needed."""
    seat, table = position.seat, position.table
    hand, links = position.hands[seat], position.links[seat]
    few = jnp.sum(count(hand)) + position.jokers[seat] <= MOST - position.laid
    for _ in range(MOST):
        fitting = hand & beside(table)
        above, below = linked_places(table)
        linked = jnp.where(links > 0, hand & (above | below) & ~table, NOTHING)
        first = jnp.cumsum(linked != 0) == 1
        linked = jnp.where(first, linked & (~linked + 1), NOTHING)
        needs = any_of(hand) & ~any_of(fitting)
        go = jnp.where(needs, linked, fitting)
        links = links - needs
        hand, table = hand & ~go, table | go
    return few & ~any_of(hand)
