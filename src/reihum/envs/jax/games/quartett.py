"""Quartett (RULEBOOK §3.8) as pure functions on arrays. Tests compare them with ``reihum.games.quartett``."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from reihum.cards import evenly
from reihum.engine import Game
from reihum.envs.jax.deck import NOBODY, deal_hands, draw_first, read_first, shuffle_deck
from reihum.envs.jax.seats import find_next, from_observer, join_parts
from reihum.games.quartett.rules import BOUND, PENALTY, WORTH

CARDS, NUMBERS, COLOURS = 80, 20, 4
NO_CARD = -1


class QuartettParameters(NamedTuple):
    """What the rules need to know about a game. Every number may be an array instead, one for each of many tables."""

    seats: Any
    first: Any
    """The seat that begins; −1: by lot."""
    hands: Any
    """The cards dealt to each seat, for which it pays."""
    bluff: Any


class QuartettPosition(NamedTuple):
    """Everything about a round, hidden cards included."""

    holder: Any
    """The seat that holds each card, or ``NOBODY``."""
    laid: Any
    """The seat that has laid down each number, or ``NOBODY``."""
    turn: Any
    """The seat that asks."""
    card: Any
    """The card of a question that waits for an answer, or ``NO_CARD``."""
    seat: Any
    """The seat that must act: the one that asks or the one that is asked."""
    lies: Any
    """By seat: false denials that it was told, less those that it told."""
    made: Any
    """The number of moves so far."""
    over: Any


def parameters_of(game: Game, max_seats: int | None = None) -> QuartettParameters:
    """The parameters of a game. Arrays by seat have room for ``max_seats``."""
    game.facts.check_newest()
    sizes = evenly(CARDS, game.seats)
    return QuartettParameters(
        seats=np.int32(game.seats),
        first=read_first(game),
        hands=np.array(sizes + [0] * ((max_seats or game.seats) - game.seats), np.int32),
        bluff=np.bool_(game.options["bluff"]),
    )


def deal(parameters: QuartettParameters, key: Any) -> QuartettPosition:
    """A new round."""
    first_key, key = jax.random.split(key)
    first = draw_first(first_key, parameters.first, parameters.seats)
    return open_round(parameters, shuffle_deck(key, np.ones(CARDS, np.bool_)), first)


def open_round(parameters: QuartettParameters, deck: Any, first: Any) -> QuartettPosition:
    """The position before the first question: all cards are dealt, quartets are laid down."""
    first = jnp.asarray(first).astype(jnp.int32)
    position = QuartettPosition(
        holder=deal_hands(deck, parameters.hands),
        laid=jnp.full(NUMBERS, NOBODY, jnp.int8),
        turn=first,
        card=jnp.int32(NO_CARD),
        seat=first,
        lies=jnp.zeros(parameters.hands.shape, jnp.int32),
        made=jnp.int32(0),
        over=jnp.bool_(False),
    )
    return _settle(parameters, position)


def legal_mask(parameters: QuartettParameters, position: QuartettPosition) -> Any:
    """Ask a seat with cards for a card that is missing, or answer. ``give`` and ``deny`` come after all questions."""
    room = position.lies.shape[0]
    own = position.holder == position.turn
    missing = jnp.tile(jnp.any(own.reshape(COLOURS, NUMBERS), axis=0), COLOURS) & ~own
    can_be_asked = (_count_cards(parameters, position) > 0) & (np.arange(room) != position.turn)
    waits = position.card != NO_CARD
    asks = jnp.pad((can_be_asked[:, None] & missing & ~waits).reshape(-1), (0, 2))
    moves, give = np.arange(room * CARDS + 2), parameters.seats * CARDS
    holds = position.holder[position.card] == position.seat
    answers = ((moves == give) & holds | (moves == give + 1)) & waits
    return (asks | answers) & ~position.over


def make_move(parameters: QuartettParameters, position: QuartettPosition, action: Any) -> QuartettPosition:
    """The position after a legal move. Without ``bluff`` a question is answered truthfully at once."""
    by_seat, give = np.arange(position.lies.shape[0]), parameters.seats * CARDS
    asks = action < give
    asked = jnp.where(asks, action // CARDS, position.seat)
    card = jnp.where(asks, action % CARDS, position.card)
    waits, holds = asks & parameters.bluff, position.holder[card] == asked
    gives = ~waits & jnp.where(asks, holds, action == give)
    lies = ~asks & holds & ~gives
    denied = ~waits & ~gives
    handed = (np.arange(CARDS) == card) & gives
    told = (by_seat == position.turn).astype(jnp.int32) - (by_seat == asked)
    answered = position._replace(
        holder=jnp.where(handed, position.turn, position.holder).astype(jnp.int8),
        turn=jnp.where(denied, asked, position.turn).astype(jnp.int32),
        card=jnp.where(waits, card, NO_CARD).astype(jnp.int32),
        lies=position.lies + jnp.where(lies, told, 0),
        made=position.made + 1,
    )
    after = _settle(parameters, answered)
    return after._replace(
        seat=jnp.where(waits, asked, after.turn).astype(jnp.int32),
        over=after.over | (after.made == BOUND),
    )


def _settle(parameters: QuartettParameters, position: QuartettPosition) -> QuartettPosition:
    """Quartets are laid down; the round is over when all are; a seat without cards passes the right to ask on."""
    by_colour = position.holder.reshape(COLOURS, NUMBERS)
    whole = jnp.all(by_colour == by_colour[0], axis=0) & (by_colour[0] != NOBODY)
    position = position._replace(
        holder=jnp.where(jnp.tile(whole, COLOURS), NOBODY, position.holder).astype(jnp.int8),
        laid=jnp.where(whole, by_colour[0], position.laid).astype(jnp.int8),
    )
    has_cards = _count_cards(parameters, position) > 0
    over = ~jnp.any(has_cards)
    turn = jnp.where(over, position.turn, find_next(has_cards, position.turn, parameters.seats))
    return position._replace(turn=turn, seat=turn, over=over)


def _count_cards(parameters: QuartettParameters, position: QuartettPosition) -> Any:
    """How many cards each seat holds."""
    return jnp.sum(position.holder == np.arange(parameters.hands.shape[0])[:, None], axis=1)


def count_points(parameters: QuartettParameters, position: QuartettPosition) -> Any:
    """Tokens won less tokens paid; every false denial moves some to its asker."""
    quartets = jnp.sum(position.laid == np.arange(position.lies.shape[0])[:, None], axis=1)
    return WORTH * quartets - parameters.hands + PENALTY * position.lies


def observe(parameters: QuartettParameters, position: QuartettPosition, seat: Any) -> Any:
    """What a seat may know: the numbers of docs/observations.md."""
    seats, by_seat = parameters.seats, np.arange(position.lies.shape[0])
    quartets = jnp.pad(position.laid == by_seat[:, None], ((0, 0), (CARDS - NUMBERS, 0)))  # the last colour is on top
    return join_parts(
        position.holder == seat,
        from_observer(_count_cards(parameters, position), seat, seats),
        from_observer(quartets, seat, seats),
        np.arange(CARDS) == position.card,
        by_seat == seat,
        from_observer((by_seat == position.seat) & ~position.over, seat, seats),
    )
