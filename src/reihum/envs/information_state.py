"""What a seat has been shown since the deal: its information state, as text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from reihum.cards import Card
from reihum.engine import State
from reihum.engine.events import Event
from reihum.engine.views import Hand, Pile, Piles


class Told(Struct, frozen=True):
    """What everybody has been shown, and what each seat alone."""

    public: str
    private: tuple[str, ...]

    def after(self, events: tuple[Event, ...]) -> Told:
        """The same with what a move has shown."""
        private = self.private
        for event in events:
            if event.to is not None:
                more = " " + " ".join(event.cards)
                private = tuple(own + more if seat in event.to else own for seat, own in enumerate(private))
        return Told(self.public + "".join(map(_public, events)), private)


class Memory:
    """What has been shown up to a state. It is put into words when somebody asks: most states of a search are passed
    through without a question."""

    __slots__ = ("before", "known", "state")

    def __init__(self, state: State, before: Memory | None = None, told: Told | None = None) -> None:
        self.state = state
        self.before = before
        self.known = told

    @property
    def told(self) -> Told:
        """It in words. What came before is not needed any more then."""
        untold, memory = [], self
        while memory.known is None and memory.before is not None:
            untold.append(memory)
            memory = memory.before
        told = memory.known or _at_the_deal(memory.state)
        for later in reversed(untold):
            told = told.after(later.state.last)
        self.known, self.before = told, None
        return told

    def seen_by(self, seat: int) -> str:
        """All that a seat has been shown."""
        return f"{seat}: {self.told.private[seat]}\n{self.told.public}"

    def imagined(self, seat: int, world: State) -> Memory:
        """The memory in a world that a seat imagines: what the others were shown before is open there, so they
        remember what they hold now."""
        told = self.told
        private = tuple(
            own if other == seat else f"now {_held(world, other)}" for other, own in enumerate(told.private)
        )
        return Memory(world, told=Told(told.public, private))


def _at_the_deal(state: State) -> Told:
    return Told("".join(map(_public, state.last)), tuple(_held(state, seat) for seat in range(state.game.seats)))


@lru_cache(maxsize=8192)
def _public(event: Event) -> str:
    shown = event.shown(None)
    values = "".join(f" {name} {value}" for name, value in shown.values.items())
    return f"{'–' if shown.seat is None else shown.seat} {shown.kind} {' '.join(shown.cards) or shown.count}{values}\n"


def _held(state: State, seat: int) -> str:
    return " ".join(_face_up(state, seat))


def _face_up(state: State, seat: int) -> Iterator[Card]:
    """The cards a seat sees outside the rows."""
    for zone in state.zones(seat):
        if isinstance(zone, Hand):
            yield from zone.cards
        elif isinstance(zone, Pile | Piles):
            piles = (zone.pile,) if isinstance(zone, Pile) else zone.piles
            yield from (pile.top for pile in piles if pile.top)
