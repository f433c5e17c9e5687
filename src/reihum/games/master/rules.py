"""Master (RULEBOOK §2): four rows from 1 to 21 around their 11s, with jokers, connections between rows and bonus cards.

Hands, the table and what fits are places of a ``Board``, one bit each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Self

from msgspec.structs import replace

from reihum.cards import JOKER, NUMBER, Card, Deal, Randomness, edition, in_order
from reihum.engine.contract import Game, State
from reihum.engine.events import Event, Moment, cards_of
from reihum.engine.moves import Move, Verb
from reihum.engine.views import Hand, Pile, Player, Row, Stack, Tokens, Zone, row_ends, rows_zone
from reihum.errors import IllegalMove
from reihum.games.master.board import PLACES, ROW, WIDTH, Board, above_and_below, across, beside, bits, board_of
from reihum.games.master.facts import FACTS
from reihum.games.master.refusals import refusal
from reihum.games.master.worlds import imagine
from reihum.messages import Message

HAND = {2: 20, 3: 20, 4: 15, 5: 12, 6: 12}
CONNECTIONS = {2: 4, 3: 4, 4: 3, 5: 3, 6: 2}
BONUS_CARDS = 7
MOST = 4
"""The cards that may be laid in a turn; the last of them ends it."""
WORTH = 11
"""What a bonus card counts, and what a joker in hand costs."""

DRAW, END, PASS = Move("draw"), Move("end"), Move("pass")


class MasterState(State, frozen=True):
    """A position. Number cards in hand and on the table are places of the board, jokers in hand are counted."""

    hands: tuple[int, ...]
    jokers: tuple[int, ...]
    table: int
    wild: int
    """The occupied places where a joker lies."""
    stock: tuple[Card, ...]
    links: tuple[int, ...]
    """The connection cards each player has left."""
    placed: tuple[str, ...]
    """The connections on the table: ``Y9>B9``."""
    bonus: tuple[int, ...]
    turn: int
    laid: int = 0
    """The cards laid in this turn."""
    won: int = 0
    """The jokers swapped out in this turn and not laid since: that many are known to be in the hand."""
    target: int = 0
    """The place a connection has just led to, where a card must be laid."""
    passes: int = 0
    """How many players have passed in a row."""

    # --- the contract ---

    @classmethod
    def prepare(cls, game: Game) -> Board:
        """The board for the option ``rows``."""
        return board_of(game.options["rows"])

    @classmethod
    def every_move(cls, game: Game, verb: Verb) -> Sequence[Move] | None:
        """The board knows what a joker can stand for and which rows a connection joins."""
        board: Board = game.setup
        return board.every_move(verb.word)

    @classmethod
    def cards(cls, game: Game) -> tuple[Card, ...]:
        """§2: the number cards without the 11s, and the jokers."""
        return tuple(card for card in edition("master") if card[1:] != "11")

    @classmethod
    def deal(cls, game: Game, deal: Deal) -> Self:
        """§2 Setup: the 11s lie out; hands, connection cards, the rest is the stock."""
        board: Board = game.setup
        hands, stock = deal.hands(deal.deck(game.cards), [HAND[game.seats]] * game.seats)
        return cls(
            game,
            (),
            None,
            hands=tuple(map(board.mask, hands)),
            jokers=tuple(hand.count(JOKER) for hand in hands),
            table=board.mask([f"{colour}11" for colour in board.rows]),
            wild=0,
            stock=stock,
            links=(CONNECTIONS[game.seats],) * game.seats,
            placed=(),
            bonus=(0,) * game.seats,
            turn=deal.first,
        )

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seat on turn."""
        return (self.turn,) if self.outcome is None else ()

    def moves(self, seat: int) -> Sequence[Move]:
        """§2 Turn: lay up to four cards, with connections and swaps besides; or draw; or pass where that is due."""
        if seat != self.turn:
            return ()
        if self.target:
            return self._lays(seat, self.target)
        fits = beside(self.table)
        moves = [*self._lays(seat, fits), *self._connections(seat), *self._swaps(seat)]
        if self.laid:
            moves.append(END)
        elif self.won:
            pass  # a turn of swaps alone is not allowed
        elif self.stock:
            moves.append(DRAW)
        elif not self.hands[seat] & fits:
            moves.append(PASS)
        return moves

    def apply(self, seat: int | None, move: Move) -> Self:
        """The state after a legal move."""
        assert seat is not None
        if move.verb == "lay":
            return self._lay(seat, str(move.args[0]))
        if move.verb == "link":
            return self._link(seat, str(move.args[0]))
        if move.verb == "swap":
            return self._swap(seat, str(move.args[0]))
        if move.verb == "draw":
            return self._draw(seat)
        passes = self.passes + 1 if move.verb == "pass" else 0
        after = self.next_turn(last=(Event(move.verb, seat),), passes=passes)
        return after.score("blocked") if passes == self.game.seats else after

    def zones(self, seat: int | None) -> Iterator[Zone]:
        """The rows, every hand with its connection and bonus cards, the stock, the bonus cards left."""
        open_places = self.target or beside(self.table)
        yield rows_zone(
            [
                _row(
                    colour,
                    *(mask >> WIDTH * row & ROW for mask in (self.table, self.wild, open_places)),
                    tuple(link for link in self.placed if link[0] == colour),
                )
                for row, colour in enumerate(self.board.rows)
            ]
        )
        for player in self.players():
            owner = player.seat
            cards = in_order(self.hand_of(owner)) if owner == seat else ()
            yield Hand(cards, player.cards, name=f"hand.{owner}", owner=owner)
            yield Tokens(self.links[owner], "links", "cards-linked", name=f"links.{owner}", owner=owner)
            yield Tokens(self.bonus[owner], "bonus", "star", name=f"bonus.{owner}", owner=owner)
        yield Pile(Stack(len(self.stock)), name="stock")
        yield Tokens(BONUS_CARDS - sum(self.bonus), "bonus", "star", name="bonus")

    def players(self) -> Iterator[Player]:
        """Everybody's number of cards; as points the bonus cards, and after the end the score."""
        for seat, hand in enumerate(self.hands):
            points = self.outcome.points[seat] if self.outcome else WORTH * self.bonus[seat]
            yield Player(seat, hand.bit_count() + self.jokers[seat], points, seat in self.to_act)

    def everywhere(self) -> Sequence[Card]:
        """Hands, table and stock; where a joker lies its number card is elsewhere."""
        hands = [card for seat in range(self.game.seats) for card in self.hand_of(seat)]
        table = self.board.cards(self.table & ~self.wild) + [JOKER] * self.wild.bit_count()
        return [*hands, *table, *self.stock]

    def asked(self, seat: int) -> Message:
        """What may be done now, in one sentence."""
        if self.target:
            return Message("master.prompt.target", {"card": self.board.card[self.target]})
        more = any(move.args for move in self.legal(seat))
        if self.laid:
            return Message(f"master.prompt.{'more' if more else 'end'}", {"count": MOST - self.laid})
        if self.won:
            return Message("master.prompt.swapped")
        instead = "draw" if self.stock else "pass"
        if count := (self.hands[seat] & beside(self.table)).bit_count():
            return Message(f"master.prompt.{'lay-or-draw' if self.stock else 'lay'}", {"count": count})
        return Message(f"master.prompt.{'help-or-' if more else ''}{instead}")

    def why_not(self, seat: int, card_or_move: Move | str) -> Message | None:
        """A joker goes if there is any place for it."""
        joker = isinstance(card_or_move, str) and card_or_move.strip().upper() == JOKER
        if joker and any(str(move).startswith("lay J>") for move in self.legal(seat)):
            return None
        return super().why_not(seat, card_or_move)

    def reason(self, seat: int, move: Move) -> IllegalMove:
        """Why a move is not allowed, from what the seat itself sees."""
        return refusal(self, seat, move)

    def imagine(self, seat: int | None, randomness: Randomness) -> Self:
        """The other hands and the stock dealt again, if the turn so far allows them."""
        return imagine(self, seat, randomness)

    # --- the game's own rules ---

    @property
    def board(self) -> Board:
        """The places of the table."""
        return self.game.setup  # type: ignore[no-any-return]  # what ``prepare`` made

    def _lays(self, seat: int, places: int) -> list[Move]:
        """The number cards and jokers a seat can lay on some places."""
        moves = [self.board.lay[bit] for bit in bits(self.hands[seat] & places)]
        if self.jokers[seat]:
            moves += [self.board.joker[bit] for bit in bits(places)]
        return moves

    def _connections(self, seat: int) -> list[Move]:
        """§2 Decision: only to where the card does not fit directly, and who holds that card or a joker."""
        if not self.links[seat]:
            return []
        targets = across(self.table) & (PLACES if self.jokers[seat] else self.hands[seat])
        return [
            self.board.link[near, target]
            for target in bits(targets)
            for near in above_and_below(target)
            if self.table & near
        ]

    def _swaps(self, seat: int) -> list[Move]:
        """§2 Decision: if a card has been laid or can then still be laid – the joker, while any place fits."""
        swaps = self.hands[seat] & self.wild
        if not swaps or not (self.laid or beside(self.table)):
            return []
        return [self.board.swap[bit] for bit in bits(swaps)]

    def _lay(self, seat: int, text: str) -> Self:
        """Lay a card or, as in ``J>B7``, a joker. §2 End: at once with the last hand card."""
        bit = self.board.bit[text]
        hands, jokers, wild = self.hands, self.jokers, self.wild
        if text[0] == JOKER:
            jokers, wild = _add(jokers, seat, -1), wild | bit
        else:
            hands = _add(hands, seat, -bit)
        table = self.table | bit
        events, bonus = _show_lay(seat, text), self.bonus
        if not self.board.half[bit] & ~table and sum(bonus) < BONUS_CARDS:
            events, bonus = (*events, _show_bonus(seat, self.board.card[bit])), _add(bonus, seat, 1)
        after = replace(
            self,
            last=events,
            hands=hands,
            jokers=jokers,
            table=table,
            wild=wild,
            bonus=bonus,
            laid=self.laid + 1,
            won=max(0, self.won - 1) if text[0] == JOKER else self.won,
            target=0,
            passes=0,
        )
        if not hands[seat] and not jokers[seat]:
            return after.score("out")
        return after.next_turn() if after.laid == MOST else after

    def _link(self, seat: int, link: str) -> Self:
        near, far = link.split(">")
        event = Event("link", seat, source=f"links.{seat}", target="rows", values={"card": near, "reached": far})
        links = _add(self.links, seat, -1)
        return replace(self, last=(event,), links=links, placed=(*self.placed, link), target=self.board.bit[far])

    def _swap(self, seat: int, card: Card) -> Self:
        bit = self.board.bit[card]
        event = Event("swap", seat, (card,), source=f"hand.{seat}", target="rows")
        hands, jokers = _add(self.hands, seat, -bit), _add(self.jokers, seat, 1)
        return replace(self, last=(event,), hands=hands, jokers=jokers, wild=self.wild ^ bit, won=self.won + 1)

    def _draw(self, seat: int) -> Self:
        card = self.stock[0]
        event = Event("draw", seat, (card,), (seat,), source="stock", target=f"hand.{seat}")
        if card == JOKER:
            return self.next_turn(last=(event,), stock=self.stock[1:], jokers=_add(self.jokers, seat, 1))
        hands = _add(self.hands, seat, self.board.bit[card])
        return self.next_turn(last=(event,), stock=self.stock[1:], hands=hands)

    def next_turn(self, **changes: object) -> Self:
        """The next seat's turn."""
        return replace(self, turn=self.game.after(self.turn), laid=0, won=0, **changes)

    def score(self, reason: str) -> Self:
        """§2 End: +11 per bonus card, minus the numbers in hand, −11 per joker in hand."""
        points = [
            WORTH * bonus - sum(WORTH if card == JOKER else NUMBER[card] for card in self.hand_of(seat))
            for seat, bonus in enumerate(self.bonus)
        ]
        return replace(self, outcome=self.finish(reason, points))

    def hand_of(self, seat: int) -> list[Card]:
        """The cards in a hand, jokers last."""
        return self.board.cards(self.hands[seat]) + [JOKER] * self.jokers[seat]


