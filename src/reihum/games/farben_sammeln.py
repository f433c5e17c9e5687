"""Farben sammeln (RULEBOOK §3.6): exchange cards one by one for high ones of a single colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, Self

from msgspec.structs import replace

from reihum.cards import COLOURS, EDITIONS, NUMBER, Card, Deal, Randomness, in_order
from reihum.engine.bots import Bots
from reihum.engine.contract import Game, State
from reihum.engine.events import Event, Moment, cards_of
from reihum.engine.facts import Facts
from reihum.engine.lessons import Lesson, LessonStep
from reihum.engine.moves import Grammar, Move, Slot, Verb, card_slot
from reihum.engine.options import by_name, choice, first
from reihum.engine.outcome import Outcome
from reihum.engine.packs import Pack, redeal, replace_at
from reihum.engine.views import Pile, Piles, Player, Stack, Zone, hand_zones
from reihum.errors import IllegalMove
from reihum.messages import Message

BOUND = 3_000
HAND = {2: 9, 3: 9, 4: 8, 5: 8, 6: 7}
PILES = range(1, 5)
STOCK = "stock"

END, CLOSE = Move("end"), Move("close")
TAKE = (Move("take", (STOCK,)), *(Move("take", (pile,)) for pile in PILES))
GRAMMAR = Grammar(
    (
        Verb("take", (Slot("pile", "open", words=(STOCK,)),), sign="card-to-hand"),
        Verb("put", (card_slot(), Slot("pile", "open")), sign="card-down"),
        Verb("close", sign="flag"),
        Verb("end", ends_turn=True, routine=True, sign="tick"),
    )
)

FACTS = Facts(
    id="farben-sammeln",
    section="§3.6",
    age=7,
    seats=range(2, 7),
    bound=BOUND,
    grammar=GRAMMAR,
    options=by_name(choice("empty", "ends", "reshuffle"), first()),
    stock=STOCK,
    moments=("count",),
    bots=Bots(
        sensible="reihum.bots.simple.farben_sammeln:ColourBot",
        levels={
            "expert": "reihum.bots.experts.farben_sammeln:WatcherBot",
            "master": "reihum.bots.experts.farben_sammeln:LongWatcherBot",
        },
    ),
    why_verbs=("take", "put", "close", "end"),
    observation="reihum.envs.observations.farben_sammeln:parts",
    lesson=Lesson(
        seats=3,
        deck=4,
        level="sensible",
        learner="sensible",
        moves=24,
        steps=(
            LessonStep(name="stock", verbs=("take",), events=("draw",)),
            LessonStep(name="put", verbs=("put",), events=("put",)),
            LessonStep(name="end", verbs=("end",), events=("end",)),
            LessonStep(name="open", verbs=("take",), events=("take",)),
            LessonStep(name="close", verbs=("close",), events=("close",)),
            LessonStep(name="count", events=("count",)),
        ),
    ),
)


class FarbenState(State, frozen=True):
    """A position: hands, the open piles from the bottom, the stock from the top, and how far the turn has come."""

    hands: tuple[Pack, ...]
    piles: tuple[Pack, ...]
    stock: Pack
    turn: int
    step: Literal["take", "put", "end"] = "take"
    taken: Card = ""
    """The card just taken from an open pile, until another one is put down."""
    made: int = 0
    """The number of moves so far."""
    seed: bytes = b""
    """It decides in which order the open piles become a new stock, where they do."""

    # --- the contract ---

    @classmethod
    def cards(cls, game: Game) -> Pack:
        """All 80 cards."""
        return EDITIONS["80"]

    @classmethod
    def deal(cls, game: Game, deal: Deal) -> Self:
        """§3.6: hands, four open piles, the rest is the stock."""
        hands, rest = deal.hands(deal.deck(game.cards), [HAND[game.seats]] * game.seats)
        piles = tuple((card,) for card in rest[: len(PILES)])
        stock = rest[len(PILES) :]
        seed = deal.seed if game.options["empty"] == "reshuffle" else b""
        return cls(game, (), None, tuple(map(in_order, hands)), piles, stock, deal.first, seed=seed)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seat on turn."""
        return () if self.outcome else (self.turn,)

    def moves(self, seat: int) -> Sequence[Move]:
        """§3.6: take a card, put one down, then end the turn or, with a single colour, the round."""
        if seat != self.turn:
            return ()
        if self.step == "take":
            return TAKE
        if self.step == "put":
            return [Move("put", (card, pile)) for card in self._free(seat) for pile in self._targets()]
        return (CLOSE, END) if one_colour(self.hands[seat]) else (END,)

    def apply(self, seat: int | None, move: Move) -> Self:
        """The state after a legal move."""
        assert seat is not None
        if move.verb == "put":
            after = self._put(seat, str(move.args[0]), int(move.args[1]))
        elif move.verb == "take":
            after = self._draw(seat) if move.args[0] == STOCK else self._take(seat, int(move.args[0]))
        else:
            after = self._end(seat, move.verb)
        return replace(after, made=self.made + 1)

    def next_first(self, first: int) -> int:
        """§3.6: the lowest score begins the next round; of several the first seat from this round's beginner on."""
        assert self.outcome
        points = self.outcome.points
        return min((first, *self.game.others(first)), key=points.__getitem__)

    def zones(self, seat: int | None) -> Iterator[Zone]:
        """The tops of the open piles, the stock, your hand, and how many cards the others hold."""
        yield Piles(tuple(map(Stack.face_up, self.piles)), name="open")
        yield Pile(Stack(len(self.stock)), name=STOCK)
        yield from hand_zones(self.hands, seat)

    def players(self) -> Iterator[Player]:
        """Everybody's number of cards."""
        acting = self.to_act
        return (Player(seat, len(hand), acts=seat in acting) for seat, hand in enumerate(self.hands))

    def everywhere(self) -> Sequence[Card]:
        """Hands, open piles and stock."""
        return [*(card for group in (*self.hands, *self.piles) for card in group), *self.stock]

    def asked(self, seat: int) -> Message:
        """What may be done now, in one sentence."""
        if self.step != "end":
            key = "refill" if not all(self.piles) else self.step
            return Message(f"farben_sammeln.prompt.{key}", {"pile": self._targets()[0]} if key == "refill" else {})
        return Message(f"farben_sammeln.prompt.{'close' if one_colour(self.hands[seat]) else 'end'}")

    def reason(self, seat: int, move: Move) -> IllegalMove | None:
        """Why a move is not allowed, from what the seat itself sees."""
        rule = self.game.facts.section
        if move.verb == "put" and self.step == "put":
            return self._no_put(seat, move)
        if move.verb == "put":
            code = "take-before-put" if self.step == "take" else "put-already"
            return IllegalMove(f"farben_sammeln.{code}", rule, card=move.args[0])
        if self.step == "take" and move.verb != "take":
            return IllegalMove("farben_sammeln.take-first", rule)
        if self.step == "put":
            return IllegalMove("farben_sammeln.put-first", rule)
        if self.step == "end":
            code = "two-colours" if move == CLOSE else "exchanged"
            return IllegalMove(f"farben_sammeln.{code}", rule)
        return IllegalMove("farben_sammeln.no-pile", rule)

    def imagine(self, seat: int | None, randomness: Randomness) -> Self:
        """The other hands, the covered cards of the piles and the stock dealt again. Everybody has just seen the
        card taken from an open pile: it stays where it is."""
        known = [set(hand) if owner == seat else {self.taken} for owner, hand in enumerate(self.hands)]
        groups = [
            *(tuple(card for card in hand if card not in known[owner]) for owner, hand in enumerate(self.hands)),
            *(pile[:-1] for pile in self.piles),
            self.stock,
        ]
        dealt, moved = redeal(groups, randomness)
        seats = self.game.seats
        hands = tuple(
            in_order((*dealt[owner], *(card for card in hand if card in known[owner])))
            for owner, hand in enumerate(self.hands)
        )
        piles = tuple((*below, *pile[-1:]) for below, pile in zip(dealt[seats:-1], self.piles, strict=True))
        last = tuple(event.exchange(moved) for event in self.last)
        return replace(self, last=last, hands=hands, piles=piles, stock=dealt[-1], seed=self.seed and randomness.seed())

    # --- the game's own rules ---

    def _free(self, seat: int) -> list[Card]:
        """§3.6 Decision: what was taken from an open pile may not be put down in the same turn."""
        return [card for card in self.hands[seat] if card != self.taken]

    def _targets(self) -> Sequence[int]:
        """§3.6 Decision: a pile emptied by taking must be the one refilled."""
        return [pile for pile in PILES if not self.piles[pile - 1]] or PILES

    def _draw(self, seat: int) -> Self:
        card = self.stock[0]
        event = Event("draw", seat, (card,), (seat,), source=STOCK, target=f"hand.{seat}")
        hands = replace_at(self.hands, seat, in_order((*self.hands[seat], card)))
        return replace(self, last=(event,), hands=hands, stock=self.stock[1:], step="put")

    def _take(self, seat: int, pile: int) -> Self:
        *below, card = self.piles[pile - 1]
        event = Event("take", seat, (card,), source="open", target=f"hand.{seat}", values={"pile": pile})
        hands = replace_at(self.hands, seat, in_order((*self.hands[seat], card)))
        piles = replace_at(self.piles, pile - 1, tuple(below))
        return replace(self, last=(event,), hands=hands, piles=piles, step="put", taken=card)

    def _put(self, seat: int, card: Card, pile: int) -> Self:
        event = Event("put", seat, (card,), source=f"hand.{seat}", target="open", values={"pile": pile})
        hands = replace_at(self.hands, seat, tuple(other for other in self.hands[seat] if other != card))
        piles = replace_at(self.piles, pile - 1, (*self.piles[pile - 1], card))
        return replace(self, last=(event,), hands=hands, piles=piles, step="end", taken="")

    def _end(self, seat: int, verb: str) -> Self:
        """The end of a turn. If it ends the round, all players name their best colours."""
        after = replace(self, last=(Event(verb, seat),), turn=self.game.after(seat), step="take")
        reason = "closed" if verb == "close" else self._find_end()
        if not reason:
            return after if self.stock else after.reshuffle()
        best = [best_colour(hand) for hand in self.hands]
        outcome = self.finish(reason, [points for _, points in best])
        winner = outcome.winners[0]
        counts = tuple(
            Event(
                "count",
                owner,
                values={"colour": colour, "points": points},
                moment=self._moment(owner, colour, outcome) if owner == winner else None,
            )
            for owner, (colour, points) in enumerate(best)
        )
        return replace(after, last=(*after.last, *counts), outcome=outcome)

    def _covered(self) -> list[Card]:
        """§3.6: the cards of the open piles that become the stock, if the option says so: all but the top cards."""
        if self.game.options["empty"] == "ends":
            return []
        return [card for pile in self.piles for card in pile[:-1]]

    def reshuffle(self) -> Self:
        """§3.6: the covered cards become the stock, shuffled."""
        stock = tuple(Randomness(self.seed, f"reshuffle {self.made}").shuffled(self._covered()))
        event = Event("reshuffle", None, stock, (), source="open", target=STOCK)
        return replace(self, last=(*self.last, event), piles=tuple(pile[-1:] for pile in self.piles), stock=stock)

    def _moment(self, winner: int, colour: str, outcome: Outcome) -> Moment:
        """The winner's cards of the best colour, and what everybody has."""
        cards = [card for card in self.hands[winner] if card[0] == colour]
        points = outcome.points
        return Moment("count", cards_of(winner, cards), outcome.winners, points[winner], points)

    def _find_end(self) -> str:
        """§3.6 Decision: an empty stock that cannot be renewed ends the round after the turn; §0: so does the bound."""
        if not self.stock and not self._covered():
            return "stock"
        return "bound" if self.made + 1 == BOUND else ""

    def _no_put(self, seat: int, move: Move) -> IllegalMove | None:
        """Why a card cannot be put on a pile."""
        rule = self.game.facts.section
        card, *pile = move.args
        if card not in self.hands[seat]:
            return IllegalMove("not-in-hand", rule, card=card)
        if card == self.taken:
            return IllegalMove("farben_sammeln.just-taken", rule, card=card)
        if pile and pile[0] in PILES:
            return IllegalMove("farben_sammeln.refill", rule, card=card, pile=self._targets()[0])
        return IllegalMove("farben_sammeln.no-pile", rule) if pile else None


def one_colour(hand: Sequence[Card]) -> bool:
    """§3.6: whether a hand is all one colour."""
    return len({card[0] for card in hand}) == 1


def best_colour(hand: Sequence[Card]) -> tuple[str, int]:
    """§3.6: the colour with the highest sum, and that sum.

    >>> best_colour(["R1", "R2", "Y1", "Y5", "B6"])
    ('Y', 6)
    """
    sums = {colour: sum(NUMBER[card] for card in hand if card[0] == colour) for colour in COLOURS}
    colour = max(COLOURS, key=sums.__getitem__)
    return colour, sums[colour]


GAME = FACTS.with_state(FarbenState)
