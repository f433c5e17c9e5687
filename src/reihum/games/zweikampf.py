"""Zweikampf (RULEBOOK §3.5): two turn up a card each, the higher takes both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from msgspec.structs import replace

from reihum.cards import COLOUR_PAIRS, NUMBER, Card, Deal, Randomness, evenly, span
from reihum.engine.bots import Bots
from reihum.engine.contract import Game, State
from reihum.engine.events import Event, Moment, cards_of
from reihum.engine.facts import Facts
from reihum.engine.lessons import Lesson, LessonStep
from reihum.engine.moves import Grammar, Move, Verb
from reihum.engine.options import by_name, choice, flag, length
from reihum.engine.packs import Pack, exchange, redeal, replace_at
from reihum.engine.views import Pile, Piles, Player, Stack, Zone
from reihum.messages import Message

MOST_DUELS = 2_000
SHORT = 10
"""§3.5: the highest number in play with ``length`` short."""

FACTS = Facts(
    id="zweikampf",
    section="§3.5",
    age=5,
    seats=range(2, 3),
    bound=MOST_DUELS * 40,  # a duel cannot turn up more cards than there are
    grammar=Grammar((Verb("turn", source="pile.", target="open.", sign="card-over"),)),
    simultaneous=True,
    secrets=False,
    moments=("trick",),
    options=by_name(choice("colours", *COLOUR_PAIRS), flag("long"), length(needs=("long", True))),
    bots=Bots(sensible="reihum.bots.simple.zweikampf:TurnBot", luck=True),
    observation="reihum.envs.observations.zweikampf:parts",
    lesson=Lesson(
        seats=2,
        deck=10,
        moves=5,
        steps=(
            LessonStep(name="turn", verbs=("turn",), events=("turn",), times=4),
            LessonStep(name="win", events=("win",)),
            LessonStep(name="tie", events=("tie",)),
        ),
    ),
)

TURN = Move("turn")


class ZweikampfState(State, frozen=True):
    """A position. Face-down piles are listed from the top, open cards and won cards in the order in which they came."""

    piles: tuple[Pack, ...]
    open: tuple[Pack, ...]
    """The cards in play; several each after a tie."""
    won: tuple[Pack, ...]
    duels: int
    tops: tuple[Card, ...] = ("", "")
    """The cards that won last and lie on the won piles for all to see."""

    # --- the contract ---

    @classmethod
    def cards(cls, game: Game) -> Pack:
        """Two colours."""
        return span(1, SHORT if game.options["length"] == "short" else 20, game.options["colours"])

    @classmethod
    def deal(cls, game: Game, deal: Deal) -> Self:
        """§3.5: the cards are dealt evenly, face down."""
        piles, _ = deal.hands(deal.deck(game.cards), evenly(len(game.cards), 2))
        return cls(game, (), None, tuple(piles), ((), ()), ((), ()), 0)

    @property
    def to_act(self) -> tuple[int, ...]:
        """§3.5: both turn up, either may do so first."""
        if self.outcome is not None:
            return ()
        return tuple(seat for seat in (0, 1) if len(self.open[seat]) <= len(self.open[1 - seat]))

    def moves(self, seat: int) -> Sequence[Move]:
        """Turn up the top card."""
        return (TURN,) if seat in self.to_act else ()

    def apply(self, seat: int | None, move: Move) -> Self:
        """Turn up; when both have, the cards are compared."""
        assert seat is not None
        card, *rest = self.piles[seat]
        after = replace(
            self,
            piles=replace_at(self.piles, seat, tuple(rest)),
            open=replace_at(self.open, seat, (*self.open[seat], card)),
            last=(Event("turn", seat, (card,), source=f"pile.{seat}", target=f"open.{seat}"),),
        )
        return after.compare() if len(after.open[0]) == len(after.open[1]) else after

    def zones(self, seat: int | None) -> Iterator[Zone]:
        """Both sides: the face-down pile, the cards in play, the won cards."""
        for owner in (0, 1):
            won = self.won[owner]
            yield Pile(Stack(len(self.piles[owner])), name=f"pile.{owner}", owner=owner)
            yield Piles(tuple(Stack(1, card) for card in self.open[owner]), name=f"open.{owner}", owner=owner)
            yield Pile(Stack(len(won), self.tops[owner]), name=f"won.{owner}", owner=owner)

    def players(self) -> Iterator[Player]:
        """The face-down cards and the points."""
        acting = self.to_act
        return (
            Player(seat, len(self.piles[seat]), points, acts=seat in acting)
            for seat, points in enumerate(self._count_points())
        )

    def everywhere(self) -> Sequence[Card]:
        """Piles, cards in play, won cards."""
        return [card for pack in (*self.piles, *self.open, *self.won) for card in pack]

    def asked(self, seat: int) -> Message:
        """Turn up, or one more after a tie."""
        tied = min(map(len, self.open)) > 0
        return Message("zweikampf.prompt.more" if tied else "zweikampf.prompt.turn")

    def imagine(self, seat: int | None, randomness: Randomness) -> Self:
        """Face-down and covered cards exchanged: nobody sees more than the others."""
        known = {card for pack in self.open for card in pack} | {*self.tops}
        known.update(card for event in self.last if event.kind in ("turn", "win") for card in event.cards)
        _, moved = redeal([[card for card in self.everywhere() if card not in known]], randomness)

        last = tuple(event.exchange(moved) for event in self.last)
        return replace(
            self,
            piles=tuple(exchange(pack, moved) for pack in self.piles),
            won=tuple(exchange(pack, moved) for pack in self.won),
            last=last,
        )

    # --- the game's own rules ---

    def compare(self) -> Self:
        """§3.5: the higher takes everything in play; equal: both turn up one more."""
        first, second = (NUMBER[cards[-1]] for cards in self.open)
        if first != second:
            after = self.take(0 if first > second else 1)
        else:
            after = replace(self, last=(*self.last, Event("tie", moment=self._moment()))).tie()
        if after.outcome is not None:
            return after
        return after.go_on_long() if self.game.options["long"] else after.end_after_one_pass()

    def tie(self) -> Self:
        """§3.5 Decision, long game: if you cannot turn up, you lose the cards in play; if neither can, it is a draw."""
        stuck = [seat for seat in (0, 1) if not self._count_owned(seat)]
        if not self.game.options["long"] or not stuck:
            return self
        after = replace(self, last=(*self.last, *(Event("stuck", seat) for seat in stuck)))
        return after.end("draw") if len(stuck) == 2 else after.take(1 - stuck[0])

    def take(self, winner: int) -> Self:
        """§3.5 Decision: the winner lays their own cards, then the loser's, in order of play, onto their won pile."""
        taken = (*self.open[winner], *self.open[1 - winner])
        win = Event(
            "win", winner, taken, target=f"won.{winner}", values={"count": len(taken)}, moment=self._moment(winner)
        )
        won = replace_at(self.won, winner, (*self.won[winner], *taken))
        tops = replace_at(self.tops, winner, self.open[winner][-1])
        return replace(self, open=((), ()), won=won, duels=self.duels + 1, tops=tops, last=(*self.last, win))

    def _moment(self, *winners: int) -> Moment:
        """Both cards against each other."""
        cards = (card for seat in (0, 1) for card in cards_of(seat, self.open[seat][-1:]))
        return Moment("trick", tuple(cards), winners, sum(map(len, self.open)))

    def end_after_one_pass(self) -> Self:
        """§3.5: one pass through the piles; cards still tied at the very end count for nobody."""
        return self if self.piles[0] else self.end("done")

    def go_on_long(self) -> Self:
        """§3.5, option `long`: the first to own all cards wins; a used-up pile is replaced by the won cards."""
        after = self
        for seat in (0, 1):
            if not after._count_owned(seat):
                return after.end("all")
            if not after.piles[seat]:
                after = after._turn_over(seat)
        return after.end("bound") if after.duels >= MOST_DUELS else after

    def _turn_over(self, seat: int) -> Self:
        won = self.won[seat]
        event = Event("over", seat, source=f"won.{seat}", target=f"pile.{seat}", values={"count": len(won)})
        return replace(
            self,
            piles=replace_at(self.piles, seat, won),
            won=replace_at(self.won, seat, ()),
            tops=replace_at(self.tops, seat, ""),
            last=(*self.last, event),
        )

    def _count_owned(self, seat: int) -> int:
        """How many cards a seat has besides those in play."""
        return len(self.piles[seat]) + len(self.won[seat])

    def _count_points(self) -> list[int]:
        """The cards won; in the long game all that a seat owns."""
        return [self._count_owned(seat) if self.game.options["long"] else len(self.won[seat]) for seat in (0, 1)]

    def end(self, reason: str) -> Self:
        """The round is over."""
        return replace(self, outcome=self.finish(reason, self._count_points()))


GAME = FACTS.with_state(ZweikampfState)
