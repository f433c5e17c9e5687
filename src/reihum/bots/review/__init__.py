"""Advice and review: what an expert would do, what a decision was worth, and why."""

from typing import TYPE_CHECKING, Any

from reihum.bots.review.decisions import GRADES, Advice, Judged, RecordedRound, Review, moments, rounds
from reihum.bots.review.reasons import reason

if TYPE_CHECKING:
    from reihum.bots.review.coach import hint, review

__all__ = ["GRADES", "Advice", "Judged", "RecordedRound", "Review", "hint", "moments", "reason", "review", "rounds"]


def __getattr__(name: str) -> Any:
    """Load the coach, with the compiler that its search needs, when it is first asked."""
    if name not in ("hint", "review"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from reihum.bots.review import coach

    return getattr(coach, name)
