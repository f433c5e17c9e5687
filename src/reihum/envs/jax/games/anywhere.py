"""Überall anschließen (RULEBOOK §3.1) without „Stopp!“ as pure functions on arrays. Tests compare them with
``reihum.games.anywhere``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from reihum.cards import NUMBER, Card, evenly
from reihum.engine import Game
from reihum.envs.actions import cards_of
from reihum.envs.jax.deck import NOBODY, deal_hands, draw_first, find_places, read_first, shuffle_deck
from reihum.envs.jax.seats import after, find_next, from_observer, is_seat, join_parts
from reihum.errors import BadOption
from reihum.games.anywhere.facts import BOUND

DOWN, OPEN = 0, 6
MIDDLE, TURNED, NOWHERE = range(12, 15)
"""Where a card is: face down or open in the piles of a seat, in the middle, turned up, not in the game."""
PLAYS = -1
"""Instead of the points of a seat that still has cards."""


class AnywhereParameters(NamedTuple):
    """What the rules need to know about a game. Every number may be an array instead, one for each of many tables."""

    seats: Any
    first: Any
    """The seat that begins; −1: by lot."""
    hands: Any
    """The cards dealt to each seat."""
    numbers: Any
    """The number on each card; 0: not in play."""
    highest: Any
    open_tops: Any
    play_on: Any


class AnywherePosition(NamedTuple):
    """Everything about a round, hidden cards included."""

    where: Any
    height: Any
    """How many cards lie below each card of its pile."""
    seat: Any
    points: Any
    """By seat, how many go out later, or ``PLAYS``."""
    made: Any
    """The number of moves so far."""
    over: Any


class Places(NamedTuple):
    """Where the card of the player on turn may go: the middle or the open piles of others; if nowhere, to its own."""

    card: Any
    middle: Any
    piles: Any

    @property
    def exist(self) -> Any:
        """Whether there is a place besides the player's own pile."""
        return self.middle | jnp.any(self.piles)


def parameters_of(game: Game, max_seats: int | None = None, cards: Sequence[Card] | None = None) -> AnywhereParameters:
    """The parameters of a game without calls. Arrays have room for ``max_seats`` and for some cards."""
    game.facts.check_newest()
    if game.grammar.calls:
        raise BadOption("env-calls", game=game.id, got=", ".join(game.grammar.calls))
    sizes = evenly(len(game.cards), game.seats)
    return AnywhereParameters(
        seats=np.int32(game.seats),
        first=read_first(game),
        hands=np.array(sizes + [0] * ((max_seats or game.seats) - game.seats), np.int32),
        numbers=np.array([NUMBER[card] if card in game.cards else 0 for card in cards or cards_of(game)], np.int32),
        highest=np.int32(max(NUMBER[card] for card in game.cards)),
        open_tops=np.bool_(game.options["open_tops"]),
        play_on=np.bool_(game.options["play_on"]),
    )


def deal(parameters: AnywhereParameters, key: Any) -> AnywherePosition:
    """A new round."""
    first_key, key = jax.random.split(key)
    first = draw_first(first_key, parameters.first, parameters.seats)
    return open_round(parameters, shuffle_deck(key, parameters.numbers > 0), first)


def open_round(parameters: AnywhereParameters, deck: Any, first: Any) -> AnywherePosition:
    """The position before the first move: all cards are dealt as face-down piles."""
    dealt, end = deal_hands(deck, parameters.hands), jnp.cumsum(parameters.hands)
    height = jnp.where(dealt == NOBODY, 0, end[dealt] - 1 - find_places(deck))
    return AnywherePosition(
        where=jnp.where(dealt == NOBODY, NOWHERE, DOWN + dealt).astype(jnp.int8),
        height=height.astype(jnp.uint8),
        seat=jnp.asarray(first).astype(jnp.int32),
        points=jnp.full(parameters.hands.shape, PLAYS, jnp.int32),
        made=jnp.int32(0),
        over=jnp.bool_(False),
    )


def legal_mask(parameters: AnywhereParameters, position: AnywherePosition) -> Any:
    """Turn up a card or place one, but only where it belongs: the middle first, then other piles, then your own.
    ``turn``, ``put`` by seats, ``put middle``, ``put own``, ``move`` by seats, ``move middle``."""
    room, seats = position.points.shape[0], parameters.seats
    moves, places = np.arange(4 + 2 * room), find_fitting_places(parameters, position)
    puts = jnp.any(position.where == TURNED)
    moves_top = ~puts & parameters.open_tops & places.exist
    others = places.piles & ~places.middle
    is_put, is_move = (moves >= 1) & (moves <= seats), (moves >= 3 + seats) & (moves < 3 + 2 * seats)
    return ~position.over & (
        (moves == 0) & ~puts & ~moves_top
        | is_put & puts & others[(moves - 1) % room]
        | (moves == 1 + seats) & puts & places.middle
        | (moves == 2 + seats) & puts & ~places.exist
        | is_move & moves_top & others[(moves - 3 - seats) % room]
        | (moves == 3 + 2 * seats) & moves_top & places.middle
    )


