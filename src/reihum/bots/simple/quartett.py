"""A bot for Quartett: remembers who asked for what and who has what, and denies a card only where it must."""

from __future__ import annotations

from collections.abc import Sequence

from reihum.bots.bot import Bot, offered
from reihum.cards import NUMBER, Card, Randomness
from reihum.engine import Game, Shown, View
from reihum.engine.views import Hand

_MANY = 12  # cards: three quartets are worth more than the fine for a false denial, there and back


class RememberingBot(Bot):
    """Asks for what it has learnt is there; else where a card most likely is, best for a nearly complete quartet."""

    asking_tells = 2
    """Whoever asked for a number is so many times as likely to have a card of it."""

    def __init__(self, game: Game, seat: int, randomness: Randomness) -> None:
        super().__init__(game, seat, randomness)
        self.where: dict[Card, set[int]] = {card: set(self.game.others(self.seat)) for card in self.game.cards}
        """Who may hold a card, as far as has been heard."""
        self.asked: dict[int, set[int]] = {NUMBER[card]: set() for card in self.game.cards}
        """Who has asked for a number, and so holds a card of it."""

    def see(self, shown: Sequence[Shown]) -> None:
        """Remember questions and answers."""
        for event in shown:
            if event.kind not in ("ask", "give", "deny"):
                continue
            card, speaker = event.cards[0], event.seat
            assert speaker is not None
            if event.kind == "ask":
                self.asked[NUMBER[card]].add(speaker)
            if event.kind == "give":
                self.where[card] = {event.values["player"]}
            else:
                self.where[card].discard(speaker)

    def choose(self, view: View) -> str:
        """Hand over what is asked for; ask where the card most likely is."""
        moves = offered(view)
        if not moves[0].startswith("ask"):
            return "give" if "give" in moves and not self._must_lie(view) else "deny"
        return max(moves, key=lambda move: self._worth(view, int(move.split()[1]), move.split()[2]))

    def _must_lie(self, view: View) -> bool:
        """Between the last two players the asker knows where every card is and would take them all: mostly deny,
        while there is much to lose. (Always would be better still, but then two such players never end.)"""
        counts = [int(player.cards) for player in view.players if player.cards]
        return len(counts) == 2 and sum(counts) >= _MANY and self.randomness.below(4) > 0

    def _worth(self, view: View, player: int, card: Card) -> tuple[float, int]:
        """How likely a player has a card, then how many of its number are in the own hand."""
        number = NUMBER[card]
        own = next(zone.cards for zone in view.zones if isinstance(zone, Hand) and zone.owner == self.seat)
        return self._likelihood(view, player, card), sum(NUMBER[other] == number for other in own)

    def _likelihood(self, view: View, player: int, card: Card) -> float:
        chances = {other: self._chance(view, other, card) for other in self.where[card] - {self.seat}}
        if not any(chances.values()):  # somebody has denied a card falsely: all is open again
            self.where[card] = set(self.game.others(self.seat))
            chances = {other: self._chance(view, other, card) for other in self.where[card]}
        return chances.get(player, 0) / sum(chances.values())

    def _chance(self, view: View, player: int, card: Card) -> int:
        count = view.players[player].cards
        assert isinstance(count, int)
        return count * (self.asking_tells if player in self.asked[NUMBER[card]] else 1)
