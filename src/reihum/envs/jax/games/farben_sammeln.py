"""Farben sammeln (RULEBOOK §3.6) as pure functions on arrays. Tests compare them with
``reihum.games.farben_sammeln``."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from reihum.engine import Game
from reihum.envs.jax.deck import NOBODY, deal_hands, draw_first, find_places, read_first, shuffle, shuffle_deck
from reihum.envs.jax.seats import after, from_observer, is_seat, join_parts
from reihum.games.farben_sammeln import BOUND, HAND

CARDS, NUMBERS, COLOURS, PILES = 80, 20, 4, 4

DRAW = PILES
PUT = DRAW + 1
CLOSE, END = PUT + CARDS * PILES, PUT + CARDS * PILES + 1
"""The moves: from 0 on ``take`` a pile, ``take stock``, from ``PUT`` on each card on each pile, ``close``, ``end``."""
TAKING, PUTTING, ENDING = range(3)
"""The steps of a turn."""

PILE = max(HAND)
STOCK = PILE + PILES
"""Where a card is: in the hand of a seat, on a pile, in the stock."""
NO_CARD = -1


class FarbenParameters(NamedTuple):
    """What the rules need to know about a game. Every number may be an array instead, one for each of many tables."""

    seats: Any
    first: Any
    """The seat that begins; −1: by lot."""
    hands: Any
    """The cards dealt to each seat."""
    reshuffle: Any
    """Whether the covered cards of the piles become a new stock."""


class FarbenPosition(NamedTuple):
    """Everything about a round, hidden cards included."""

    where: Any
    """The seat, the pile or the stock that has each card."""
    height: Any
    """How many cards lie below each card of a pile."""
    order: Any
    """The place of each card of the stock in the deck, whose last card has place 79; 0 elsewhere."""
    seat: Any
    step: Any
    taken: Any
    """The card just taken from an open pile, until another one is put down."""
    made: Any
    """The number of moves so far."""
    over: Any
    seed: Any
    """It decides in which order the open piles become a new stock."""


def parameters_of(game: Game, max_seats: int | None = None) -> FarbenParameters:
    """The parameters of a game. Arrays by seat have room for ``max_seats``."""
    game.facts.check_newest()
    present = is_seat(max_seats or game.seats, game.seats)
    return FarbenParameters(
        seats=np.int32(game.seats),
        first=read_first(game),
        hands=np.where(present, HAND[game.seats], 0).astype(np.int32),
        reshuffle=np.bool_(game.options["empty"] == "reshuffle"),
    )


def deal(parameters: FarbenParameters, key: Any) -> FarbenPosition:
    """A new round."""
    first_key, key, seed = jax.random.split(key, 3)
    first = draw_first(first_key, parameters.first, parameters.seats)
    position = open_round(parameters, shuffle_deck(key, np.ones(CARDS, np.bool_)), first)
    return position._replace(seed=jax.random.key_data(seed))


def open_round(parameters: FarbenParameters, deck: Any, first: Any) -> FarbenPosition:
    """The position before the first move: hands, four open piles, the rest is the stock."""
    hands, places = deal_hands(deck, parameters.hands), find_places(deck).astype(jnp.int32)
    beyond = places - jnp.sum(parameters.hands)
    where = jnp.where(hands != NOBODY, hands, jnp.where(beyond < PILES, PILE + beyond, STOCK)).astype(jnp.int8)
    return FarbenPosition(
        where=where,
        height=jnp.zeros(CARDS, jnp.uint8),
        order=jnp.where(where == STOCK, places, 0).astype(jnp.uint8),
        seat=jnp.asarray(first).astype(jnp.int32),
        step=jnp.int32(TAKING),
        taken=jnp.int32(NO_CARD),
        made=jnp.int32(0),
        over=jnp.bool_(False),
        seed=jnp.zeros(2, jnp.uint32),
    )


def legal_mask(_: FarbenParameters, position: FarbenPosition) -> Any:
    """Take a card, put one down, then end the turn or, with a single colour, the round."""
    hand = position.where == position.seat
    takes = jnp.full(PUT, position.step == TAKING)
    empty = _count_piles(position) == 0
    targets = jnp.where(jnp.any(empty), empty, True)
    free = hand & (np.arange(CARDS) != position.taken)
    puts = free[:, None] & targets & (position.step == PUTTING)
    ends = position.step == ENDING
    one_colour = jnp.sum(jnp.any(hand.reshape(COLOURS, NUMBERS), axis=1)) == 1
    return jnp.concatenate([takes, puts.reshape(-1), jnp.stack([ends & one_colour, ends])]) & ~position.over


def make_move(parameters: FarbenParameters, position: FarbenPosition, action: Any) -> FarbenPosition:
    """The position after a legal move."""
    cards, sizes, stock = np.arange(CARDS), _count_piles(position), jnp.sum(position.where == STOCK)
    seat, draws, puts, ends = position.seat, action == DRAW, (action >= PUT) & (action < CLOSE), action >= CLOSE
    taken = (position.where == PILE + action) & (position.height == sizes[action % PILES] - 1) & (action < DRAW)
    drawn = (position.where == STOCK) & (position.order == CARDS - stock) & draws
    put, pile = (cards == (action - PUT) // PILES) & puts, (action - PUT) % PILES
    moved = taken | drawn
    where = jnp.where(moved, seat, jnp.where(put, PILE + pile, position.where))
    height = jnp.where(moved, 0, jnp.where(put, sizes[pile], position.height))
    renewable = jnp.where(parameters.reshuffle, jnp.sum(jnp.maximum(sizes - 1, 0)), 0)
    made = position.made + 1
    over = ends & ((action == CLOSE) | (stock + renewable == 0) | (made == BOUND))
    after_move = FarbenPosition(
        where=where.astype(jnp.int8),
        height=height.astype(jnp.uint8),
        order=jnp.where(drawn, 0, position.order),
        seat=jnp.where(ends, after(seat, parameters.seats), seat),
        step=((position.step + 1) % 3).astype(jnp.int32),
        taken=jnp.where(action < DRAW, jnp.argmax(taken), NO_CARD).astype(jnp.int32),
        made=made,
        over=over,
        seed=position.seed,
    )
    return _reshuffle(after_move, ends & ~over & (stock == 0))


def _reshuffle(position: FarbenPosition, needed: Any) -> FarbenPosition:
    """If it is needed, the covered cards become the stock, shuffled."""
    pile = position.where - PILE
    on_pile = (pile >= 0) & (pile < PILES)
    covered = on_pile & (position.height < _count_piles(position)[pile % PILES] - 1) & needed
    key = jax.random.fold_in(jax.random.wrap_key_data(position.seed), position.made)
    order = CARDS - jnp.sum(covered) + shuffle(key, covered)
    return position._replace(
        where=jnp.where(covered, STOCK, position.where).astype(jnp.int8),
        height=jnp.where(on_pile & needed, 0, position.height).astype(jnp.uint8),
        order=jnp.where(covered, order, position.order).astype(jnp.uint8),
    )


def _count_piles(position: FarbenPosition) -> Any:
    """How many cards each pile has."""
    return jnp.sum(position.where == PILE + np.arange(PILES)[:, None], axis=1)


def count_points(parameters: FarbenParameters, position: FarbenPosition) -> Any:
    """The sum of each seat's best colour."""
    hands = position.where == np.arange(parameters.hands.shape[0])[:, None]
    worth = jnp.where(hands, np.arange(CARDS) % NUMBERS + 1, 0).reshape(-1, COLOURS, NUMBERS)
    return jnp.max(jnp.sum(worth, axis=2), axis=1)


def observe(parameters: FarbenParameters, position: FarbenPosition, seat: Any) -> Any:
    """What a seat may know: the numbers of docs/observations.md."""
    seats, by_seat = parameters.seats, np.arange(parameters.hands.shape[0])
    sizes = _count_piles(position)
    tops = (position.where == PILE + np.arange(PILES)[:, None]) & (position.height == sizes[:, None] - 1)
    return join_parts(
        tops,
        sizes,
        position.where == seat,
        from_observer(jnp.sum(position.where == by_seat[:, None], axis=1), seat, seats),
        jnp.sum(position.where == STOCK),
        from_observer((by_seat == position.seat) & ~position.over, seat, seats),
    )
