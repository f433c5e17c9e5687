"""A bot for Master: lays what opens places for itself rather than for others, and draws when nothing does.

It completes half rows, leaves none with a single gap to the others, saves its jokers and connections for moves that
pay, and goes out when it can.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from reihum.bots.bot import Bot, offered
from reihum.cards import JOKER, NUMBER, Randomness
from reihum.engine import Game, Shown, View
from reihum.engine.views import Hand, Rows, Tokens
from reihum.games.master.board import PLACES, Board, across, beside, board_of
from reihum.games.master.worth import (
    BONUS,
    FIRST,
    JOKER_SPENT,
    LAST_GAP,
    LINK_SPENT,
    MORE,
    NEW_PLACE,
    OTHER_BEHIND,
    OWN_BEHIND,
    SWAP,
)


class BoardView(Struct, frozen=True):
    """What matters of a view, as places of the board."""

    board: Board
    table: int
    hand: int
    jokers: int
    links: int
    bonus: int

    def half_row(self, place: int) -> int:
        """What a card on this place does for a bonus card, this player's or another's."""
        missing = self.board.half[place] & ~(self.table | place)
        if not self.bonus or missing & (missing - 1):
            return 0
        if not missing:
            return BONUS
        return LAST_GAP if missing & self.hand else -LAST_GAP

    def opened(self, place: int) -> int:
        """The worth of the places that this place newly brings within reach."""
        worth = 0
        for step in (1, -1):
            near = next_place(place, step)
            if near & beside(self.table):
                continue
            worth += NEW_PLACE if near & ~(self.table | self.hand) else 0
            while near and not near & self.table:
                worth += OWN_BEHIND if near & self.hand else OTHER_BEHIND
                near = next_place(near, step)
        return worth

    def can_go_out(self, most: int) -> bool:
        """Whether the whole hand can be laid in this turn, jokers last, with connections where needed."""
        left, table, links = self.hand, self.table, self.links
        if left.bit_count() + self.jokers > most:
            return False
        while left:
            fitting = left & beside(table)
            if not fitting:
                fitting = left & across(table) if links else 0
                fitting &= -fitting
                links -= 1
            if not fitting:
                return False
            left, table = left & ~fitting, table | fitting
        return True


def next_place(place: int, step: int) -> int:
    """The next place to the right or left in the row. 0 behind its end."""
    return (place << 1 if step > 0 else place >> 1) & PLACES


def read_view(view: View) -> BoardView:
    """The view of a player on turn."""
    zones = {zone.name: zone for zone in view.zones}
    rows, hand = zones["rows"], zones[f"hand.{view.seat}"]
    links, bonus = zones[f"links.{view.seat}"], zones["bonus"]
    assert isinstance(rows, Rows)
    assert isinstance(hand, Hand)
    assert isinstance(links, Tokens)
    assert isinstance(bonus, Tokens)
    board = board_of("".join(row.colour for row in rows.rows))
    return BoardView(
        board=board,
        table=sum(board.bit[card] for row in rows.rows for card in row.cards),
        hand=board.mask(hand.cards),
        jokers=hand.cards.count(JOKER),
        links=links.count,
        bonus=bonus.count,
    )


class BuilderBot(Bot):
    """Weighs each move by itself and makes the best one, unless it is better to stop or to draw."""

    def __init__(self, game: Game, seat: int, randomness: Randomness) -> None:
        super().__init__(game, seat, randomness)
        self.laid = 0

    def see(self, shown: Sequence[Shown]) -> None:
        """Count the cards laid in this player's turn."""
        for event in shown:
            self.laid = 0 if event.seat != self.seat else self.laid + (event.kind == "lay")

    def choose(self, view: View) -> str:
        """The best move, if it is good enough."""
        moves = offered(view)
        active = [move for move in moves if " " in move]
        rest = next((move for move in moves if " " not in move), None)
        if not active:
            return moves[0]
        sight = read_view(view)
        if sight.can_go_out(4 - self.laid):
            return max(active, key=lambda move: rank_going_out(move, sight))
        best = max(active, key=lambda move: weigh_move(move, sight))
        least = MORE if rest == "end" else FIRST
        return rest if rest and weigh_move(best, sight) <= least else best


def rank_going_out(move: str, sight: BoardView) -> int:
    """The order for going out: number cards, connections to the hand's cards, jokers. Never swaps."""
    verb, what = move.split()
    if what[0] == JOKER:
        return 1
    own = sight.board.bit[what.split(">")[-1]] & sight.hand
    return {"lay": 3, "link": 2 if own else 0, "swap": 0}[verb]


def weigh_move(move: str, sight: BoardView) -> int:
    """What a move is worth."""
    verb, what = move.split()
    card = what.split(">")[-1]
    place = sight.board.bit[card]
    if verb == "swap":
        return SWAP + NUMBER[card] - 11
    joker = what[0] == JOKER or not place & sight.hand
    gain = 11 + JOKER_SPENT if joker else NUMBER[card]
    gain += LINK_SPENT if verb == "link" else 0
    return gain + sight.half_row(place) + sight.opened(place)
