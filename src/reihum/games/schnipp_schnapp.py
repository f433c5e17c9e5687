"""Schnipp Schnapp (RULEBOOK §3.7): equal numbers on open piles – the first to call takes them and collects quartets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Self

from msgspec.structs import replace

from reihum.cards import COLOURS, NUMBER, Card, Deal, Randomness, evenly, span
from reihum.engine.bots import Bots
from reihum.engine.contract import Game, State
from reihum.engine.events import Event, Moment, MomentCard, cards_of
from reihum.engine.examples import Example
from reihum.engine.facts import Facts
from reihum.engine.lessons import Lesson, LessonStep
from reihum.engine.moves import EARLY, TIE, Grammar, Move, Verb, table_verbs
from reihum.engine.options import by_name, first, flag, length
from reihum.engine.packs import Pack, exchange, redeal, replace_at
from reihum.engine.views import Pile, Piles, Player, Stack, Zone
from reihum.errors import IllegalMove
from reihum.messages import Message

MOST_TURNED = 2_000
SHORT = 10
"""§3.7: the highest number in play with ``length`` short."""
BOUND = 4 * MOST_TURNED
"""Moves: a wrong call takes at least one turned card off the table, and each word is closed once per card turned."""

SCHNAPP, SCHNIPP = "schnapp", "schnipp"
WORDS = (SCHNAPP, SCHNIPP)
TURN = Move("turn")
CALLS = {word: Move(word) for word in WORDS}
GRAMMAR = Grammar(
    (
        Verb("turn", source="pile.", hides_calls=True, sign="card-over"),
        Verb(SCHNAPP, call=True, sign="cards-equal"),
        Verb(SCHNIPP, call=True, sign="rings"),
        *table_verbs(*WORDS),
    )
)

FACTS = Facts(
    id="schnipp-schnapp",
    section="§3.7",
    age=6,
    seats=range(2, 7),
    bound=BOUND,
    grammar=GRAMMAR,
    options=by_name(flag("together"), length(), first()),
    secrets=False,
    moments=("call", "set"),
    targets=(20, 50, 100),
    bots=Bots(sensible="reihum.bots.simple.schnipp_schnapp:WatchfulBot"),
    examples=(
        Example(name="schnapp", groups=(("R12",), ("G5",), ("B12",))),
        Example(name="schnipp", groups=(("Y9",), ("G9",))),
    ),
    lesson=Lesson(
        seats=3,
        learner="sensible",
        steps=(
            LessonStep(name="turn", verbs=("turn",), events=("turn",), times=4),
            LessonStep(name="call", verbs=(SCHNAPP,), events=(SCHNAPP,), anyone=True),
            LessonStep(name="take", events=("take",)),
            LessonStep(name="quartet", events=("quartet",), rare=True),
            LessonStep(name="wrong", events=("wrong",), rare=True),
            LessonStep(name="middle", events=(SCHNIPP,), rare=True),
        ),
        untaught={SCHNIPP: "a wrong call must come first, then the number that it has sent to the middle"},
    ),
)


class SchnippState(State, frozen=True):
    """A position. Face-down piles are listed from the top, open piles and the middle from the bottom: a pile that
    is turned over keeps its order."""

    down: tuple[Pack, ...]
    open: tuple[Pack, ...]
    middle: Pack
    quartets: tuple[tuple[int, ...], ...]
    """The numbers of the quartets laid aside, by seat."""
    fresh: tuple[int, ...]
    """The seats whose card turned up last still lies on top."""
    closed: tuple[str, ...]
    """The words that are closed until the next card is turned up."""
    turn: int
    """The seat from which on the next one with cards turns up."""
    turned: int
    """How many cards have been turned up."""
    seed: bytes
    shuffles: int

    # --- the contract ---

    @classmethod
    def cards(cls, game: Game) -> tuple[Card, ...]:
        return span(1, SHORT if game.options["length"] == "short" else 20)

    @classmethod
    def deal(cls, game: Game, deal: Deal) -> Self:
        """§3.7: all cards; quartets are laid aside at once, the rest becomes a face-down pile."""
        hands, _ = deal.hands(deal.deck(game.cards), evenly(len(game.cards), game.seats))
        quartets, down = zip(*map(find_quartets, hands), strict=True)
        empty: tuple[Pack, ...] = ((),) * game.seats
        dealt = cls(game, (), None, down, empty, (), quartets, (), (), deal.first, 0, deal.seed, 0)
        return dealt.end_if_over()

    @property
    def to_act(self) -> tuple[int, ...]:
        """The next seat with cards; with `together` the first one, for everybody."""
        if self.outcome is not None:
            return ()
        seats = self.game.seats
        around = ((self.turn + step) % seats for step in range(seats))
        return (next(seat for seat in around if self._has_cards(seat)),)

    def moves(self, seat: int) -> Sequence[Move]:
        """§3.7: the player on turn turns up a card; anybody may call at any time."""
        calls = [CALLS[word] for word in WORDS if self._may_call(seat, word)]
        return [TURN, *calls] if seat in self.to_act else calls

    def is_mistake(self, seat: int, call: Move) -> bool:
        return not self._is_right(call.verb)

    def about(self, seat: int, call: Move) -> Sequence[object]:
        """§3.7: the card turned up last, while it makes the call right."""
        return (self.turned,) if self._is_right(call.verb) and self._may_call(seat, call.verb) else ()

    def table_moves(self) -> Sequence[Move]:
        """§3.7, §4: ties of right calls, and guesses, which count as wrong calls."""
        moves = []
        for word in WORDS:
            if word in self.closed:
                continue
            callers = [seat for seat in range(self.game.seats) if self._may_call(seat, word)]
            for size in range(2, len(callers) + 1) if self._is_right(word) else ():
                moves += [Move(TIE, (*seats, word)) for seats in combinations(callers, size)]
            moves += [Move(EARLY, (seat, word)) for seat, pile in enumerate(self.open) if pile]
        return moves

    def apply(self, seat: int | None, move: Move) -> Self:
        if move.verb == "turn":
            after = self._turn_up()
        elif seat is None and move.verb == TIE:
            *seats, word = move.args
            after = self._tie([int(caller) for caller in seats], str(word))
        elif seat is None:
            after = self._wrong(int(move.args[0]), EARLY, str(move.args[1]))
        elif not self._is_right(move.verb):
            after = self._wrong(seat, "wrong", move.verb)
        else:
            after = self._schnapp(seat) if move.verb == SCHNAPP else self._schnipp(seat)
        return after.end_if_over()

    def zones(self, seat: int | None) -> Iterator[Zone]:
        """The middle, everybody's two piles and quartets: nobody sees more than the others."""
        yield Pile(Stack.face_up(self.middle), name="middle")
        for owner in range(self.game.seats):
            yield Pile(Stack(len(self.down[owner])), name=f"pile.{owner}", owner=owner)
            yield Pile(Stack.face_up(self.open[owner]), name=f"open.{owner}", owner=owner)
            laid = tuple(Stack(4, quartet_of(number)[0]) for number in self.quartets[owner])
            yield Piles(laid, name=f"quartets.{owner}", owner=owner)

    def players(self) -> Iterator[Player]:
        acting = self.to_act
        for seat, points in enumerate(self.count_points()):
            yield Player(seat, self._count_cards(seat), points, seat in acting)

    def everywhere(self) -> Sequence[Card]:
        piles = (*self.down, *self.open, self.middle)
        laid = (quartet_of(number) for numbers in self.quartets for number in numbers)
        return [card for pile in (*piles, *laid) for card in pile]

    def asked(self, seat: int) -> Message:
        if self.game.options["together"]:
            return Message("schnipp_schnapp.prompt.together")
        return Message("schnipp_schnapp.prompt.turn" if self.down[seat] else "schnipp_schnapp.prompt.shuffle")

    def reason(self, seat: int, move: Move) -> IllegalMove | None:
        rule = self.game.facts.section
        if move.verb not in WORDS:
            return None
        word = _word_key(move.verb)
        if move.verb in self.closed:
            return IllegalMove("schnipp_schnapp.closed", rule, word=word)
        code = "nothing-to-lose" if self._has_cards(seat) else "out"
        return IllegalMove(f"schnipp_schnapp.{code}", rule, word=word)

    def imagine(self, seat: int | None, randomness: Randomness) -> Self:
        """Everything face down or covered changes places; fresh from the deal no pile holds a quartet."""
        seen = {one.card for event in self.last if event.moment for one in event.moment.cards}
        covered = (*self.down, *(pile[:-1] for pile in (*self.open, self.middle)))
        hidden = [[card for card in pile if card not in seen] for pile in covered]
        _, moved = redeal(hidden, randomness, lambda piles: bool(self.turned) or not any(map(_has_quartet, piles)))

        return replace(
            self,
            last=tuple(event.exchange(moved) for event in self.last),
            down=tuple(exchange(pile, moved) for pile in self.down),
            open=tuple(exchange(pile, moved) for pile in self.open),
            middle=exchange(self.middle, moved),
            seed=randomness.seed(),
        )

    # --- the game's own rules ---

    def _has_cards(self, seat: int) -> bool:
        return bool(self.down[seat] or self.open[seat])

    def _may_call(self, seat: int, word: str) -> bool:
        """§3.7: right, or wrong with an open pile to lose; without cards „Schnipp“ alone."""
        if word in self.closed:
            return False
        if not self._is_right(word):
            return bool(self.open[seat])
        return word == SCHNIPP or self._has_cards(seat)

    def _is_right(self, word: str) -> bool:
        """§3.7: „Schnapp“ for another open pile, „Schnipp“ for the middle with the number of a card turned up last."""
        return bool(self._matched_numbers()) if word == SCHNAPP else self._number(self.middle) in self._fresh_numbers()

    def _matched_numbers(self) -> set[int]:
        """§3.7: the numbers that a card turned up last and another open pile show."""
        shown = Counter(map(self._number, self.open))
        return {number for number in self._fresh_numbers() if shown[number] > 1}

    def _moment(self, matched: set[int], *winners: int, shown: tuple[MomentCard, ...] = ()) -> Moment:
        """A call, with the tops of the open piles that show a matched number."""
        tops = ((seat, pile[-1]) for seat, pile in enumerate(self.open) if self._number(pile) in matched)
        return Moment("call", (*shown, *(MomentCard(card, seat) for seat, card in tops)), winners)

    def _fresh_numbers(self) -> set[int]:
        return {self._number(self.open[seat]) for seat in self.fresh}

    @staticmethod
    def _number(pile: Pack) -> int:
        return NUMBER[pile[-1]] if pile else 0

    def _turn_up(self) -> Self:
        """§3.7: one card; with `together` one of everybody. A used-up pile is replaced by the open one, shuffled."""
        (actor,) = self.to_act
        together = self.game.options["together"]
        seats = [seat for seat in (actor, *self.game.others(actor)) if self._has_cards(seat)] if together else [actor]
        down, piles, shuffles, events = list(self.down), list(self.open), self.shuffles, []
        for seat in seats:
            if not down[seat]:
                mixed = Randomness(self.seed, f"shuffle {shuffles}").shuffled(piles[seat])
                shuffles += 1
                events.append(_show_pile("shuffle", seat, piles[seat], f"open.{seat}", f"pile.{seat}"))
                down[seat], piles[seat] = tuple(mixed), ()
            card, down[seat] = down[seat][0], down[seat][1:]
            piles[seat] = (*piles[seat], card)
            events.append(Event("turn", seat, (card,), source=f"pile.{seat}", target=f"open.{seat}"))
        return replace(
            self,
            last=tuple(events),
            down=tuple(down),
            open=tuple(piles),
            fresh=tuple(seats),
            closed=(),
            turn=self.turn if together else self.game.after(actor),
            turned=self.turned + len(seats),
            shuffles=shuffles,
        )

    def _schnapp(self, seat: int) -> Self:
        """§3.7: the caller searches the other open piles that show a matched number, then their own, for quartets; the
        rest goes face down under their pile."""
        matched = self._matched_numbers()
        taken = [other for other in self.game.others(seat) if self._number(self.open[other]) in matched]
        events = [Event(SCHNAPP, seat, moment=self._moment(matched, seat))]
        for owner in taken:
            values = {"owner": owner}
            events.append(_show_pile("take", seat, self.open[owner], f"open.{owner}", f"pile.{seat}", values))
        if self.open[seat]:
            events.append(_show_pile("back", seat, self.open[seat], f"open.{seat}", f"pile.{seat}"))
        won = [card for owner in (*taken, seat) for card in self.open[owner]]
        return self._win(seat, won, SCHNAPP, events, self._clear([*taken, seat]))

    def _schnipp(self, seat: int) -> Self:
        """§3.7: the caller searches the middle for quartets; the rest goes under their pile, their open pile stays."""
        matched = {self._number(self.middle)}
        middle = cards_of(None, self.middle[-1:])
        called = Event(SCHNIPP, seat, moment=self._moment(matched, seat, shown=middle))
        events = [called, _show_pile("win", seat, self.middle, "middle", f"pile.{seat}")]
        return self._win(seat, self.middle, SCHNIPP, events, {"middle": ()})

    def _win(self, seat: int, cards: Sequence[Card], word: str, events: list[Event], changes: dict[str, Any]) -> Self:
        """§3.7: of won cards quartets are laid aside, the rest goes under the pile; the word is closed."""
        found, rest = find_quartets(cards)
        return replace(
            self,
            last=(*events, *(_show_quartet(seat, number) for number in found)),
            down=replace_at(self.down, seat, (*self.down[seat], *rest)),
            quartets=replace_at(self.quartets, seat, (*self.quartets[seat], *found)),
            closed=(*self.closed, word),
            **changes,
        )

    def _wrong(self, seat: int, kind: str, word: str) -> Self:
        """§3.7: a wrong call sends the caller's open pile to the middle."""
        event = _show_pile(kind, seat, self.open[seat], f"open.{seat}", "middle", {"word": _word_key(word)})
        event = replace(event, moment=Moment("call", cards_of(seat, self.open[seat][-1:])))
        return replace(self, last=(event,), middle=(*self.middle, *self.open[seat]), **self._clear([seat]))

    def _tie(self, seats: list[int], word: str) -> Self:
        """§3.7: each caller puts their open pile back under their face-down pile."""
        matched = self._matched_numbers() if word == SCHNAPP else {self._number(self.middle)}
        values = {"players": tuple(seats), "word": _word_key(word)}
        events = [Event(TIE, values=values, moment=self._moment(matched, *seats))]
        down = self.down
        for seat in seats:
            if self.open[seat]:
                down = replace_at(down, seat, down[seat] + self.open[seat])
                events.append(_show_pile("back", seat, self.open[seat], f"open.{seat}", f"pile.{seat}"))
        return replace(self, last=tuple(events), down=down, closed=(*self.closed, word), **self._clear(seats))

    def _clear(self, seats: Sequence[int]) -> dict[str, Any]:
        """What changes when the open piles of some seats go away."""
        piles = tuple(() if seat in seats else pile for seat, pile in enumerate(self.open))
        return {"open": piles, "fresh": tuple(seat for seat in self.fresh if seat not in seats)}

    def end_if_over(self) -> Self:
        """§3.7: over when one player has all cards outside the quartets, when nobody has any, and after 2,000 turned
        cards; then everyone searches all own cards once more."""
        holders = sum(map(self._has_cards, range(self.game.seats)))
        done = holders == 0 or (holders == 1 and not self.middle)
        if not done and self.turned < MOST_TURNED:
            return self
        found = [find_quartets(down + pile)[0] for down, pile in zip(self.down, self.open, strict=True)]
        after = replace(
            self,
            last=(
                *self.last,
                *(_show_quartet(seat, number) for seat, numbers in enumerate(found) for number in numbers),
            ),
            down=tuple(map(_without, self.down, found)),
            open=tuple(map(_without, self.open, found)),
            quartets=tuple(own + more for own, more in zip(self.quartets, found, strict=True)),
        )
        return replace(after, outcome=self.finish("done" if done else "bound", after.count_points()))

    def count_points(self) -> list[int]:
        """§3.7: quartets; with `together` the cards in them and in the player's piles."""
        if not self.game.options["together"]:
            return [len(numbers) for numbers in self.quartets]
        return [4 * len(numbers) + self._count_cards(seat) for seat, numbers in enumerate(self.quartets)]

    def _count_cards(self, seat: int) -> int:
        return len(self.down[seat]) + len(self.open[seat])


