"""A position of Master as arrays, and how it is dealt."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from reihum.envs.jax.deck import draw_first, shuffle
from reihum.envs.jax.master.parameters import JOKERS, NUMBERS, PLACES, ROWS, MasterParameters
from reihum.envs.jax.words import to_words

MIDDLE = 11
DECK = PLACES - ROWS + JOKERS
IN_PLAY = np.array([place >= PLACES or place % NUMBERS != MIDDLE - 1 for place in range(PLACES + JOKERS)])
"""The places and jokers in the deck: all but the 11s, which are laid out."""
ELEVENS = np.full(ROWS, 1 << MIDDLE, np.uint32)


class MasterPosition(NamedTuple):
    """Everything about a round, hidden cards included. Sets of cards are four words; planes have a number per place."""

    hands: Any
    jokers: Any
    """By seat: the jokers in its hand."""
    table: Any
    wild: Any
    """The occupied places where a joker lies."""
    order: Any
    """Each number card's place in the deck, a plane. The stock lies there from ``top`` on."""
    joker_order: Any
    """Each joker's place in the deck."""
    top: Any
    seat: Any
    laid: Any
    """The cards laid in this turn."""
    won: Any
    """The jokers swapped out in this turn and not laid since."""
    target: Any
    """The place a connection has just led to, as words; none otherwise."""
    passes: Any
    """How many players have passed in a row."""
    links: Any
    bonus: Any
    over: Any
    age: Any
    """How many moves ago each place was filled, a plane. Up to 255."""
    banned: Any
    """By seat: cards that it does not seem to have had: it passed although they fitted, or laid a joker in their
    place. ``BAN`` when it showed that, one less for each card drawn since."""
    passed: Any
    """By seat: how often it drew or ended its turn although the card fitted. Up to 15."""
    chosen: Any
    """By seat: the number cards that it has laid or swapped in, four words each."""
    shown: Any
    """By seat: the jokers that it has swapped out and not laid since."""


def deal(parameters: MasterParameters, key: Any) -> MasterPosition:
    """A new round (§2 Setup)."""
    first_key, key = jax.random.split(key)
    return open_round(parameters, shuffle(key, IN_PLAY), draw_first(first_key, parameters.first, parameters.seats))


def open_round(parameters: MasterParameters, deck: Any, first: Any) -> MasterPosition:
    """The position before the first move, from each card's place in the deck: 84 places, then the jokers."""
    order, joker_order = deck[:PLACES].reshape(ROWS, NUMBERS), deck[PLACES:]
    sizes = jnp.asarray(parameters.hands)
    end = jnp.cumsum(sizes)[:, None]
    begin = end - sizes[:, None]
    planes = (order >= begin[:, None]) & (order < end[:, None])
    seats = sizes.shape[0]
    nothing = jnp.zeros(seats, jnp.int32)
    told = jnp.zeros((seats, ROWS, NUMBERS), jnp.uint8)
    return MasterPosition(
        hands=to_words(planes),
        jokers=jnp.sum((joker_order >= begin) & (joker_order < end), axis=-1, dtype=jnp.int32),
        table=jnp.asarray(ELEVENS),
        wild=jnp.zeros(ROWS, jnp.uint32),
        order=order,
        joker_order=joker_order,
        top=jnp.sum(sizes).astype(jnp.int32),
        seat=jnp.asarray(first).astype(jnp.int32),
        laid=jnp.int32(0),
        won=jnp.int32(0),
        target=jnp.zeros(ROWS, jnp.uint32),
        passes=jnp.int32(0),
        links=jnp.asarray(parameters.links),
        bonus=nothing,
        over=jnp.zeros((), jnp.bool_),
        age=jnp.full((ROWS, NUMBERS), 255, jnp.uint8),
        banned=told,
        passed=told,
        chosen=jnp.zeros((seats, ROWS), jnp.uint32),
        shown=nothing,
    )
