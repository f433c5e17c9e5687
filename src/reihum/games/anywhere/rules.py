"""The rules of Überall anschließen (RULEBOOK §3.1): the next higher number goes to the middle or on an open pile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from reihum.cards import NUMBER, Card, Deal, Randomness, edition, evenly, span
from reihum.engine.contract import Game, State
from reihum.engine.events import Event, Moment, cards_of
from reihum.engine.moves import EARLY, TIE, Arg, Grammar, Move
from reihum.engine.outcome import Outcome
from reihum.engine.packs import Pack, exchange, replace_at
from reihum.engine.views import Pile, Player, Stack, Zone
from reihum.errors import IllegalMove
from reihum.games.anywhere.facts import BOUND, FACTS, GRAMMAR, MIDDLE, OWN
from reihum.messages import Message

NEEDS = {"move": "open_tops", "stop": "stop_calls", TIE: "stop_calls", EARLY: "stop_calls"}
"""The option without which a verb is not in the game."""

TURN, STOP = Move("turn"), Move("stop")
PLACES: tuple[Arg, ...] = (MIDDLE, *range(6), OWN)
MOVES = {verb: {place: Move(verb, (place,)) for place in PLACES} for verb in ("put", "move")}
HIGHEST = {"full": 20, "short": 10}
"""§3.1: the highest number in play, by the option ``length``."""
FOLLOWS: dict[int, dict[Card, int]] = {
    highest: {"": 0} | {card: NUMBER[card] % highest + 1 for card in span(1, highest)} for highest in HIGHEST.values()
}
"""The number that goes on a card, by the highest one in play: the next higher one, 1 after the highest, and none where
no card lies."""
SEATS = tuple((seat,) for seat in range(6))

Points = tuple[int | None, ...]


class Rules(Struct, frozen=True):
    """The options that play asks for all the time."""

    open_tops: bool
    stop_calls: bool
    play_on: bool
    follows: dict[Card, int]
    """The number that goes on each card."""


class Mistake(Struct, frozen=True):
    """A better place that somebody has overlooked, and which move of the round that was."""

    offender: int
    made: int
    card: Card
    """The card that has a better place."""


class AnywhereState(State, frozen=True):
    """A position. Face-down piles are listed from the top, open piles and the middle from the bottom: an open
    pile that is turned over keeps its order."""

    down: tuple[Pack, ...]
    open: tuple[Pack, ...]
    middle: Pack
    turned: Card
    """The card turned up that has no place yet, or nothing."""
    turn: int
    mistakes: tuple[Mistake, ...]
    """What may be stopped now, the oldest first."""
    points: Points
    """By seat, how many go out later; None: still in play."""
    made: int
    """The number of moves so far."""

    # --- the contract ---

    @classmethod
    def prepare(cls, game: Game) -> Rules:
        options = game.options
        follows = FOLLOWS[HIGHEST[options["length"]]]
        return Rules(options["open_tops"], options["stop_calls"], options["play_on"], follows)

    @classmethod
    def verbs(cls, game: Game) -> Grammar:
        return Grammar(tuple(verb for verb in GRAMMAR.verbs if game.options.get(NEEDS.get(verb.word, ""), True)))

    @classmethod
    def cards(cls, game: Game) -> tuple[Card, ...]:
        highest = HIGHEST[game.options["length"]]
        return tuple(
            card for card in edition(game.options["edition"], game.options["without"]) if NUMBER[card] <= highest
        )

    @classmethod
    def deal(cls, game: Game, deal: Deal) -> Self:
        """§3.1: all cards are dealt as face-down piles."""
        piles, _ = deal.hands(deal.deck(game.cards), evenly(len(game.cards), game.seats))
        nobody: tuple[None, ...] = (None,) * game.seats
        return cls(game, (), None, tuple(piles), ((),) * game.seats, (), "", deal.first, (), nobody, 0)

    @property
    def to_act(self) -> tuple[int, ...]:
        return SEATS[self.turn] if self.outcome is None else ()

    def moves(self, seat: int) -> Sequence[Move]:
        """§3.1: turn up a card, place it; „Stopp!“ for everybody but the offender, while there is a mistake."""
        call = (STOP,) if self.mistakes and self._find_mistake(seat) else ()
        if seat != self.turn:
            return call
        if self.turned:
            return (*self._placements("put", self.turned, seat), *call)
        if not self.game.setup.open_tops or not (top := _top(self.open[seat])):
            return (TURN, *call)
        tops = self._placements("move", top, seat)
        return (*tops, TURN, *call) if self.game.setup.stop_calls or not tops else tops

    def about(self, seat: int, call: Move) -> Sequence[object]:
        """§3.1: the mistakes of the others, until the next card is turned up."""
        return [mistake for mistake in self.mistakes if mistake.offender != seat]

    def table_moves(self) -> Sequence[Move]:
        """§4: a tie of „Stopp!“ counts as one call about the oldest mistake; a guess is a wrong call, and those are
        refused (§3.1)."""
        oldest = self.mistakes[0].offender if self.mistakes else None
        others = () if oldest is None else [seat for seat in range(self.game.seats) if seat != oldest]
        sizes = range(2, len(others) + 1)
        return [Move(TIE, (*callers, "stop")) for size in sizes for callers in combinations(others, size)]

    def apply(self, seat: int | None, move: Move) -> Self:
        verb = move.verb
        if seat is None:
            after = self._stop(TIE, None, self.mistakes[0], {"players": tuple(move.args[:-1])})
        elif verb == "turn":
            after = self._turn_up(seat)
        elif verb == "stop":
            mistake = self._find_mistake(seat)
            assert mistake is not None
            after = self._stop("stop", seat, mistake, {})
        else:
            after = self._place(seat, verb, move.args[0])
        if after.made >= BOUND and after.outcome is None:
            return replace(after, outcome=after.score_as_it_stands())
        return after

    def zones(self, seat: int | None) -> Iterator[Zone]:
        """The middle, the card turned up, everybody's two piles: nobody sees more than the others."""
        yield Pile(Stack.face_up(self.middle), name=MIDDLE)
        turned = (self.turned,) if self.turned else ()
        yield Pile(Stack(len(turned), self.turned), name="turned", owner=self.turn if turned else None)
        for owner, (down, pile) in enumerate(zip(self.down, self.open, strict=True)):
            yield Pile(Stack(len(down)), name=f"pile.{owner}", owner=owner)
            yield Pile(Stack.face_up(pile), name=f"open.{owner}", owner=owner)

    def players(self) -> Iterator[Player]:
        acting = self.to_act
        return (Player(seat, self._count_cards(seat), own, seat in acting) for seat, own in enumerate(self.points))

    def everywhere(self) -> Sequence[Card]:
        piles = (*self.down, *self.open, self.middle)
        return [*(card for pile in piles for card in pile), *([self.turned] if self.turned else [])]

    def asked(self, seat: int) -> Message:
        if self.turned:
            return Message("anywhere.prompt.put", {"card": self.turned})
        if not self.middle:
            return Message("anywhere.prompt.begin")
        if TURN not in self.legal(seat):
            return Message("anywhere.prompt.move", {"card": self.open[seat][-1]})
        return Message("anywhere.prompt.turn")

    def reason(self, seat: int, move: Move) -> IllegalMove | None:
        rule = self.game.facts.section
        if move.verb == "stop":
            return IllegalMove("anywhere.own-mistake" if self.mistakes else "anywhere.no-mistake", rule)
        if move.verb == "turn":
            code, card = ("place-first", self.turned) if self.turned else ("move-first", _top(self.open[seat]))
            return IllegalMove(f"anywhere.{code}", rule, card=card) if card and not move.args else None
        card = self.turned if move.verb == "put" else _top(self.open[seat])
        if not card or (move.verb == "move" and self.turned):
            return IllegalMove(f"anywhere.no-card-to-{move.verb}", rule)
        fits = move.args[0] == OWN or move.args[0] in self._find_places(card, seat)
        return IllegalMove("anywhere.better-place" if fits else "anywhere.does-not-fit", rule, card=card)

    def imagine(self, seat: int | None, randomness: Randomness) -> Self:
        """Everything face down or covered changes places, but not what the last move has shown."""
        shown = {card for event in self.last if event.to is None for card in event.cards}
        shown.update(one.card for event in self.last if event.moment for one in event.moment.cards)
        shown.update(mistake.card for mistake in self.mistakes)
        covered = [pile[:-1] for pile in (*self.open, self.middle)]
        hidden = [card for pile in (*self.down, *covered) for card in pile if card not in shown]
        moved = dict(zip(hidden, randomness.shuffled(hidden), strict=True))

        return replace(
            self,
            last=tuple(event.exchange(moved) for event in self.last),
            down=tuple(exchange(pile, moved) for pile in self.down),
            open=tuple(exchange(pile, moved) for pile in self.open),
            middle=exchange(self.middle, moved),
        )

    # --- the game's own rules ---

    def _placements(self, verb: str, card: Card, seat: int) -> tuple[Move, ...]:
        """§3.1: every place where a card fits, and your own pile; only the correct places if nobody may call."""
        moves = MOVES[verb]
        fitting = [moves[place] for place in self._find_places(card, seat)]
        if self.game.setup.stop_calls:
            return tuple(fitting) if verb == "move" else (*fitting, moves[OWN])
        if fitting and fitting[0] is moves[MIDDLE]:
            return (fitting[0],)
        return tuple(fitting) if fitting or verb == "move" else (moves[OWN],)

    def _find_places(self, card: Card, seat: int) -> list[Arg]:
        """§3.1: the middle and the other players' open piles that a card continues, the middle first."""
        number, follows = NUMBER[card], self.game.setup.follows
        places: list[Arg] = [MIDDLE] if follows[self.middle[-1]] == number else []
        for other, pile in enumerate(self.open):
            if pile and other != seat and follows[pile[-1]] == number:
                places.append(other)
        return places

    def _is_mistake(self, card: Card, seat: int, place: Arg) -> bool:
        """§3.1: your own pile although the card fits elsewhere, or another player's although it fits the middle."""
        if place == MIDDLE:
            return False
        fitting = self._find_places(card, seat)
        return bool(fitting) and (place == OWN or fitting[0] == MIDDLE)

    def _find_mistake(self, seat: int) -> Mistake | None:
        """§3.1: once per mistake: the oldest one of somebody else."""
        return next((mistake for mistake in self.mistakes if mistake.offender != seat), None)

    def _turn_up(self, seat: int) -> Self:
        """§3.1: the first card of all goes to the middle at once; later ones wait for their place."""
        card, *rest = self.down[seat]
        down = replace_at(self.down, seat, tuple(rest))
        made = self.made + 1
        if not self.middle:
            last = _show_card("begin", seat, card, MIDDLE)
            return replace(self, last=last, down=down, middle=(card,), turn=self.game.after(seat), made=made)
        top = _top(self.open[seat])
        overlooked = self.game.setup.open_tops and top and self._find_places(top, seat)
        mistakes = (Mistake(seat, self.made, top),) if overlooked else ()
        last = _show_card("turn", seat, card, "turned")
        return replace(self, last=last, down=down, turned=card, mistakes=mistakes, made=made)

    def _place(self, seat: int, verb: str, place: Arg) -> Self:
        """§3.1: the card turned up, or the top of your open pile, goes to its place; your own pile ends the turn."""
        piles, middle, card = list(self.open), self.middle, self.turned
        if verb == "move":
            card, piles[seat] = piles[seat][-1], piles[seat][:-1]
        if place == MIDDLE:
            middle = (*middle, card)
        else:
            owner = seat if place == OWN else int(place)
            piles[owner] = (*piles[owner], card)
        turn = self._find_next(seat, self.points) if place == OWN else seat
        new = (Mistake(seat, self.made, card),) if self._is_mistake(card, seat, place) else ()
        mistakes = self.mistakes + new
        after = replace(self, last=_show_card(verb, seat, card, place), middle=middle, turned="", mistakes=mistakes)
        return after.settle(turn, [seat], list(self.down), piles)

    def _stop(self, kind: str, seat: int | None, mistake: Mistake, values: dict[str, Arg | tuple[Arg, ...]]) -> Self:
        """§3.1: from the offender's left, each other player gives the bottom card of their face-down pile."""
        offender, down = mistake.offender, list(self.down)
        callers = self.game.others(offender) if seat is None else (seat,)
        moment = Moment("call", cards_of(offender, [mistake.card]), tuple(callers))
        events = [Event(kind, seat, values=values | {"offender": offender}, moment=moment)]
        givers = [seat for seat in self.game.others(offender) if down[seat]]
        for seat in givers:
            card, down[seat] = down[seat][-1], down[seat][:-1]
            down[offender] = (card, *down[offender])
            events.append(_show_gift(seat, card, offender))
        mistakes = tuple(other for other in self.mistakes if other != mistake)
        after = replace(self, last=tuple(events), mistakes=mistakes)
        return after.settle(self.turn, givers, down, list(self.open))

    def settle(self, turn: int, seats: Sequence[int], down: list[Pack], piles: list[Pack]) -> Self:
        """§3.1: the open pile, turned over, replaces a used-up face-down pile. A player without either is out, and
        cannot be stopped any more."""
        points, outcome, events, mistakes = self.points, None, self.last, self.mistakes
        used_up = [seat for seat in seats if not down[seat]]
        if used_up:
            gone = [seat for seat in used_up if not piles[seat]]
            later = points.count(None) - len(gone)
            place = len(points) - points.count(None) + 1
            for seat in used_up:
                down[seat], piles[seat] = piles[seat], ()
                events += (_gone(seat, place) if seat in gone else _turned_over(seat),)
            points = tuple(later if seat in gone else own for seat, own in enumerate(points))
            outcome = self._find_outcome(points)
            mistakes = tuple(mistake for mistake in mistakes if mistake.offender not in gone)
            turn = self._find_next(turn, points) if turn in gone else turn
        return replace(
            self,
            last=events,
            outcome=outcome,
            down=tuple(down),
            open=tuple(piles),
            turn=turn,
            mistakes=mistakes,
            points=points,
            made=self.made + 1,
        )

    def _find_next(self, seat: int, points: Points) -> int:
        """The next seat that still has cards."""
        return next((other for other in self.game.others(seat) if points[other] is None), seat)

    def _find_outcome(self, points: Points) -> Outcome | None:
        """§3.1: over when only one player has cards; without `play_on` as soon as somebody has none."""
        left = points.count(None)
        if left < len(points) and not self.game.setup.play_on:
            return self.finish("out", [int(own is not None) for own in points])
        return self.finish("done", [own or 0 for own in points]) if left == 1 else None

    def score_as_it_stands(self) -> Outcome:
        """§0: scored as it stands; where only a winner exists, the fewest cards."""
        if self.game.setup.play_on:
            return self.finish("bound", [own or 0 for own in self.points])
        counts = [self._count_cards(seat) for seat in range(self.game.seats)]
        return self.finish("bound", [int(count == min(counts)) for count in counts])

    def _count_cards(self, seat: int) -> int:
        return len(self.down[seat]) + len(self.open[seat]) + (self.turned != "" and seat == self.turn)


