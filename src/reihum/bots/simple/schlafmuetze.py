"""The bot for Schlafmütze: collects one number, and stays awake."""

from __future__ import annotations

from reihum.bots.bot import Bot, Call, offered, own_hand
from reihum.cards import NUMBER, same_number
from reihum.engine import View


class CollectorBot(Bot):
    """Passes on a card of the number it has fewest of, and lays down as quickly as people do."""

    def choose(self, view: View) -> str:
        """A card of the rarest number in hand. If all have stopped passing, lay down."""
        passes = [move for move in offered(view) if move.startswith("pass ")]
        if not passes:
            return "down"
        held = same_number(own_hand(view))
        return min(self.randomness.shuffled(passes), key=lambda move: len(held[NUMBER[move.split()[1]]]))

    def call(self, view: View) -> Call | None:
        """Lay down four equal numbers, or any cards once somebody else is down."""
        somebody_down = any(zone.name.startswith("down.") for zone in view.zones)
        ready = view.players[self.seat].acts if somebody_down else len(same_number(own_hand(view))) == 1
        return Call("down", 250 + self.randomness.below(651)) if ready else None
