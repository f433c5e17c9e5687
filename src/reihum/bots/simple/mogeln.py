"""A bot for Mogeln: honest while it can be, doubts what its own cards make unlikely, and every last card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

from reihum.bots.bot import Bot, Call, offered, own_hand
from reihum.cards import NUMBER, Card, Randomness, in_order
from reihum.engine import Game, Shown, View
from reihum.engine.views import Text
from reihum.games.mogeln.rules import most_cards
from reihum.messages import Message

_ABOUT = {"0": 0, "1-3": 2, "4-8": 6, "9+": 11}
"""What a rough number of cards is taken for."""

_SURE = 0.2  # a claim less likely than this is always challenged
_DOUBTFUL = 0.5  # a claim less likely than this is challenged one time in _DARING
_DARING = 3
_PATIENCE = 80  # after this many challenges a doubter lets every second lay pass
_HORIZON = 30  # a card that this player need not claim within this many turns is not needed


class DoubtingBot(Bot):
    """Lays the claimed card if it has one, with extra cards while the others let its cards pass. Otherwise it lies,
    with as many cards as possible, since one lie is as bad as another. It lies with the cards whose numbers it
    must claim last."""

    watched: ClassVar[float] = 0.3
    """A player who is challenged at least this often lays no extra cards beside a true one."""

    def __init__(self, game: Game, seat: int, randomness: Randomness) -> None:
        super().__init__(game, seat, randomness)
        self.laid: set[Card] = set()
        """This player's cards in the pile."""
        self.gone: set[Card] = set()
        """This player's cards in piles set aside."""
        self.weary = self.dares = False
        self.passed = 3
        """How often the others let this player's cards pass. The start value is a guess."""
        self.turned_up = {kind: Counter(range(game.seats)) for kind in ("caught", "honest")}
        """How often a challenge caught each player, and how often it failed. Both start at 1."""

    def see(self, shown: Sequence[Shown]) -> None:
        """Remember where this player's cards went, and who was caught."""
        for event in shown:
            if event.kind == "lay":
                self._wonder()
            if event.kind == "lay" and event.seat == self.seat:
                self.laid |= set(event.cards)
                self.passed += 1
            elif event.kind == "aside":
                self.gone |= self.laid
                self.laid = set()
            elif event.kind == "take":
                self.laid = set()
            elif event.kind in self.turned_up and event.seat is not None:
                self.turned_up[event.kind][event.seat] += 1
                self.passed -= event.seat == self.seat

    def choose(self, view: View) -> str:
        """Challenge, or tell the truth, or lie."""
        moves = offered(view)
        if "cheat" in moves and self._doubts(view):
            return "cheat"
        if "accept" in moves:
            return "accept"
        cards = self._lay(own_hand(view), _claim(view.prompt))
        return " ".join(("lay", *in_order(cards)))

    def _lay(self, hand: Sequence[Card], claim: Message) -> Sequence[Card]:
        """A true card, or the cards that are needed last."""
        true = [card for card in hand if _is_true(card, claim)]
        waits = {card: self._wait(card, claim) for card in hand if card not in true[:1]}
        spare = sorted(waits, key=waits.__getitem__, reverse=True)
        most = most_cards(self.game, len(hand))
        for kept in reversed(spare):
            if few := _can_end_with(waits[kept], len(hand) - 1, most):
                spare.remove(kept)
                return (true[:1] + spare)[: min(few)] if true else spare[: max(few)]
        if true:
            beside = min(most, len(spare)) - 1 if most > 1 and self._unwatched() else 0
            return true[:1] + spare[: max(0, beside)]
        return spare[:most]

    def _unwatched(self) -> bool:
        doubted = sum(counts[self.seat] for counts in self.turned_up.values()) - 1
        return doubted / (self.passed + doubted) < self.watched

    def call(self, view: View) -> Call | None:
        """„Gemogelt!“ if anyone may say it."""
        if not view.calls or not self._doubts(view):
            return None
        return Call("cheat", 250 + self.randomness.below(650))

    def _wait(self, card: Card, claim: Message) -> int:
        """After how many of this player's turns the card is the one to claim, if nobody challenges."""
        top: int = self.game.setup.count_to
        colours: tuple[str, ...] = self.game.setup.colours
        now = colours.index(claim.values["colour"]) if colours else 0
        for turn in range(1, _HORIZON):
            piles, number = divmod(claim.values["number"] - 1 + turn * self.game.seats, top)
            if number + 1 == NUMBER[card] and (not colours or colours[(now + piles) % len(colours)] == card[0]):
                return turn
        return _HORIZON

    def _doubts(self, view: View) -> bool:
        """Whether the last lay is worth a challenge: a last card, and one that is probably wrong."""
        said = next(zone.message for zone in view.zones if isinstance(zone, Text) and zone.name == "claim")
        layer = said.values.get("player")
        if layer is None or layer == self.seat:
            return False
        cards = view.players[layer].cards
        left = _ABOUT[cards] if isinstance(cards, str) else cards
        if self.weary or left == 0:
            return not self.weary
        likely = self._likelihood(left + 1, _claim(said), own_hand(view))
        caught, honest = (self.turned_up[kind][layer] for kind in ("caught", "honest"))
        likely *= 2 * honest / (honest + caught)
        return self._is_too_unlikely(likely, left)

    def _is_too_unlikely(self, likely: float, left: int) -> bool:
        """Whether to challenge a claim of this likelihood, made by a player with this many cards left."""
        return likely < _SURE or (likely < _DOUBTFUL and self.dares)

    def _wonder(self) -> None:
        """Decide once for every lay how ready the bot is to challenge. After many challenges it lets more pass, so
        every game ends. If anyone may challenge, it leaves it to the others."""
        doubters = self.game.seats - 1 if self.game.grammar.calls else 1
        patience = _PATIENCE // doubters
        challenges = sum(counts.total() for counts in self.turned_up.values()) - 2 * self.game.seats
        self.weary = self.randomness.below(patience + challenges) >= patience
        self.dares = self.randomness.below(_DARING * doubters) == 0

    def _likelihood(self, cards: int, claim: Message, hand: Sequence[Card]) -> float:
        """How likely a hand of this size had a card that makes the claim true."""
        seen = self.laid | self.gone | set(hand)
        unseen = [card for card in self.game.cards if card not in seen]
        right = sum(_is_true(card, claim) for card in unseen)
        missed: float = (1 - min(1, cards / max(1, len(unseen)))) ** right
        return 1 - missed


def _can_end_with(turns: int, others: int, most: int) -> list[int]:
    """How many cards to lay now so that all others are gone when the last one is true, in this many turns."""
    return [now for now in range(1, most + 1) if turns - 1 <= others - now <= most * (turns - 1)]


def _claim(message: Message) -> Message:
    claim: Message = message.values["claim"]
    return claim


def _is_true(card: Card, claim: Message) -> bool:
    number: int = claim.values["number"]
    return NUMBER[card] == number and card[0] == str(claim.values.get("colour", card[0]))
