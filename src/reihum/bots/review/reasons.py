"""Why a move is made: one sentence about what it does, from what its player sees.

A reason tells of its player's hand, so it is for that player alone, or for everybody once the round is over.
"""

from __future__ import annotations

from reihum.bots.bot import offered
from reihum.engine import Facts, View
from reihum.engine.references import load_reference
from reihum.messages import Message


def reason(facts: Facts, view: View, move: str) -> Message:
    """Why to make a move in the position of a view."""
    if len(offered(view)) == 1:
        return Message("why.only")
    if facts.why:
        found: Message = load_reference(facts.why)(view, move)
        return found
    verb = move.split()[0]
    return Message(f"why.{facts.texts}.{verb}" if verb in facts.why_verbs else "why.best")
