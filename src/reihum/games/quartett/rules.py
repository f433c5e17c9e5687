"""Quartett (RULEBOOK §3.8): ask the others for the cards you lack until all quartets lie on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from msgspec.structs import replace

from reihum.cards import COLOURS, EDITIONS, NUMBER, Card, Deal, Randomness, evenly, in_order, same_number
from reihum.engine.bots import Bots
from reihum.engine.contract import Game, State
from reihum.engine.events import Event, Moment, cards_of
from reihum.engine.facts import Facts
from reihum.engine.lessons import Lesson, LessonStep
from reihum.engine.moves import Grammar, Move, Slot, Verb
from reihum.engine.options import by_name, first, flag
from reihum.engine.outcome import Outcome
from reihum.engine.views import Piles, Player, Stack, Text, Tokens, Zone, hand_zones
from reihum.errors import IllegalMove
from reihum.games.quartett.questions import Denials, Question
from reihum.games.quartett.worlds import imagine
from reihum.messages import Message

BOUND = 10_000
WORTH, PENALTY = 4, 5
"""§3.8: tokens for a quartet, and for a false denial."""

GIVE, DENY = Move("give"), Move("deny")
ASK = Verb("ask", (Slot("seat"), Slot("card")), sign="bubble-question")
ANSWERED = Grammar((ASK, Verb("give", sign="card-out"), Verb("deny", sign="bubble-cross")))

FACTS = Facts(
    id="quartett",
    section="§3.8",
    age=7,
    seats=range(2, 7),
    bound=BOUND,
    grammar=ANSWERED,
    sorting="number",
    options=by_name(flag("bluff"), first()),
    seats_need={2: ("bluff", True)},
    moments=("set",),
    targets=(20, 50, 100),
    bots=Bots(
        sensible="reihum.bots.simple.quartett:RememberingBot",
        levels={
            "expert": "reihum.bots.experts.quartett:ListenerBot",
            "master": "reihum.bots.experts.quartett:ListenerBot",
        },
    ),
    why_verbs=("ask", "give", "deny"),
    observation="reihum.envs.observations.quartett:parts",
    lesson=Lesson(
        seats=3,
        moves=10,
        level="sensible",
        steps=(
            LessonStep(name="ask", verbs=("ask",), events=("ask",), times=3),
            LessonStep(name="give", events=("give",)),
            LessonStep(name="deny", events=("deny",)),
            LessonStep(name="quartet", events=("quartet",)),
        ),
    ),
)

TRUTHFUL = Grammar((ASK,))

OF_NUMBER = same_number(EDITIONS["80"])
"""The four cards of every number."""


class QuartettState(State, frozen=True):
    """A position: hands, the quartets on the table, who asks, and with ``bluff`` the question to be answered."""

    hands: tuple[tuple[Card, ...], ...]
    quartets: tuple[tuple[int, ...], ...]
    """By seat, the numbers laid down."""
    paid: tuple[int, ...]
    turn: int
    denied: Denials
    false: Denials
    """How many of the denials were false: a secret until the end."""
    question: Question | None = None
    made: int = 0

    # --- the contract ---

    @classmethod
    def verbs(cls, game: Game) -> Grammar:
        """§3.8: players answer themselves only with ``bluff``."""
        return ANSWERED if game.options["bluff"] else TRUTHFUL

    @classmethod
    def cards(cls, game: Game) -> tuple[Card, ...]:
        """All cards, four colours."""
        return EDITIONS["80"]

    @classmethod
    def deal(cls, game: Game, deal: Deal) -> Self:
        """§3.8: all cards are dealt and paid for; quartets are laid down."""
        deck = deal.deck(game.cards)
        hands, _ = deal.hands(deck, evenly(len(deck), game.seats))
        paid = tuple(map(len, hands))
        none = ((0,) * game.seats,) * game.seats
        state = cls(game, (), None, tuple(hands), ((),) * game.seats, paid, deal.first, none, none)
        for seat in range(game.seats):
            state = state.lay_quartets_down(seat)
        return state.settle(deal.first)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The player who asks, or the one who has been asked."""
        if self.outcome:
            return ()
        return (self.question.asked,) if self.question else (self.turn,)

    def moves(self, seat: int) -> Sequence[Move]:
        """§3.8: ask a player who has cards for a card that is missing; answer a question."""
        if seat not in self.to_act:
            return ()
        if self.question:
            return (GIVE, DENY) if self.question.card in self.hands[seat] else (DENY,)
        missing = find_missing(self.hands[seat])
        return [Move("ask", (other, card)) for other in self._who_can_be_asked(seat) for card in missing]

    def apply(self, seat: int | None, move: Move) -> Self:
        """The state after a legal move; at the bound it is scored as it stands (§0)."""
        assert seat is not None
        if move.verb == "ask":
            after = self._ask(Question(seat, int(move.args[0]), str(move.args[1])))
        else:
            assert self.question
            after = replace(self, last=()).answer(self.question, gives=move == GIVE)
        after = replace(after, made=self.made + 1)
        return replace(after, outcome=after.score("bound")) if after.made == BOUND and not after.outcome else after

    def zones(self, seat: int | None) -> Iterator[Zone]:
        """Hands, quartets, tokens paid and won so far, the question that waits for an answer."""
        yield from hand_zones(self.hands, seat)
        for owner, numbers in enumerate(self.quartets):
            laid = tuple(Stack(len(COLOURS), f"{COLOURS[-1]}{number}") for number in numbers)
            yield Piles(laid, name=f"quartets.{owner}", owner=owner)
            if self.paid[owner] and not self.outcome:
                yield Tokens(self.paid[owner], "paid", "card-out", name=f"paid.{owner}", owner=owner)
            if numbers and not self.outcome:
                yield Tokens(WORTH * len(numbers), "won", "star", name=f"won.{owner}", owner=owner)
        if self.question:
            values = {"seat": self.question.asker, "player": self.question.asked, "card": self.question.card}
            yield Text(Message("quartett.question", values), name="question")

    def players(self) -> Iterator[Player]:
        """Numbers of cards, and after the end the points."""
        acting = self.to_act
        points = self.outcome.points if self.outcome else (None,) * len(self.hands)
        return (Player(seat, len(hand), points[seat], acts=seat in acting) for seat, hand in enumerate(self.hands))

    def everywhere(self) -> Sequence[Card]:
        """Hands and quartets."""
        laid = [f"{colour}{number}" for numbers in self.quartets for number in numbers for colour in COLOURS]
        return [*(card for hand in self.hands for card in hand), *laid]

    def asked(self, seat: int) -> Message:
        """Ask, or answer."""
        if not self.question:
            return Message("quartett.prompt.ask", {"count": len(find_missing(self.hands[seat]))})
        key = "give" if self.question.card in self.hands[seat] else "deny"
        return Message(f"quartett.prompt.{key}", {"player": self.question.asker, "card": self.question.card})

    def reason(self, seat: int, move: Move) -> IllegalMove | None:
        """Why a move is not allowed, from what the seat itself sees."""
        rule = self.game.facts.section
        if move.verb != "ask":
            if not self.question:
                return IllegalMove("quartett.no-question", rule)
            return IllegalMove("quartett.not-held", rule, card=self.question.card)
        if self.question:
            return IllegalMove("quartett.answer-first", rule, player=self.question.asker, card=self.question.card)
        other, card = int(move.args[0]), str(move.args[1])
        if other == seat:
            return IllegalMove("quartett.yourself", rule)
        if card in self.hands[seat]:
            return IllegalMove("quartett.own-card", rule, card=card)
        if card not in find_missing(self.hands[seat]):
            return IllegalMove("quartett.no-number", rule, card=card)
        if other not in range(self.game.seats):
            return IllegalMove("quartett.nobody", rule)
        return IllegalMove("quartett.no-cards", rule, player=other)

    def imagine(self, seat: int | None, randomness: Randomness) -> Self:
        """The other hands shuffled, and older denials of theirs true or false at random."""
        return imagine(self, seat, randomness)

    # --- the game's own rules ---

    def _who_can_be_asked(self, asker: int) -> list[int]:
        """§3.8: the players who may be asked: those who have cards."""
        return [seat for seat, hand in enumerate(self.hands) if hand and seat != asker]

    def _ask(self, question: Question) -> Self:
        asking = Event("ask", question.asker, (question.card,), values={"player": question.asked})
        if self.game.options["bluff"]:
            return replace(self, last=(asking,), question=question)
        return replace(self, last=(asking,)).answer(question, gives=question.card in self.hands[question.asked])

    def answer(self, question: Question, *, gives: bool) -> Self:
        """§3.8: a card is handed over and the asker goes on, or the asked player becomes the asker."""
        asker, asked, card = question.asker, question.asked, question.card
        answer = Event("give" if gives else "deny", asked, (card,), values={"player": asker})
        if gives:
            answer = replace(answer, source=f"hand.{asked}", target=f"hand.{asker}")
        after = replace(self, last=(*self.last, answer), question=None)
        if not gives and not self.game.options["bluff"]:
            return replace(after, turn=asked)
        if not gives:
            lies = card in self.hands[asked]
            denied, false = _add(self.denied, asker, asked, 1), _add(self.false, asker, asked, int(lies))
            return replace(after, turn=asked, denied=denied, false=false)
        hands = list(self.hands)
        hands[asked] = tuple(other for other in hands[asked] if other != card)
        hands[asker] = (*hands[asker], card)
        return replace(after, hands=tuple(hands)).lay_quartets_down(asker).settle(asker)

    def lay_quartets_down(self, seat: int) -> Self:
        """§3.8: each quartet is laid down at once."""
        groups = same_number(self.hands[seat])
        whole = tuple(number for number, cards in groups.items() if len(cards) == len(COLOURS))
        laid = tuple(_show_quartet(seat, number, groups[number]) for number in whole)
        hands, quartets = list(self.hands), list(self.quartets)
        hands[seat] = in_order(card for card in hands[seat] if NUMBER[card] not in whole)
        quartets[seat] = (*quartets[seat], *whole)
        return replace(self, last=(*self.last, *laid), hands=tuple(hands), quartets=tuple(quartets))

    def settle(self, asker: int) -> Self:
        """§3.8: the end when all quartets are down; an asker without cards passes the right on."""
        if not any(self.hands):
            return replace(self, outcome=self.score("done"))
        turn = asker
        while not self.hands[turn]:
            turn = self.game.after(turn)
        return replace(self, turn=turn)

    def _count_points(self) -> list[int]:
        return [WORTH * len(laid) - paid for laid, paid in zip(self.quartets, self.paid, strict=True)]

    def score(self, reason: str) -> Outcome:
        """§3.8: tokens won less tokens paid; every false denial moves 5 to its asker."""
        points = self._count_points()
        for asker, row in enumerate(self.false):
            for asked, count in enumerate(row):
                points[asker] += PENALTY * count
                points[asked] -= PENALTY * count
        return self.finish(reason, points)


def find_missing(hand: Sequence[Card]) -> tuple[Card, ...]:
    """§3.8: the cards that a hand lacks of the numbers it holds."""
    numbers = sorted({NUMBER[card] for card in hand})
    return tuple([card for number in numbers for card in OF_NUMBER[number] if card not in hand])


def _add(denials: Denials, asker: int, asked: int, count: int) -> Denials:
    rows = [list(row) for row in denials]
    rows[asker][asked] += count
    return tuple(map(tuple, rows))


def _show_quartet(seat: int, number: int, cards: Sequence[Card]) -> Event:
    return Event(
        "quartet",
        seat,
        tuple(cards),
        source=f"hand.{seat}",
        target=f"quartets.{seat}",
        values={"number": number},
        moment=Moment("set", cards_of(seat, cards), (seat,)),
    )


GAME = FACTS.with_state(QuartettState)