def quartet_of(number: int) -> Pack:
    """The four cards of a number."""
    return tuple(f"{colour}{number}" for colour in COLOURS)


def find_quartets(cards: Sequence[Card]) -> tuple[tuple[int, ...], Pack]:
    """The numbers of which all four cards are there, and the other cards in their order."""
    found = tuple(sorted(number for number, count in Counter(NUMBER[card] for card in cards).items() if count == 4))
    return found, _without(cards, found)


def _has_quartet(cards: Sequence[Card]) -> bool:
    return bool(find_quartets(cards)[0])


def _without(cards: Sequence[Card], numbers: Sequence[int]) -> Pack:
    return tuple(card for card in cards if NUMBER[card] not in numbers)


def _word_key(word: str) -> str:
    """The key of a word as it is called."""
    return f"verb.schnipp_schnapp.{word}"


def _show_pile(
    kind: str, seat: int, cards: Pack, source: str, target: str, values: dict[str, Any] | None = None
) -> Event:
    """A pile that goes elsewhere as a whole; everybody sees how many cards it has."""
    return Event(kind, seat, source=source, target=target, values={"count": len(cards)} | (values or {}))


def _show_quartet(seat: int, number: int) -> Event:
    cards = quartet_of(number)
    moment = Moment("set", cards_of(seat, cards), (seat,))
    return Event("quartet", seat, cards, target=f"quartets.{seat}", values={"number": number}, moment=moment)


GAME = FACTS.with_state(SchnippState)
