"""What the events of a row game tell about hidden cards."""

from __future__ import annotations

from msgspec.structs import replace

from reihum.bots.search.knowledge import Witness
from reihum.engine import Game, Shown
from reihum.games.rows.bits import BIT, mask
from reihum.games.rows.rules import DRAW, END, LAY, RowsState
from reihum.simulator.position import DRY, Position
from reihum.simulator.rows.cards import PLACE, mask_to_words
from reihum.simulator.rows.position import from_state, move_number
from reihum.simulator.words import join_words

ANOTHER = (1 << 80) - 1


class RowWitness(Witness):
    """Follows a row game."""

    def __init__(self, game: Game, seat: int) -> None:
        super().__init__(game, seat, game.setup.hand)
        dealt = game.deal(b"")
        assert isinstance(dealt, RowsState)
        self.state = replace(dealt, hands=(0,) * game.seats, stock=(), laid=False)
        self.stock = len(dealt.stock)
        self.drawing: int | None = None
        """Who drew last, if nothing else has happened since."""

    def event(self, event: Shown, seat: int) -> None:
        """What one event tells."""
        if event.kind in ("draw", "draw-lay"):
            self._draws(event, seat)
            return
        self.drawing = None
        self.state = replace(self.state, to_act=(seat,))
        if event.kind == "lay":
            self._lays(event.cards[0], seat)
        elif event.kind == "pass":
            self._lacks(seat)
        else:
            self.chooses(seat, move_number(event.kind), self._words())
        if event.kind == "take3":
            self._takes(seat, len(event.cards) or int(event.count))
        if event.kind != "lay":
            self.state = self.state.apply(seat, END)

    def _draws(self, event: Shown, seat: int) -> None:
        """§1.1 (b): whoever draws has nothing that fits – unless the option allows it – nor do cards fit that are
        kept."""
        fits = _places(self.state.fits)
        if self.drawing != seat:
            self.drawing = seat
            self.state = replace(self.state, to_act=(seat,), laid=False)
            if self.game.setup.blocking == "draw":
                self.chooses(seat, move_number("draw"), self._words())
            else:
                self._lacks(seat)
        self.stock -= 1
        if event.kind == "draw-lay":
            self.state = replace(self.state, to_act=(seat,), stock=event.cards).apply(seat, DRAW)
        else:
            self.gets(seat, 1, fits)
            self.state = self.state.apply(seat, END)

    def _lacks(self, seat: int) -> None:
        """Nothing fits."""
        self.ban(seat, _places(self.state.fits))

    def _takes(self, seat: int, count: int) -> None:
        """§1.1 rule A."""
        self.stock -= count
        self.gets(seat, count)

    def _lays(self, card: str, seat: int) -> None:
        if self.state.table or self.game.facts.data.opener == "first":
            self.chooses(seat, PLACE[card], self._words())
        else:
            self._opens(card)
        self.reveals(seat, PLACE[card])
        self.sizes[seat] -= 1
        hands = [0] * self.game.seats
        hands[seat] = ANOTHER  # any other card too: the end of the round is told by nothing but its outcome
        after = replace(self.state, hands=tuple(hands)).apply(seat, LAY[BIT[card]])
        self.state = replace(after, hands=(0,) * self.game.seats)

    def _opens(self, card: str) -> None:
        """§1.1: the holder of the first eleven that was dealt opens; so nobody was dealt one before it."""
        before = mask([other for other in self.game.cards if BIT[other] & self.game.setup.starts & (BIT[card] - 1)])
        for seat in range(self.game.seats):
            self.ban(seat, _places(before))

    def _words(self) -> tuple[int, ...]:
        words = list(self.position().words)
        words[DRY] = self.stock
        return tuple(words)

    def position(self) -> Position:
        """The table as everybody sees it."""
        return from_state(self.state)


def _places(cards: int) -> int:
    return join_words(*mask_to_words(cards))
