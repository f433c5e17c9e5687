"""The bot for Ratefix: adds up what is known and what can be expected."""

from __future__ import annotations

from reihum.bots.bot import Bot
from reihum.cards import NUMBER
from reihum.engine import View
from reihum.engine.views import Piles, Text

AVERAGE = 10.5
"""What an unknown card is worth."""


class AdderBot(Bot):
    """Names its own card plus ten and a half for every other player, and avoids numbers named before: equally close
    guesses win nothing."""

    def choose(self, view: View) -> str:
        """The likeliest total that nobody has named."""
        middle = next(zone for zone in view.zones if isinstance(zone, Piles))
        expected = NUMBER[middle.piles[self.seat].top] + AVERAGE * (self.game.seats - 1)
        named = {zone.message.values["number"] for zone in view.zones if isinstance(zone, Text)}
        free = [number for number in range(self.game.seats, 20 * self.game.seats + 1) if number not in named]
        return f"guess {min(free, key=lambda number: abs(number - expected))}"
