"""Ratefix (RULEBOOK §3.3): everybody lays a secret card into the middle; the best guess of the total takes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from msgspec.structs import replace

from reihum.cards import EDITIONS, NUMBER, Card, Deal, Randomness
from reihum.engine.bots import Bots
from reihum.engine.contract import Game, State
from reihum.engine.events import Event, Moment, cards_by_seat
from reihum.engine.facts import Facts
from reihum.engine.lessons import Lesson, LessonStep
from reihum.engine.moves import Grammar, Move, Slot, Verb
from reihum.engine.options import by_name, first, flag
from reihum.engine.packs import Pack, exchange, redeal, replace_at
from reihum.engine.views import Pile, Piles, Player, Stack, Text, Zone
from reihum.errors import IllegalMove
from reihum.messages import Message

GRAMMAR = Grammar((Verb("guess", (Slot("number"),), sign="question-mark"),))

FACTS = Facts(
    id="ratefix",
    section="§3.3",
    age=7,
    seats=range(2, 5),
    bound=40,
    grammar=GRAMMAR,
    options=by_name(flag("repeat", default=True), first()),
    moments=("nearest",),
    bots=Bots(
        sensible="reihum.bots.simple.ratefix:AdderBot",
        levels={
            "expert": "reihum.bots.experts.ratefix:ReckonerBot",
            "master": "reihum.bots.experts.ratefix:LongReckonerBot",
        },
    ),
    why_verbs=("guess",),
    observation="reihum.envs.observations.ratefix:parts",
    lesson=Lesson(
        seats=3,
        steps=(
            LessonStep(name="guess", verbs=("guess",), events=("guess",), times=4),
            LessonStep(name="win", events=("win",)),
            LessonStep(name="tie", events=("tie",), rare=True),
        ),
    ),
)


def hand_size(seats: int) -> int:
    """§3.3: half the deck is dealt evenly."""
    return 40 // seats


def guesses(seats: int) -> range:
    """§3.3 Decision: guesses run from n to 20·n and do not depend on your card."""
    return range(seats, 20 * seats + 1)


def closest(named: Sequence[int], total: int) -> list[int]:
    """The seats whose guesses are nearest to the total, above or below.

    >>> closest([17, 30, 19], total=18)
    [0, 2]
    """
    nearest = min(abs(guess - total) for guess in named)
    return [seat for seat, guess in enumerate(named) if abs(guess - total) == nearest]


class RatefixState(State, frozen=True):
    """A position. Piles are listed from the top, what is won or kept in the order in which it came."""

    piles: tuple[Pack, ...]
    middle: Pack
    """The cards whose total is guessed, by seat."""
    named: tuple[int, ...]
    """The guesses of this round, by seat; 0: none yet."""
    begins: int
    kept: Pack
    """The cards of ties, which the next winner takes."""
    won: tuple[Pack, ...]
    out: Pack

    # --- the contract ---

    @classmethod
    def prepare(cls, game: Game) -> tuple[Move, ...]:
        """Every guess there is."""
        return tuple(Move("guess", (number,)) for number in guesses(game.seats))

    @classmethod
    def cards(cls, game: Game) -> Pack:
        """All of them; half stay out."""
        return EDITIONS["80"]

    @classmethod
    def deal(cls, game: Game, deal: Deal) -> Self:
        """§3.3: half the deck as piles, the rest is out; the first cards go into the middle."""
        piles, out = deal.hands(deal.deck(game.cards), [hand_size(game.seats)] * game.seats)
        nothing: tuple[Pack, ...] = ((),) * game.seats
        blank = cls(game, (), None, tuple(piles), (), (), deal.first, (), nothing, out)
        return replace(blank.next_cards(), last=())

    @property
    def to_act(self) -> tuple[int, ...]:
        """In turn, beginning with the winner of the last round."""
        if self.outcome is not None:
            return ()
        return ((self.begins + self.count_guesses()) % self.game.seats,)

    def moves(self, seat: int) -> Sequence[Move]:
        """Any guess; with ``repeat`` also one that was named before."""
        moves: tuple[Move, ...] = self.game.setup
        if seat not in self.to_act:
            return ()
        return moves if self.game.options["repeat"] else [move for move in moves if move.args[0] not in self.named]

    def apply(self, seat: int | None, move: Move) -> Self:
        """Name a guess; after the last one the cards are turned up."""
        assert seat is not None
        guess = int(move.args[0])
        named = replace_at(self.named, seat, guess)
        event = Event("guess", seat, target=f"guess.{seat}", values={"number": guess})
        after = replace(self, named=named, last=(event,))
        return after.reveal() if after.count_guesses() == self.game.seats else after

    def zones(self, seat: int | None) -> Iterator[Zone]:
        """The middle, where you know only your own card; the guesses so far; piles, kept and won cards."""
        yield Piles(
            tuple(Stack(1, card if owner == seat else "") for owner, card in enumerate(self.middle)), name="middle"
        )
        yield Pile(Stack.face_up(self.kept), name="kept")
        for owner, pile in enumerate(self.piles):
            yield Pile(Stack(len(pile)), name=f"pile.{owner}", owner=owner)
            yield Pile(Stack.face_up(self.won[owner]), name=f"won.{owner}", owner=owner)
            if self.named[owner]:
                said = Message("ratefix.guessed", {"number": self.named[owner]})
                yield Text(said, name=f"guess.{owner}", owner=owner)

    def players(self) -> Iterator[Player]:
        """Everybody's pile, and the cards won."""
        acting = self.to_act
        return (
            Player(seat, len(pile), len(self.won[seat]), acts=seat in acting) for seat, pile in enumerate(self.piles)
        )

    def everywhere(self) -> Sequence[Card]:
        """Piles, the middle, kept and won cards, those that stay out."""
        packs = (*self.piles, self.middle, self.kept, *self.won, self.out)
        return [card for pack in packs for card in pack]

    def asked(self, seat: int) -> Message:
        """How many cards to guess the total of, and the one you know."""
        span = guesses(self.game.seats)
        values = {"card": self.middle[seat], "count": self.game.seats, "low": span[0], "high": span[-1]}
        return Message("ratefix.prompt.guess", values)

    def reason(self, seat: int, move: Move) -> IllegalMove | None:
        """A guess that somebody has named, or that cannot be right for any cards."""
        span = guesses(self.game.seats)
        (number,) = move.args
        if number in span and number in self.named:
            return IllegalMove(
                "ratefix.named", self.game.facts.section, number=number, player=self.named.index(int(number))
            )
        return IllegalMove("ratefix.range", self.game.facts.section, number=number, low=span[0], high=span[-1])

    def imagine(self, seat: int | None, randomness: Randomness) -> Self:
        """All cards exchanged but your own one in the middle, those on top, and those just turned up."""
        known = {pack[-1] for pack in (self.kept, *self.won) if pack}
        known.update(card for event in self.last if event.kind == "reveal" for card in event.cards)
        if seat is not None and self.middle:
            known.add(self.middle[seat])
        _, moved = redeal([[card for card in self.everywhere() if card not in known]], randomness)

        return replace(
            self,
            piles=tuple(exchange(pack, moved) for pack in self.piles),
            middle=exchange(self.middle, moved),
            kept=exchange(self.kept, moved),
            won=tuple(exchange(pack, moved) for pack in self.won),
            out=exchange(self.out, moved),
            last=tuple(event.exchange(moved) for event in self.last),
        )

    # --- the game's own rules ---

    def count_guesses(self) -> int:
        """How many have named a guess."""
        return len(self.named) - self.named.count(0)

    def reveal(self) -> Self:
        """§3.3: the closest takes the cards and begins; equally close guesses leave them for the next winner."""
        total = sum(NUMBER[card] for card in self.middle)
        best = closest(self.named, total)
        stake = (*self.kept, *self.middle)
        shown = Event("reveal", None, self.middle, target="middle", values={"total": total})
        nearest = tuple(best) if len(best) == 1 else ()
        decided = Event(
            "tie",
            None,
            self.middle,
            source="middle",
            target="kept",
            values=_values(best, stake),
            moment=Moment("nearest", cards_by_seat(self.middle), nearest, total, self.named),
        )
        if len(best) > 1:
            after = replace(self, kept=stake, last=(*self.last, shown, decided))
        else:
            winner = best[0]
            won = replace_at(self.won, winner, (*self.won[winner], *stake))
            win = replace(decided, kind="win", seat=winner, target=f"won.{winner}")
            after = replace(self, begins=winner, kept=(), won=won, last=(*self.last, shown, win))
        return after.next_cards() if self.piles[0] else after.end()

    def next_cards(self) -> Self:
        """§3.3: each player's top card goes face down into the middle; its owner looks at it."""
        middle = tuple(pile[0] for pile in self.piles)
        looks = tuple(
            Event("look", seat, (card,), (seat,), source=f"pile.{seat}", target="middle")
            for seat, card in enumerate(middle)
        )
        piles = tuple(pile[1:] for pile in self.piles)
        return replace(self, piles=piles, middle=middle, named=(0,) * len(middle), last=(*self.last, *looks))

    def end(self) -> Self:
        """§3.3: most cards win; those left over count for nobody."""
        points = [len(pack) for pack in self.won]
        return replace(self, middle=(), named=(0,) * self.game.seats, outcome=self.finish("done", points))


def _values(best: list[int], stake: Pack) -> dict[str, object]:
    return {"players": tuple(best), "count": len(stake)}


GAME = FACTS.with_state(RatefixState)
