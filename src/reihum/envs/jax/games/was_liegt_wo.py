"""Was liegt wo? (RULEBOOK §3.10) as pure functions on arrays. Tests compare them with ``reihum.games.was_liegt_wo``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from reihum.cards import NUMBER, Card
from reihum.engine import Game
from reihum.envs.jax.deck import draw_first, read_first, shuffle_deck
from reihum.envs.jax.seats import after, from_observer, is_seat, join_parts
from reihum.envs.parts import FACE_DOWN, FACE_UP, NOTHING
from reihum.games.was_liegt_wo import BOUND

NONE = -1
"""No card, or no place."""


class WasLiegtWoParameters(NamedTuple):
    """What the rules need to know about a game. Every number may be an array instead, one for each of many tables."""

    seats: Any
    first: Any
    """The seat that begins; −1: by lot."""
    present: Any
    """Whether each seat is in the game."""
    in_play: Any
    """Whether there is a card with each number, in rank order."""
    highest: Any
    """The highest number on a card."""
    again: Any


class WasLiegtWoPosition(NamedTuple):
    """Everything about a round, hidden cards included."""

    grid: Any
    """The card at each place, or ``NONE``."""
    up: Any
    """The two places turned up last; the second is ``NONE`` when only one lies open, both are after a pair."""
    pairs: Any
    """The pairs of each seat."""
    seat: Any
    made: Any
    """The number of moves so far."""
    over: Any


def parameters_of(
    game: Game, max_seats: int | None = None, cards: Sequence[Card] | None = None
) -> WasLiegtWoParameters:
    """The parameters of a game. Arrays have room for ``max_seats`` and for some cards."""
    game.facts.check_newest()
    room = len(cards or game.cards)
    return WasLiegtWoParameters(
        seats=np.int32(game.seats),
        first=read_first(game),
        present=is_seat(max_seats or game.seats, game.seats),
        in_play=np.arange(room) < len(game.cards),
        highest=np.int32(max(NUMBER[card] for card in game.cards)),
        again=np.bool_(game.options["again"]),
    )


def deal(parameters: WasLiegtWoParameters, key: Any) -> WasLiegtWoPosition:
    """A new round."""
    first_key, key = jax.random.split(key)
    first = draw_first(first_key, parameters.first, parameters.seats)
    return open_round(parameters, shuffle_deck(key, parameters.in_play), first)


def open_round(parameters: WasLiegtWoParameters, deck: Any, first: Any) -> WasLiegtWoPosition:
    """The position before the first move: the deck lies face down in a grid."""
    return WasLiegtWoPosition(
        grid=jnp.where(parameters.in_play, deck, NONE).astype(jnp.int8),
        up=jnp.full(2, NONE, jnp.int32),
        pairs=jnp.zeros(jnp.shape(parameters.present), jnp.int32),
        seat=jnp.asarray(first).astype(jnp.int32),
        made=jnp.int32(0),
        over=jnp.bool_(False),
    )


def legal_mask(_: WasLiegtWoParameters, position: WasLiegtWoPosition) -> Any:
    """Any card that lies there, except the one turned up first in this turn."""
    places = np.arange(position.grid.shape[0])
    return (position.grid != NONE) & (places != _find_opened(position)) & ~position.over


def make_move(parameters: WasLiegtWoParameters, position: WasLiegtWoPosition, action: Any) -> WasLiegtWoPosition:
    """The position after a legal flip: two equal numbers are won, others are turned back."""
    seat, grid, opened = position.seat, position.grid, _find_opened(position)
    second = opened != NONE
    hit = second & (grid[opened] % parameters.highest == grid[action] % parameters.highest)
    places = np.arange(grid.shape[0])
    left = jnp.where(hit & ((places == opened) | (places == action)), NONE, grid).astype(jnp.int8)
    up = jnp.where(second, jnp.stack([opened, action]), jnp.stack([action, NONE]))
    made = position.made + 1
    stays = ~second | hit & parameters.again
    return WasLiegtWoPosition(
        grid=left,
        up=jnp.where(hit, NONE, up).astype(jnp.int32),
        pairs=position.pairs + (hit & (np.arange(position.pairs.shape[0]) == seat)),
        seat=jnp.where(stays, seat, after(seat, parameters.seats)).astype(jnp.int32),
        made=made,
        over=jnp.all(left == NONE) | (made == BOUND),
    )


def _find_opened(position: WasLiegtWoPosition) -> Any:
    """The place turned up first in this turn, or ``NONE``; two cards face up are left from the last turn."""
    return jnp.where(position.up[1] == NONE, position.up[0], NONE)


def count_points(_: WasLiegtWoParameters, position: WasLiegtWoPosition) -> Any:
    """Most pairs win."""
    return position.pairs


def observe(parameters: WasLiegtWoParameters, position: WasLiegtWoPosition, seat: Any) -> Any:
    """What a seat may know: the numbers of docs/observations.md."""
    seats, grid = parameters.seats, position.grid
    shown = jnp.any(np.arange(grid.shape[0])[:, None] == position.up, axis=1)
    seen = jnp.where(grid == NONE, NOTHING, jnp.where(shown, FACE_UP + grid, FACE_DOWN))
    acts = (np.arange(position.pairs.shape[0]) == position.seat) & ~position.over
    return join_parts(seen, from_observer(2 * position.pairs, seat, seats), from_observer(acts, seat, seats))
