"""The expert for Die höchste Karte gewinnt: knows every card that is left, and predicts what the others will lay.

All cards are open except those being chosen now. It expects the others to be savers, like the sensible bot. The more
often a player lays what no saver would, the less it trusts that player, and the more it expects any card.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from reihum.bots.bot import offered
from reihum.bots.search.planner import PlannerBot, to_events
from reihum.bots.simple.hoechste_karte import saver_cards
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
        """Everything that all players know."""
        self.tricks = 0
        self.saved = [0] * game.seats
        """How often each player has laid what a saver would."""

    def see(self, shown: Sequence[Shown]) -> None:
        """Follow the cards."""
        laid = tuple(event.cards[0] for event in shown if event.kind == "reveal")
        if laid:
            table = self.table
            for seat, card in enumerate(laid):
                self.saved[seat] += card in saver_cards(table.hands[seat], bool(table.kept))
            self.tricks += 1
            self.table = replace(table, chosen=laid).reveal()
        self.table = replace(self.table, last=to_events(shown))

    def propose(self, view: View) -> Sequence[str]:
        """Any card."""
        return offered(view)

    def imagine(self, view: View) -> State:
        """Every player who has chosen gets some card."""
        hands = self.table.hands
        chosen = [self._lays(hands[player.seat], player.seat) if not player.acts else "" for player in view.players]
        return replace(self.table, chosen=tuple(chosen))

    def reflex(self, state: State, seat: int) -> Move:
        """A saver's card, if this player is trusted to be one."""
        assert isinstance(state, HoechsteKarteState)
        return LAY[self._lays(state.hands[seat], seat, bool(state.kept))]

    def _lays(self, hand: Sequence[Card], seat: int, waiting: bool | None = None) -> Card:
        trusted = seat == self.seat or self.randomness.below(self.tricks + 1) <= self.saved[seat]
        waiting = bool(self.table.kept) if waiting is None else waiting
        return self.randomness.choice(saver_cards(hand, waiting) if trusted else hand)
