"""Ratefix (RULEBOOK §3.3) as pure functions on arrays. Tests compare them with ``reihum.games.ratefix``."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from reihum.engine import Game
from reihum.envs.jax.deck import draw_first, read_first, shuffle_deck
from reihum.envs.jax.seats import from_observer, is_seat, join_parts
from reihum.games.ratefix import guesses, hand_size

CARDS, NUMBERS = 80, 20
FAR = 1_000
"""Farther from a total than any guess."""


class RatefixParameters(NamedTuple):
    """What the rules need to know about a game. Every number may be an array instead, one for each of many tables."""

    seats: Any
    first: Any
    """The seat that begins; −1: by lot."""
    piles: Any
    """The cards dealt to each seat."""
    highest: Any
    """The highest guess."""
    repeat: Any


class RatefixPosition(NamedTuple):
    """Everything about a round, hidden cards included."""

    deck: Any
    """The cards in the order in which they were dealt: a pile for each seat, then those that are out."""
    turned: Any
    """How many cards of each pile have been decided about."""
    named: Any
    """The guesses about the cards in the middle, by seat; 0: none yet."""
    begins: Any
    seat: Any
    kept: Any
    """How many cards the next winner takes besides."""
    won: Any
    """How many cards each seat has won."""
    over: Any


def parameters_of(game: Game, max_seats: int | None = None) -> RatefixParameters:
    """The parameters of a game. Arrays by seat have room for ``max_seats``."""
    game.facts.check_newest()
    present = is_seat(max_seats or game.seats, game.seats)
    return RatefixParameters(
        seats=np.int32(game.seats),
        first=read_first(game),
        piles=np.where(present, hand_size(game.seats), 0).astype(np.int32),
        highest=np.int32(guesses(game.seats)[-1]),
        repeat=np.bool_(game.options["repeat"]),
    )


def deal(parameters: RatefixParameters, key: Any) -> RatefixPosition:
    """A new round."""
    first_key, key = jax.random.split(key)
    first = draw_first(first_key, parameters.first, parameters.seats)
    return open_round(parameters, shuffle_deck(key, np.ones(CARDS, np.bool_)), first)


def open_round(parameters: RatefixParameters, deck: Any, first: Any) -> RatefixPosition:
    """The position before the first move, from the deck."""
    nothing = jnp.zeros(jnp.shape(parameters.piles), jnp.int32)
    return RatefixPosition(
        deck=jnp.asarray(deck).astype(jnp.uint8),
        turned=jnp.int32(0),
        named=nothing,
        begins=jnp.asarray(first).astype(jnp.int32),
        seat=jnp.asarray(first).astype(jnp.int32),
        kept=jnp.int32(0),
        won=nothing,
        over=jnp.bool_(False),
    )


def legal_mask(parameters: RatefixParameters, position: RatefixPosition) -> Any:
    """Any guess from seats to 20 · seats; without ``repeat`` none that was named about these cards."""
    room = position.named.shape[0]
    numbers = parameters.seats + np.arange(19 * room + 1)
    named = jnp.any(numbers[:, None] == position.named, axis=1)
    return (numbers <= parameters.highest) & (parameters.repeat | ~named) & ~position.over


def make_move(parameters: RatefixParameters, position: RatefixPosition, action: Any) -> RatefixPosition:
    """The position after a legal guess: after the last one the closest takes the cards and begins, equally close ones
    leave them for the next winner."""
    seats, room = parameters.seats, position.named.shape[0]
    named = jnp.where(np.arange(room) == position.seat, action + seats, position.named)
    reveals = jnp.sum(named > 0) == seats
    inside = is_seat(room, seats)
    total = jnp.sum(jnp.where(inside, look_at_middle(parameters, position) % NUMBERS + 1, 0))
    far = jnp.where(inside, jnp.abs(named - total), FAR)
    best = far == jnp.min(far)
    wins = reveals & (jnp.sum(best) == 1)
    stake = position.kept + seats
    begins = jnp.where(wins, jnp.argmax(best), position.begins).astype(jnp.int32)
    over = reveals & (position.turned + 1 == parameters.piles[0])
    named = jnp.where(reveals, 0, named)
    return RatefixPosition(
        deck=position.deck,
        turned=position.turned + (reveals & ~over),
        named=named,
        begins=begins,
        seat=((begins + jnp.sum(named > 0)) % seats).astype(jnp.int32),
        kept=jnp.where(reveals, jnp.where(wins, 0, stake), position.kept),
        won=position.won + jnp.where(best & wins, stake, 0),
        over=over,
    )


def look_at_middle(parameters: RatefixParameters, position: RatefixPosition) -> Any:
    """The card in the middle of each seat."""
    return position.deck[np.arange(position.named.shape[0]) * parameters.piles[0] + position.turned].astype(jnp.int32)


def count_points(_: RatefixParameters, position: RatefixPosition) -> Any:
    """Most cards win."""
    return position.won


def observe(parameters: RatefixParameters, position: RatefixPosition, seat: Any) -> Any:
    """What a seat may know: the numbers of docs/observations.md."""
    seats, room = parameters.seats, position.named.shape[0]
    own = np.arange(room) == seat
    card = look_at_middle(parameters, position)[:, None] == np.arange(CARDS)
    piles = jnp.where(is_seat(room, seats), parameters.piles[0] - position.turned - 1, 0)
    acts = (np.arange(room) == position.seat) & ~position.over
    return join_parts(
        card & own[:, None] & ~position.over,
        own,
        from_observer(position.named, seat, seats),
        position.kept,
        from_observer(piles, seat, seats),
        from_observer(position.won, seat, seats),
        from_observer(acts, seat, seats),
    )
