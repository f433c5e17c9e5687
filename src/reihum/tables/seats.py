"""A seat at a table, and who sits there."""

from __future__ import annotations

from msgspec import Struct


class Seat(Struct, frozen=True, omit_defaults=True):
    """A seat: a person's, a bot's (``level``), or free. While its person is ``away`` a bot stands in."""

    person: str = ""
    name: str = ""
    level: str = ""
    away: bool = False

    @property
    def free(self) -> bool:
        """Whether nobody sits here, not even a bot."""
        return not self.person and not self.level

    @property
    def automatic(self) -> bool:
        """Whether a bot makes the moves."""
        return bool(self.level) or self.away
