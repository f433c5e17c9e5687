"""The parts of an observation: each reads something from a view and writes it as small whole numbers.

Numbers by seat come in the order of seats from the observer on, clockwise: the observer's own number first. A plane has
one number for each card of the game, in rank order: 1 where it applies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from reihum.cards import JOKER, Card
from reihum.engine import View
from reihum.engine.views import Grid, Hand, Pile, Piles, Row, Rows, Stack, Text, Tokens, Zone

NOTHING, FACE_DOWN, FACE_UP = 0, 1, 2
"""What lies at a place; a card face up counts on from FACE_UP."""


class SeatView:
    """A view, from the side of a seat."""

    __slots__ = ("order", "view", "zones")

    def __init__(self, view: View, seat: int) -> None:
        seats = len(view.players)
        self.view = view
        self.zones: dict[str, Zone] = {zone.name: zone for zone in view.zones}
        self.order = [*range(seat, seats), *range(seat)]

    def rows(self) -> tuple[Row, ...]:
        """The rows on the table."""
        zone = self.zones["rows"]
        assert isinstance(zone, Rows)
        return zone.rows

    def hand(self) -> tuple[Card, ...]:
        """The seat's hand. Empty for a spectator."""
        zone = self.zones[f"hand.{self.order[0]}"]
        assert isinstance(zone, Hand)
        return zone.cards

    def piles(self, zone: str) -> tuple[Stack, ...]:
        """The piles of a zone."""
        found = self.zones[zone]
        if isinstance(found, Pile):
            return (found.pile,)
        assert isinstance(found, Piles)
        return found.piles

    def count(self, zone: str) -> int:
        """How many cards, tokens or piles lie in a zone. A rough number (``4-8``) counts as its least."""
        found = self.zones[zone]
        if isinstance(found, Piles):
            return len(found.piles)
        assert isinstance(found, (Hand, Tokens, Pile))  # called often, and three times as fast
        count = found.pile.count if isinstance(found, Pile) else found.count
        return count if isinstance(count, int) else int(count.strip("+").split("-")[0])

    def said(self, zone: str, text: str) -> Any:
        """A value of the message in a zone, as in ``mogeln.said claim number``. 0 if it is not there."""
        found = self.zones.get(zone)
        key, *path = text.split()
        if not isinstance(found, Text) or found.message.key != key:
            return 0
        value: Any = found.message
        for name in path:
            value = value.values[name]
        return value


Fill: TypeAlias = Callable[[SeatView, bytearray, int], None]
"""Writes a part of an observation, from an index on. All bytes are 0 before."""


class Part(Struct, frozen=True, eq=False):
    """One part of an observation."""

    name: str
    meaning: str
    """What it tells, in words."""
    labels: Sequence[str]
    """What each of its numbers is about: a card, a seat, a pile, a place."""
    most: int
    """The highest that a number can be."""
    fill: Fill
    private: bool = False
    """Whether it is hidden from the others."""

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return len(self.labels)


def label_seats(seats: int) -> list[str]:
    """The seats from the observer on, clockwise: ``seat+0`` is the observer's."""
    return [f"seat+{turn}" for turn in range(seats)]


class Cards:
    """The parts about cards, for the cards of one game."""

    def __init__(self, cards: tuple[Card, ...], seats: int) -> None:
        self.cards = cards
        self.size = len(cards)
        self.seats = seats
        self.place = {card: place for place, card in enumerate(cards)}
        self.joker = {f"{JOKER}>{card}": place for card, place in self.place.items()}
        self.laid_place = self.place | self.joker

    def laid(self) -> Part:
        """What lies in the rows, including jokers."""
        meaning = "cards in the rows; a joker counts as the card it stands for"
        return self._rows("laid", meaning, self.laid_place, lambda row: row.cards)

    def wild(self) -> Part:
        """Where jokers lie."""
        joker = self.joker
        return self._rows("wild", "places where a joker lies", joker, lambda row: joker.keys() & row.cards)

    def open(self) -> Part:
        """The open places of the rows."""
        return self._rows("open", "places where a card fits, in any hand", self.place, lambda row: row.open)

    def _rows(self, name: str, meaning: str, place: dict[str, int], cards: Callable[[Row], Iterable[Card]]) -> Part:
        def fill(seen: SeatView, out: bytearray, at: int) -> None:
            for row in seen.rows():
                for card in cards(row):
                    out[at + place[card]] = 1

        return Part(name, meaning, self.cards, 1, fill)

    def hand(self) -> Part:
        """The seat's hand."""
        place = self.place

        def fill(seen: SeatView, out: bytearray, at: int) -> None:
            for card in seen.hand():
                if card != JOKER:
                    out[at + place[card]] = 1

        return Part("hand", "the observer's hand, without jokers", self.cards, 1, fill, private=True)

    def tops(self, zone: str, piles: int = 1, *, private: bool = False) -> Part:
        """The card on top of each of some piles, a plane for each."""

        def fill(seen: SeatView, out: bytearray, at: int) -> None:
            for number, pile in enumerate(seen.piles(zone)):
                if pile.top:
                    out[at + self.size * number + self.place[pile.top]] = 1

        labels = self._label([f"pile {number}" for number in range(1, piles + 1)] if piles > 1 else [""])
        return Part(f"{zone}.top", f"the card on top of each pile of the zone `{zone}`", labels, 1, fill, private)

    def shown(self, zone: str) -> Part:
        """The cards on top of any pile of each seat, a plane for each seat."""

        def fill(seen: SeatView, out: bytearray, at: int) -> None:
            for turn, seat in enumerate(seen.order):
                for pile in seen.piles(f"{zone}.{seat}"):
                    if pile.top:
                        out[at + self.size * turn + self.place[pile.top]] = 1

        labels = self._label(label_seats(self.seats))
        return Part(f"{zone}.shown", f"the cards on top of everybody's piles `{zone}`", labels, 1, fill)

    def named(self, zone: str, text: str) -> Part:
        """The card that a message names."""

        def fill(seen: SeatView, out: bytearray, at: int) -> None:
            if card := seen.said(zone, text):
                out[at + self.place[card]] = 1

        return Part(zone, "the card that is named", self.cards, 1, fill)

    def _label(self, planes: Sequence[str]) -> list[str]:
        """The labels of several planes."""
        return [f"{plane} {card}".lstrip() for plane in planes for card in self.cards]

    def places(self, zone: str) -> Part:
        """What lies at each place: nothing, a card face down, or a card face up, counted from 2."""

        def fill(seen: SeatView, out: bytearray, at: int) -> None:
            found = seen.zones[zone]
            assert isinstance(found, Grid)
            known = {"": NOTHING, "?": FACE_DOWN}
            for number, card in enumerate(found.places):
                out[at + number] = known[card] if card in known else FACE_UP + self.place[card]

        labels = [f"place {number}" for number in range(1, self.size + 1)]
        meaning = "0: nothing, 1: a card face down, otherwise 2 + the index of the card in rank order"
        return Part(zone, meaning, labels, FACE_UP + self.size - 1, fill)


