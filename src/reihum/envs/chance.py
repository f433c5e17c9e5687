"""The deal as chance, one card after another, so that a search of the game tree can enumerate it with its odds.

A deck is drawn from the top, each remaining card equally likely. Classic deals again when nobody gets an eleven. Here
the odds of every card are those of the decks that need no second deal, so the result is the same.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

from msgspec import Struct

from reihum.cards import Card, Deal, in_order
from reihum.engine import Game, State
from reihum.engine.options import RANDOM
from reihum.engine.views import Hand, Zone
from reihum.games.rows.bits import unmask
from reihum.games.rows.layout import Layout, Variant


class DealChance(Struct, frozen=True, eq=False):
    """How a game is dealt. A chance outcome is the number of a card, or of the seat that begins."""

    game: Game
    cards: tuple[Card, ...]
    """The different cards that are shuffled, in rank order: the number of a card is its index here."""
    copies: tuple[int, ...]
    """How many copies of each there are."""
    count: int
    """How many cards there are in all."""
    wanted: frozenset[int]
    """At least one of these must be in a hand."""
    hands: int
    """How many cards the hands take."""
    lot: bool
    """Whether a lot decides who begins."""
    owners: tuple[int | None, ...]
    """The seat that gets each card of the deck. None: no hand."""

    @property
    def nodes(self) -> int:
        """The number of chance nodes in a game."""
        return self.count + self.lot

    @property
    def outcomes(self) -> int:
        """The most outcomes that a chance node can have."""
        return max(len(self.cards), self.game.seats if self.lot else 0)

    @property
    def whole(self) -> tuple[int, ...]:
        """The different cards before the deal."""
        return tuple(range(len(self.cards)))

    def without(self, card: int, dealt: tuple[int, ...], left: tuple[int, ...]) -> tuple[int, ...]:
        """The different cards that are left after one more has been dealt."""
        if not left or (self.copies[card] > 1 and dealt.count(card) + 1 < self.copies[card]):
            return left
        place = left.index(card)
        return left[:place] + left[place + 1 :]

    def odds(self, dealt: tuple[int, ...], left: tuple[int, ...]) -> list[tuple[int, float]]:
        """The next outcomes and their probabilities."""
        if not left:
            return [(seat, 1 / self.game.seats) for seat in range(self.game.seats)]
        if self._wanting(dealt):
            return self._odds_wanted(left, self.hands - len(dealt))
        each = 1 / (self.count - len(dealt))
        found = [(card, each) for card in left]
        if self.count > len(self.cards):
            for place, card in enumerate(left):
                if self.copies[card] > 1:
                    found[place] = card, each * (self.copies[card] - dealt.count(card))
        return found

    def possible(self, dealt: tuple[int, ...], left: tuple[int, ...]) -> list[int]:
        """The next outcomes."""
        return [outcome for outcome, _ in self.odds(dealt, left)] if self._wanting(dealt) or not left else list(left)

    def _wanting(self, dealt: tuple[int, ...]) -> bool:
        """Whether none of the wanted cards is in a hand yet."""
        return len(dealt) < self.hands and self.wanted.isdisjoint(dealt)

    def _odds_wanted(self, left: tuple[int, ...], hands: int) -> list[tuple[int, float]]:
        """The odds while none of the wanted cards has come: count only those decks in which one still comes."""
        rest, wanted = len(left) - 1, len(self.wanted)
        later = 1 - comb(rest - wanted, hands - 1) / comb(rest, hands - 1)
        total = wanted + later * (len(left) - wanted)
        odds = ((card, (1 if card in self.wanted else later) / total) for card in left)
        return [(card, chance) for card, chance in odds if chance]

    def deal(self, dealt: tuple[int, ...]) -> State:
        """The round, once chance has decided everything."""
        deck = tuple(self.cards[card] for card in dealt[: self.count])
        first = dealt[-1] if self.lot else self.game.starter(b"")
        return self.game.facts.state.deal(self.game, Deal(self.game.seats, b"", deck, first=first))

    def hand(self, dealt: tuple[int, ...], seat: int) -> list[Card]:
        """The cards a seat has got so far."""
        return [self.cards[card] for card, owner in zip(dealt, self.owners, strict=False) if owner == seat]

    def text(self, dealt: int, outcome: int) -> str:
        """A chance outcome in words."""
        return f"deal {self.cards[outcome]}" if dealt < self.count else f"first {outcome}"


@lru_cache(maxsize=64)
def deal_chance_of(game: Game) -> DealChance:
    """How a game is dealt."""
    cards = in_order(set(game.cards))
    number = {card: place for place, card in enumerate(cards)}
    variant, wanted, hands = game.facts.data, frozenset[int](), 0
    if isinstance(variant, Variant) and game.setup.by_eleven:
        layout: Layout = game.setup
        dealt = sum(layout.hands) + layout.spare
        wanted, hands = frozenset(number[card] for card in unmask(layout.starts)), dealt
    copies = tuple(game.cards.count(card) for card in cards)
    lot = game.options.get("first") == RANDOM
    return DealChance(game, cards, copies, sum(copies), wanted, hands, lot, _owners(game))


def _owners(game: Game) -> tuple[int | None, ...]:
    """The seat that gets each card of a deck, found with a deck in rank order. Its jokers come last, into the stock."""
    if not game.cards:
        return ()
    state = game.deal(deck=game.cards)
    held = {card: seat for seat in range(game.seats) for zone in state.zones(seat) for card in _own(zone, seat)}
    return tuple(held.get(card) for card in game.cards)


def _own(zone: Zone, seat: int) -> tuple[Card, ...]:
    return zone.cards if isinstance(zone, Hand) and zone.owner == seat else ()
