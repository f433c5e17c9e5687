"""A seat at a table, and who sits there."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct


class Seat(Struct, frozen=True, omit_defaults=True):
    """A seat: a person's, a bot's (``level``), or free. While its person is ``away`` a bot stands in. ``chosen``:
    somebody wants this bot here, so that nobody takes its seat by arriving."""

    person: str = ""
    name: str = ""
    level: str = ""
    away: bool = False
    chosen: bool = False

    @property
    def free(self) -> bool:
        """Whether nobody sits here, not even a bot."""
        return not self.person and not self.level

    @property
    def automatic(self) -> bool:
        """Whether a bot makes the moves."""
        return bool(self.level) or self.away


class Takeover(Struct, frozen=True, omit_defaults=True):
    """A person who wants a bot's seat while a round runs, and what the seated people have answered."""

    seat: int
    person: str
    name: str
    answers: dict[str, bool] = {}


def find_seat(seats: Sequence[Seat], asked: Collection[int] = ()) -> int | None:
    """The seat for somebody who arrives: the first free one, or else the first bot's that nobody has chosen or asked
    for (``asked``)."""
    free = (number for number, seat in enumerate(seats) if seat.free)
    bots = (number for number, seat in enumerate(seats) if seat.level and not seat.chosen and number not in asked)
    return next(free, next(bots, None))
