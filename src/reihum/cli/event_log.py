"""What has happened since the reader last looked, as sentences, and which cards are new."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import replace

from reihum.cards import Card
from reihum.cli.moment_box import draw_moment
from reihum.engine import Shown
from reihum.texts import Texts


class Paragraph(NamedTuple):
    """What one player did in turn, in sentences; ``decides`` if a moment was among it."""

    text: str
    decides: bool = False


class EventLog:
    """Collects events as a seat sees them. ``family`` is the first part of the game's message keys."""

    def __init__(self, family: str) -> None:
        self._family = family
        self._seen: list[Shown] = []
        self._before: list[Shown] = []

    def add(self, shown: Sequence[Shown]) -> None:
        """Add what a move has shown. Two equal events in a row become one."""
        for event in shown:
            if self._seen and (both := merge_events(self._seen[-1], event)):
                self._seen[-1] = both
            else:
                self._seen.append(event)

    def lines(self, texts: Texts) -> Iterator[str]:
        """One line for every player's turn, and a box of several lines for what was decided last."""
        last = max((number for number, event in enumerate(self._seen) if event.moment), default=None)
        if last is None:
            yield from (paragraph.text for paragraph in self._tell(self._seen, texts))
            return
        yield from (paragraph.text for paragraph in self._tell(self._seen[:last], texts))
        yield draw_moment(self._seen[last], self._family, texts)
        yield from (paragraph.text for paragraph in self._tell(self._seen[last + 1 :], texts))

    def paragraphs(self, texts: Texts) -> list[Paragraph]:
        """One paragraph for every player's turn."""
        return list(self._tell(self._seen, texts))

    def earlier(self, texts: Texts) -> list[Paragraph]:
        """What the reader was shown last, in full."""
        return list(self._tell(self._before, texts))

    def _tell(self, seen: Sequence[Shown], texts: Texts) -> Iterator[Paragraph]:
        """Where several players do the same in turn, they share a paragraph."""
        alike = ""
        told: list[str] = []
        decides = False
        for _, group in groupby(seen, lambda event: event.seat):
            events = list(group)
            kind = events[0].kind if len(events) == 1 else ""
            if told and not (kind and kind == alike):
                yield Paragraph(" ".join(told), decides)
                told, decides = [], False
            told += [texts.message(event.message(self._family)) for event in events]
            decides = decides or any(event.moment for event in events)
            alike = kind
        if told:
            yield Paragraph(" ".join(told), decides)

    @property
    def new_cards(self) -> dict[str, set[Card]]:
        """The new cards of each zone."""
        found: dict[str, set[Card]] = {}
        for event in self._seen:
            if event.target and event.cards:
                found.setdefault(event.target, set()).update(event.cards)
        return found

    def clear(self) -> None:
        """The reader has seen it all. It stays readable until something else is shown."""
        if self._seen:
            self._before = self._seen
        self._seen = []


def merge_events(first: Shown, second: Shown) -> Shown | None:
    """Make one event of two: “lays ■12 and ■13”, “draws 2 cards”. None if they differ otherwise."""
    if replace(first, cards=(), count=0) != replace(second, cards=(), count=0) or first.values:
        return None
    if first.cards and second.cards:
        return replace(first, cards=first.cards + second.cards)
    if isinstance(first.count, int) and isinstance(second.count, int) and first.count and second.count:
        return replace(first, count=first.count + second.count)
    return None
