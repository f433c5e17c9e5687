"""The row games (RULEBOOK §1): cards are laid in one row per colour; a row grows only from cards in it.

One family: the rules are here once, and a ``Variant`` record per game says where it differs. Hands, the table
and what fits are bit masks, one bit per card, so that laying a card is a handful of integer operations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from reihum.cards import NUMBER, Card, Deal, Randomness
from reihum.engine.bots import Bots
from reihum.engine.contract import Facts, Game, State, redeal
from reihum.engine.events import Event
from reihum.engine.lessons import LEARNER, Lesson, LessonStep
from reihum.engine.moves import Grammar, Move, Verb, card_slot
from reihum.engine.options import choice, first, without
from reihum.engine.outcome import Outcome
from reihum.engine.packs import replaced
from reihum.engine.views import Hand, Pile, Player, Row, Stack, Zone, row_ends, rows_zone
from reihum.errors import BadDeck, IllegalMove
from reihum.games.rows.bits import BIT, COLOUR, ROW_OF, mask, unmask
from reihum.games.rows.layout import Layout, Variant, layout_of
from reihum.messages import Message

EDITION = choice("edition", "80", "60", "40")
WITHOUT = without()
BLOCKING = choice("blocking", "off", "take3", "draw")
FAMILY = (EDITION, WITHOUT, BLOCKING)

VARIANTS = (
    Variant(id="classic", section="§1.1", starts=(11,), opener="eleven", options=FAMILY),
    Variant(id="false-start", section="§1.2", ends_laid=True, options=(*FAMILY, first())),
    Variant(id="three-starts", section="§1.3", starts=(10, 11, 12), options=(*FAMILY, first())),
    Variant(id="any-start", section="§1.4", options=(*FAMILY, first("random"))),
    Variant(
        id="junior",
        section="§1.5",
        age=5,
        ends_laid=True,
        draws=1,
        hand=5,
        edition="junior",
        options=(first(),),
    ),
)

DRAW, TAKE3, END, PASS = Move("draw"), Move("take3"), Move("end"), Move("pass")
NOTHING_FITS, NOTHING_LEFT = (DRAW,), (PASS,)
GRAMMAR = Grammar((Verb("lay", (card_slot(),), target="rows"), Verb("draw"), Verb("take3"), Verb("end"), Verb("pass")))
WITHOUT_TAKE3 = Grammar(tuple(verb for verb in GRAMMAR.verbs if verb.word != "take3"))

LAY: dict[int, Move] = {bit: Move("lay", (card,)) for card, bit in BIT.items()}
SEATS = tuple((seat,) for seat in range(6))


class _Laying(dict[int, tuple[Move, ...]]):
    """The moves that lay some cards, then ``more``: the same few come up again and again, so they are kept."""

    def __init__(self, *more: Move) -> None:
        self.more = more

    def __missing__(self, cards: int) -> tuple[Move, ...]:
        if len(self) > 1 << 16:
            self.clear()
        lays, left = [], cards
        while left:
            lays.append(LAY[left & -left])
            left &= left - 1
        moves = self[cards] = (*lays, *self.more)
        return moves


LAYING, LAYING_ON = _Laying(), _Laying(END)


class RowsState(State, frozen=True, gc=False):
    """A position: hands, laid cards, the cards that fit now, the stock from the top, and whose turn it is."""

    hands: tuple[int, ...]
    table: int
    fits: int
    stock: tuple[Card, ...]
    to_act: tuple[int, ...]
    laid: bool
    """Whether the player on turn has laid a card in this turn."""

    @classmethod
    def prepare(cls, game: Game) -> Layout:
        """The layout for these seats and options."""
        return layout_of(game.facts.data, game.seats, game.options)

    @classmethod
    def cards(cls, game: Game) -> tuple[Card, ...]:
        """The edition, less the cards laid out before the deal."""
        layout: Layout = game.setup
        return layout.deck

    @classmethod
    def deal(cls, game: Game, deal: Deal) -> RowsState:
        """§1.1: hands, the rest is the stock; without an eleven in any hand (classic) deal again."""
        layout: Layout = game.setup
        variant: Variant = game.facts.data
        for deck in deal.decks(layout.deck):
            dealt, stock = deal.hands(deck, [layout.hand] * game.seats)
            hands = tuple(mask(hand) for hand in dealt)
            if layout.laid_out:
                fits = _open_places(layout.laid_out, layout)
                return cls(game, (), None, hands, layout.laid_out, fits, stock, SEATS[deal.first], False)
            if variant.opener == "first":
                fits = layout.starts or mask(layout.deck)
                return cls(game, (), None, hands, 0, fits, stock, SEATS[deal.first], False)
            if opening := _first_eleven(hands, layout):
                seat = next(seat for seat, hand in enumerate(hands) if hand & opening)
                return cls(game, (), None, hands, 0, opening, stock, SEATS[seat], False)
        raise BadDeck("deck-no-eleven", game=game.id)

    @property
    def turn(self) -> int:
        """The seat on turn."""
        return self.to_act[0]

    def moves(self, seat: int) -> Sequence[Move]:
        """§1.1: lay a fitting card, then as many more as you like; draw if nothing fits; pass if nothing is left."""
        if seat not in self.to_act:
            return ()
        fitting = self.hands[seat] & self.fits
        if self.laid:
            return LAYING_ON[fitting]
        if not fitting:
            return NOTHING_FITS if self.stock else NOTHING_LEFT
        if self.game.setup.blocking and self._may_block():
            return (*LAYING[fitting], TAKE3 if self.game.setup.blocking == "take3" else DRAW)
        return LAYING[fitting]

    def _may_block(self) -> bool:
        """§1.1 Decision: only before the first card of the turn, while there is a stock, never instead of opening."""
        return bool(self.game.setup.blocking and self.stock and self.table)

    def apply(self, seat: int | None, move: Move) -> RowsState:
        """The state after a legal move."""
        assert seat is not None
        if move.verb != "lay":
            return self._not_laying(seat, move.verb)
        card: Any = move.args[0]
        game = self.game
        layout: Layout = game.setup
        fits = self._row_opened(card) if card in layout.openers else self.fits
        bit = BIT[card]
        table = self.table | bit
        fits = (fits | layout.beside[card] | table) ^ table  # & ~table, without the detour over negative numbers
        changed = [*self.hands]
        changed[seat] ^= bit
        hands = tuple(changed)
        events = layout.lays[seat][card]
        if not hands[seat]:
            return RowsState(game, events, self._out(hands), hands, table, fits, self.stock, (), True)
        if not self.table:  # the card that opens the game is the whole turn
            return self._next(seat, events, hands, table, fits, self.stock)
        return RowsState(game, events, None, hands, table, fits, self.stock, self.to_act, True)

    def _not_laying(self, seat: int, verb: str) -> RowsState:
        if verb == "draw":
            return self._draw(seat)
        if verb == "take3":
            return self._take3(seat)
        return self._next(seat, self.game.setup.words[seat][verb], self.hands, self.table, self.fits, self.stock)

    def _row_opened(self, card: Card) -> int:
        """What fits besides if a card opens its row: its colour's other starts are closed."""
        if self.table & ROW_OF[card]:
            return self.fits
        return (self.fits if self.table else self._starts(card)) & ~ROW_OF[card]

    def _starts(self, opening: Card) -> int:
        """The cards that open a row; §1.4: where any card opens the game, the others start with its number."""
        layout: Layout = self.game.setup
        return layout.starts or mask([f"{colour}{NUMBER[opening]}" for colour in layout.colours])

    def _draw(self, seat: int) -> RowsState:
        """§1.1 (b): up to three cards; one that fits is laid at once and ends the turn, the others are kept."""
        layout: Layout = self.game.setup
        events: tuple[Event, ...] = ()
        hand, table, fits = self.hands[seat], self.table, self.fits
        drawn = self.stock[: layout.draws]
        for count, card in enumerate(drawn, 1):
            if BIT[card] & fits:
                drawn = drawn[:count]
                events += layout.draws_laid[seat][card]
                table |= BIT[card]
                fits = (self._row_opened(card) | layout.beside[card]) & ~table
                break
            hand |= BIT[card]
            events += layout.draws_kept[seat][card]
        return self._next(seat, events, replaced(self.hands, seat, hand), table, fits, self.stock[len(drawn) :])

    def _take3(self, seat: int) -> RowsState:
        """§1.1 rule A: three cards from the stock, or what is left of it, and the turn ends."""
        taken = self.stock[:3]
        hands = replaced(self.hands, seat, self.hands[seat] | mask(taken))
        event = Event("take3", seat, taken, (seat,), source="stock", target=f"hand.{seat}")
        return self._next(seat, (event,), hands, self.table, self.fits, self.stock[3:])

    def _next(
        self,
        seat: int,
        events: tuple[Event, ...],
        hands: tuple[int, ...],
        table: int,
        fits: int,
        stock: tuple[Card, ...],
    ) -> RowsState:
        """The next seat's turn."""
        return RowsState(self.game, events, None, hands, table, fits, stock, SEATS[(seat + 1) % len(hands)], False)

    def _out(self, hands: tuple[int, ...]) -> Outcome:
        """§1.1: the numbers left in every hand are its points."""
        return self.finish("out", [sum(NUMBER[card] for card in unmask(hand)) for hand in hands])

    def zones(self, seat: int | None) -> Iterator[Zone]:
        """The rows, the own hand, the others' as numbers of cards, the stock."""
        layout: Layout = self.game.setup
        open_places = self.fits if self.table else layout.starts  # which eleven opens is the holder's secret
        yield rows_zone(
            [
                _row(colour, layout.low, layout.high, self.table & COLOUR[colour], open_places & COLOUR[colour])
                for colour in layout.colours
            ]
        )
        for owner, hand in enumerate(self.hands):
            cards = unmask(hand) if owner == seat else ()
            yield Hand(cards, hand.bit_count(), name=f"hand.{owner}", owner=owner)
        yield Pile(Stack(len(self.stock)), name="stock")

    def players(self) -> Iterator[Player]:
        """Everybody's number of cards."""
        return (Player(seat, hand.bit_count(), acts=seat in self.to_act) for seat, hand in enumerate(self.hands))

    def everywhere(self) -> Sequence[Card]:
        """Hands, table and stock."""
        return [*(card for hand in self.hands for card in unmask(hand)), *unmask(self.table), *self.stock]

    def asked(self, seat: int) -> Message:
        """What may be done now, in one sentence."""
        count = (self.hands[seat] & self.fits).bit_count()
        if not self.table and count:
            return Message("rows.prompt.open", {"count": count})
        if self.laid:
            return Message("rows.prompt.more" if count else "rows.prompt.end", {"count": count})
        if count:
            block = f"-or-{self.game.setup.blocking}" if self._may_block() else ""
            return Message(f"rows.prompt.lay{block}", {"count": count})
        if self.stock:
            return Message("rows.prompt.draw", {"count": min(self.game.setup.draws, len(self.stock))})
        return Message("rows.prompt.pass")

    def reason(self, seat: int, move: Move) -> IllegalMove | None:
        """Why a move does not go, from what the seat itself sees."""
        rule = self.game.facts.section
        hand = self.hands[seat]
        if move.verb == "lay":
            return self._misfit(seat, str(move.args[0]))
        if move.verb == "end":
            return IllegalMove("rows.lay-first", rule)
        if move.verb == "take3" and self.game.setup.blocking != "take3":
            return IllegalMove("rows.no-take3", rule)
        if self.laid:
            return IllegalMove("rows.laid-already", rule, move=str(move))
        if hand & self.fits:
            return self._must_lay(move, unmask(hand & self.fits))
        return IllegalMove("rows.must-draw" if self.stock else "rows.must-pass", rule, move=str(move))

    def _must_lay(self, move: Move, fitting: tuple[Card, ...]) -> IllegalMove:
        """Why a card must be laid; where one may do otherwise, why not now."""
        rule = self.game.facts.section
        if not self.table:
            return IllegalMove("rows.must-open", rule, move=str(move), cards=fitting)
        if move.verb == self.game.setup.blocking:
            return IllegalMove("rows.stock-empty", rule, move=str(move))
        return IllegalMove("rows.must-lay", rule, move=str(move), cards=fitting)

    def _misfit(self, seat: int, card: Card) -> IllegalMove:
        """Why a card does not fit: it is not in the hand, or a card between it and its row is missing."""
        layout: Layout = self.game.setup
        rule = self.game.facts.section
        bit = BIT.get(card, 0)
        if self.table & bit:
            return IllegalMove("rows.on-table", rule, card=card)
        if not self.hands[seat] & bit:
            return IllegalMove("not-in-hand", rule, card=card)
        if not self.table:
            return IllegalMove(
                "rows.opening", rule, card=card, cards=unmask(self.hands[seat] & self.fits or layout.starts)
            )
        row = [NUMBER[other] for other in unmask(self.table & COLOUR[card[0]])]
        if row:
            nearest = min(row, key=lambda number: abs(number - NUMBER[card]))
            missing = f"{card[0]}{nearest + (1 if nearest < NUMBER[card] else -1)}"
            return IllegalMove("rows.gap", rule, card=card, missing=missing)
        return IllegalMove("rows.no-row", rule, card=card, cards=unmask(self.fits & COLOUR[card[0]]))

    def imagine(self, seat: int | None, randomness: Randomness) -> RowsState:
        """The other hands and the stock dealt anew; before classic opens, the opener still holds the first eleven."""
        layout: Layout = self.game.setup
        hidden = [other for other in range(self.game.seats) if other != seat]

        def possible(groups: list[tuple[Card, ...]]) -> bool:
            if self.table or self.game.facts.data.opener == "first":
                return True
            hands = dict(zip(hidden, map(mask, groups), strict=False)) | (
                {} if seat is None else {seat: self.hands[seat]}
            )
            return bool(hands[self.turn] & _first_eleven(tuple(hands.values()), layout))

        groups, moved = redeal([*(unmask(self.hands[other]) for other in hidden), self.stock], randomness, possible)
        hands = self.hands
        for other, cards in zip(hidden, groups, strict=False):
            hands = replaced(hands, other, mask(cards))
        fits = self.fits
        if not self.table and self.game.facts.data.opener == "eleven":
            fits = _first_eleven(hands, layout)
        last = tuple(event.moved(moved) for event in self.last)
        return replace(self, hands=hands, fits=fits, stock=groups[-1], last=last)


