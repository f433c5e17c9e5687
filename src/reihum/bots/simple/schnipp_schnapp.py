"""``sensible`` for Schnipp Schnapp: watches the cards turned up last, and calls the right word or none."""

from __future__ import annotations

from collections.abc import Sequence

from reihum.bots.bot import Bot, Call, offered
from reihum.cards import NUMBER, Card, Randomness
from reihum.engine import Game, Shown, View
from reihum.engine.views import Pile


class WatchfulBot(Bot):
    """Calls „Schnipp“ for the middle and „Schnapp“ for an open pile, in this order: „Schnapp“ takes the card away."""

    def __init__(self, game: Game, seat: int, randomness: Randomness) -> None:
        super().__init__(game, seat, randomness)
        self._fresh: dict[str, Card] = {}
        self._closed: set[str] = set()

    def see(self, shown: Sequence[Shown]) -> None:
        """Remember which cards were turned up last, by zone, and which words have been called since."""
        turned = {event.target: event.cards[0] for event in shown if event.kind == "turn"}
        if turned:
            self._fresh, self._closed = turned, set()
        for event in shown:
            if event.kind in ("schnapp", "schnipp"):
                self._closed.add(event.kind)
            elif event.kind == "tie":
                self._closed.add(str(event.values["word"]).rpartition(".")[2])

    def choose(self, view: View) -> str:
        """The only move."""
        return offered(view)[0]

    def call(self, view: View) -> Call | None:
        """A right word, after a human reaction time."""
        right = [word for word in self._right(view) if word not in self._closed]
        return Call(right[0], 250 + self.randomness.below(651)) if right else None

    def _right(self, view: View) -> list[str]:
        """The words that are right now, „Schnipp“ first."""
        tops = {zone.name: zone.pile.top for zone in view.zones if isinstance(zone, Pile) and zone.pile.top}
        fresh = {NUMBER[card] for zone, card in self._fresh.items() if tops.get(zone) == card}
        middle = tops.pop("middle", None)
        shown = [NUMBER[card] for card in tops.values()]
        found = ["schnipp"] if middle and NUMBER[middle] in fresh else []
        if view.players[self.seat].cards and any(shown.count(number) > 1 for number in fresh):
            found.append("schnapp")
        return found
