"""Schwarzer Peter (RULEBOOK §3.9) as pure functions on arrays. Tests compare them with
``reihum.games.schwarzer_peter``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from reihum.cards import Card, evenly
from reihum.engine import Game
from reihum.envs.jax.deck import NOBODY, deal_hands, draw_first, read_first, shuffle, shuffle_deck
from reihum.envs.jax.seats import after, find_next, from_observer, join_parts
from reihum.games.schwarzer_peter import BOUND


class SchwarzerPeterParameters(NamedTuple):
    """What the rules need to know about a game. Every number may be an array instead, one for each of many tables."""

    seats: Any
    first: Any
    """The seat that begins; −1: by lot."""
    hands: Any
    """The cards dealt to each seat."""
    in_play: Any
    """Whether each card is in play: one colour, then the other."""


class SchwarzerPeterPosition(NamedTuple):
    """Everything about a round, hidden cards included."""

    holder: Any
    """The seat that holds each card, or ``NOBODY``."""
    laid: Any
    """The seat that has laid down each number, or ``NOBODY``."""
    aside: Any
    """The card set aside."""
    fan: Any
    """For the next draw: each card's rank in the order in which the neighbour holds the cards out."""
    seat: Any
    made: Any
    """The number of draws so far."""
    over: Any
    seed: Any
    """It decides how cards are held out."""


def parameters_of(
    game: Game, max_seats: int | None = None, cards: Sequence[Card] | None = None
) -> SchwarzerPeterParameters:
    """The parameters of a game. Arrays have room for ``max_seats`` and for some cards."""
    game.facts.check_newest()
    numbers, room = len(game.cards) // 2, len(cards or game.cards) // 2
    sizes = evenly(len(game.cards) - 1, game.seats)
    return SchwarzerPeterParameters(
        seats=np.int32(game.seats),
        first=read_first(game),
        hands=np.array(sizes + [0] * ((max_seats or game.seats) - game.seats), np.int32),
        in_play=np.tile(np.arange(room) < numbers, 2),
    )


def deal(parameters: SchwarzerPeterParameters, key: Any) -> SchwarzerPeterPosition:
    """A new round."""
    first_key, key, seed = jax.random.split(key, 3)
    first = draw_first(first_key, parameters.first, parameters.seats)
    position = open_round(parameters, shuffle_deck(key, parameters.in_play), first)
    return _hold_out(position._replace(seed=jax.random.key_data(seed)))


def open_round(parameters: SchwarzerPeterParameters, deck: Any, first: Any) -> SchwarzerPeterPosition:
    """The position before the first draw: one card is set aside, the rest is dealt, pairs are laid down."""
    deck = jnp.asarray(deck)
    position = SchwarzerPeterPosition(
        holder=deal_hands(deck, parameters.hands, 1),
        laid=jnp.full(deck.shape[0] // 2, NOBODY, jnp.int8),
        aside=deck[0].astype(jnp.int32),
        fan=jnp.zeros(deck.shape, jnp.uint8),
        seat=jnp.asarray(first).astype(jnp.int32),
        made=jnp.int32(0),
        over=jnp.bool_(False),
        seed=jnp.zeros(2, jnp.uint32),
    )
    return _hold_out(_settle(parameters, position, position.seat))


def legal_mask(parameters: SchwarzerPeterParameters, position: SchwarzerPeterPosition) -> Any:
    """Any card of the next seat that still holds cards."""
    count = _count_cards(parameters, position)[_find_neighbour(parameters, position)]
    return (np.arange(position.holder.shape[0]) < count) & ~position.over


def make_move(parameters: SchwarzerPeterParameters, position: SchwarzerPeterPosition, action: Any) -> Any:
    """The position after a legal draw: a pair is laid down, and the next seat with cards draws."""
    held = position.holder == _find_neighbour(parameters, position)
    rank = jnp.sum(held & (position.fan < position.fan[:, None]), axis=1)
    holder = jnp.where(held & (rank == action), position.seat, position.holder).astype(jnp.int8)
    drawn = position._replace(holder=holder, made=position.made + 1)
    return _hold_out(_settle(parameters, drawn, after(position.seat, parameters.seats)))


def _settle(parameters: SchwarzerPeterParameters, position: SchwarzerPeterPosition, turn: Any) -> Any:
    """Pairs are laid down; seats without cards are skipped; the last card of all is the Black Peter."""
    one, other = jnp.split(position.holder, 2)
    paired = (one == other) & (one != NOBODY)
    position = position._replace(
        holder=jnp.where(jnp.tile(paired, 2), NOBODY, position.holder).astype(jnp.int8),
        laid=jnp.where(paired, one, position.laid).astype(jnp.int8),
    )
    counts = _count_cards(parameters, position)
    over = (jnp.sum(counts) == 1) | (position.made == BOUND)
    turn = find_next(counts > 0, turn, parameters.seats)
    return position._replace(seat=jnp.where(over, position.seat, turn), over=over)


def _hold_out(position: SchwarzerPeterPosition) -> SchwarzerPeterPosition:
    """Cards are held out in a new order for every draw, so that places carry no information."""
    key = jax.random.fold_in(jax.random.wrap_key_data(position.seed), position.made)
    return position._replace(fan=shuffle(key, np.ones(position.fan.shape, np.bool_)))


def _count_cards(parameters: SchwarzerPeterParameters, position: SchwarzerPeterPosition) -> Any:
    """How many cards each seat holds."""
    return jnp.sum(position.holder == np.arange(parameters.hands.shape[0])[:, None], axis=1)


def _find_neighbour(parameters: SchwarzerPeterParameters, position: SchwarzerPeterPosition) -> Any:
    """The next seat that still holds cards: the player on turn draws from it."""
    return find_next(_count_cards(parameters, position) > 0, after(position.seat, parameters.seats), parameters.seats)


def count_points(parameters: SchwarzerPeterParameters, position: SchwarzerPeterPosition) -> Any:
    """The player with the Black Peter, the twin of the card set aside, loses; the others share the win."""
    cards = position.holder.shape[0]
    loser = position.holder[(position.aside + cards // 2) % cards]
    return (np.arange(parameters.hands.shape[0]) != loser).astype(jnp.int32)


def observe(parameters: SchwarzerPeterParameters, position: SchwarzerPeterPosition, seat: Any) -> Any:
    """What a seat may know: the numbers of docs/observations.md."""
    seats, by_seat = parameters.seats, np.arange(parameters.hands.shape[0])
    laid = position.laid == by_seat[:, None]
    shown = jnp.concatenate([jnp.zeros_like(laid), laid], axis=1)  # of a pair the second colour lies on top
    acts = (by_seat == position.seat) & ~position.over
    return join_parts(
        position.holder == seat,
        from_observer(_count_cards(parameters, position), seat, seats),
        from_observer(shown, seat, seats),
        from_observer(acts, seat, seats),
    )
