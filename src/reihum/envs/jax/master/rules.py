"""The rules of Master (RULEBOOK §2) as pure functions on arrays, without a branch that depends on a position.

Each function does what ``reihum.games.master`` does, and tests compare the two move by move.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from reihum.envs.jax.master.parameters import (
    DRAW,
    END,
    LAY_JOKER,
    LINK_ABOVE,
    NUMBERS,
    PASS,
    PLACES,
    ROWS,
    SWAP,
    MasterParameters,
)
from reihum.envs.jax.master.position import DECK, MasterPosition
from reihum.envs.jax.words import any_of, count, sum_numbers, to_planes, to_words
from reihum.games.master.rules import BONUS_CARDS, MOST, WORTH

NOTHING = np.uint32(0)
ROW = np.uint32((1 << NUMBERS + 1) - 2)
LOWER, UPPER = np.uint32(0x7FE), np.uint32(0x3FF000)

BAN = 32
"""A fresh ban."""
MOST_PASSED = 15


class MasterMoves(NamedTuple):
    """The places where number cards and jokers may be laid, where connections from above and below may lead, and where
    jokers may be swapped out: four words each. Then the number of the other possible move, or 0."""

    lays: Any
    jokers: Any
    above: Any
    below: Any
    swaps: Any
    other: Any

    @property
    def links(self) -> Any:
        """The places to which a connection may lead."""
        return self.above | self.below


def beside(table: Any) -> Any:
    """§2 What fits: empty places next to an occupied one, on either side."""
    return (table << 1 | table >> 1) & ROW & ~table


def linked_places(table: Any) -> tuple[Any, Any]:
    """§2 Connection: the places right below occupied ones, reached from above, and those right above."""
    empty = jnp.zeros_like(table[:1])
    return jnp.concatenate([empty, table[:-1]]), jnp.concatenate([table[1:], empty])


def legal_moves(position: MasterPosition) -> MasterMoves:
    """§2 Turn: what the seat on turn may do."""
    seat, table = position.seat, position.table
    hand, laid = position.hands[seat], position.laid > 0
    fits, asked = beside(table), any_of(position.target)
    places = jnp.where(asked, position.target, fits)
    any_card = position.jokers[seat] > 0
    reach = jnp.where(any_card, ROW, hand) & ~(table | fits)
    reach = jnp.where(asked | (position.links[seat] == 0), NOTHING, reach)
    above, below = linked_places(table)
    may_swap = ~asked & (laid | any_of(fits))
    lays = hand & places
    instead = jnp.where(position.top < DECK, DRAW, jnp.where(any_of(lays), 0, PASS))
    other = jnp.where(laid, END, jnp.where(position.won > 0, 0, instead))
    return MasterMoves(
        lays=lays,
        jokers=jnp.where(any_card, places, NOTHING),
        above=above & reach,
        below=below & reach,
        swaps=jnp.where(may_swap, hand & position.wild, NOTHING),
        other=jnp.where(asked | position.over, 0, other),
    )


def legal_mask(_: MasterParameters, position: MasterPosition) -> Any:
    """Whether each move is legal. Nothing is once the round is over."""
    lays, jokers, above, below, swaps, other = legal_moves(position)
    places = to_planes(jnp.stack([lays, jokers, swaps, above, below]), NUMBERS).reshape(-1) & ~position.over
    return jnp.concatenate([places, other == np.arange(DRAW, PASS + 1)])


def count_choices(_: MasterParameters, position: MasterPosition) -> Any:
    """How many different things the seat on turn may do: from which side a connection comes does not matter."""
    moves = legal_moves(position)
    places = jnp.stack([moves.lays, moves.jokers, moves.links, moves.swaps])
    return jnp.sum(count(places)) + (moves.other > 0)


def half_row(card: Any) -> Any:
    """§2 Bonus: the half row of a card, 1–10 or 12–21."""
    return jnp.where(card & LOWER, LOWER, UPPER)


def make_move(parameters: MasterParameters, position: MasterPosition, action: Any) -> MasterPosition:
    """The position after a legal move."""
    seat, at = position.seat, action % PLACES
    bit = jnp.where(np.arange(ROWS) == at // NUMBERS, np.uint32(2) << (at % NUMBERS).astype(jnp.uint32), NOTHING)
    card, joker, swapped, target = (
        jnp.where((action >= low) & (action < high), bit, NOTHING)
        for low, high in ((0, LAY_JOKER), (LAY_JOKER, SWAP), (SWAP, LINK_ABOVE), (LINK_ABOVE, DRAW))
    )
    put = card | joker
    lays, draws, links = any_of(put), action == DRAW, any_of(target)
    drawn = to_words((position.order == position.top) & draws)
    table = position.table | put
    hand = position.hands[seat] & ~(card | swapped) | drawn
    change = jnp.any(position.joker_order == position.top) & draws
    jokers = position.jokers[seat] + change + any_of(swapped) - any_of(joker)
    completes = jnp.any((put != 0) & (half_row(put) & ~table == 0)) & (jnp.sum(position.bonus) < BONUS_CARDS)
    goes_out = lays & ~any_of(hand) & (jokers == 0)
    passes = jnp.where(links | any_of(swapped), position.passes, jnp.where(action == PASS, position.passes + 1, 0))
    laid = position.laid + lays
    ends = (action >= DRAW) | (laid == MOST) & ~goes_out
    own = jnp.arange(position.jokers.shape[0]) == seat
    shown = jnp.maximum(position.shown - (own & any_of(joker)), 0) + (own & any_of(swapped))
    won = jnp.maximum(position.won - any_of(joker), 0) + any_of(swapped)
    return MasterPosition(
        hands=jnp.where(own[:, None], hand, position.hands),
        jokers=jnp.where(own, jokers, position.jokers),
        table=table,
        wild=position.wild & ~swapped | joker,
        order=position.order,
        joker_order=position.joker_order,
        top=position.top + draws,
        seat=jnp.where(ends, (seat + 1) % parameters.seats, seat).astype(jnp.int32),
        laid=jnp.where(ends, 0, laid),
        won=jnp.where(ends, 0, won),
        target=jnp.where(lays, NOTHING, position.target | target),
        passes=passes,
        links=position.links - (own & links),
        bonus=position.bonus + (own & completes),
        over=goes_out | (passes == parameters.seats),
        age=jnp.where(to_planes(put, NUMBERS), 0, jnp.minimum(position.age, 254) + 1).astype(jnp.uint8),
        chosen=jnp.where(own[:, None], position.chosen | card | swapped, position.chosen),
        shown=shown,
        **_remember(position, own, action, joker),
    )


def _remember(position: MasterPosition, own: Any, action: Any, joker: Any) -> dict[str, Any]:
    """What everybody can conclude from a move. Who passes has no number card that fits. Who lays a joker hardly has the
    card in whose place it lies. Who draws or ends the turn passes over the cards that fit."""
    fitting = beside(position.table)
    faded = position.banned - ((position.banned > 0) & (action == DRAW))
    absent = jnp.where(action == PASS, fitting, joker)
    banned = jnp.where(to_planes(absent, NUMBERS), BAN, faded)
    over = to_planes(fitting, NUMBERS) & ((action == DRAW) | (action == END))
    passed = jnp.minimum(position.passed + over, MOST_PASSED)
    mine = own[:, None, None]
    return {
        "banned": jnp.where(mine, banned, position.banned).astype(jnp.uint8),
        "passed": jnp.where(mine, passed, position.passed).astype(jnp.uint8),
    }


def count_points(position: MasterPosition) -> Any:
    """§2 End: +11 per bonus card, minus the numbers in hand, −11 per joker in hand. By seat."""
    return WORTH * (position.bonus - position.jokers) - jnp.sum(sum_numbers(position.hands), axis=-1)
