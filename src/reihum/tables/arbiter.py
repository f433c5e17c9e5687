"""The real-time rule at a table (RULEBOOK §4): what counts as a card to react to, and the verdict on calls.

The rule itself is in ``reihum.matches.verdicts``, which also verifies records. A table uses it like this:

- A person has a ``Stopwatch``, the same over all connections. It starts with every update that ``is_shown`` to the
  seat, unless the seat's time ``keeps_running``, and measures the ``Reaction`` of a call.
- The first call opens a window. When it closes, ``verdict`` judges all calls that have come. A calm table has no
  window: ``calm_verdict`` judges when everybody has spoken.
- ``inputs`` or ``calm_inputs`` go into the record with the first move of the verdict, and only there.
"""

from __future__ import annotations

from msgspec.structs import replace

from reihum.engine import Move, State
from reihum.matches.verdicts import (
    CALL_PAUSE_MS,
    MAX_CREDIT_MS,
    TIE_WINDOW_MS,
    TOO_EARLY_MS,
    WINDOW_MS,
    CallMade,
    Moves,
    Reaction,
    calm_inputs,
    calm_verdict,
    inputs,
    verdict,
)

__all__ = [
    "CALL_PAUSE_MS",
    "MAX_CREDIT_MS",
    "TIE_WINDOW_MS",
    "TOO_EARLY_MS",
    "WINDOW_MS",
    "CallMade",
    "Moves",
    "Reaction",
    "calm_inputs",
    "calm_verdict",
    "inputs",
    "is_shown",
    "keeps_running",
    "verdict",
]


def is_shown(before: State | None, after: State, seat: int | None) -> bool:
    """Whether a move has shown a seat something to react to: the table as it sees it has changed. A card that somebody
    has chosen in secret does not count."""
    return before is None or _table(before, seat) != _table(after, seat)


def keeps_running(before: State | None, after: State, seat: int) -> bool:
    """Whether a seat's time for a call keeps running over a move, because it could call about the same thing before.
    Another player's faster or wrong call takes no time away from it."""
    if before is None:
        return False
    calls = [Move(word) for word in before.game.grammar.calls]
    return any(cause in after.about(seat, call) for call in calls for cause in before.about(seat, call))


def _table(state: State, seat: int | None) -> list[object]:
    """The zones a seat sees, without the marks on them."""
    return [replace(zone, marks={}) for zone in state.zones(seat)]
