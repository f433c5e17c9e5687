"""Schlafmütze (RULEBOOK §3.4, a reconstruction): pass a card to the left until somebody has four equal numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Self

from msgspec.structs import replace

from reihum.cards import COLOURS, NUMBER, Card, Deal, Randomness, deck_cards, in_order, read_deck, span
from reihum.engine.bots import Bots
from reihum.engine.contract import Game, State
from reihum.engine.events import Event, Moment, cards_of
from reihum.engine.facts import Facts
from reihum.engine.lessons import Lesson, LessonStep
from reihum.engine.moves import EARLY, TIE, Grammar, Move, Verb, card_slot, table_verbs
from reihum.engine.options import number
from reihum.engine.packs import Pack, exchange, redeal, replace_at
from reihum.engine.views import Hand, Player, Text, Zone
from reihum.errors import IllegalMove
from reihum.messages import Message

MOST_EXCHANGES = 200

GRAMMAR = Grammar(
    (
        Verb("pass", (card_slot(),), sign="card-out"),
        Verb("down", call=True, sign="arrow-down"),
        *table_verbs("down"),
    )
)

FACTS = Facts(
    id="schlafmuetze",
    section="§3.4",
    age=6,
    seats=range(3, 7),
    bound=2_500,  # 200 exchanges and a choice: everybody passes and errs once in each, then lays down
    grammar=GRAMMAR,
    sorting="number",
    simultaneous=True,
    lowest_wins=True,
    moments=("set", "last"),
    options={"marks": number("marks", 1, 10, 3)},
    until="marks",
    targets=(),
    bots=Bots(sensible="reihum.bots.simple.schlafmuetze:CollectorBot"),
    why_verbs=("pass", "down"),
    lesson=Lesson(
        seats=4,
        deck=54,
        cards=span(1, 4),
        level="sensible",
        learner="sensible",
        steps=(
            LessonStep(name="pass", verbs=("pass",), events=("choose",), times=3),
            LessonStep(name="passed", events=("pass",)),
            LessonStep(name="down", verbs=("down",), events=("quartet", "down"), anyone=True),
            LessonStep(name="mistake", events=("mistake", "early"), rare=True),
        ),
    ),
)

PASS = {card: Move("pass", (card,)) for card in span(1, 20)}
DOWN = Move("down")


def all_colours(numbers: Iterable[int]) -> Pack:
    """All four colours of some numbers."""
    return in_order(f"{colour}{number}" for number in numbers for colour in COLOURS)


def four_equal(hand: Iterable[Card]) -> bool:
    """Whether a hand may be laid down (§3.4)."""
    return len({NUMBER[card] for card in hand}) == 1


class SchlafmuetzeState(State, frozen=True):
    """A position. A chosen card stays in its hand until all have chosen."""

    hands: tuple[Pack, ...]
    chosen: tuple[Card, ...]
    """By seat; empty: not yet."""
    marks: tuple[int, ...]
    mistaken: tuple[int, ...]
    """Who has laid down by mistake in this exchange."""
    down: tuple[int, ...]
    """Who is down, in that order."""
    quartets: tuple[int, ...]
    """Who was down first, with four equal numbers for all to see."""
    exchanges: int

    # --- the contract ---

    @classmethod
    def cards(cls, game: Game) -> Pack:
        """The cards out of which the numbers are drawn."""
        return span(1, 20)

    @classmethod
    def read_deck(cls, game: Game, deck: str | Sequence[Card]) -> Pack:
        """§3.4: as many numbers as players, all four colours of each – those that the deck names first."""
        named = [NUMBER[card] for card in deck_cards(deck) if card in game.cards]
        return read_deck(deck, all_colours(list(dict.fromkeys([*named, *range(1, 21)]))[: game.seats]))

    @classmethod
    def deal(cls, game: Game, deal: Deal) -> Self:
        """§3.4: numbers drawn by lot, 4 cards to each player."""
        numbers = Randomness(deal.seed, "numbers").shuffled(range(1, 21))[: game.seats]
        hands, _ = deal.hands(deal.deck(all_colours(numbers)), [4] * game.seats)
        nobody = ("",) * game.seats
        return cls(game, (), None, tuple(map(in_order, hands)), nobody, (0,) * game.seats, (), (), (), 0)

    @property
    def to_act(self) -> tuple[int, ...]:
        """Those who have not chosen yet; once somebody is down, those who are not."""
        if self.outcome is not None:
            return ()
        if self.down:
            return self.find_awake(self.down)
        return tuple(seat for seat, card in enumerate(self.chosen) if not card)

    def moves(self, seat: int) -> Sequence[Move]:
        """Choose a card to pass on, and lay down at any time, right or wrong; wrong only once in an exchange."""
        if self.down:
            return () if seat in self.down else (DOWN,)
        passes = () if self.chosen[seat] else tuple(PASS[card] for card in self.hands[seat])
        again = seat in self.mistaken and not four_equal(self.hands[seat])
        return passes if again else (*passes, DOWN)

    def is_mistake(self, seat: int, call: Move) -> bool:
        """§3.4: laying down without four equal numbers while nobody is down."""
        return not self.down and not four_equal(self.hands[seat])

    def about(self, seat: int, call: Move) -> Sequence[object]:
        """§3.4: four equal numbers, own or shown, are there from an exchange to the end: nobody passes on then."""
        return () if self.is_mistake(seat, call) else (self.exchanges,)

    def table_moves(self) -> Sequence[Move]:
        """§4: seats that lay down at the same time, or before they can have seen anything."""
        callers = [seat for seat in range(self.game.seats) if DOWN in self.moves(seat)]
        ties = [some for size in range(2, len(callers) + 1) for some in combinations(callers, size)]
        early = [seat for seat in callers if seat not in self.mistaken]
        return [
            *(Move(TIE, (*some, "down")) for some in ties),
            *(Move(EARLY, (seat, "down")) for seat in early),
        ]

    def apply(self, seat: int | None, move: Move) -> Self:
        """The state after a legal move."""
        if move.verb == EARLY:
            return self._mistake(EARLY, (int(move.args[0]),))
        if move.verb == TIE:
            return self._lay_down(tuple(int(caller) for caller in move.args[:-1]))
        assert seat is not None
        return self._lay_down((seat,)) if move == DOWN else self._choose(seat, str(move.args[0]))

    def zones(self, seat: int | None) -> Iterator[Zone]:
        """The numbers in play; your hand with the chosen card marked; quartets that are down; who else is down."""
        numbers = sorted({NUMBER[card] for card in self.everywhere()})
        yield Text(Message("schlafmuetze.numbers", {"numbers": numbers}), name="numbers")
        for owner, hand in enumerate(self.hands):
            own = owner == seat
            marks = {"chosen": (self.chosen[owner],)} if own and self.chosen[owner] else {}
            cards = hand if own or owner in self.quartets else ()
            yield Hand(cards, len(hand), name=f"hand.{owner}", owner=owner, marks=marks)
            if owner in self.down:
                yield Text(Message("schlafmuetze.down"), name=f"down.{owner}", owner=owner)

    def players(self) -> Iterator[Player]:
        """Cards in hand and marks."""
        acting = self.to_act
        return (Player(seat, len(hand), self.marks[seat], acts=seat in acting) for seat, hand in enumerate(self.hands))

    def everywhere(self) -> Sequence[Card]:
        """All hands."""
        return [card for hand in self.hands for card in hand]

    def asked(self, seat: int) -> Message:
        """Choose a card, or be quick; never whether laying down would be right."""
        if self.down:
            return Message("schlafmuetze.prompt.down")
        return Message("schlafmuetze.prompt.pass", {"to": self.game.after(seat)})

    def reason(self, seat: int, move: Move) -> IllegalMove | None:
        """Why nothing can be passed, or laid down again."""
        rule = self.game.facts.section
        if move == DOWN:
            return IllegalMove("schlafmuetze.down-already" if self.down else "schlafmuetze.mistaken", rule)
        if self.down:
            return IllegalMove("schlafmuetze.stopped", rule)
        return IllegalMove("not-in-hand", rule, card=move.args[0])

    def imagine(self, seat: int | None, randomness: Randomness) -> Self:
        """The other hands dealt again, less the card this seat has just passed on; who was just mistaken holds no
        four equal numbers."""
        passed = [event.cards for event in self.last if event.kind == "pass" and event.seat == seat]
        known = {card for cards in passed for card in cards}
        others = [owner for owner in range(self.game.seats) if owner != seat and owner not in self.quartets]
        mistaken = {event.seat for event in self.last if event.kind == "mistake"}
        seen = [tuple(card for card in self.hands[owner] if card in known) for owner in others]

        def possible(groups: list[Pack]) -> bool:
            hands = zip(others, seen, groups, strict=True)
            return not any(owner in mistaken and four_equal((*kept, *rest)) for owner, kept, rest in hands)

        hidden = [[card for card in self.hands[owner] if card not in known] for owner in others]
        _, moved = redeal(hidden, randomness, possible)
        return replace(
            self,
            hands=tuple(in_order(exchange(hand, moved)) for hand in self.hands),
            chosen=exchange(self.chosen, moved),
            last=tuple(event.exchange(moved) for event in self.last),
        )

    # --- the game's own rules ---

    def find_awake(self, down: tuple[int, ...]) -> tuple[int, ...]:
        """Who is not down yet."""
        return tuple(seat for seat in range(self.game.seats) if seat not in down)

    def _choose(self, seat: int, card: Card) -> Self:
        chosen = replace_at(self.chosen, seat, card)
        after = replace(self, chosen=chosen, last=(Event("choose", seat, (card,), (seat,)),))
        return after.exchange() if all(chosen) else after

    def exchange(self) -> Self:
        """§3.4: all cards are passed to the left at the same time. After 200 exchanges without a quartet the round
        ends; one that the last exchange has made may be laid down, until all want to pass on."""
        if self.exchanges == MOST_EXCHANGES:
            return replace(self, outcome=self.finish("bound", self.marks))
        passed = tuple(_show_pass(card, seat, self.game.after(seat)) for seat, card in enumerate(self.chosen))
        hands = tuple(
            in_order((*(card for card in hand if card != self.chosen[seat]), self.chosen[seat - 1]))
            for seat, hand in enumerate(self.hands)
        )
        done = self.exchanges + 1
        over = done == MOST_EXCHANGES and not any(map(four_equal, hands))
        return replace(
            self,
            hands=hands,
            chosen=("",) * len(hands),
            mistaken=(),
            exchanges=done,
            last=(*self.last, *passed),
            outcome=self.finish("bound", self.marks) if over else None,
        )

    def _lay_down(self, seats: tuple[int, ...]) -> Self:
        """§3.4: four equal numbers stop the passing; then everybody may lay down any hand."""
        if self.down:
            after = replace(self, down=(*self.down, *seats), last=tuple(Event("down", seat) for seat in seats))
            return after.mark_last(after.find_awake(after.down) or seats)
        right = tuple(seat for seat in seats if four_equal(self.hands[seat]))
        after = self._mistake("mistake", tuple(seat for seat in seats if seat not in right))
        if not right:
            return after
        shown = tuple(_show_quartet(seat, self.hands[seat]) for seat in right)
        nobody = ("",) * self.game.seats
        after = replace(after, chosen=nobody, down=right, quartets=right, last=(*after.last, *shown))
        return after.mark_last(after.find_awake(right))

    def _mistake(self, kind: str, seats: tuple[int, ...]) -> Self:
        """§3.4: laying down without four equal numbers costs a mark, and play goes on."""
        return replace(
            self,
            marks=self._add_marks(seats),
            mistaken=(*self.mistaken, *seats),
            last=tuple(Event(kind, seat) for seat in seats),
        )

    def mark_last(self, last: tuple[int, ...]) -> Self:
        """§3.4: the last one takes a mark, a tie for last marks all of them; four equal numbers are safe."""
        if len(last) > 1 and self.find_awake(self.down):
            return self
        marks = self._add_marks(last)
        asleep = tuple(Event("asleep", seat, moment=Moment("last", winners=(seat,))) for seat in last)
        outcome = self.finish("last" if last else "safe", marks)
        return replace(self, marks=marks, last=(*self.last, *asleep), outcome=outcome)

    def _add_marks(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(marks + (seat in seats) for seat, marks in enumerate(self.marks))


def _show_pass(card: Card, giver: int, taker: int) -> Event:
    """A card passed on, seen by the two."""
    return Event("pass", giver, (card,), (giver, taker), None, f"hand.{giver}", f"hand.{taker}", {"to": taker})


def _show_quartet(seat: int, hand: Pack) -> Event:
    """Four equal numbers laid down."""
    return Event("quartet", seat, hand, target=f"hand.{seat}", moment=Moment("set", cards_of(seat, hand), (seat,)))


GAME = FACTS.with_state(SchlafmuetzeState)
