"""What everybody can conclude from the moves of Master so far, as a trained player remembers it.

``reihum.envs.jax`` keeps the same for training, and tests compare the two.
"""

from __future__ import annotations

from collections.abc import Iterable

from reihum.bots.trained.planes import list_bits
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


class MasterMemory:
    """The turn so far, and by seat and card what the moves have told."""

    def __init__(self, game: Game) -> None:
        self._board: Board = game.setup
        self.table = self._board.mask([f"{colour}11" for colour in self._board.rows])
        self.moves = 0
        self.laid_at: dict[int, int] = {}
        """After how many moves each place was filled."""
        self.banned: list[dict[int, int]] = [{} for _ in range(game.seats)]
        """Cards that a seat does not seem to have had: ``BAN`` when it showed that, one less with each draw."""
        self.passed: list[dict[int, int]] = [{} for _ in range(game.seats)]
        """How often a seat drew or ended its turn although the card fitted."""
        self.chosen: list[set[int]] = [set() for _ in range(game.seats)]
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
            self.chosen[seat].add(place_of(self._board, event.cards[0]))
            self.shown[seat] += 1
            self.won += 1
        elif kind != "link":
            self._see_stop(kind, seat)

    def _see_lay(self, card: str, seat: int) -> None:
        place = place_of(self._board, card)
        if card[0] == JOKER:
            self.banned[seat][place] = BAN
            self.shown[seat], self.won = max(0, self.shown[seat] - 1), max(0, self.won - 1)
        else:
            self.chosen[seat].add(place)
        self.table |= self._board.bit[card]
        self.laid_at[place] = self.moves
        self.laid, self.passes = self.laid + 1, 0

    def _see_stop(self, kind: str, seat: int) -> None:
        """A player draws, ends the turn or passes: the cards that fit are passed over or, with a pass, not there."""
        fitting = list_places(beside(self.table))
        banned, passed = self.banned[seat], self.passed[seat]
        if kind == "pass":
            banned |= dict.fromkeys(fitting, BAN)
        else:
            passed |= {place: min(passed.get(place, 0) + 1, MAX_PASSED) for place in fitting}
        if kind == "draw":
            self.banned[seat] = {place: ban - 1 for place, ban in banned.items() if ban > 1}
        self.passes = self.passes + 1 if kind == "pass" else 0
        self.laid, self.won, self._mover = 0, 0, None


def place_of(board: Board, card: str) -> int:
    """The place of a card, or of a joker that stands for it, from 0 to 83."""
    row, number = divmod(board.bit[card].bit_length() - 1, WIDTH)
    return row * NUMBERS + number


def list_places(places: int) -> list[int]:
    """The engine's places, from 0 to 83. A row of the engine has one place more, which is never used."""
    return [bit - bit // WIDTH for bit in list_bits(places)]
