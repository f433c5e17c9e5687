"""Bots for the row games: ``eager`` lays every card it can, ``holder`` lays one card and keeps the rest (RULEBOOK
§5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reihum.bots.bot import Bot, offered, own_hand
from reihum.cards import NUMBER, Card
from reihum.engine import View
from reihum.engine.views import Row, Rows


class EagerBot(Bot):
    """Lays any card that fits until none does."""

    def choose(self, view: View) -> str:
        """The first card that fits, otherwise the first other move."""
        return offered(view)[0]


class HolderBot(Bot):
    """Lays a single card per turn: the one that opens the end behind which most of its own cards wait. Cards that open
    nothing to anybody go first. Goes out when it can."""

    def choose(self, view: View) -> str:
        """Go out if the whole hand can be laid now, otherwise lay one card and no more."""
        moves = offered(view)
        lays = [move for move in moves if move.startswith("lay ")]
        if not lays:
            return moves[0]
        hand, rows = own_hand(view), find_rows(view)
        if "end" in moves and not self._can_go_out(hand, rows):
            return "end"
        return max(lays, key=lambda move: self._worth(move.split()[1], hand, rows))

    def _can_go_out(self, hand: Sequence[Card], rows: dict[str, Row]) -> bool:
        if self.game.options["turn"] == "colour" and len({card[0] for card in hand}) > 1:
            return False
        return can_go_out(hand, rows.values())

    def _worth(self, card: Card, hand: Iterable[Card], rows: dict[str, Row]) -> tuple[bool, int, int]:
        opened = reachable_places(card, rows[card[0]])
        return not opened, len(opened & set(hand)), NUMBER[card]


def find_rows(view: View) -> dict[str, Row]:
    """The rows on the table, by colour."""
    return {row.colour: row for zone in view.zones if isinstance(zone, Rows) for row in zone.rows}


def reachable_places(card: Card, row: Row) -> set[Card]:
    """The empty places that can be reached over a card once it lies: outwards to the next laid card or to the end."""
    laid = {NUMBER[other] for other in row.cards}
    reached: set[Card] = set()
    for step in (-1, 1):
        number = NUMBER[card] + step
        while row.low <= number <= row.high and number not in laid:
            reached.add(f"{row.colour}{number}")
            number += step
    return reached


def can_go_out(hand: Iterable[Card], rows: Iterable[Row]) -> bool:
    """Whether all cards of a hand can be laid one after another, now."""
    left = set(hand)
    for row in rows:
        fitting = [card for card in row.open if card in left]
        if not row.cards:
            fitting = fitting[:1]  # only one card opens a new row; the others must follow from there
        while fitting:
            card = fitting.pop()
            left.discard(card)
            beside = (f"{row.colour}{NUMBER[card] - 1}", f"{row.colour}{NUMBER[card] + 1}")
            fitting += [near for near in beside if near in left]
    return not left
