"""Players of Higher or lower."""

from __future__ import annotations

from reihum.bots import Bot
from reihum.cards import NUMBER
from reihum.engine import View
from reihum.engine.views import Pile

MIDDLE = 10


class Sensible(Bot):
    """Says what is likelier."""

    def choose(self, view: View) -> str:
        """Higher, if the open card is low."""
        card = next(zone.pile.top for zone in view.zones if isinstance(zone, Pile) and zone.name == "open")
        return "higher" if NUMBER[card] <= MIDDLE else "lower"


class Optimist(Bot):
    """Always hopes for more."""

    def choose(self, view: View) -> str:
        """Higher."""
        return "higher"
