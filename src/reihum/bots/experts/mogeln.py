"""The expert for Mogeln: doubts more than others do, above all whoever is nearly out, and adds nothing to a true card.

To remember who took which cards was tried, too, and won no more rounds.
"""

from __future__ import annotations

from reihum.bots.simple.mogeln import DoubtingBot

FEW = 3
"""With so many cards left somebody is nearly out."""
ALONE, AMONG = (0.35, 0.7), (0.2, 0.5)
"""A claim less likely than this is challenged, and one of somebody who is nearly out: if only the next player may, or
if one can leave it to the others."""


class ScepticBot(DoubtingBot):
    """Goes by what is likely alone: a liar who is caught takes the pile, and that is worth a risk."""

    watched = 0.0

    def _is_too_unlikely(self, likely: float, left: int) -> bool:
        usual, nearly_out = AMONG if self.game.grammar.calls else ALONE
        return likely < (nearly_out if left <= FEW else usual)
