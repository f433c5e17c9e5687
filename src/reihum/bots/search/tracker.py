"""Following a round through what one player is shown, to know more about hidden cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reihum.bots.search.knowledge import CardSlot, Knowledge, ObservedMove, RevealedCard
from reihum.engine import Game, Shown, View
from reihum.simulator import Position, seen
from reihum.simulator.policies import LATE_CARDS
from reihum.simulator.position import DRY, TABLE


class Tracker:
    """Follows a round through what one player is shown. Subclasses know what the events of their games mean."""

    def __init__(self, game: Game, seat: int, hands: Sequence[int]) -> None:
        self.game = game
        self.seat = seat
        self.sizes = [*hands]
        self.time = 0
        self.slots = [CardSlot(owner) for owner in game.others(seat) for _ in range(hands[owner])]
        self.revealed: list[RevealedCard] = []
        self.choices: list[ObservedMove] = []

    def observe(self, shown: Iterable[Shown]) -> None:
        """Learn from some events."""
        for event in shown:
            self.time += 1
            if event.seat is not None:
                self.observe_event(event, event.seat)

    def observe_event(self, event: Shown, seat: int) -> None:
        """Learn from one event."""
        raise NotImplementedError

    def position(self) -> Position:
        """The table as everybody sees it."""
        raise NotImplementedError

    def ban(self, seat: int, cards: int) -> None:
        """A seat has none of these cards now."""
        for slot in self.slots:
            if slot.owner == seat:
                slot.banned |= cards

    def add_cards(self, seat: int, count: int, banned: int = 0) -> None:
        """A seat takes cards that nobody else sees."""
        self.sizes[seat] += count
        if seat != self.seat:
            self.slots += [CardSlot(seat, self.time, banned) for _ in range(count)]

    def reveal(self, seat: int, place: int) -> None:
        """A card comes out of a hand."""
        if seat != self.seat:
            self.revealed.append(RevealedCard(place, seat, self.time))

    def record_move(self, seat: int, move: int, words: Sequence[int]) -> None:
        """Remember a move that a player may have chosen from several."""
        if seat != self.seat:
            late = any(size <= LATE_CARDS for other, size in enumerate(self.sizes) if other != seat)
            self.choices.append(ObservedMove(seat, self.time, move, late, tuple(words)))

    def knowledge(self, view: View) -> Knowledge:
        """What the player knows. If it has not seen the whole round, only what it sees now."""
        now = self.correct(seen(self.game, view))
        stock = [CardSlot(self.game.seats) for _ in range(now.words[DRY])]
        sizes = [int(player.cards) for player in view.players]
        if sizes == self.sizes and now.words[TABLE : TABLE + 2] == self.position().words[TABLE : TABLE + 2]:
            return Knowledge(now, (*self.slots, *stock), tuple(self.revealed), tuple(self.choices))
        now = seen(self.game, view)
        return Knowledge(
            now, (*(CardSlot(owner) for owner, count in enumerate(now.missing) for _ in range(count)), *stock)
        )

    def correct(self, position: Position) -> Position:
        """The position with facts that events tell but no view does."""
        return position
