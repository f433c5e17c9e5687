"""What a player can know about hidden cards: which cards they are not.

A player who has to draw has nothing that fits, but a card drawn later may fit. So each hidden card has a *slot*: a card
that came into a hand at some time. Every draw and pass since then bans some cards from the slot. Cards that have been
laid were in slots too, and leave fewer slots for the others. Moves also give hints about a hand.

Times are numbers of events. Cards are places and masks of places, as in the simulator.
"""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from reihum.cards import Randomness
from reihum.simulator import Position


class CardSlot(Struct):
    """A hidden card that came into a hand at some time, or lies in the stock, and what it cannot be."""

    owner: int
    """A seat. The number of seats stands for the stock."""
    since: int = 0
    banned: int = 0


class RevealedCard(Struct, frozen=True):
    """A card that was hidden in a hand until it was laid."""

    place: int
    seat: int
    at: int


class ObservedMove(Struct, frozen=True):
    """Another player's move, and the position as everybody saw it."""

    seat: int
    at: int
    move: int
    late: bool
    """Whether another player had only a few cards left."""
    words: tuple[int, ...]


class Knowledge(Struct, frozen=True):
    """What a player sees, and what it knows about the rest."""

    position: Position
    slots: tuple[CardSlot, ...]
    revealed: tuple[RevealedCard, ...] = ()
    choices: tuple[ObservedMove, ...] = ()

    @property
    def cards(self) -> tuple[int, ...]:
        """The places of all cards in slots, the revealed ones first."""
        return (*(card.place for card in self.revealed), *self.position.unseen)

    def allows(self, slot: CardSlot, card: int) -> bool:
        """Whether a card, given by its number, may be in a slot."""
        hidden = card - len(self.revealed)
        if hidden >= 0:
            return not slot.banned >> self.position.unseen[hidden] & 1
        known = self.revealed[card]
        return known.seat == slot.owner and slot.since < known.at and not slot.banned >> known.place & 1

    def fill_slots(self, randomness: Randomness) -> list[int]:
        """One way to fill the slots: the number of a card for each slot. Each card goes where there is room or, if
        there is none, replaces a card that can move elsewhere (augmenting paths)."""
        kinds = [(slot.owner, slot.since, slot.banned) for slot in self.slots]
        room = Counter(kinds)
        inside: dict[tuple[int, int, int], list[int]] = {kind: [] for kind in room}
        cards = randomness.shuffled(range(len(self.slots)))
        open_to = {card: [kind for kind in room if self.allows(CardSlot(*kind), card)] for card in cards}

        def settle(card: int, tried: set[tuple[int, int, int]]) -> bool:
            for kind in open_to[card]:
                if len(inside[kind]) < room[kind]:
                    inside[kind].append(card)
                    return True
            for kind in open_to[card]:
                if kind not in tried:
                    tried.add(kind)
                    for place, other in enumerate(inside[kind]):
                        if settle(other, tried):
                            inside[kind][place] = card
                            return True
            return False

        for card in sorted(cards, key=lambda card: len(open_to[card])):
            settled = settle(card, set())
            assert settled, "what has happened is possible"
        return [inside[kind].pop() for kind in kinds]
