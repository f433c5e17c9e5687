"""Why a move is made: one sentence about what it does, from what its player sees – of a bot or of anybody else.

A reason tells of the own hand, so it is for that player alone, or for everybody once the round is over.
"""

from __future__ import annotations

from collections.abc import Callable

from reihum.bots.bot import offered
from reihum.bots.review.master_reasons import master_reason
from reihum.bots.review.row_reasons import row_reason
from reihum.engine import View
from reihum.messages import Message

READERS: dict[str, Callable[[View, str], Message]] = {"rows": row_reason, "master": master_reason}
"""Where a reason can be read off the table …"""
VERBS = {
    "anywhere": ("turn", "put", "move"),
    "mogeln": ("lay", "cheat", "accept"),
    "ratefix": ("guess",),
    "schlafmuetze": ("pass", "down"),
    "farben_sammeln": ("take", "put", "close", "end"),
    "quartett": ("ask", "give", "deny"),
    "was_liegt_wo": ("flip",),
    "hoechste_karte": ("lay",),
}
"""… and where there is something else to decide, and what."""


def reason(texts: str, view: View, move: str) -> Message:
    """Why to make a move in the position of a view; ``texts`` is the first part of the game's message keys."""
    if len(offered(view)) == 1:
        return Message("why.only")
    if texts in READERS:
        return READERS[texts](view, move)
    verb = move.split()[0]
    return Message(f"why.{texts}.{verb}" if verb in VERBS.get(texts, ()) else "why.best")
