"""What has happened since the reader last looked, as sentences; and which cards are new where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from reihum.cards import Card
from reihum.engine import Shown
from reihum.texts import Texts


class Log:
    """Collects events as a seat sees them. ``family`` is the first part of the game's message keys."""

    def __init__(self, family: str) -> None:
        self._family = family
        self._seen: list[Shown] = []

    def add(self, shown: Sequence[Shown]) -> None:
        """Remember what a move has shown; the same thing done again, at once, makes one sentence."""
        for event in shown:
            if self._seen and (both := _together(self._seen[-1], event)):
                self._seen[-1] = both
            else:
                self._seen.append(event)

    def lines(self, texts: Texts) -> Iterator[str]:
        """The sentences: a line for every player's turn; what everybody does alike shares one."""
        alike = ""
        line: list[str] = []
        for _, group in groupby(self._seen, lambda event: event.seat):
            events = list(group)
            kind = events[0].kind if len(events) == 1 else ""
            if line and not (kind and kind == alike):
                yield " ".join(line)
                line = []
            line += [texts.message(event.message(self._family)) for event in events]
            alike = kind
        if line:
            yield " ".join(line)

    @property
    def new(self) -> dict[str, set[Card]]:
        """The cards that have come to each zone."""
        found: dict[str, set[Card]] = {}
        for event in self._seen:
            if event.target and event.cards:
                found.setdefault(event.target, set()).update(event.cards)
        return found

    def clear(self) -> None:
        """The reader has seen it all."""
        self._seen.clear()


def _together(first: Shown, second: Shown) -> Shown | None:
    """Two events as one: „lays ■12 and ■13“, „draws 2 cards“; None if they are different things."""
    if replace(first, cards=(), count=0) != replace(second, cards=(), count=0) or first.values:
        return None
    if first.cards and second.cards:
        return replace(first, cards=first.cards + second.cards)
    if isinstance(first.count, int) and isinstance(second.count, int) and first.count and second.count:
        return replace(first, count=first.count + second.count)
    return None
