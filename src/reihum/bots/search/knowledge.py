"""What a player can know about hidden cards: not which they are, but which they are not.

Whoever has to draw holds nothing that fits; what was drawn later may fit. So a hidden card is more than its owner: it
is a *slot*, a card that came into a hand at some time, and every draw and pass since then bans some cards from it.
Cards that have been laid were in slots, too, and leave the others less room. Moves, besides, hint at a hand.

Times are numbers of events; cards are places and masks of places, as the simulator counts them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct

from reihum.cards import Randomness
from reihum.engine import Game, Shown, View
from reihum.simulator import Position, seen
from reihum.simulator.policies import LATE_CARDS
from reihum.simulator.position import DRY, TABLE


class Slot(Struct):
    """A card that came into a hand at some time – or lies in the stock – and what it cannot be."""

    owner: int
    """A seat; the number of seats stands for the stock."""
    since: int = 0
    banned: int = 0


class Revealed(Struct, frozen=True):
    """A card that was hidden in a hand until it was laid."""

    place: int
    seat: int
    at: int


class Choice(Struct, frozen=True):
    """What somebody else chose, and the position as everybody saw it."""

    seat: int
    at: int
    move: int
    late: bool
    """Whether somebody else had only a few cards left."""
    words: tuple[int, ...]


class Knowledge(Struct, frozen=True):
    """What a player sees, and what it knows about the rest."""

    position: Position
    slots: tuple[Slot, ...]
    revealed: tuple[Revealed, ...] = ()
    choices: tuple[Choice, ...] = ()

    @property
    def cards(self) -> tuple[int, ...]:
        """The places of all cards that are in slots: first those revealed."""
        return (*(card.place for card in self.revealed), *self.position.unseen)

    def allows(self, slot: Slot, card: int) -> bool:
        """Whether one of the cards, told by its number, may be in a slot."""
        hidden = card - len(self.revealed)
        if hidden >= 0:
            return not slot.banned >> self.position.unseen[hidden] & 1
        known = self.revealed[card]
        return known.seat == slot.owner and slot.since < known.at and not slot.banned >> known.place & 1

    def filled(self, randomness: Randomness) -> list[int]:
        """One way to fill the slots: for each the number of a card. Every card in turn goes where there is room for it
        or, where there is none, takes the place of a card that can move on (augmenting paths)."""
        kinds = [(slot.owner, slot.since, slot.banned) for slot in self.slots]
        room = Counter(kinds)
        inside: dict[tuple[int, int, int], list[int]] = {kind: [] for kind in room}
        cards = randomness.shuffled(range(len(self.slots)))
        open_to = {card: [kind for kind in room if self.allows(Slot(*kind), card)] for card in cards}

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


class Witness:
    """Follows a round through what one player is shown. Subclasses know what the events of their games mean."""

    def __init__(self, game: Game, seat: int, hand: int) -> None:
        self.game = game
        self.seat = seat
        self.sizes = [hand] * game.seats
        self.time = 0
        self.slots = [Slot(owner) for owner in game.others(seat) for _ in range(hand)]
        self.revealed: list[Revealed] = []
        self.choices: list[Choice] = []

    def watch(self, shown: Iterable[Shown]) -> None:
        """What happened."""
        for event in shown:
            self.time += 1
            if event.seat is not None:
                self.event(event, event.seat)

    def event(self, event: Shown, seat: int) -> None:
        """What one event tells."""
        raise NotImplementedError

    def position(self) -> Position:
        """The table as everybody sees it."""
        raise NotImplementedError

    def ban(self, seat: int, cards: int) -> None:
        """A seat has none of these cards now."""
        for slot in self.slots:
            if slot.owner == seat:
                slot.banned |= cards

    def gets(self, seat: int, count: int, banned: int = 0) -> None:
        """A seat takes cards that nobody else sees."""
        self.sizes[seat] += count
        if seat != self.seat:
            self.slots += [Slot(seat, self.time, banned) for _ in range(count)]

    def reveals(self, seat: int, place: int) -> None:
        """A card comes out of a hand."""
        if seat != self.seat:
            self.revealed.append(Revealed(place, seat, self.time))

    def chooses(self, seat: int, move: int, words: Sequence[int]) -> None:
        """Somebody makes a move out of several, perhaps."""
        if seat != self.seat:
            late = any(size <= LATE_CARDS for other, size in enumerate(self.sizes) if other != seat)
            self.choices.append(Choice(seat, self.time, move, late, tuple(words)))

    def knowledge(self, view: View) -> Knowledge:
        """What the player knows. If it was not there from the beginning, no more than it sees."""
        now = self.corrected(seen(self.game, view))
        stock = [Slot(self.game.seats) for _ in range(now.words[DRY])]
        sizes = [int(player.cards) for player in view.players]
        if sizes == self.sizes and now.words[TABLE : TABLE + 2] == self.position().words[TABLE : TABLE + 2]:
            return Knowledge(now, (*self.slots, *stock), tuple(self.revealed), tuple(self.choices))
        now = seen(self.game, view)
        return Knowledge(now, (*(Slot(owner) for owner, count in enumerate(now.missing) for _ in range(count)), *stock))

    def corrected(self, position: Position) -> Position:
        """A position with what no view tells, but the events did."""
        return position