def _top(pile: Pack) -> Card:
    return pile[-1] if pile else ""


@lru_cache(maxsize=8192)
def _show_card(verb: str, seat: int, card: Card, place: Arg) -> tuple[Event]:
    """What turning up or placing a card shows; the same few come up again and again."""
    source = {"put": "turned", "move": f"open.{seat}"}.get(verb, f"pile.{seat}")
    if verb not in ("put", "move"):
        return (Event(verb, seat, (card,), source=source, target=str(place)),)
    if place == MIDDLE:
        return (Event(f"{verb}-middle", seat, (card,), source=source, target=MIDDLE),)
    if place == OWN:
        return (Event(f"{verb}-own", seat, (card,), source=source, target=f"open.{seat}"),)
    return (Event(f"{verb}-other", seat, (card,), source=source, target=f"open.{place}", values={"owner": place}),)


def _show_gift(seat: int, card: Card, offender: int) -> Event:
    """A gift that nobody sees."""
    values = {"offender": offender}
    return Event("give", seat, (card,), (), source=f"pile.{seat}", target=f"pile.{offender}", values=values)


def _turned_over(seat: int) -> Event:
    return Event("turn-over", seat, source=f"open.{seat}", target=f"pile.{seat}")


def _gone(seat: int, place: int) -> Event:
    return Event("out", seat, values={"place": place})


GAME = FACTS.with_state(AnywhereState)
