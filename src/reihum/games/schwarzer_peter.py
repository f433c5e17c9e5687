"""Schwarzer Peter (RULEBOOK §3.9): draw from the neighbour, lay down pairs, and do not be left with the odd card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Self

from msgspec.structs import replace

from reihum.cards import COLOUR_PAIRS, NUMBER, Card, Deal, Randomness, evenly, in_order, same_number, span
from reihum.engine.bots import Bots
from reihum.engine.contract import Game, State
from reihum.engine.events import Event, Moment, cards_of
from reihum.engine.facts import Facts
from reihum.engine.lessons import Lesson, LessonStep
from reihum.engine.moves import Grammar, Move, Slot, Verb
from reihum.engine.options import by_name, choice, first, flag
from reihum.engine.packs import Pack
from reihum.engine.views import Grid, Pile, Piles, Player, Stack, Zone, hand_zones
from reihum.errors import IllegalMove
from reihum.messages import Message

BOUND = 2_000
GRAMMAR = Grammar((Verb("draw", (Slot("place", "fan"),), sign="stack-up"),))

FACTS = Facts(
    id="schwarzer-peter",
    section="§3.9",
    age=5,
    seats=range(2, 7),
    bound=BOUND,
    grammar=GRAMMAR,
    sorting="number",
    options=by_name(flag("short"), choice("colours", *COLOUR_PAIRS), first()),
    moments=("pair", "last"),
    targets=(3, 5, 10),
    bots=Bots(sensible="reihum.bots.simple.schwarzer_peter:LuckyBot", luck=True),
    observation="reihum.envs.observations.schwarzer_peter:parts",
    lesson=Lesson(
        seats=3,
        options={"short": True},
        steps=(
            LessonStep(name="draw", verbs=("draw",), events=("draw",), times=4),
            LessonStep(name="pair", events=("pair",)),
            LessonStep(name="safe", events=("safe",), rare=True),
        ),
    ),
)

_SWAPS = 4  # how often an imagined world offers each hidden card another place

Place = tuple[int, int]
"""A group of cards and a place in it."""


class SchwarzerPeterState(State, frozen=True):
    """A position: hands, the numbers laid down in pairs, the card set aside, whose turn it is. Hands have no
    order of their own: for every draw the seed gives one."""

    hands: tuple[Pack, ...]
    pairs: tuple[tuple[int, ...], ...]
    aside: Card
    turn: int
    seed: bytes
    made: int = 0
    """The number of draws so far."""

    # --- the contract ---

    @classmethod
    def cards(cls, game: Game) -> Pack:
        """§3.9: two colours, 1–20 or 1–16."""
        return span(1, 16 if game.options["short"] else 20, game.options["colours"])

    @classmethod
    def deal(cls, game: Game, deal: Deal) -> Self:
        """§3.9: one card is set aside, the rest is dealt, pairs are laid down at once."""
        aside, *rest = deal.deck(game.cards)
        hands, _ = deal.hands(rest, evenly(len(rest), game.seats))
        state = cls(game, (), None, tuple(map(in_order, hands)), ((),) * game.seats, aside, deal.first, deal.seed)
        for seat in range(game.seats):
            state = state.lay_pairs_down(seat)
        return state.settle(tuple(range(game.seats)), deal.first)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seat on turn."""
        return () if self.outcome else (self.turn,)

    def moves(self, seat: int) -> Sequence[Move]:
        """§3.9: draw one card from the left neighbour, choosing a position."""
        if seat != self.turn:
            return ()
        return [Move("draw", (place,)) for place in range(1, len(self.hands[self.neighbour(seat)]) + 1)]

    def apply(self, seat: int | None, move: Move) -> Self:
        """§3.9: the card drawn changes hands, a pair is laid down, and the next player with cards draws."""
        assert seat is not None
        other = self.neighbour(seat)
        card = self._hold_out(other)[int(move.args[0]) - 1]
        values = {"player": other, "place": move.args[0]}
        drawn = Event(
            "draw", seat, (card,), (seat, other), source=f"hand.{other}", target=f"hand.{seat}", values=values
        )
        hands = list(self.hands)
        hands[other] = tuple(held for held in hands[other] if held != card)
        hands[seat] = in_order((*hands[seat], card))
        after = replace(self, last=(drawn,), hands=tuple(hands), made=self.made + 1)
        return after.lay_pairs_down(seat).settle((seat, other), self.game.after(seat))

    def zones(self, seat: int | None) -> Iterator[Zone]:
        """Hands, the fan held out to the player on turn, the pairs, the card set aside."""
        yield from hand_zones(self.hands, seat)
        if not self.outcome:
            other = self.neighbour(self.turn)
            count = len(self.hands[other])
            yield Grid(("?",) * count, count, name="fan", owner=other)
        colour = self.game.options["colours"][-1]
        for owner, numbers in enumerate(self.pairs):
            laid = tuple(Stack(2, f"{colour}{number}") for number in numbers)
            yield Piles(laid, name=f"pairs.{owner}", owner=owner)
        yield Pile(Stack(1), name="aside")

    def players(self) -> Iterator[Player]:
        """Everybody's number of cards."""
        acting = self.to_act
        return (Player(seat, len(hand), acts=seat in acting) for seat, hand in enumerate(self.hands))

    def everywhere(self) -> Sequence[Card]:
        """Hands, pairs and the card set aside."""
        numbers = {number for laid in self.pairs for number in laid}
        down = [card for card in self.game.cards if NUMBER[card] in numbers]
        return [*(card for hand in self.hands for card in hand), *down, self.aside]

    def asked(self, seat: int) -> Message:
        """From whom to draw."""
        other = self.neighbour(seat)
        return Message("schwarzer_peter.prompt.draw", {"player": other, "count": len(self.hands[other])})

    def reason(self, seat: int, move: Move) -> IllegalMove | None:
        """There is no card at that position."""
        (place,) = move.args
        if not isinstance(place, int):
            return None
        values = {"place": place, "player": self.neighbour(seat), "count": len(self.hands[self.neighbour(seat)])}
        return IllegalMove("schwarzer_peter.no-card", self.game.facts.section, **values)

    def imagine(self, seat: int | None, randomness: Randomness) -> Self:
        """The other hands and the card set aside mixed by random swaps that leave no pair in a hand, and another
        seed. A player who has just lost a card knows where it went."""
        groups = [*map(list, self.hands), [self.aside]]
        before = list(chain(*groups))
        known = {card for event in self.last if _saw_draw(event, seat) for card in event.cards}
        places = [
            (at, place)
            for at, group in enumerate(groups)
            for place, card in enumerate(group)
            if at != seat and card not in known
        ]
        for _ in range(_SWAPS * len(places)):
            _swap(groups, randomness.choice(places), randomness.choice(places))
        _swap_twins(groups, places, randomness)
        moved = dict(zip(before, chain(*groups), strict=True))
        last = tuple(self._imagine_event(event, seat, moved, randomness) for event in self.last)
        hands = tuple(map(in_order, groups[:-1]))
        return replace(self, last=last, hands=hands, aside=groups[-1][0], seed=randomness.seed())

    # --- the game's own rules ---

    @property
    def peter(self) -> Card:
        """§3.9: the twin of the card set aside."""
        return next(card for card in self.game.cards if card != self.aside and equal(card, self.aside))

    def neighbour(self, seat: int) -> int:
        """§3.9: the next seat that still holds cards."""
        return next(other for other in self.game.others(seat) if self.hands[other])

    def _hold_out(self, seat: int) -> list[Card]:
        """§3.9 Decision: the hand in a new order for every draw, so that positions carry no information."""
        return Randomness(self.seed, f"draw {self.made}").shuffled(self.hands[seat])

    def lay_pairs_down(self, seat: int) -> Self:
        """§3.9: pairs of equal numbers are laid down at once."""
        pairs = {number: cards for number, cards in same_number(self.hands[seat]).items() if len(cards) == 2}
        events = tuple(self._tell_pairs(seat, list(pairs.values())))
        hands, down = list(self.hands), list(self.pairs)
        hands[seat] = tuple(card for card in hands[seat] if NUMBER[card] not in pairs)
        down[seat] = (*down[seat], *pairs)
        return replace(self, last=(*self.last, *events), hands=tuple(hands), pairs=tuple(down))

    def _tell_pairs(self, seat: int, pairs: Sequence[Pack]) -> Iterator[Event]:
        """One event for a pair or for several; those that were dealt are no surprise."""
        if pairs:
            cards = tuple(chain(*pairs))
            kind, moment = "pair" if len(pairs) == 1 else "pairs", _moment(seat, cards) if self.made else None
            yield Event(kind, seat, cards, source=f"hand.{seat}", target=f"pairs.{seat}", moment=moment)

    def settle(self, changed: Sequence[int], turn: int) -> Self:
        """§3.9: players without cards are safe and skipped; the last card of all is the Black Peter."""
        safe = tuple(Event("safe", seat) for seat in changed if not self.hands[seat])
        after = replace(self, last=(*self.last, *safe))
        if sum(map(len, self.hands)) == 1:
            return after.end("peter")
        if self.made == BOUND:
            return after.end("bound")
        while not self.hands[turn]:
            turn = self.game.after(turn)
        return replace(after, turn=turn)

    def end(self, reason: str) -> Self:
        """§3.9: the player with the Black Peter loses; the others share the win."""
        loser = next(seat for seat, hand in enumerate(self.hands) if self.peter in hand)
        points = [int(seat != loser) for seat in range(self.game.seats)]
        moment = Moment("last", cards_of(loser, [self.peter]), (loser,))
        event = Event("peter", loser, (self.peter,), moment=moment)
        return replace(self, last=(*self.last, event), outcome=self.finish(reason, points))

    def _imagine_event(self, event: Event, seat: int | None, moved: dict[Card, Card], randomness: Randomness) -> Event:
        """An event in another world. Which card of a pair laid down was the one just drawn, two players know."""
        if event.kind != "draw" or event.cards[0] in moved or _saw_draw(event, seat):
            return event.exchange(moved)
        (card,) = event.cards
        return replace(event, cards=(randomness.choice([other for other in self.game.cards if equal(card, other)]),))


