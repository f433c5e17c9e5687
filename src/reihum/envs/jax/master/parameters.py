"""Master and its options as numbers for JAX, and the numbers of its moves.

The rows lie as on the table, so their order (option ``rows``) matters only where cards get names. A set of cards is
four words of 32 bits, one for each row. The number on a card is its bit, so neighbours are neighbours.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from reihum.cards import JOKER, NUMBER, Card
from reihum.engine import Game
from reihum.envs.jax.deck import read_first
from reihum.games.master.rules import CONNECTIONS, HAND

ROWS, NUMBERS = 4, 21
PLACES = ROWS * NUMBERS
JOKERS = 4

LAY, LAY_JOKER, SWAP, LINK_ABOVE, LINK_BELOW = (PLACES * kind for kind in range(5))
"""The first of the moves that name a place. A connection to a place comes from the row above it or below it."""
DRAW, END, PASS = range(5 * PLACES, 5 * PLACES + 3)
WORDS = {"draw": DRAW, "end": END, "pass": PASS}


class MasterParameters(NamedTuple):
    """What the rules need to know about a game. Every number may be an array instead, one for each of many tables."""

    seats: Any
    first: Any
    """The seat that begins; −1: by lot."""
    hands: Any
    """The cards dealt to each seat."""
    links: Any
    """The connection cards of each seat."""


def parameters_of(game: Game, max_seats: int | None = None) -> MasterParameters:
    """The parameters of Master. Arrays by seat have room for ``max_seats``."""
    game.facts.check_newest()
    present = np.arange(max_seats or game.seats) < game.seats
    return MasterParameters(
        seats=np.int32(game.seats),
        first=read_first(game),
        hands=np.where(present, HAND[game.seats], 0).astype(np.int32),
        links=np.where(present, CONNECTIONS[game.seats], 0).astype(np.int32),
    )


def place_of(game: Game, card: Card) -> int:
    """The place of a card, or of a joker that stands for it, as in ``J>B7``.

    >>> import reihum
    >>> game = reihum.game("master", seats=4, rows="YBRG")
    >>> place_of(game, "Y1"), place_of(game, "B7"), place_of(game, "J>G21")
    (0, 27, 83)
    """
    card = card.split(">")[-1]
    return NUMBERS * int(game.options["rows"].index(card[0])) + NUMBER[card] - 1


def action_of(game: Game, move: str) -> int:
    """The number of a move.

    >>> import reihum
    >>> game = reihum.game("master", seats=4, rows="YBRG")
    >>> [action_of(game, move) for move in ("lay Y9", "lay J>Y9", "swap Y9", "link Y9>B9", "link B9>Y9", "end")]
    [8, 92, 176, 281, 344, 421]
    """
    verb, _, what = move.partition(" ")
    if not what:
        return WORDS[verb]
    at = place_of(game, what)
    if verb == "link":
        return (LINK_ABOVE if place_of(game, what.split(">")[0]) < at else LINK_BELOW) + at
    return at + (SWAP if verb == "swap" else LAY_JOKER if what.startswith(JOKER) else LAY)
