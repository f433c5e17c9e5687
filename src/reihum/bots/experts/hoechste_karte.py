"""The expert for Die höchste Karte gewinnt: knows every card that is left, and foresees what the others will lay.

All cards are open but those being chosen now. It takes the others for savers, as the sensible bot is one – and each of
them the less, the oftener it has laid what no saver would; of such a player it expects any card.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from reihum.bots.bot import offered
from reihum.bots.search.planner import PlannerBot, happened
from reihum.bots.simple.hoechste_karte import choices
from reihum.cards import Card, Randomness
from reihum.engine import Game, Move, Shown, State, View
from reihum.games.hoechste_karte import LAY, HoechsteKarteState


class ForesightBot(PlannerBot):
    """Tries each of its cards against what the others may lay, and plays on."""

    worlds = 60
    caution = 0.0

    def __init__(self, game: Game, seat: int, randomness: Randomness) -> None:
        super().__init__(game, seat, randomness)
        dealt = game.deal(b"")
        assert isinstance(dealt, HoechsteKarteState)
        self.table = dealt
        """All that everybody knows."""
        self.tricks = 0
        self.saved = [0] * game.seats
        """How often each player has laid what a saver would."""

    def see(self, shown: Sequence[Shown]) -> None:
        """Follow the cards."""
        laid = tuple(event.cards[0] for event in shown if event.kind == "reveal")
        if laid:
            table = self.table
            for seat, card in enumerate(laid):
                self.saved[seat] += card in choices(table.hands[seat], bool(table.kept))
            self.tricks += 1
            self.table = replace(table, chosen=laid).reveal()
        self.table = replace(self.table, last=happened(shown))

    def candidates(self, view: View) -> Sequence[str]:
        """Any card."""
        return offered(view)

    def imagine(self, view: View) -> State:
        """Everybody who has chosen a card has chosen some card."""
        hands = self.table.hands
        chosen = [self._lays(hands[player.seat], player.seat) if not player.acts else "" for player in view.players]
        return replace(self.table, chosen=tuple(chosen))

    def reflex(self, state: State, seat: int) -> Move:
        """What a saver lays, if this is one."""
        assert isinstance(state, HoechsteKarteState)
        return LAY[self._lays(state.hands[seat], seat, bool(state.kept))]

    def _lays(self, hand: Sequence[Card], seat: int, waiting: bool | None = None) -> Card:
        trusted = seat == self.seat or self.randomness.below(self.tricks + 1) <= self.saved[seat]
        waiting = bool(self.table.kept) if waiting is None else waiting
        return self.randomness.choice(choices(hand, waiting) if trusted else hand)
