"""How a round or a match ended."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct


class Outcome(Struct, frozen=True, forbid_unknown_fields=True):
    """How a round or a match ended: the reason, the points by seat, and the places by seat. Ties share a place:
    ``(1, 2, 2, 4)``."""

    reason: str
    points: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


def rank_points(reason: str, points: Sequence[int], *, lowest_wins: bool) -> Outcome:
    """The outcome with these points.

    >>> rank_points("out", [0, 7, 7, 21], lowest_wins=True).places
    (1, 2, 2, 4)
    """
    order = sorted(points, reverse=not lowest_wins)
    return Outcome(reason, tuple(points), tuple(order.index(own) + 1 for own in points))
