"""Events: what a move did. A state keeps those of its last move; each seat is shown what it may know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from reihum.cards import Card
from reihum.messages import Message, copy_values

MomentKind: TypeAlias = Literal[
    "trick", "nearest", "challenge", "set", "call", "pair", "miss", "last", "row", "reward", "count"
]
"""What can be decided: cards against each other, the nearest number, a doubted claim, a set of cards, a call, a pair or
none, the player who is left over, a full row, a reward, the counting at the end."""


class MomentCard(Struct, frozen=True, omit_defaults=True):
    """A card of a moment and the seat it belongs to; None: the table."""

    card: Card
    seat: int | None = None


class Moment(Struct, frozen=True, omit_defaults=True):
    """Something is decided: clients show it large for a while. The sentence of its event says the result."""

    kind: MomentKind
    cards: tuple[MomentCard, ...] = ()
    winners: tuple[int, ...] = ()
    """The seats that win, or that it concerns; nobody at a tie."""
    figure: int | None = None
    """The number that everybody wanted to know, such as a total."""
    figures: tuple[int, ...] = ()
    """By seat, what each player guessed or scored."""

    def exchange(self, cards: Mapping[Card, Card]) -> Moment:
        """The same moment in a world where cards have changed places."""
        return replace(self, cards=tuple(replace(one, card=cards.get(one.card, one.card)) for one in self.cards))


def cards_of(seat: int | None, cards: Iterable[Card]) -> tuple[MomentCard, ...]:
    """The cards of a moment that belong to one seat."""
    return tuple(MomentCard(card, seat) for card in cards)


def cards_by_seat(cards: Iterable[Card]) -> tuple[MomentCard, ...]:
    """One card of each seat."""
    return tuple(MomentCard(card, seat) for seat, card in enumerate(cards))


class Shown(Struct, frozen=True, omit_defaults=True):
    """An event as one seat sees it: for animation, log and speech. ``count`` tells of cards that stay hidden."""

    kind: str
    seat: int | None = None
    cards: tuple[Card, ...] = ()
    count: int | str = 0
    source: str = ""
    target: str = ""
    values: dict[str, Any] = {}
    moment: Moment | None = None

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
    moment: Moment | None = None
    """What it decides, seen by the same seats as its cards."""

    def show_to(self, seat: int | None) -> Shown:
        """What a seat (None: a spectator) sees of it."""
        values = copy_values(self.values) if self.values else {}
        if self.to is None or seat in self.to:
            return Shown(self.kind, self.seat, self.cards, 0, self.source, self.target, values, self.moment)
        count = len(self.cards) if self.count is None else self.count
        return Shown(self.kind, self.seat, (), count, self.source, self.target, values)

    def __hash__(self) -> int:
        return hash((self.kind, self.seat, self.cards))  # states are hashed, and the values are a dict

    def exchange(self, cards: Mapping[Card, Card]) -> Event:
        """The same event in a world where cards have changed places: see ``State.imagine``. Cards among the
        values are exchanged too, so that one that should not stand there gives itself away."""
        values = {
            key: cards.get(value, value) if isinstance(value, str) else value for key, value in self.values.items()
        }
        moment = self.moment and self.moment.exchange(cards)
        return replace(self, cards=tuple(cards.get(card, card) for card in self.cards), values=values, moment=moment)