def find_fitting_places(parameters: AnywhereParameters, position: AnywherePosition) -> Places:
    """Where the card turned up fits, or else the top of the open pile of the player on turn."""
    by_seat = np.arange(position.points.shape[0])
    turned, tops = position.where == TURNED, _find_tops(position, OPEN + by_seat)
    card = jnp.where(jnp.any(turned), turned, tops[position.seat])
    number = _read_number(parameters, card)
    middle = _read_number(parameters, _find_tops(position, np.array([MIDDLE])))[0]
    piles = _read_number(parameters, tops)
    wanted = (number + parameters.highest - 2) % parameters.highest + 1  # 1 goes on the highest
    others = by_seat != position.seat
    return Places(card, (number > 0) & (middle == wanted), (number > 0) & (piles == wanted) & others)


def make_move(parameters: AnywhereParameters, position: AnywherePosition, action: Any) -> AnywherePosition:
    """The position after a legal move: the first card of all goes to the middle at once, later ones wait."""
    seat, seats = position.seat, parameters.seats
    card = find_fitting_places(parameters, position).card
    turns, begins = action == 0, ~jnp.any(position.where == MIDDLE)
    own = action == 2 + seats
    owner = jnp.where(own, seat, jnp.where(action > 2 + seats, action - 3 - seats, action - 1))
    to_middle = (action == 1 + seats) | (action == 3 + 2 * seats)
    target = jnp.where(to_middle | turns & begins, MIDDLE, jnp.where(turns, TURNED, OPEN + owner))
    moved = jnp.where(turns, _find_tops(position, DOWN + seat[None])[0], card)
    placed = position._replace(
        where=jnp.where(moved, target, position.where).astype(jnp.int8),
        height=jnp.where(moved, jnp.sum(position.where == target), position.height).astype(jnp.uint8),
        made=position.made + 1,
    )
    passes_on = find_next(position.points == PLAYS, after(seat, seats), seats)
    turn = jnp.where(own | turns & begins, passes_on, seat)
    settled = _settle(parameters, placed, turn, ~turns)
    return settled._replace(over=settled.over | (settled.made >= BOUND))


def _settle(parameters: AnywhereParameters, position: AnywherePosition, turn: Any, placed: Any) -> AnywherePosition:
    """An open pile, turned over, replaces a used-up face-down pile. A player without either is out."""
    seat, seats = position.seat, parameters.seats
    mine = position.where == OPEN + seat
    size = jnp.sum(mine)
    used_up = placed & ~jnp.any(position.where == DOWN + seat)
    gone, turned_over = used_up & (size == 0), mine & used_up
    inside = (position.points == PLAYS) & is_seat(position.points.shape[0], seats)
    left = jnp.sum(inside) - gone
    points = jnp.where(gone & (np.arange(inside.shape[0]) == seat), left, position.points)
    next_seat = find_next(points == PLAYS, after(turn, seats), seats)
    return position._replace(
        where=jnp.where(turned_over, DOWN + seat, position.where).astype(jnp.int8),
        height=jnp.where(turned_over, size - 1 - position.height, position.height).astype(jnp.uint8),
        seat=jnp.where(gone & (turn == seat), next_seat, turn).astype(jnp.int32),
        points=points.astype(jnp.int32),
        over=(left == 1) | (left < seats) & ~parameters.play_on,
    )


def _find_tops(position: AnywherePosition, piles: Any) -> Any:
    """The card on top of each of some piles, a plane each."""
    lies = position.where == piles[:, None]
    return lies & (position.height == jnp.sum(lies, axis=1)[:, None] - 1)


def _read_number(parameters: AnywhereParameters, cards: Any) -> Any:
    """The number on the only card of each plane; 0 if there is none."""
    return jnp.sum(jnp.where(cards, parameters.numbers, 0), axis=-1)


def count_points(parameters: AnywhereParameters, position: AnywherePosition) -> Any:
    """How many go out later; without ``play_on`` 1 for the first to go out or, at the bound, for the fewest cards."""
    room = position.points.shape[0]
    by_seat, out = np.arange(room), position.points != PLAYS
    held = (position.where == DOWN + by_seat[:, None]) | (position.where == OPEN + by_seat[:, None])
    turned = (by_seat == position.seat) & jnp.any(position.where == TURNED)
    counts = jnp.where(is_seat(room, parameters.seats), jnp.sum(held, axis=1) + turned, position.where.shape[0])
    first = jnp.where(jnp.any(out), out, counts == jnp.min(counts))
    return jnp.where(parameters.play_on, jnp.where(out, position.points, 0), first).astype(jnp.int32)


def observe(parameters: AnywhereParameters, position: AnywherePosition, seat: Any) -> Any:
    """What a seat may know: the numbers of docs/observations.md."""
    seats, by_seat = parameters.seats, np.arange(position.points.shape[0])
    counts = [jnp.sum(position.where == pile + by_seat[:, None], axis=1) for pile in (DOWN, OPEN)]
    return join_parts(
        _find_tops(position, np.array([MIDDLE])),
        position.where == TURNED,
        from_observer(_find_tops(position, OPEN + by_seat), seat, seats),
        *(from_observer(count, seat, seats) for count in counts),
        by_seat == seat,
        from_observer((by_seat == position.seat) & ~position.over, seat, seats),
    )
