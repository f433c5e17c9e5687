"""Abwerfen (RULEBOOK §3.12): everybody lays off two cards; the highest sum in hand wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from msgspec.structs import replace

from reihum.cards import NUMBER, Card, Deal, Randomness, in_order, span
from reihum.engine.contract import Game, State
from reihum.engine.events import Event
from reihum.engine.facts import Facts
from reihum.engine.moves import Grammar, Move, Verb, card_slot
from reihum.engine.outcome import Outcome
from reihum.engine.packs import Pack, redeal, replace_at
from reihum.engine.views import Pile, Player, Stack, Zone, hand_zones
from reihum.messages import Message

FACTS = Facts(
    id="lay-off",
    section="§3.12",
    age=5,
    seats=range(2, 5),
    bound=8,
    grammar=Grammar((Verb("shed", (card_slot(),), target="heap"),)),
)


class LayOffState(State, frozen=True):
    """A position: hands, the cards laid off, the cards that stay out, and whose turn it is."""

    hands: tuple[Pack, ...]
    heap: Pack
    out: Pack
    turn: int

    # --- the contract ---

    @classmethod
    def cards(cls, game: Game) -> Pack:
        """Four colours from 1 to 5."""
        return span(1, 5)

    @classmethod
    def deal(cls, game: Game, deal: Deal) -> Self:
        """§3.12: four cards for each player."""
        hands, out = deal.hands(deal.deck(game.cards), [4] * game.seats)
        return cls(game, (), None, tuple(map(in_order, hands)), (), out, deal.first)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seat on turn."""
        return () if self.outcome else (self.turn,)

    def moves(self, seat: int) -> Sequence[Move]:
        """§3.12: any card of your hand."""
        return [Move("shed", (card,)) for card in self.hands[seat]] if seat == self.turn else ()

    def apply(self, seat: int | None, move: Move) -> Self:
        """§3.12: the round ends when everybody has two cards left."""
        assert seat is not None
        card = str(move.args[0])
        hands = replace_at(self.hands, seat, tuple(other for other in self.hands[seat] if other != card))
        event = Event("shed", seat, (card,), source=f"hand.{seat}", target="heap")
        after = replace(self, last=(event,), hands=hands, heap=(*self.heap, card), turn=self.game.after(seat))
        return replace(after, outcome=after.score()) if len(after.heap) == 2 * self.game.seats else after

    def zones(self, seat: int | None) -> Iterator[Zone]:
        """The heap, your hand, and how many cards the others hold."""
        yield Pile(Stack.face_up(self.heap), name="heap")
        yield from hand_zones(self.hands, seat)

    def players(self) -> Iterator[Player]:
        """How many cards each player holds."""
        return (Player(seat, len(hand), acts=seat in self.to_act) for seat, hand in enumerate(self.hands))

    def everywhere(self) -> Sequence[Card]:
        """Hands, heap, and the cards that stay out."""
        return [card for pack in (*self.hands, self.heap, self.out) for card in pack]

    def asked(self, seat: int) -> Message:
        """Lay off a card."""
        return Message("lay_off.prompt.shed")

    def imagine(self, seat: int | None, randomness: Randomness) -> Self:
        """The other hands and the cards that stay out, dealt again."""
        others = [other for other in range(self.game.seats) if other != seat]
        groups, moved = redeal([*(self.hands[other] for other in others), self.out], randomness)
        hands = self.hands
        for other, cards in zip(others, groups, strict=False):
            hands = replace_at(hands, other, in_order(cards))
        return replace(self, hands=hands, out=groups[-1], last=tuple(event.exchange(moved) for event in self.last))

    # --- the game's own rules ---

    def score(self) -> Outcome:
        """§3.12: the sum of the numbers in hand."""
        return self.finish("done", [sum(NUMBER[card] for card in hand) for hand in self.hands])


GAME = FACTS.with_state(LayOffState)
