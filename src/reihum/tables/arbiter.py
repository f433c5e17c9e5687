"""The real-time arbiter of a table (RULEBOOK §4): what counts as a card to react to, and the verdict on calls.

The rule itself stands in ``reihum.matches.verdicts``, where records are verified by it. How a table uses it:

- A connection has a ``Stopwatch``: it starts with every update in which something has ``appeared`` for the seat, unless
  its time ``runs_on``, and gives the ``Reaction`` of a call.
- The first call opens the ``WINDOW``; then all calls that have come are judged at once by ``verdict``. At a calm table
  there is no window: ``calm_verdict`` judges when everybody has spoken.
- ``inputs`` or ``calm_inputs`` go into the record with the first move of the verdict, and only there.
"""

from __future__ import annotations

from msgspec.structs import replace

from reihum.engine import Move, State
from reihum.matches.verdicts import (
    CALL_PAUSE,
    MOST_CREDIT,
    TIE_WINDOW,
    TOO_EARLY,
    WINDOW,
    CallMade,
    Moves,
    Reaction,
    calm_inputs,
    calm_verdict,
    inputs,
    verdict,
)

__all__ = [
    "CALL_PAUSE",
    "MOST_CREDIT",
    "TIE_WINDOW",
    "TOO_EARLY",
    "WINDOW",
    "CallMade",
    "Moves",
    "Reaction",
    "appeared",
    "calm_inputs",
    "calm_verdict",
    "inputs",
    "runs_on",
    "verdict",
]


def appeared(before: State | None, after: State, seat: int | None) -> bool:
    """Whether a move has brought something that a seat may react to: what it sees of the table has changed. That
    somebody has chosen a card in secret is no such thing."""
    return before is None or _table(before, seat) != _table(after, seat)


def runs_on(before: State | None, after: State, seat: int) -> bool:
    """Whether a seat's time for a call runs on over a move: what it could rightly call about before is still there.
    That somebody else was quicker, or wrong, takes no time away from it."""
    if before is None:
        return False
    calls = [Move(word) for word in before.game.grammar.calls]
    return any(cause in after.about(seat, call) for call in calls for cause in before.about(seat, call))


def _table(state: State, seat: int | None) -> list[object]:
    """The zones a seat sees, without the marks on them."""
    return [replace(zone, marks={}) for zone in state.zones(seat)]
