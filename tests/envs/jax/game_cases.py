"""The small games under test: what their engine's states are as positions in JAX."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import reihum
from envs.jax.game_comparison import UNKNOWN, Case
from reihum.cards import NUMBER
from reihum.engine import Game, Move
from reihum.envs.actions import cards_of
from reihum.envs.jax.games import ratefix, was_liegt_wo
from reihum.games.ratefix import RatefixState, hand_size
from reihum.games.was_liegt_wo import WasLiegtWoState


def by_seat(values: Sequence[int], room: int) -> Any:
    """Numbers by seat, with zeros where there is no seat."""
    return np.array([*values, *[0] * (room - len(values))], np.int32)


def no_favourites(_: Any, __: Sequence[Move]) -> Sequence[Move]:
    """Rounds end soon enough."""
    return ()


def ratefix_position(state: RatefixState, seats: int, cards: int) -> ratefix.RatefixPosition:
    """The position of Ratefix."""
    number = cards_of(state.game).index
    size = hand_size(state.game.seats)
    deck = np.full(cards, UNKNOWN, np.uint8)
    for seat, pile in enumerate(state.piles):
        left = (*state.middle[seat : seat + 1], *pile)
        deck[(seat + 1) * size - len(left) : (seat + 1) * size] = [*map(number, left)]
    deck[cards - len(state.out) :] = [*map(number, state.out)]
    return ratefix.RatefixPosition(
        deck=deck,
        turned=np.int32(size - len(state.piles[0]) - 1),
        named=by_seat(state.named, seats),
        begins=np.int32(state.begins),
        seat=np.int32((state.begins + state.count_guesses()) % state.game.seats),
        kept=np.int32(len(state.kept)),
        won=by_seat([*map(len, state.won)], seats),
        over=np.bool_(state.outcome is not None),
    )


def was_liegt_wo_position(state: WasLiegtWoState, seats: int, cards: int) -> was_liegt_wo.WasLiegtWoPosition:
    """The position of Was liegt wo?"""
    number = {card: at for at, card in enumerate(cards_of(state.game))}
    grid = [number.get(card, was_liegt_wo.NONE) for card in state.grid]
    up = [*state.up, was_liegt_wo.NONE, was_liegt_wo.NONE][:2]
    return was_liegt_wo.WasLiegtWoPosition(
        grid=np.array([*grid, *[was_liegt_wo.NONE] * (cards - len(grid))], np.int8),
        up=np.array(up, np.int32),
        pairs=by_seat([len(won) // 2 for won in state.won], seats),
        seat=np.int32(state.turn),
        made=np.int32(state.made),
        over=np.bool_(state.outcome is not None),
    )


def matching_places(state: WasLiegtWoState, legal: Sequence[Move]) -> Sequence[Move]:
    """The places that make a pair with the card turned up first."""
    if len(state.up) != 1:
        return ()
    opened = NUMBER[state.grid[state.up[0]]]
    return [move for move in legal if NUMBER[state.grid[int(move.args[0]) - 1]] == opened]


def largest_of(seats: int, **options: Any) -> Any:
    """The game with the most seats and cards; the options that name cards stay."""

    def largest(game: Game) -> Game:
        named = {name: value for name, value in game.options.items() if name == "colours" and isinstance(value, str)}
        return reihum.game(game.id, seats, **options, **named)

    return largest


CASES = {
    "ratefix": Case(ratefix, largest_of(4), ratefix_position, no_favourites, "deck"),
    "was-liegt-wo": Case(
        was_liegt_wo, largest_of(6, colours=4), was_liegt_wo_position, matching_places, "grid", has_short_decks=True
    ),
}
