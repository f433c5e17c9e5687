"""The expert for Mogeln: doubts more than others do, most of all players who are nearly out, and adds nothing to a true
card.

Remembering who took which cards was tried, too. It won no more rounds.
"""

from __future__ import annotations

from reihum.bots.simple.mogeln import DoubtingBot

FEW_CARDS = 3
"""With this many cards left, a player is nearly out."""
ALONE, AMONG = (0.35, 0.7), (0.2, 0.5)
"""Challenge a claim less likely than this; the second figure is for a player who is nearly out. ``ALONE``: only the
next player may challenge. ``AMONG``: the bot can leave it to others."""


class ScepticBot(DoubtingBot):
    """Goes by probability alone: a liar who is caught takes the pile, and that is worth a risk."""

    watched = 0.0

    def _is_too_unlikely(self, likely: float, left: int) -> bool:
        usual, nearly_out = AMONG if self.game.grammar.calls else ALONE
        return likely < (nearly_out if left <= FEW_CARDS else usual)