def jokers() -> Part:
    """The jokers in the seat's hand."""

    def fill(seen: SeatView, out: bytearray, at: int) -> None:
        out[at] = seen.hand().count(JOKER)

    return Part("jokers", "jokers in the observer's hand", [""], 4, fill, private=True)


def count(zone: str, most: int) -> Part:
    """How many lie in a zone."""

    def fill(seen: SeatView, out: bytearray, at: int) -> None:
        out[at] = seen.count(zone)

    return Part(f"{zone}.count", f"how many lie in the zone `{zone}`", [""], most, fill)


def counts(zone: str, seats: int, most: int) -> Part:
    """How many lie in each seat's zone."""
    names = [f"{zone}.{seat}" for seat in range(seats)]

    def fill(seen: SeatView, out: bytearray, at: int) -> None:
        for turn, seat in enumerate(seen.order):
            out[at + turn] = seen.count(names[seat])

    meaning = f"how many lie in everybody's zone `{zone}`; of a rough number the least"
    return Part(f"{zone}.counts", meaning, label_seats(seats), most, fill)


def sizes(zone: str, piles: int, most: int) -> Part:
    """How many cards each of some piles has."""

    def fill(seen: SeatView, out: bytearray, at: int) -> None:
        for number, pile in enumerate(seen.piles(zone)):
            out[at + number] = int(pile.count)

    labels = [f"pile {number}" for number in range(1, piles + 1)]
    return Part(f"{zone}.sizes", f"how many cards each pile of the zone `{zone}` has", labels, most, fill)


def number(zone: str, text: str, most: int) -> Part:
    """A number in a message."""

    def fill(seen: SeatView, out: bytearray, at: int) -> None:
        out[at] = seen.said(zone, text)

    return Part(zone, "the number said last; 0: none", [""], most, fill)


def numbers(zone: str, text: str, seats: int, most: int) -> Part:
    """The number that each seat has named. 0 if it has not."""

    def fill(seen: SeatView, out: bytearray, at: int) -> None:
        for turn, seat in enumerate(seen.order):
            out[at + turn] = seen.said(f"{zone}.{seat}", text)

    return Part(zone, "the number that everybody has named; 0: none yet", label_seats(seats), most, fill)


def asked(name: str, value: str, most: int, *prompts: str) -> Part:
    """A number from the observer's prompt. 0 if it is another prompt."""

    def fill(seen: SeatView, out: bytearray, at: int) -> None:
        prompt = seen.view.prompt
        if prompt.key in prompts:
            out[at] = prompt.values[value]

    meaning = f"`{value}` of the prompt that the observer is shown ({', '.join(prompts)}); 0: another prompt"
    return Part(name, meaning, [""], most, fill, private=True)


def acts(seats: int) -> Part:
    """Who must act."""

    def fill(seen: SeatView, out: bytearray, at: int) -> None:
        for turn, seat in enumerate(seen.order):
            out[at + turn] = seen.view.players[seat].acts

    return Part("acts", "who must act", label_seats(seats), 1, fill)


def seat(seats: int) -> Part:
    """The observer's seat, for games whose moves name seats."""

    def fill(seen: SeatView, out: bytearray, at: int) -> None:
        out[at + seen.order[0]] = 1

    return Part("seat", "the observer's seat", [f"seat {number}" for number in range(seats)], 1, fill)
