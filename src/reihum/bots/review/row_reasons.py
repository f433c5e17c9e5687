"""Why to make a move in a row game: what it opens, what it keeps back."""

from __future__ import annotations

from collections.abc import Sequence

from reihum.bots.bot import offered, own_hand
from reihum.bots.simple.rows import can_go_out, find_rows, reachable_places
from reihum.cards import NUMBER, Card
from reihum.engine import View
from reihum.messages import Message

NEARLY_OUT = 3
"""A player with this few cards may go out any time."""


def row_reason(view: View, move: str) -> Message:
    """What a move does, in the order in which a good player would think of it."""
    fitting = [text.split()[1] for text in offered(view) if text.startswith("lay ")]
    verb, _, card = move.partition(" ")
    if verb == "lay":
        return _laying(view, card, fitting)
    if verb != "end":
        return Message("why.rows.blocks", {"cards": fitting})
    rows = find_rows(view)
    starts = [other for other in fitting if not rows[other[0]].cards]
    if starts:
        return Message("why.rows.keeps-start", {"cards": starts, "count": len(starts)})
    return Message("why.rows.keeps", {"cards": fitting, "count": len(fitting)})


def _laying(view: View, card: Card, fitting: Sequence[Card]) -> Message:
    hand, rows = own_hand(view), find_rows(view)
    if can_go_out(hand, rows.values()):
        return Message("why.rows.out", {"count": len(hand)})
    opened = reachable_places(card, rows[card[0]])
    waiting = sorted(opened & set(hand), key=lambda other: abs(NUMBER[other] - NUMBER[card]))
    beside = [other for other in opened if abs(NUMBER[other] - NUMBER[card]) == 1]
    if not opened:
        return Message("why.rows.dead-end", {"card": card})
    if waiting and all(other in hand for other in beside):
        return Message("why.rows.own-next", {"card": waiting[0]})
    if waiting:
        return Message("why.rows.opens", {"cards": waiting, "count": len(waiting)})
    if any(int(player.cards) <= NEARLY_OUT for player in view.players if player.seat != view.seat):
        return Message("why.rows.points", {"count": NUMBER[card]})
    if all(len(opened) <= len(reachable_places(other, rows[other[0]])) for other in fitting):
        return Message("why.rows.least", {"card": card})
    return Message("why.rows.others", {"card": card})
