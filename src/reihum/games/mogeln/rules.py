"""Mogeln (RULEBOOK §3.2): lay a card face down, claim the next number, and hope that nobody says „gemogelt!“."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from reihum.cards import NUMBER, Card, Deal, Randomness, edition, evenly, in_order, span
from reihum.engine.bots import Bots
from reihum.engine.contract import Game, State
from reihum.engine.events import Event, Moment, cards_of
from reihum.engine.examples import Example
from reihum.engine.facts import Facts
from reihum.engine.lessons import Lesson, LessonStep
from reihum.engine.moves import Grammar, Move, Verb, card_slot
from reihum.engine.options import by_name, choice, first, flag, without
from reihum.engine.outcome import Outcome
from reihum.engine.packs import replace_at
from reihum.engine.views import Hand, Pile, Piles, Player, Stack, Text, Zone
from reihum.errors import BadOption, IllegalMove
from reihum.games.mogeln.worlds import imagine, rough
from reihum.messages import Message

HIGHEST = {3: 9, 4: 10, 5: 15, 6: 15}
"""§3.2: the highest number in play, by players; the cards above it are out."""

BOUND = 10_000
CHEAT, ACCEPT = Move("cheat"), Move("accept")
FEW_CARDS = 20
"""§3.2 Decision: only hands of at most this size lay more than two cards at once."""
ACCEPTING = Verb("accept", sign="thumb")
BY_ANYONE, BY_THE_NEXT = Verb("cheat", call=True, sign="eye"), Verb("cheat", weighty=True, sign="eye")


def make_grammar(most: int, challenging: Verb) -> Grammar:
    """The verbs of the game: how many cards a lay may have, and how to challenge."""
    lay = Verb("lay", (card_slot(most=most),), target="pile", sign="card-down")
    return Grammar((lay, challenging, ACCEPTING))


FACTS = Facts(
    id="mogeln",
    section="§3.2",
    age=8,
    seats=range(3, 7),
    bound=BOUND,
    grammar=make_grammar(2, BY_ANYONE),
    options=by_name(
        flag("full_deck"),
        choice("edition", "80", "60", needs=("full_deck", True)),
        without(),
        choice("count_to", "highest", 20),
        choice("challenge", "next", "anyone"),
        choice("extra", 1, 2, 3, 4, default=2, on=2, off=1, pictures={most: "? " * most for most in (1, 2, 3, 4)}),
        choice("colour", "any", "R", "Y", "G", "B", "each"),
        first(),
    ),
    moments=("challenge",),
    targets=(3, 5, 10),
    bots=Bots(
        sensible="reihum.bots.simple.mogeln:DoubtingBot",
        levels={"expert": "reihum.bots.experts.mogeln:ScepticBot", "master": "reihum.bots.experts.mogeln:ScepticBot"},
    ),
    why_verbs=("lay", "cheat", "accept"),
    observation="reihum.envs.observations.mogeln:parts",
    examples=(Example(name="doubt", groups=(("?", "?"), ("G7",))),),
    lesson=Lesson(
        seats=3,
        steps=(
            LessonStep(name="lay", verbs=("lay",), events=("lay",), times=4),
            LessonStep(name="cheat", verbs=("lay", "cheat"), events=("cheat",)),
            LessonStep(name="reveal", events=("honest", "caught")),
            LessonStep(name="accept", verbs=("accept",), events=("accept",), rare=True),
        ),
        untaught={
            "accept": "another player must lay a last card, at the end of a round that lasts longer than a lesson"
        },
    ),
)


class Setup(Struct, frozen=True):
    """What follows from seats and options."""

    deck: tuple[Card, ...]
    count_to: int
    colours: tuple[str, ...]
    """The colours that are right, pile by pile, over and over; if empty, any colour is allowed."""
    most: int
    """How many cards may be laid at once; more than one: in secret."""
    anyone: bool


class MogelnState(State, frozen=True):
    """A position: hands, the pile from the bottom up, the piles set aside, and the lay that may be challenged."""

    hands: tuple[tuple[Card, ...], ...]
    turn: int
    pile: tuple[Card, ...] = ()
    aside: tuple[tuple[Card, ...], ...] = ()
    lay: tuple[Card, ...] = ()
    """The cards of the last lay, on top of the pile; none when there is nothing to challenge."""
    claimed: int = 0
    piles: int = 0
    """How many piles came before this one."""
    made: int = 0

    # --- the contract ---

    @classmethod
    def prepare(cls, game: Game) -> Setup:
        """§3.2: the cards in play, how far the count runs, which colours are right."""
        options = game.options
        full, left_out = options["full_deck"], options["without"]
        if options["colour"] == left_out:
            raise BadOption("mogeln.colour-left-out", colour=left_out)
        deck = edition(options["edition"], left_out) if full else span(1, HIGHEST[game.seats])
        in_play = tuple(dict.fromkeys(card[0] for card in deck))
        return Setup(
            deck=deck,
            count_to=20 if options["count_to"] == 20 else max(NUMBER[card] for card in deck),
            colours={"any": (), "each": in_play}.get(options["colour"], (options["colour"],)),
            most=options["extra"],
            anyone=options["challenge"] == "anyone",
        )

    @classmethod
    def verbs(cls, game: Game) -> Grammar:
        """§3.2: „gemogelt!“ is a call where anyone may say it, else a move of the player on turn."""
        return make_grammar(max(2, game.setup.most), BY_ANYONE if game.setup.anyone else BY_THE_NEXT)

    @classmethod
    def cards(cls, game: Game) -> tuple[Card, ...]:
        """The cards in play."""
        deck: tuple[Card, ...] = game.setup.deck
        return deck

    @classmethod
    def deal(cls, game: Game, deal: Deal) -> Self:
        """All cards in play are dealt evenly into hands."""
        deck = deal.deck(game.cards)
        hands, _ = deal.hands(deck, evenly(len(deck), game.seats))
        return cls(game, (), None, tuple(map(in_order, hands)), deal.first)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seat on turn: also the one that lets a last lay stand."""
        return () if self.outcome else (self.turn,)

    def moves(self, seat: int) -> Sequence[Move]:
        """§3.2: lay, or challenge the last lay; a last card is accepted or challenged."""
        if seat != self.turn:
            return (CHEAT,) if self.game.setup.anyone and self.lay and seat != self.layer else ()
        if self.waits:
            return (ACCEPT, CHEAT)
        sizes = range(1, most_cards(self.game, len(self.hands[seat])) + 1)
        lays = [Move("lay", cards) for size in sizes for cards in combinations(self.hands[seat], size)]
        return [*lays, CHEAT] if self.lay else lays

    def apply(self, seat: int | None, move: Move) -> Self:
        """The state after a legal move; at the bound the fewest cards win (§0)."""
        assert seat is not None
        if move.verb == "lay":
            after = self._lay(seat, tuple(map(str, move.args)))
        elif move.verb == "cheat":
            after = self._challenge(seat)
        else:
            accepted = Event("accept", seat, values={"player": self.layer})
            after = replace(self, last=(accepted,), outcome=self._win(self.layer), lay=())
        after = replace(after, made=self.made + 1)
        if after.made < BOUND or after.outcome:
            return after
        fewest = min(map(len, after.hands))
        return replace(after, outcome=after.finish("bound", [int(len(hand) == fewest) for hand in after.hands]))

    def zones(self, seat: int | None) -> Iterator[Zone]:
        """Hands, the pile and the claim, the piles set aside."""
        for owner, hand in enumerate(self.hands):
            own = owner == seat
            count = len(hand) if own else self._roughly(len(hand))
            yield Hand(hand if own else (), count, name=f"hand.{owner}", owner=owner)
        yield Pile(Stack(self._roughly(len(self.pile))), name="pile")
        yield Piles(tuple(Stack(self._roughly(len(pile))) for pile in self.aside), name="aside")
        yield Text(self._tell_claim(), name="claim")

    def players(self) -> Iterator[Player]:
        """Everybody's number of cards, roughly while a secret extra is allowed."""
        acting = self.to_act
        return (Player(seat, self._roughly(len(hand)), acts=seat in acting) for seat, hand in enumerate(self.hands))

    def players_seen(self, seat: int | None) -> Iterator[Player]:
        """A player's own number is exact."""
        for player in self.players():
            yield replace(player, cards=len(self.hands[seat])) if player.seat == seat else player

    def everywhere(self) -> Sequence[Card]:
        """Hands, pile and piles set aside."""
        return [card for group in (*self.hands, self.pile, *self.aside) for card in group]

    def asked(self, seat: int) -> Message:
        """Lay or challenge; accept or challenge."""
        begins = not self.lay or self.counted_out
        number, piles = (1, self.piles + self.counted_out) if begins else (self.claimed + 1, self.piles)
        values = {"claim": _claim(self.game, number, piles), "player": self.layer}
        if self.waits:
            return Message("mogeln.prompt.accept", values)
        return Message("mogeln.prompt.answer" if self.lay else "mogeln.prompt.lay", values)

    def reason(self, seat: int, move: Move) -> IllegalMove | None:
        """Why a move is not allowed, from what the seat itself sees."""
        rule = self.game.facts.section
        if move.verb == "cheat":
            return IllegalMove("mogeln.own-lay" if self.lay else "mogeln.nothing-laid", rule)
        if move.verb == "accept":
            return IllegalMove("mogeln.nothing-to-accept", rule)
        if self.waits:
            return IllegalMove("mogeln.last-card", rule, player=self.layer)
        if missing := [str(card) for card in move.args if card not in self.hands[seat]]:
            return IllegalMove("not-in-hand", rule, card=missing[0])
        most = most_cards(self.game, len(self.hands[seat]))
        if len(set(move.args)) <= most:
            return None
        return IllegalMove("mogeln.one-card", rule) if most == 1 else IllegalMove("mogeln.large-hand", rule)

    def imagine(self, seat: int | None, randomness: Randomness) -> Self:
        """All cards a seat does not see dealt again; rough numbers of cards change too."""
        return imagine(self, seat, randomness)

    # --- the game's own rules ---

    @property
    def layer(self) -> int:
        """Who laid last: the seat before the one on turn."""
        return (self.turn - 1) % self.game.seats

    @property
    def waits(self) -> bool:
        """§3.2: whether a player without cards waits for the next one to accept or challenge."""
        return bool(self.lay) and not self.hands[self.layer]

    @property
    def counted_out(self) -> bool:
        """§3.2: after the last number of the count the next lay sets the pile aside and starts at one."""
        return bool(self.claimed == self.game.setup.count_to)

    @property
    def is_true(self) -> bool:
        """§3.2: exactly one card of the claimed number, in a colour that is right."""
        return (
            len(self.lay) == 1
            and NUMBER[self.lay[0]] == self.claimed
            and _colour(self.game, self.piles) in ("", self.lay[0][0])
        )

    def _lay(self, seat: int, cards: tuple[Card, ...]) -> Self:
        """Lay face down and claim the next number; a pile counted to the end is first set aside."""
        pile, aside, piles, claimed = self.pile, self.aside, self.piles, self.claimed + 1
        events = []
        if self.counted_out:
            events.append(Event("aside", None, to=(), count=self._roughly(len(pile)), source="pile", target="aside"))
            pile, aside, piles, claimed = (), (*aside, pile), piles + 1, 1
        claim = {"claim": _claim(self.game, claimed, piles)}
        events.append(Event("lay", seat, cards, (seat,), 1, f"hand.{seat}", "pile", claim))
        return replace(
            self,
            last=tuple(events),
            hands=replace_at(self.hands, seat, tuple(card for card in self.hands[seat] if card not in cards)),
            turn=self.game.after(seat),
            pile=(*pile, *cards),
            aside=aside,
            lay=cards,
            claimed=claimed,
            piles=piles,
        )

    def _challenge(self, seat: int) -> Self:
        """§3.2: the lay is turned up; challenger or liar takes the pile, and a new one starts."""
        layer = self.layer
        taker = seat if self.is_true else layer
        claim = {"claim": _claim(self.game, self.claimed, self.piles)}
        moment = Moment("challenge", cards_of(layer, self.lay), (seat if taker == layer else layer,), self.claimed)
        events = (
            Event("cheat", seat, values={"player": layer}),
            Event("honest" if self.is_true else "caught", layer, self.lay, source="pile", values=claim, moment=moment),
            Event("take", taker, in_order(self.pile), (taker,), self._roughly(len(self.pile)), "pile", f"hand.{taker}"),
        )
        return replace(
            self,
            last=events,
            outcome=self._win(layer) if self.waits and self.is_true else None,
            hands=replace_at(self.hands, taker, in_order((*self.hands[taker], *self.pile))),
            pile=(),
            lay=(),
            claimed=0,
            piles=self.piles + 1,
        )

    def _win(self, winner: int) -> Outcome:
        return self.finish("out", [int(seat == winner) for seat in range(self.game.seats)])

    def _roughly(self, count: int) -> int | str:
        """§3.2: numbers of cards are rough while a secret extra is allowed."""
        return rough(count)[2] if self.game.setup.most > 1 else count

    def _tell_claim(self) -> Message:
        if self.claimed:
            claim = _claim(self.game, self.claimed, self.piles)
            return Message("mogeln.said", {"player": self.layer, "claim": claim})
        return Message("mogeln.new-pile", {"claim": _claim(self.game, 1, self.piles)})


def most_cards(game: Game, hand: int) -> int:
    """§3.2: how many cards may be laid at once from a hand of this size."""
    most: int = game.setup.most
    return most if hand <= FEW_CARDS else min(2, most)


def _colour(game: Game, piles: int) -> str:
    """§3.2: the colour that is right for a pile; none: any is."""
    colours: tuple[str, ...] = game.setup.colours
    return colours[piles % len(colours)] if colours else ""


def _claim(game: Game, number: int, piles: int) -> Message:
    """A claim in words: a number, and the colour where it matters."""
    if colour := _colour(game, piles):
        return Message("mogeln.claim.colour", {"number": number, "colour": colour})
    return Message("mogeln.claim", {"number": number})


GAME = FACTS.with_state(MogelnState)
