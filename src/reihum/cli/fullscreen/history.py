"""What has happened in the round, in sentences. What is face down again is forgotten: players must remember it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from reihum.cli.event_log import merge_events
from reihum.engine import Shown, View
from reihum.engine.views import Grid
from reihum.texts import Texts

MAX_LINES = 400


class LogLine(NamedTuple):
    """A sentence, and the cards that it names."""

    text: str
    cards: frozenset[str] = frozenset()


class History:
    """The lines of the log, the oldest first. ``family`` is the first part of the game's message keys."""

    def __init__(self, family: str) -> None:
        self.lines: list[LogLine] = []
        self._family = family
        self._face_up: dict[tuple[str, int], str] = {}

    def add(self, shown: Sequence[Shown], texts: Texts) -> None:
        """Add what a move has shown. Equal events in a row become one sentence."""
        events: list[Shown] = []
        for event in shown:
            both = merge_events(events[-1], event) if events else None
            events[-1 if both else len(events) :] = [both or event]
        for event in events:
            moment = event.moment.cards if event.moment else ()
            cards = frozenset((*event.cards, *(one.card for one in moment)))
            self.note(texts.message(event.message(self._family)), cards)

    def note(self, text: str, cards: frozenset[str] = frozenset()) -> None:
        """Add a line."""
        self.lines.append(LogLine(text, cards))
        del self.lines[:-MAX_LINES]

    def forget_hidden(self, view: View) -> None:
        """Drop the lines that name a card which lay face up in a grid and is face down again."""
        places = {
            (zone.name, number): card
            for zone in view.zones
            if isinstance(zone, Grid)
            for number, card in enumerate(zone.places, 1)
        }
        hidden = {card for place, card in self._face_up.items() if places.get(place) == "?"}
        self.lines = [line for line in self.lines if line.cards.isdisjoint(hidden)]
        self._face_up = {place: card for place, card in places.items() if card not in ("", "?")}

    def clear(self) -> None:
        """Forget everything: a new round begins."""
        self.lines.clear()
        self._face_up.clear()


def list_new_cards(shown: Sequence[Shown]) -> dict[str, frozenset[str]]:
    """The cards that came to each zone."""
    found: dict[str, frozenset[str]] = {}
    for event in shown:
        if event.target and event.cards:
            found[event.target] = found.get(event.target, frozenset()) | frozenset(event.cards)
    return found