def _add(numbers: tuple[int, ...], seat: int, by: int) -> tuple[int, ...]:
    """The numbers of all seats, that of one seat changed."""
    changed = list(numbers)
    changed[seat] += by
    return tuple(changed)


@lru_cache(maxsize=1024)
def _show_lay(seat: int, text: str) -> tuple[Event, ...]:
    return (Event("lay", seat, (text,), source=f"hand.{seat}", target="rows"),)


def _show_bonus(seat: int, card: Card) -> Event:
    """A bonus card for the half row of a card."""
    low, high = (1, 10) if NUMBER[card] < 11 else (12, 21)
    values = {"colour": card[0], "low": low, "high": high}
    ends = (f"{card[0]}{number}" for number in (low, high))
    moment = Moment("reward", cards_of(None, ends), (seat,), WORTH)
    return Event("bonus", seat, source="bonus", target=f"bonus.{seat}", values=values, moment=moment)


@lru_cache(maxsize=4096)
def _row(colour: str, laid: int, wild: int, open_places: int, links: tuple[str, ...]) -> tuple[Row, tuple[Card, ...]]:
    """A row to look at, and its ends; its first place is the lowest bit."""
    numbers = [(1 << number - 1, f"{colour}{number}") for number in range(1, 22)]
    cards = tuple(f"J>{card}" if wild & bit else card for bit, card in numbers if laid & bit)
    row = Row(colour, 1, 21, cards, tuple(card for bit, card in numbers if open_places & bit), links)
    return row, row_ends(row)


GAME = FACTS.with_state(MasterState)
