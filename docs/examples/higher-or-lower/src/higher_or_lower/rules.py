"""Higher or lower: guess how the next card compares with the open one. If you are right, the open card is yours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from msgspec.structs import replace

from reihum.cards import NUMBER, Card, Deal, Randomness, span
from reihum.engine.bots import Bots
from reihum.engine.contract import Game, State
from reihum.engine.events import Event
from reihum.engine.facts import Facts
from reihum.engine.moves import Grammar, Move, Verb
from reihum.engine.options import by_name, first
from reihum.engine.packs import Pack, redeal, replace_at
from reihum.engine.views import Pile, Player, Stack, Zone
from reihum.messages import Message

HIGHER, LOWER = Move("higher"), Move("lower")

FACTS = Facts(
    id="higher-or-lower",
    section="Higher or lower",
    age=5,
    seats=range(2, 7),
    bound=40,
    grammar=Grammar((Verb("higher", sign="stack-up"), Verb("lower", sign="arrow-down"))),
    options=by_name(first()),
    stock="stock",
    bots=Bots(sensible="higher_or_lower.bots:Sensible"),
)


class HigherOrLowerState(State, frozen=True):
    """A position: the stock, the open cards with the newest last, the cards won, and whose turn it is."""

    stock: Pack
    open: Pack
    won: tuple[Pack, ...]
    turn: int

    # --- the contract ---

    @classmethod
    def cards(cls, game: Game) -> Pack:
        """Red and yellow, 1 to 20."""
        return span(1, 20, "RY")

    @classmethod
    def deal(cls, game: Game, deal: Deal) -> Self:
        """The first card is turned up."""
        top, *stock = deal.deck(game.cards)
        return cls(game, (), None, tuple(stock), (top,), ((),) * game.seats, deal.first)

    @property
    def to_act(self) -> tuple[int, ...]:
        """One player after another."""
        return () if self.outcome is not None else (self.turn,)

    def moves(self, seat: int) -> Sequence[Move]:
        """Higher, or lower."""
        return (HIGHER, LOWER) if seat in self.to_act else ()

    def apply(self, seat: int | None, move: Move) -> Self:
        """Turn the next card up. If the guess was right, the card that lay there before is won."""
        assert seat is not None
        before, (card, *rest) = self.open[-1], self.stock
        is_higher = NUMBER[card] > NUMBER[before]
        is_right = NUMBER[card] != NUMBER[before] and is_higher == (move == HIGHER)
        turned = Event("right" if is_right else "wrong", seat, (card,), source="stock", target="open")
        won = replace_at(self.won, seat, (*self.won[seat], before)) if is_right else self.won
        left = self.open[:-1] if is_right else self.open
        after = replace(
            self, stock=tuple(rest), open=(*left, card), won=won, turn=self.game.after(seat), last=(turned,)
        )
        return after if rest else replace(after, outcome=self.finish("done", [len(pack) for pack in won]))

    def zones(self, seat: int | None) -> Iterator[Zone]:
        """The stock, the open card, and what everybody has won."""
        yield Pile(Stack(len(self.stock)), name="stock")
        yield Pile(Stack(len(self.open), self.open[-1]), name="open")
        for owner, pack in enumerate(self.won):
            yield Pile(Stack(len(pack)), name=f"won.{owner}", owner=owner)

    def players(self) -> Iterator[Player]:
        """The cards won are the points."""
        return (Player(seat, len(pack), len(pack), acts=seat in self.to_act) for seat, pack in enumerate(self.won))

    def everywhere(self) -> Sequence[Card]:
        """The stock, the open cards, the cards won."""
        return [card for pack in (self.stock, self.open, *self.won) for card in pack]

    def asked(self, seat: int) -> Message:
        """To guess."""
        return Message("higher_or_lower.prompt.guess", {"card": self.open[-1]})

    def imagine(self, seat: int | None, randomness: Randomness) -> Self:
        """The stock in another order: nobody knows it."""
        (stock,), _ = redeal([self.stock], randomness)
        return replace(self, stock=stock)


GAME = FACTS.with_state(HigherOrLowerState)
