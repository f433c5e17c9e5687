"""A bot for Quartett: remembers who asked for what and who has what, and denies a card only if it must."""

from __future__ import annotations

from collections.abc import Sequence

from reihum.bots.bot import Bot, offered, own_hand
from reihum.cards import NUMBER, Card, Randomness
from reihum.engine import Game, Shown, View

_MANY = 12  # cards: three quartets are worth more than the fine for a false denial, there and back


class RememberingBot(Bot):
    """Asks for cards whose place it knows. Otherwise it asks where a card most likely is, preferring a nearly complete
    quartet."""

    asking_tells = 2
    """A player who asked for a number is this many times as likely to have a card of it."""

    def __init__(self, game: Game, seat: int, randomness: Randomness) -> None:
        super().__init__(game, seat, randomness)
        self.where: dict[Card, set[int]] = {card: set(self.game.others(self.seat)) for card in self.game.cards}
        """The players who may have each card, as heard."""
        self.asked: dict[int, set[int]] = {NUMBER[card]: set() for card in self.game.cards}
        """The players who have asked for each number, and so have a card of it."""

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
        """Give what is asked for. Ask where the card most likely is."""
        moves = offered(view)
        if not moves[0].startswith("ask"):
            return "give" if "give" in moves and not self._must_lie(view) else "deny"
        return max(moves, key=lambda move: self._worth(view, int(move.split()[1]), move.split()[2]))

    def _must_lie(self, view: View) -> bool:
        """Between the last two players the asker knows where every card is and would take them all. So mostly deny,
        while there is much to lose. (Always would be better, but then two such players never end.)"""
        counts = [int(player.cards) for player in view.players if player.cards]
        return len(counts) == 2 and sum(counts) >= _MANY and self.randomness.below(4) > 0

    def _worth(self, view: View, player: int, card: Card) -> tuple[float, int]:
        """How likely a player has a card, then how many of its number are in this hand."""
        number = NUMBER[card]
        return self._likelihood(view, player, card), sum(NUMBER[other] == number for other in own_hand(view))

    def _likelihood(self, view: View, player: int, card: Card) -> float:
        chances = {other: self._chance(view, other, card) for other in self.where[card] - {self.seat}}
        if not any(chances.values()):  # somebody has denied a card falsely: anyone may have it
            self.where[card] = set(self.game.others(self.seat))
            chances = {other: self._chance(view, other, card) for other in self.where[card]}
        return chances.get(player, 0) / sum(chances.values())

    def _chance(self, view: View, player: int, card: Card) -> int:
        count = view.players[player].cards
        assert isinstance(count, int)
        return count * (self.asking_tells if player in self.asked[NUMBER[card]] else 1)
