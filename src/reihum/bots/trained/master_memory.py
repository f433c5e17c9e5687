"""What everybody can conclude from the moves of Master so far, as a trained player remembers it.

``reihum.envs.jax`` keeps the same for training, and tests compare the two.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from reihum.cards import JOKER
from reihum.engine import Game, Shown
from reihum.games.master.board import WIDTH, Board, beside

NUMBERS = WIDTH - 1
PLACES = 4 * NUMBERS
BAN = 32
"""A fresh ban."""
MAX_PASSED = 15
MAX_AGE = 255
"""Places that were filled this many moves ago, or never, are all alike."""
MOVES = ("lay", "link", "swap", "draw", "end", "pass")
_BYTES = 4 * WIDTH // 8


class MasterMemory:
    """The turn so far, and by seat and card what the moves have told."""

    def __init__(self, game: Game) -> None:
        self._board: Board = game.setup
        self.table = self._board.mask([f"{colour}11" for colour in self._board.rows])
        self.moves = 0
        self.laid_at = np.full(PLACES, -MAX_AGE, np.int32)
        """After how many moves each place was filled."""
        self.banned = np.zeros((game.seats, PLACES), np.int32)
        """Cards that a seat does not seem to have had: ``BAN`` when it showed that, one less with each draw."""
        self.passed = np.zeros((game.seats, PLACES), np.int32)
        """How often a seat drew or ended its turn although the card fitted."""
        self.chosen = np.zeros((game.seats, PLACES), np.bool_)
        """The number cards that a seat has laid or swapped in."""
        self.shown = [0] * game.seats
        """The jokers that a seat has swapped out and not laid since."""
        self.laid = self.won = self.passes = 0
        """The cards laid and the jokers won in this turn, and how many players have passed in a row."""
        self._mover: int | None = None

    def see(self, shown: Iterable[Shown]) -> None:
        """Learn from some events."""
        for event in shown:
            if event.seat is not None and event.kind in MOVES:
                self._see_move(event, event.seat)

    def begin_turn(self, seat: int, table: int) -> None:
        """A seat is on turn. If this player has not seen the whole round, the table is as it is now."""
        self.table = table
        if seat != self._mover:
            self.laid = self.won = 0

    def _see_move(self, event: Shown, seat: int) -> None:
        kind = event.kind
        self.begin_turn(seat, self.table)
        self._mover = seat
        self.moves += 1
        if kind == "lay":
            self._see_lay(event.cards[0], seat)
        elif kind == "swap":
            self.chosen[seat, place_of(self._board, event.cards[0])] = True
            self.shown[seat] += 1
            self.won += 1
        elif kind != "link":
            self._see_stop(kind, seat)

    def _see_lay(self, card: str, seat: int) -> None:
        place = place_of(self._board, card)
        if card[0] == JOKER:
            self.banned[seat, place] = BAN
            self.shown[seat], self.won = max(0, self.shown[seat] - 1), max(0, self.won - 1)
        else:
            self.chosen[seat, place] = True
        self.table |= self._board.bit[card]
        self.laid_at[place] = self.moves
        self.laid, self.passes = self.laid + 1, 0

    def _see_stop(self, kind: str, seat: int) -> None:
        """A player draws, ends the turn or passes: the cards that fit are passed over or, with a pass, not there."""
        fitting = to_array(beside(self.table))
        if kind == "pass":
            self.banned[seat, fitting] = BAN
        else:
            self.passed[seat] = np.minimum(self.passed[seat] + fitting, MAX_PASSED)
        if kind == "draw":
            self.banned[seat] = np.maximum(self.banned[seat] - 1, 0)
        self.passes = self.passes + 1 if kind == "pass" else 0
        self.laid, self.won, self._mover = 0, 0, None


def place_of(board: Board, card: str) -> int:
    """The place of a card, or of a joker that stands for it, from 0 to 83."""
    row, number = divmod(board.bit[card].bit_length() - 1, WIDTH)
    return row * NUMBERS + number


def to_array(places: int) -> Any:
    """The engine's places as an array with a truth value for each."""
    bits = np.unpackbits(np.frombuffer(places.to_bytes(_BYTES, "little"), np.uint8), bitorder="little")
    return bits.reshape(4, WIDTH)[:, :NUMBERS].reshape(PLACES).view(np.bool_)
