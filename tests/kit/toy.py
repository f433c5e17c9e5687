"""A toy game of thirty lines, as somebody else might write one: each lays a card in turn, the highest sum wins.

It has had a rule fixed, too: at first everybody laid one card, now it is two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Self

from msgspec.structs import replace

from reihum.cards import NUMBER, Card, Deal, Randomness, in_order, span
from reihum.engine.contract import Game, State
from reihum.engine.events import Event
from reihum.engine.facts import Facts
from reihum.engine.moves import Grammar, Move, Verb, card_slot
from reihum.engine.packs import redeal
from reihum.engine.views import Hand, Pile, Player, Stack, Zone
from reihum.messages import Message

WORDS = "rows"  # the toy borrows the words of the row games


class ToyState(State, frozen=True):
    """Hands, the cards laid, the stock, whose turn it is. One round of cards is laid, the rest counts."""

    hands: tuple[tuple[Card, ...], ...]
    laid: tuple[Card, ...]
    stock: tuple[Card, ...]
    turn: int

    each: ClassVar[int] = 2
    """The number of cards that each player lays."""

    @classmethod
    def cards(cls, game: Game) -> tuple[Card, ...]:
        return span(1, 5)

    @classmethod
    def deal(cls, game: Game, deal: Deal) -> Self:
        hands, stock = deal.hands(deal.deck(game.cards), [4] * game.seats)
        return cls(game, (), None, tuple(map(in_order, hands)), (), stock, deal.first)

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.outcome else (self.turn,)

    def moves(self, seat: int) -> Sequence[Move]:
        return [Move("lay", (card,)) for card in self.hands[seat]] if seat == self.turn else []

    def apply(self, seat: int | None, move: Move) -> Self:
        assert seat is not None
        card = str(move.args[0])
        hand = tuple(other for other in self.hands[seat] if other != card)
        hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])
        event = Event("lay", seat, (card,), source=f"hand.{seat}", target="laid")
        after = replace(self, last=(event,), hands=hands, laid=(*self.laid, card), turn=self.game.after(seat))
        if len(after.laid) < self.each * self.game.seats:
            return after
        return replace(after, outcome=self.finish("done", [sum(map(NUMBER.__getitem__, hand)) for hand in hands]))

    def zones(self, seat: int | None) -> Iterator[Zone]:
        yield Pile(Stack(len(self.laid), self.laid[-1] if self.laid else ""), name="laid")
        yield Pile(Stack(len(self.stock)), name="stock")
        for owner, hand in enumerate(self.hands):
            yield Hand(hand if owner == seat else (), len(hand), name=f"hand.{owner}", owner=owner)

    def players(self) -> Iterator[Player]:
        return (Player(seat, len(hand), acts=seat in self.to_act) for seat, hand in enumerate(self.hands))

    def everywhere(self) -> Sequence[Card]:
        return [*(card for hand in self.hands for card in hand), *self.laid, *self.stock]

    def asked(self, seat: int) -> Message:
        return Message("rows.prompt.lay", {"count": len(self.hands[seat])})

    def imagine(self, seat: int | None, randomness: Randomness) -> Self:
        others = [other for other in range(self.game.seats) if other != seat]
        groups, moved = redeal([*(self.hands[other] for other in others), self.stock], randomness)
        hands = dict(zip(others, map(in_order, groups), strict=False)) | (
            {} if seat is None else {seat: self.hands[seat]}
        )
        return replace(
            self,
            hands=tuple(hands[owner] for owner in range(self.game.seats)),
            stock=groups[-1],
            last=tuple(event.exchange(moved) for event in self.last),
        )


class FirstToyState(ToyState, frozen=True):
    """The toy by the first version of its rules."""

    each: ClassVar[int] = 1


def facts(state: type[State] = ToyState, **changes: object) -> Facts:
    """The toy's facts, with a state class that may have a fault."""
    verbs = (Verb("lay", (card_slot(),), target="laid"),)
    declared = Facts(
        id="toy",
        family=WORDS,
        section="§0",
        age=3,
        seats=range(2, 4),
        bound=6,
        grammar=Grammar(verbs),
        state=state,
        options={},
    )
    return replace(declared, **changes)


def first() -> Facts:
    """The toy on the day when it was released."""
    return facts(FirstToyState)


def second() -> Facts:
    """The toy since its rule was fixed."""
    return facts(rules_version=2, earlier=(first(),))
