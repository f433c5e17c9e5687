"""A row game and its options as numbers for JAX.

A set of cards is four words of 32 bits, one for each colour. The number on a card is its bit, so neighbours are
neighbours and both ends of a row stay free.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from reihum.cards import COLOURS, NUMBER, Card
from reihum.engine import Game
from reihum.envs.jax.deck import read_first
from reihum.envs.jax.words import ROW_NUMBERS
from reihum.games.rows.bits import unmask
from reihum.games.rows.layout import Layout

MAX_SEATS = 6
NUMBERS = ROW_NUMBERS
CARDS = len(COLOURS) * NUMBERS

DRAW, TAKE3, END, PASS = range(CARDS, CARDS + 4)
"""The moves after ``lay``: they count on from the cards."""
WORDS = {"draw": DRAW, "take3": TAKE3, "end": END, "pass": PASS}

ANY_ROWS, ONE_COLOUR, ONE_CARD = range(3)
"""What may be laid in a turn."""


class RowParameters(NamedTuple):
    """What the rules need to know about a game. Every number may be an array instead, one for each of many tables."""

    seats: Any
    first: Any
    """The seat that begins; −1: by lot."""
    hands: Any
    """The cards dealt to each seat."""
    deck: Any
    """The cards that are dealt, four words; so are the next five."""
    rows: Any
    starts: Any
    laid_out: Any
    open: Any
    """What fits before the first move."""
    duty: Any
    draws: Any
    blocking: Any
    """The move that may be made instead of laying, or 0."""
    turn: Any
    by_eleven: Any
    by_number: Any
    """Rows start with the number of the first card."""
    goes_on: Any
    play_on: Any


def parameters_of(game: Game, max_seats: int | None = None) -> RowParameters:
    """The parameters of a row game. Arrays by seat have room for ``max_seats``."""
    game.facts.check_newest()
    layout: Layout = game.setup
    laid_out, rows = to_words(unmask(layout.laid_out)), to_words(tuple(layout.beside))
    starts = to_words(unmask(layout.starts))
    opened = (laid_out << 1 | laid_out >> 1) & rows & ~laid_out
    sizes = [size + (seat < layout.spare) for seat, size in enumerate(layout.hands)]
    return RowParameters(
        seats=np.int32(game.seats),
        first=read_first(game),
        hands=np.array(sizes + [0] * ((max_seats or game.seats) - game.seats), np.int32),
        deck=to_words(layout.deck),
        rows=rows,
        starts=starts,
        laid_out=laid_out,
        open=opened if layout.laid_out else starts if layout.starts else to_words(layout.deck),
        duty=to_words(unmask(layout.duty)),
        draws=np.int32(layout.draws),
        blocking=np.int32(WORDS.get(layout.blocking, 0)),
        turn=np.int32({"any": ANY_ROWS, "colour": ONE_COLOUR, "one": ONE_CARD}[layout.turn]),
        by_eleven=np.bool_(layout.by_eleven),
        by_number=np.bool_(not layout.starts and not layout.laid_out),
        goes_on=np.bool_(layout.goes_on),
        play_on=np.bool_(layout.play_on),
    )


def to_words(cards: Sequence[Card]) -> np.ndarray[Any, Any]:
    """Cards as four words.

    >>> to_words(("R1", "R2", "B20")).tolist()
    [6, 0, 0, 1048576]
    """
    words = np.zeros(len(COLOURS), np.uint32)
    for card in cards:
        words[COLOURS.index(card[0])] |= np.uint32(1 << NUMBER[card])
    return words


def action_of(move: str) -> int:
    """The number of a move.

    >>> action_of("lay R1"), action_of("lay B20"), action_of("end")
    (0, 79, 82)
    """
    verb, _, card = move.partition(" ")
    return COLOURS.index(card[0]) * NUMBERS + NUMBER[card] - 1 if card else WORDS[verb]
