"""What a seat has been shown since the deal: its information state, as text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from reihum.cards import Card
from reihum.engine import State
from reihum.engine.events import Event
from reihum.engine.views import Hand, Pile, Piles


class ShownText(Struct, frozen=True):
    """What everybody has been shown, and what each seat alone has been shown."""

    public: str
    private: tuple[str, ...]

    def add(self, events: tuple[Event, ...]) -> ShownText:
        """The text after some more events."""
        private = self.private
        for event in events:
            if event.to is not None:
                more = " " + " ".join(event.cards)
                private = tuple(own + more if seat in event.to else own for seat, own in enumerate(private))
        return ShownText(self.public + "".join(map(_event_text, events)), private)


class InformationState:
    """What has been shown up to a state. The text is made on demand: a search asks about few of its states."""

    __slots__ = ("before", "known", "state")

    def __init__(self, state: State, before: InformationState | None = None, text: ShownText | None = None) -> None:
        self.state = state
        self.before = before
        self.known = text

    @property
    def text(self) -> ShownText:
        """The text. Once it is made, the states before are not needed any more."""
        missing, here = [], self
        while here.known is None and here.before is not None:
            missing.append(here)
            here = here.before
        text = here.known or _text_at_deal(here.state)
        for later in reversed(missing):
            text = text.add(later.state.last)
        self.known, self.before = text, None
        return text

    def seen_by(self, seat: int) -> str:
        """Everything that a seat has been shown."""
        return f"{seat}: {self.text.private[seat]}\n{self.text.public}"

    def imagine(self, seat: int, world: State) -> InformationState:
        """The information state in a world that a seat imagines. What the others were shown before is unknown there,
        so their text is what they hold now."""
        text = self.text
        private = tuple(
            own if other == seat else f"now {_cards_text(world, other)}" for other, own in enumerate(text.private)
        )
        return InformationState(world, text=ShownText(text.public, private))


def _text_at_deal(state: State) -> ShownText:
    seats = range(state.game.seats)
    return ShownText("".join(map(_event_text, state.last)), tuple(_cards_text(state, seat) for seat in seats))


@lru_cache(maxsize=8192)
def _event_text(event: Event) -> str:
    shown = event.show_to(None)
    values = "".join(f" {name} {value}" for name, value in shown.values.items())
    return f"{'–' if shown.seat is None else shown.seat} {shown.kind} {' '.join(shown.cards) or shown.count}{values}\n"


def _cards_text(state: State, seat: int) -> str:
    return " ".join(_visible_cards(state, seat))


def _visible_cards(state: State, seat: int) -> Iterator[Card]:
    """The cards that a seat sees outside the rows."""
    for zone in state.zones(seat):
        if isinstance(zone, Hand):
            yield from zone.cards
        elif isinstance(zone, Pile | Piles):
            piles = (zone.pile,) if isinstance(zone, Pile) else zone.piles
            yield from (pile.top for pile in piles if pile.top)
