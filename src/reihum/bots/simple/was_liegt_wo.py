"""The bot for Was liegt wo?: remembers the cards it has seen, for a while."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from reihum.bots.bot import Bot, offered
from reihum.cards import NUMBER, Card, Randomness
from reihum.engine import Game, Shown, View
from reihum.engine.views import Grid

FORGETS_ONE_IN = 12
"""With every card turned up, each remembered card is forgotten one time in this many."""


class MemoryBot(Bot):
    """Takes pairs it remembers. Otherwise it turns up a place it does not remember."""

    def __init__(self, game: Game, seat: int, randomness: Randomness) -> None:
        super().__init__(game, seat, randomness)
        self.seen: dict[int, Card] = {}

    def see(self, shown: Sequence[Shown]) -> None:
        """Remember what is turned up, forget what is gone – and now and then something else."""
        for event in shown:
            if event.kind == "flip":
                self.seen = {place: card for place, card in self.seen.items() if self.randomness.below(FORGETS_ONE_IN)}
                self.seen[event.values["place"]] = event.cards[0]
            elif event.kind == "pair":
                for place in (event.values["first"], event.values["second"]):
                    self.seen.pop(place, None)

    def choose(self, view: View) -> str:
        """The partner of the card face up, a card whose partner is known too, or something new."""
        places = find_places(view, self.seen)
        return f"flip {self.randomness.choice(places.wanted or places.new or places.offered)}"


class KnownPlaces(Struct, frozen=True):
    """The places that may be turned up, for a player who remembers some of the cards."""

    offered: list[int]
    known: dict[int, int]
    """The remembered numbers, by place."""
    wanted: list[int]
    """Where a pair is known: the partner of the card face up, otherwise cards whose partners are known too."""
    new: list[int]


def find_places(view: View, seen: dict[int, Card]) -> KnownPlaces:
    """The places that may be turned up now, for a player who has seen these cards."""
    places = [int(move.split()[1]) for move in offered(view)]
    opened = face_up(view)
    known = {place: NUMBER[card] for place, card in seen.items() if place in places}
    if opened is None:
        numbers = list(known.values())
        wanted = [place for place, number in known.items() if numbers.count(number) > 1]
    else:
        wanted = [place for place, number in known.items() if number == NUMBER[opened]]
    return KnownPlaces(places, known, wanted, [place for place in places if place not in known])


def face_up(view: View) -> Card | None:
    """The card turned up first in this turn. Two cards face up are left from the turn before."""
    grid = next(zone for zone in view.zones if isinstance(zone, Grid))
    cards = [card for card in grid.places if card in NUMBER]
    return cards[0] if len(cards) == 1 else None
