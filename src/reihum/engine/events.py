"""Events: what a move did. A state keeps those of its last move; each seat is shown what it may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from reihum.cards import Card
from reihum.messages import Message, copy_values


class Shown(Struct, frozen=True, omit_defaults=True):
    """An event as one seat sees it: for animation, log and speech. ``count`` tells of cards that stay hidden."""

    kind: str
    seat: int | None = None
    cards: tuple[Card, ...] = ()
    count: int | str = 0
    source: str = ""
    target: str = ""
    values: dict[str, Any] = {}

    def message(self, texts: str) -> Message:
        """The event in words; ``texts`` is the first part of the game's message keys."""
        hidden = ".hidden" if self.count else ""
        values = {"seat": self.seat, "cards": self.cards, "count": self.count} | self.values
        return Message(f"{texts}.event.{self.kind}{hidden}", values)


class Event(Struct, frozen=True):
    """An event as it happened. Only the seats in ``to`` see its ``cards``; without ``to`` everybody sees them. The
    others see ``count``: how many they were, unless the game blurs it."""

    kind: str
    seat: int | None = None
    cards: tuple[Card, ...] = ()
    to: tuple[int, ...] | None = None
    count: int | str | None = None
    source: str = ""
    target: str = ""
    values: dict[str, Any] = {}

    def show_to(self, seat: int | None) -> Shown:
        """What a seat (None: a spectator) sees of it."""
        if self.to is None or seat in self.to:
            return Shown(self.kind, self.seat, self.cards, 0, self.source, self.target, copy_values(self.values))
        count = len(self.cards) if self.count is None else self.count
        return Shown(self.kind, self.seat, (), count, self.source, self.target, copy_values(self.values))

    def __hash__(self) -> int:
        return hash((self.kind, self.seat, self.cards))  # states are hashed, and the values are a dict

    def exchange(self, cards: Mapping[Card, Card]) -> Event:
        """The same event in a world where cards have changed places: see ``State.imagine``. Cards among the
        values are exchanged too, so that one that should not stand there gives itself away."""
        values = {
            key: cards.get(value, value) if isinstance(value, str) else value for key, value in self.values.items()
        }
        return replace(self, cards=tuple(cards.get(card, card) for card in self.cards), values=values)
