"""A position of a row game as arrays, and how it is dealt."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from reihum.envs.jax.deck import draw_first, shuffle
from reihum.envs.jax.rows.parameters import CARDS, NUMBERS, RowParameters
from reihum.envs.jax.words import any_of, to_planes, to_words

COLOURS = CARDS // NUMBERS


class RowPosition(NamedTuple):
    """Everything about a round, hidden cards included. Sets of cards are four words; planes have a number per card."""

    hands: Any
    table: Any
    fits: Any
    following: Any
    """The cards that may follow in this turn; none before the player on turn has laid one."""
    order: Any
    """Each card's place in the deck, a plane. The stock lies there from ``top`` on."""
    top: Any
    seat: Any
    places: Any
    """By seat: 1 for the first to go out and so on, 0 for those who have not."""
    over: Any
    age: Any
    """How many moves ago each card was laid, a plane. Up to 255."""
    banned: Any
    """By seat: cards that it cannot have held. ``BAN`` when it showed that, one less for each card drawn since."""
    passed: Any
    """By seat: how often it did something else although the card fitted. Up to 15."""
    chosen: Any
    """By seat: the cards that it has laid from its hand, four words each."""


def deal(parameters: RowParameters, key: Any) -> RowPosition:
    """A new round. Classic deals again if nobody has an eleven."""
    first_key, key = jax.random.split(key)
    first = draw_first(first_key, parameters.first, parameters.seats)
    in_play = to_planes(jnp.asarray(parameters.deck)).reshape(CARDS)

    def again(state: tuple[Any, Any, Any]) -> Any:
        return parameters.by_eleven & ~any_of(_dealt(state[2]) & parameters.starts)

    def deal_once(state: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
        now, later = jax.random.split(state[0])
        order = shuffle(now, in_play).reshape(COLOURS, NUMBERS)
        return later, order, _hands(parameters, order)

    _, order, hands = jax.lax.while_loop(again, deal_once, deal_once((key, None, None)))
    return open_round(parameters, order, hands, first)


def open_round(parameters: RowParameters, order: Any, hands: Any, first: Any) -> RowPosition:
    """The position before the first move: §1.1, the holder of the highest-ranking eleven opens classic with it."""
    elevens = _dealt(hands) & parameters.starts
    highest = jnp.arange(COLOURS) == jnp.argmax(elevens != 0)
    eleven = jnp.where(highest, elevens, np.uint32(0))
    opener = jnp.argmax(any_of(hands & eleven)).astype(jnp.int32)
    seats = hands.shape[0]
    planes = (seats, COLOURS, NUMBERS)
    return RowPosition(
        hands=hands,
        table=jnp.asarray(parameters.laid_out),
        fits=jnp.where(parameters.by_eleven, eleven, parameters.open),
        following=jnp.zeros(COLOURS, jnp.uint32),
        order=order,
        top=jnp.sum(jnp.asarray(parameters.hands)).astype(jnp.int32),
        seat=jnp.where(parameters.by_eleven, opener, first).astype(jnp.int32),
        places=jnp.zeros(seats, jnp.int32),
        over=jnp.zeros((), jnp.bool_),
        age=jnp.full(planes[1:], 255, jnp.uint8),
        banned=jnp.zeros(planes, jnp.uint8),
        passed=jnp.zeros(planes, jnp.uint8),
        chosen=jnp.zeros((seats, COLOURS), jnp.uint32),
    )


def _hands(parameters: RowParameters, order: Any) -> Any:
    """Whole hands from the top of the deck, seat after seat."""
    sizes = jnp.asarray(parameters.hands)
    end = jnp.cumsum(sizes)[:, None, None]
    begin = end - sizes[:, None, None]
    return to_words((order >= begin) & (order < end))


def _dealt(hands: Any) -> Any:
    """All cards of all hands."""
    return jnp.sum(hands, axis=0, dtype=jnp.uint32)