def _open_places(table: int, layout: Layout) -> int:
    """The empty places beside laid cards."""
    fits = 0
    for card in unmask(table):
        fits |= layout.beside[card]
    return fits & ~table


def _first_eleven(hands: tuple[int, ...], layout: Layout) -> int:
    """§1.1: R11, else Y11, else G11, else B11, if it was dealt."""
    elevens = layout.starts & sum(hands)
    return elevens & -elevens


@lru_cache(maxsize=4096)
def _row(colour: str, low: int, high: int, cards: int, open_places: int) -> tuple[Row, tuple[Card, ...]]:
    row = Row(colour, low, high, unmask(cards), unmask(open_places))
    return row, row_ends(row)


BOTS = Bots(
    sensible="reihum.bots.simple.rows:HolderBot",
    simple={"eager": "reihum.bots.simple.rows:EagerBot", "holder": "reihum.bots.simple.rows:HolderBot"},
    levels={
        "beginner": "reihum.bots.simple.rows:EagerBot",
        "solid": "reihum.bots.search.weighted_bot:WeightedBot",
        "expert": "reihum.bots.search.search:ExpertBot",
        "master": "reihum.bots.search.search:MasterBot",
    },
)
STEPS = (
    LessonStep(name="lay", verbs=("lay",), events=("lay",)),
    LessonStep(name="more", verbs=("lay", "end"), events=("lay",), again=True),
    LessonStep(name="end", verbs=("end",), events=("end",)),
    LessonStep(name="draw", verbs=("draw",), events=("draw", "draw-lay")),
)
LESSONS = {
    "classic": Lesson(seats=3, options={"edition": "40"}, steps=STEPS),
    "junior": Lesson(seats=3, options={"first": LEARNER}, steps=STEPS),
}

GAMES = tuple(
    Facts(
        id=variant.id,
        family="rows",
        section=variant.section,
        age=variant.age,
        seats=range(2, 7),
        bound=1_000,
        grammar=GRAMMAR if BLOCKING in variant.options else WITHOUT_TAKE3,
        state=RowsState,
        edition=variant.edition,
        lowest_wins=True,
        options={option.name: option for option in variant.options},
        bots=BOTS,
        lesson=LESSONS.get(variant.id),
        data=variant,
    )
    for variant in VARIANTS
)
