"""The row games (RULEBOOK §1): players lay cards in one row per colour; a row grows only from cards in it.

The rules are here once for all five games; a ``Variant`` says where a game differs. Hands, the table and what fits are
bit masks, one bit per card, so that it takes only a few integer operations to lay a card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from reihum.cards import NUMBER, Card, Deal, Randomness
from reihum.engine.contract import Game, State
from reihum.engine.events import Event
from reihum.engine.moves import Move
from reihum.engine.outcome import Outcome
from reihum.engine.packs import redeal, replace_at
from reihum.engine.views import Hand, Pile, Player, Row, Rows, Stack, Zone, row_ends, rows_zone
from reihum.errors import BadDeck, IllegalMove
from reihum.games.rows.bits import ALL, BIT, COLOUR, ROW_OF, mask, unmask
from reihum.games.rows.facts import FACTS
from reihum.games.rows.layout import Layout, layout_of
from reihum.games.rows.refusals import refusal
from reihum.messages import Message

DRAW, TAKE3, END, PASS = Move("draw"), Move("take3"), Move("end"), Move("pass")
NOTHING_FITS, NOTHING_LEFT = (DRAW,), (PASS,)

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
    following: int
    """The cards that may follow in this turn; none before the player on turn has laid one."""
    out: tuple[int, ...] = ()
    """The seats without cards, where the others play on, in the order they went out."""

    # --- the contract ---

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
        sizes = [
            layout.hands[(deal.dealt_from + turn) % game.seats] + (turn < layout.spare) for turn in range(game.seats)
        ]
        for deck in deal.decks(layout.deck):
            dealt, stock = deal.hands(deck, sizes)
            hands = tuple(mask(hand) for hand in dealt)
            if layout.laid_out:
                fits = _open_places(layout.laid_out, layout)
                return cls(game, (), None, hands, layout.laid_out, fits, stock, SEATS[deal.first], 0)
            if not layout.by_eleven:
                fits = layout.starts or mask(layout.deck)
                return cls(game, (), None, hands, 0, fits, stock, SEATS[deal.first], 0)
            if opening := _first_eleven(hands, layout):
                seat = next(seat for seat, hand in enumerate(hands) if hand & opening)
                return cls(game, (), None, hands, 0, opening, stock, SEATS[seat], 0)
        raise BadDeck("deck-no-eleven", game=game.id)

    def moves(self, seat: int) -> Sequence[Move]:
        """§1.1: lay a fitting card, then as many more as you like; draw if nothing fits; pass if nothing is left."""
        if seat != self.to_act[0]:
            return ()
        layout: Layout = self.game.setup
        fitting = self.hands[seat] & self.fits
        following = self.following
        if following and following is not ALL:
            fitting &= following
        if layout.duty and fitting & layout.duty:
            return LAYING[fitting & layout.duty]
        if following:
            return LAYING_ON[fitting]
        if not fitting:
            return NOTHING_FITS if self.stock else NOTHING_LEFT
        if layout.blocking and self._may_block():
            return (*LAYING[fitting], TAKE3 if layout.blocking == "take3" else DRAW)
        return LAYING[fitting]

    def apply(self, seat: int | None, move: Move) -> RowsState:
        """The state after a legal move."""
        assert seat is not None
        if move.verb != "lay":
            return self._do_not_lay(seat, move.verb)
        card: Any = move.args[0]
        game = self.game
        bit, beside, opens, following, events, filling = game.setup.lays[seat][card]
        fits = self._open_row(card) if opens else self.fits
        laid = self.table
        table = laid | bit
        fits = (fits | beside | table) ^ table  # & ~table, without the detour over negative numbers
        changed = [*self.hands]
        changed[seat] ^= bit
        hands = tuple(changed)
        if filling and not fits & ROW_OF[card]:  # no open place: the row is full
            events = filling
        if not hands[seat]:
            return self._go_out(seat, events, hands, table, fits)
        if not laid or not following:  # the card that opens the game is the whole turn
            return self._next(seat, events, hands, table, fits, self.stock)
        return RowsState(game, events, None, hands, table, fits, self.stock, self.to_act, following, self.out)

    def zones(self, seat: int | None) -> Iterator[Zone]:
        """The rows, your hand, how many cards the others hold, the stock."""
        layout: Layout = self.game.setup
        open_places = self.fits if self.table else layout.starts  # which eleven opens is the holder's secret
        yield _rows(layout.colours, layout.low, layout.high, self.table, open_places)
        for owner, hand in enumerate(self.hands):
            if owner == seat:
                yield Hand(unmask(hand), hand.bit_count(), name=f"hand.{owner}", owner=owner)
            else:
                yield _hidden_hand(owner, hand.bit_count())
        yield _stock(len(self.stock))

    def players(self) -> Iterator[Player]:
        """Everybody's number of cards."""
        return (Player(seat, hand.bit_count(), acts=seat in self.to_act) for seat, hand in enumerate(self.hands))

    def everywhere(self) -> Sequence[Card]:
        """Hands, table and stock."""
        return [*(card for hand in self.hands for card in unmask(hand)), *unmask(self.table), *self.stock]

    def asked(self, seat: int) -> Message:
        """What may be done now, in one sentence."""
        fitting = self.hands[seat] & self.fits & (self.following or ALL)
        count = fitting.bit_count()
        if not self.table and count:
            return Message("rows.prompt.open", {"count": count})
        if duty := fitting & self.game.setup.duty:
            return Message("rows.prompt.duty", {"cards": unmask(duty), "count": duty.bit_count()})
        if self.following:
            return Message("rows.prompt.more" if count else "rows.prompt.end", {"count": count})
        if count:
            block = f"-or-{self.game.setup.blocking}" if self._may_block() else ""
            return Message(f"rows.prompt.lay{block}", {"count": count})
        if self.stock:
            if self.game.setup.draws > 3:
                return Message("rows.prompt.draw-until")
            return Message("rows.prompt.draw", {"count": min(self.game.setup.draws, len(self.stock))})
        return Message("rows.prompt.pass")

    def reason(self, seat: int, move: Move) -> IllegalMove:
        """Why a move is not allowed, from what the seat itself sees."""
        return refusal(self, seat, move)

    def imagine(self, seat: int | None, randomness: Randomness) -> RowsState:
        """The other hands and the stock dealt again; before classic opens, the opener still holds the first eleven."""
        layout: Layout = self.game.setup
        hidden = [other for other in range(self.game.seats) if other != seat]

        def possible(groups: list[tuple[Card, ...]]) -> bool:
            if self.table or not layout.by_eleven:
                return True
            hands = dict(zip(hidden, map(mask, groups), strict=False)) | (
                {} if seat is None else {seat: self.hands[seat]}
            )
            return bool(hands[self.turn] & _first_eleven(tuple(hands.values()), layout))

        groups, moved = redeal([*(unmask(self.hands[other]) for other in hidden), self.stock], randomness, possible)
        hands = self.hands
        for other, cards in zip(hidden, groups, strict=False):
            hands = replace_at(hands, other, mask(cards))
        fits = self.fits
        if not self.table and layout.by_eleven:
            fits = _first_eleven(hands, layout)
        last = tuple(event.exchange(moved) for event in self.last)
        return replace(self, hands=hands, fits=fits, stock=groups[-1], last=last)

    # --- the game's own rules ---

    @property
    def turn(self) -> int:
        """The seat on turn."""
        return self.to_act[0]

    def _may_block(self) -> bool:
        """§1.1 Decision: only before the first card of the turn, while there is a stock, never instead of opening."""
        return bool(self.game.setup.blocking and self.stock and self.table)

    def _do_not_lay(self, seat: int, verb: str) -> RowsState:
        if verb == "draw":
            return self._draw(seat)
        if verb == "take3":
            return self._take3(seat)
        events = self.game.setup.words[seat][verb]
        turn = _skip(seat, len(self.hands), self.out) if self.out else SEATS[(seat + 1) % len(self.hands)]
        return RowsState(self.game, events, None, self.hands, self.table, self.fits, self.stock, turn, 0, self.out)

    def _open_row(self, card: Card) -> int:
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
            bit = BIT[card]
            if bit & fits:
                drawn = drawn[:count]
                events += layout.draws_laid[seat][card]
                table |= bit
                fits = (self._open_row(card) | layout.beside[card]) & ~table
                if not fits & ROW_OF[card]:
                    events += (layout.fills[seat][card[0]],)
                break
            hand |= bit
            events += layout.draws_kept[seat][card]
        hands, stock = replace_at(self.hands, seat, hand), self.stock[len(drawn) :]
        if layout.goes_on and layout.turn != "one" and self.table and table != self.table:
            following = ALL if layout.turn == "any" else ROW_OF[drawn[-1]]
            return RowsState(self.game, events, None, hands, table, fits, stock, self.to_act, following, self.out)
        return self._next(seat, events, hands, table, fits, stock)

    def _take3(self, seat: int) -> RowsState:
        """§1.1 rule A: three cards from the stock, or what is left of it, and the turn ends."""
        taken = self.stock[:3]
        hands = replace_at(self.hands, seat, self.hands[seat] | mask(taken))
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
        out: tuple[int, ...] = (),
    ) -> RowsState:
        """The turn of the next seat that is not out."""
        out = out or self.out
        turn = _skip(seat, len(hands), out) if out else SEATS[(seat + 1) % len(hands)]
        return RowsState(self.game, events, None, hands, table, fits, stock, turn, 0, out)

    def _go_out(self, seat: int, events: tuple[Event, ...], hands: tuple[int, ...], table: int, fits: int) -> RowsState:
        """A seat has laid its last card: the round is over, or (option ``play_on``) the others play for their places
        until one is left."""
        out = (*self.out, seat)
        if self.game.setup.play_on and len(out) < len(hands) - 1:
            event = Event("out", seat, values={"place": len(out)})
            return self._next(seat, (*events, event), hands, table, fits, self.stock, out)
        return RowsState(self.game, events, self._score(hands, out), hands, table, fits, self.stock, (), ALL, out)

    def _score(self, hands: tuple[int, ...], out: tuple[int, ...]) -> Outcome:
        """§1.1: the numbers left in every hand are its points. Where all played on, the places are the order in which
        they went out."""
        points = [sum(NUMBER[card] for card in unmask(hand)) for hand in hands]
        if not self.game.setup.play_on:
            return self.finish("out", points)
        order = [*out, *(seat for seat in range(len(hands)) if seat not in out)]
        return Outcome("places", tuple(points), tuple(order.index(seat) + 1 for seat in range(len(hands))))


def _skip(seat: int, seats: int, out: tuple[int, ...]) -> tuple[int, ...]:
    """The next seat that is not out."""
    turn = (seat + 1) % seats
    while turn in out:
        turn = (turn + 1) % seats
    return SEATS[turn]


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


# Everybody at a table sees the same rows and hidden hands, and few of them change with a move: they are kept.


@lru_cache(maxsize=256)
def _rows(colours: str, low: int, high: int, table: int, open_places: int) -> Rows:
    return rows_zone(
        [_row(colour, low, high, table & COLOUR[colour], open_places & COLOUR[colour]) for colour in colours]
    )


@lru_cache(maxsize=4096)
def _row(colour: str, low: int, high: int, cards: int, open_places: int) -> tuple[Row, tuple[Card, ...]]:
    row = Row(colour, low, high, unmask(cards), unmask(open_places))
    return row, row_ends(row)


@lru_cache(maxsize=1024)
def _hidden_hand(owner: int, count: int) -> Hand:
    return Hand((), count, name=f"hand.{owner}", owner=owner)


@lru_cache(maxsize=128)
def _stock(count: int) -> Pile:
    return Pile(Stack(count), name="stock")


GAMES = tuple(facts.with_state(RowsState) for facts in FACTS)
