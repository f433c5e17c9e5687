"""What the events of a row game tell about hidden cards."""

from __future__ import annotations

from msgspec.structs import replace

from reihum.bots.search.tracker import Tracker
from reihum.engine import Game, Shown
from reihum.games.rows.bits import BIT, mask
from reihum.games.rows.rules import DRAW, END, LAY, RowsState
from reihum.simulator.position import DRY, Position
from reihum.simulator.rows.cards import PLACE, mask_to_words
from reihum.simulator.rows.position import from_state, move_number
from reihum.simulator.words import join_words

MOVES = ("lay", "take3", "end", "pass")
"""The events that are moves; others tell what came of one."""
ALL_CARDS = (1 << 80) - 1


class RowTracker(Tracker):
    """Follows a row game."""

    def __init__(self, game: Game, seat: int) -> None:
        super().__init__(game, seat, [size + (turn < game.setup.spare) for turn, size in enumerate(game.setup.hands)])
        dealt = game.deal(b"")
        assert isinstance(dealt, RowsState)
        self.state = replace(dealt, hands=(0,) * game.seats, stock=(), following=0)
        self.stock = len(dealt.stock)
        self.drawing: int | None = None
        """The seat that drew last, if nothing else has happened since."""

    def observe_event(self, event: Shown, seat: int) -> None:
        """Learn from one event."""
        if event.kind in ("draw", "draw-lay"):
            self._draw(event, seat)
            return
        if event.kind not in MOVES:
            return
        self.drawing = None
        self.state = replace(self.state, to_act=(seat,))
        if event.kind == "lay":
            self._lay(event.cards[0], seat)
        elif event.kind == "pass":
            self._ban_fitting(seat)
        else:
            self.record_move(seat, move_number(event.kind), self._words())
        if event.kind == "take3":
            self._take(seat, len(event.cards) or int(event.count))
        if event.kind != "lay":
            self.state = self.state.apply(seat, END)

    def _draw(self, event: Shown, seat: int) -> None:
        """§1.1 (b): a player who draws has nothing that fits, unless the option allows drawing instead of laying. Drawn
        cards that are kept do not fit either."""
        fits = _to_places(self.state.fits)
        if self.drawing != seat:
            self.drawing = seat
            self.state = replace(self.state, to_act=(seat,), following=0)
            if self.game.setup.blocking == "draw":
                self.record_move(seat, move_number("draw"), self._words())
            else:
                self._ban_fitting(seat)
        self.stock -= 1
        if event.kind == "draw-lay":
            self.state = replace(self.state, to_act=(seat,), stock=event.cards).apply(seat, DRAW)
        else:
            self.add_cards(seat, 1, fits)
            self.state = self.state.apply(seat, END)

    def _ban_fitting(self, seat: int) -> None:
        """Nothing in this hand fits."""
        self.ban(seat, _to_places(self.state.fits))

    def _take(self, seat: int, count: int) -> None:
        """§1.1 rule A."""
        self.stock -= count
        self.add_cards(seat, count)

    def _lay(self, card: str, seat: int) -> None:
        if self.state.table or not self.game.setup.by_eleven:
            if not BIT[card] & self.game.setup.duty:
                self.ban(seat, _to_places(self.game.setup.duty & self.state.fits & (self.state.following or ALL_CARDS)))
            self.record_move(seat, PLACE[card], self._words())
        else:
            self._open(card)
        self.reveal(seat, PLACE[card])
        self.sizes[seat] -= 1
        hands = [0] * self.game.seats
        hands[seat] = ALL_CARDS  # every card, so that the round does not end here: only its outcome may tell that
        after = replace(self.state, hands=tuple(hands)).apply(seat, LAY[BIT[card]])
        self.state = replace(after, hands=(0,) * self.game.seats)

    def _open(self, card: str) -> None:
        """§1.1: the first eleven that was dealt opens, so nobody was dealt an earlier one."""
        before = mask([other for other in self.game.cards if BIT[other] & self.game.setup.starts & (BIT[card] - 1)])
        for seat in range(self.game.seats):
            self.ban(seat, _to_places(before))

    def _words(self) -> tuple[int, ...]:
        words = list(self.position().words)
        words[DRY] = self.stock
        return tuple(words)

    def position(self) -> Position:
        """The table as everybody sees it."""
        return from_state(self.state)


def _to_places(cards: int) -> int:
    return join_words(*mask_to_words(cards))
