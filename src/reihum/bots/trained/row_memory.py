"""What everybody can conclude from the moves of a row game so far, as a trained player remembers it.

``reihum.envs.jax`` keeps the same for training, and tests compare the two.
"""

from __future__ import annotations

from collections.abc import Iterable

from reihum.bots.trained.planes import list_bits
from reihum.cards import NUMBER, Card
from reihum.engine import Game, Shown, View
from reihum.engine.views import Rows
from reihum.games.rows.bits import BIT, ROW_OF, mask, unmask
from reihum.games.rows.layout import Layout

CARDS = len(BIT)
ALL = (1 << CARDS) - 1
BAN = 32
"""A fresh ban."""
MAX_PASSED = 15
MAX_AGE = 255
"""Cards that were laid this many moves ago, or never, are all alike."""

PLACE = {card: place for place, card in enumerate(BIT)}


class RowMemory:
    """The table, and by seat and card what the moves have told."""

    def __init__(self, game: Game) -> None:
        self._layout: Layout = game.setup
        self.table = self._layout.laid_out
        self.fits = self._first_places()
        self.following = 0
        """The cards that the seat that moved last may lay in the same turn."""
        self.moves = 0
        self.laid_at: dict[int, int] = {}
        """After how many moves each card was laid, by place."""
        self.banned: list[dict[int, int]] = [{} for _ in range(game.seats)]
        """Cards that a seat cannot have held: ``BAN`` when it showed that, one less for each card taken since."""
        self.passed: list[dict[int, int]] = [{} for _ in range(game.seats)]
        """How often a seat did something else although the card fitted."""
        self.chosen: list[set[int]] = [set() for _ in range(game.seats)]
        """The cards that a seat has laid from its hand."""
        self._mover: int | None = None
        self._drawing = 0
        """While a seat draws: the cards that it has just shown not to have."""
        self._draws = False

    def see(self, shown: Iterable[Shown]) -> None:
        """Learn from some events."""
        for event in shown:
            if event.seat is not None:
                self._see_event(event, event.seat)

    def catch_up(self, view: View) -> None:
        """If this player has not seen the whole round, know the table as it is now."""
        rows = next(zone.rows for zone in view.zones if isinstance(zone, Rows))
        table = mask([card for row in rows for card in row.cards])
        if table != self.table:
            self.table, self.fits = table, mask([card for row in rows for card in row.open])

    def _see_event(self, event: Shown, seat: int) -> None:
        kind = event.kind
        if kind not in ("lay", "draw", "draw-lay", "take3", "end", "pass"):
            return
        continues = self._draws and seat == self._mover and kind in ("draw", "draw-lay")
        if not continues:
            if seat != self._mover:
                self.following = 0
            self._mover, self._draws = seat, kind in ("draw", "draw-lay")
            self.moves += 1
            self._remember(event, seat)
        if kind == "draw":
            self._fade(seat, 1)
        elif kind == "take3":
            self._fade(seat, len(event.cards) or int(event.count))
        if kind in ("lay", "draw-lay"):
            self._put(event.cards[0], goes_on=kind == "lay" or self._layout.goes_on)
            self._draws = False
        elif not self._draws:
            self.following = 0

    def _remember(self, event: Shown, seat: int) -> None:
        """A player who has to draw or pass has no card that fits. One who does something else passes over the cards
        that fit."""
        # which eleven opens was its holder's secret; one who comes late may see another move first
        opens = not self.table and self._layout.by_eleven and bool(event.cards)
        fitting = BIT[event.cards[0]] if opens else self.fits & (self.following or ALL)
        forced = event.kind == "pass" or (self._draws and self._layout.blocking != "draw")
        self._drawing = fitting if forced else 0
        if forced:
            self.banned[seat] |= dict.fromkeys(list_bits(fitting), BAN)
            return
        if event.kind == "lay":
            card = event.cards[0]
            self.chosen[seat].add(PLACE[card])
            fitting &= ~BIT[card]
        passed = self.passed[seat]
        for place in list_bits(fitting):
            passed[place] = min(passed.get(place, 0) + 1, MAX_PASSED)

    def _fade(self, seat: int, count: int) -> None:
        """A seat takes cards: what it could not have before, it may have now. Cards kept from a forced draw do not fit
        either."""
        kept = ((place, ban - count * (not self._drawing >> place & 1)) for place, ban in self.banned[seat].items())
        self.banned[seat] = {place: ban for place, ban in kept if ban > 0}

    def _put(self, card: Card, *, goes_on: bool) -> None:
        """A card comes to the table."""
        layout, empty, bit = self._layout, not self.table, BIT[card]
        fits = self._starts(card) if empty else self.fits
        if not self.table & ROW_OF[card]:
            fits &= ~ROW_OF[card]
        self.table |= bit
        self.fits = (fits | layout.beside[card]) & ~self.table
        self.laid_at[PLACE[card]] = self.moves
        may_follow = goes_on and not empty and layout.turn != "one"
        self.following = (ALL if layout.turn == "any" else ROW_OF[card]) if may_follow else 0

    def _starts(self, card: Card) -> int:
        """The cards that open a row once a card has opened the game."""
        return self._layout.starts or mask([f"{colour}{NUMBER[card]}" for colour in self._layout.colours])

    def _first_places(self) -> int:
        """What everybody thinks may fit before the first move."""
        layout = self._layout
        if not layout.laid_out:
            return layout.starts or mask(layout.deck)
        beside = 0
        for card in unmask(layout.laid_out):
            beside |= layout.beside[card]
        return beside & ~layout.laid_out
