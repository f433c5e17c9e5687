"""The rules of the row games (RULEBOOK §1) as pure functions on arrays, without a branch that depends on a position.

Each function does what ``reihum.games.rows`` does, and tests compare the two move by move.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import lax

from reihum.envs.jax.rows.parameters import ANY_ROWS, CARDS, DRAW, END, NUMBERS, ONE_CARD, PASS, TAKE3, RowParameters
from reihum.envs.jax.rows.position import COLOURS, RowPosition
from reihum.envs.jax.words import any_of, count, sum_numbers, to_planes, to_words

NOTHING = np.uint32(0)
ALL = np.uint32(0xFFFFFFFF)

BAN = 32
"""A fresh ban."""
MOST_PASSED = 15


class LegalMoves(NamedTuple):
    """The cards that may be laid, four words, and the number of the other possible move, or 0."""

    cards: Any
    other: Any


def legal_moves(parameters: RowParameters, position: RowPosition) -> LegalMoves:
    """What the seat on turn may do."""
    fitting = position.hands[position.seat] & open_places(position)
    duty = fitting & parameters.duty
    on_duty, follows = any_of(duty), any_of(position.following)
    stocked = position.top < _deck_size(parameters)
    block = jnp.where(stocked & any_of(position.table), parameters.blocking, 0)
    other = jnp.where(any_of(fitting), block, jnp.where(stocked, DRAW, PASS))
    other = jnp.where(on_duty, 0, jnp.where(follows, END, other))
    return LegalMoves(jnp.where(on_duty, duty, fitting), jnp.where(position.over, 0, other))


def legal_mask(parameters: RowParameters, position: RowPosition) -> Any:
    """Whether each move is legal. Nothing is once the round is over."""
    cards, other = legal_moves(parameters, position)
    lays = to_planes(jnp.where(position.over, NOTHING, cards)).reshape(CARDS)
    return jnp.concatenate([lays, other == np.arange(DRAW, PASS + 1)])


def count_choices(parameters: RowParameters, position: RowPosition) -> Any:
    """How many moves the seat on turn may choose from."""
    cards, other = legal_moves(parameters, position)
    return jnp.sum(count(cards)) + (other > 0)


def open_places(position: RowPosition) -> Any:
    """The places where a card of the seat on turn may go now."""
    return position.fits & jnp.where(any_of(position.following), position.following, ALL)


def make_move(parameters: RowParameters, position: RowPosition, action: Any) -> RowPosition:
    """The position after a legal move."""
    seat, empty = position.seat, ~any_of(position.table)
    card = jnp.where(np.arange(COLOURS) == action // NUMBERS, np.uint32(2) << (action % NUMBERS).astype(jnp.uint32), 0)
    kept, drawn, top = _take(parameters, position, action)
    put = card | drawn
    table = position.table | put
    fits = jnp.where(any_of(put), _fits_after(parameters, position, put, table), position.fits)
    own = jnp.arange(position.hands.shape[0]) == seat
    hand = position.hands[seat] & ~card | kept
    goes_out = any_of(card) & ~any_of(hand)
    places = jnp.where(own & goes_out, jnp.max(position.places) + 1, position.places)
    over = goes_out & (~parameters.play_on | (jnp.max(places) >= parameters.seats - 1))
    goes_on = any_of(put) & (any_of(card) | parameters.goes_on) & (parameters.turn != ONE_CARD) & ~empty & ~goes_out
    colours = jnp.where((parameters.turn == ANY_ROWS) | (put != 0), ALL, NOTHING)
    return RowPosition(
        hands=jnp.where(own[:, None], hand, position.hands),
        table=table,
        fits=fits,
        following=jnp.where(goes_on, colours, NOTHING),
        order=position.order,
        top=top,
        seat=jnp.where(goes_on | over, seat, _next_seat(parameters, places, seat)).astype(jnp.int32),
        places=places,
        over=over,
        age=jnp.where(to_planes(put), 0, jnp.minimum(position.age, 254) + 1).astype(jnp.uint8),
        chosen=jnp.where(own[:, None], position.chosen | card, position.chosen),
        **_remember(parameters, position, own, action, card, jnp.sum(count(kept))),
    )


def _take(parameters: RowParameters, position: RowPosition, action: Any) -> tuple[Any, Any, Any]:
    """The cards taken into the hand, a card drawn and laid, and the stock's next card: §1.1 (b), one that fits is laid
    at once and ends the drawing. Nothing if the move takes no card."""
    top, order = position.top, position.order.astype(jnp.int32)
    most = jnp.where(action == DRAW, parameters.draws, jnp.where(action == TAKE3, 3, 0))
    end = jnp.minimum(top + most, _deck_size(parameters))
    taken = (order >= top) & (order < end)
    fitting = taken & to_planes(position.fits) & (action == DRAW)
    last = jnp.min(jnp.where(fitting, order, end))
    kept, drawn = to_words(taken & (order < last)), to_words(fitting & (order == last))
    return kept, drawn, jnp.minimum(last + 1, end)


def _fits_after(parameters: RowParameters, position: RowPosition, put: Any, table: Any) -> Any:
    """What fits once a card lies: its neighbours do, and no other card may open its row. §1.4: where any card opens the
    game, all cards of its number open rows."""
    number = lax.reduce(put, NOTHING, lax.bitwise_or, (0,))
    starts = jnp.where(parameters.by_number, number & parameters.rows, parameters.starts)
    fits = jnp.where(any_of(position.table), position.fits, starts)
    fits = jnp.where((put != 0) & (position.table == 0), NOTHING, fits)
    return (fits | (put << 1 | put >> 1) & parameters.rows) & ~table


def _next_seat(parameters: RowParameters, places: Any, seat: Any) -> Any:
    """The next seat that is not out."""
    seats = jnp.asarray(parameters.seats).astype(jnp.uint32)
    numbers = jnp.arange(places.shape[0], dtype=jnp.uint32)
    inside = jnp.sum(jnp.where((places == 0) & (numbers < seats), np.uint32(1) << numbers, NOTHING), dtype=jnp.uint32)
    ahead = (inside | inside << seats) >> (seat + 1).astype(jnp.uint32)
    skipped = lax.population_count(~ahead & (ahead - 1)).astype(jnp.int32)
    return (seat + 1 + skipped) % parameters.seats


def _remember(
    parameters: RowParameters, position: RowPosition, own: Any, action: Any, card: Any, kept: Any
) -> dict[str, Any]:
    """What everybody can conclude from a move. Who has to draw or pass has no card that fits; the cards kept from that
    draw do not fit either. Who does something else passes over the other cards that fit."""
    fitting = open_places(position)
    forced = (action == PASS) | (action == DRAW) & (parameters.blocking != DRAW)
    faded = jnp.maximum(position.banned.astype(jnp.int32) - kept, 0)
    banned = jnp.where(forced & to_planes(fitting), BAN, faded).astype(jnp.uint8)
    over = to_planes(fitting & ~card) & ~forced
    passed = jnp.minimum(position.passed + over.astype(jnp.uint8), MOST_PASSED).astype(jnp.uint8)
    mine = own[:, None, None]
    return {
        "banned": jnp.where(mine, banned, position.banned),
        "passed": jnp.where(mine, passed, position.passed),
    }


def count_points(position: RowPosition) -> Any:
    """§1.1: by seat, the sum of the numbers in its hand."""
    return jnp.sum(sum_numbers(position.hands), axis=-1)


def _deck_size(parameters: RowParameters) -> Any:
    return jnp.sum(count(jnp.asarray(parameters.deck)))
