"""Why to make a move in Master: bonus cards, open places, jokers."""

from __future__ import annotations

from reihum.bots.bot import offered
from reihum.bots.simple.master import BoardView, next_place, read_view
from reihum.cards import JOKER, NUMBER
from reihum.engine import View
from reihum.games.master.board import beside
from reihum.games.master.rules import MOST
from reihum.games.master.worth import BONUS, LAST_GAP
from reihum.messages import Message


def master_reason(view: View, move: str) -> Message:
    """What a move does, in the order in which a good player would think of it."""
    verb, _, what = move.partition(" ")
    if verb in ("draw", "pass"):
        return Message("why.master.waits")
    if verb == "end":
        return Message("why.master.keeps", {"count": sum(text.startswith("lay ") for text in offered(view))})
    card = what.split(">")[-1]
    if verb == "swap":
        return Message("why.master.swap", {"card": card})
    sight = read_view(view)
    left = int(view.prompt.values["count"]) if "end" in offered(view) else MOST
    if sight.can_go_out(left):
        return Message("why.master.out")
    if special := _special(sight, card):
        return special
    if verb == "link":
        return Message("why.master.link", {"card": card})
    return _opening(sight, card, joker=what.startswith(JOKER))


def _special(sight: BoardView, card: str) -> Message | None:
    """What a card does for a half row."""
    worth = sight.half_row(sight.board.bit[card])
    if worth == BONUS:
        return Message("why.master.bonus", {"colour": card[0]})
    return Message("why.master.gap", {"colour": card[0]}) if worth == LAST_GAP else None


def _opening(sight: BoardView, card: str, *, joker: bool) -> Message:
    """What comes within reach over a card, and for whom."""
    own, others = _reached(sight, sight.board.bit[card])
    if own:
        return Message("why.master.joker-opens" if joker else "why.master.opens", {"count": own})
    if joker:
        return Message("why.master.joker")
    if not others:
        return Message("why.master.safe", {"card": card})
    return Message("why.master.number", {"count": NUMBER[card]})


def _reached(sight: BoardView, place: int) -> tuple[int, int]:
    """How many places come within reach over a card: for own cards, and for others'."""
    own = others = 0
    for step in (1, -1):
        near = next_place(place, step)
        if near & beside(sight.table):
            continue
        while near and not near & sight.table:
            own, others = (own + 1, others) if near & sight.hand else (own, others + 1)
            near = next_place(near, step)
    return own, others