def _moment(seat: int, pair: Pack) -> Moment:
    return Moment("pair", cards_of(seat, pair), (seat,))


def equal(one: Card, two: Card) -> bool:
    """§3.9: equal numbers make a pair."""
    return NUMBER[one] == NUMBER[two]


def _saw_draw(event: Event, seat: int | None) -> bool:
    return event.kind == "draw" and event.to is not None and seat in event.to


def _swap(groups: list[list[Card]], one: Place, two: Place) -> None:
    """Swap the cards of two places, unless that makes a pair within a group."""
    (left, at), (right, to) = one, two
    first_card, second_card = groups[left][at], groups[right][to]
    if left == right or _pairs_up(second_card, groups[left], first_card):
        return
    if not _pairs_up(first_card, groups[right], second_card):
        groups[left][at], groups[right][to] = second_card, first_card


def _pairs_up(card: Card, group: list[Card], instead_of: Card) -> bool:
    return any(equal(card, other) for other in group if other != instead_of)


def _swap_twins(groups: list[list[Card]], places: Sequence[Place], randomness: Randomness) -> None:
    """Where both cards of a number are hidden, either may lie in either place."""
    by_number: dict[int, list[Place]] = {}
    for at, place in places:
        by_number.setdefault(NUMBER[groups[at][place]], []).append((at, place))
    for twins in by_number.values():
        if len(twins) == 2 and randomness.below(2):
            _swap(groups, *twins)


GAME = FACTS.with_state(SchwarzerPeterState)
