"""Why a move of Master is not allowed (RULEBOOK §2), from what the seat itself sees: its hand and the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reihum.cards import JOKER, NUMBER, Card
from reihum.engine.moves import Move
from reihum.errors import IllegalMove
from reihum.games.master.board import above_and_below, across, beside

if TYPE_CHECKING:
    from reihum.games.master.rules import MasterState


def refusal(state: MasterState, seat: int, move: Move) -> IllegalMove:
    """Why a seat on turn cannot make a move that is not legal."""
    what = str(move.args[0]) if move.args else ""
    if state.target and not (move.verb == "lay" and state.board.bit.get(what) == state.target):
        return _because("link-first", card=state.board.card[state.target])
    if move.verb == "lay":
        return _no_lay(state, seat, *what.split(">"))
    if move.verb == "link":
        return _no_link(state, seat, *what.split(">"))
    if move.verb == "swap":
        return _no_swap(state, seat, what)
    if move.verb == "end":
        return _because("lay-first")
    if state.laid or state.won:
        return _because(
            "laid-already" if state.laid else "swapped-already", action=state.game.facts.verb_key(move.verb)
        )
    if move.verb == "draw":
        return _because("no-stock")
    if state.stock:
        return _because("must-draw")
    return _because("must-lay", cards=state.board.cards(state.hands[seat] & beside(state.table)))


def _no_lay(state: MasterState, seat: int, card: Card, stands_for: Card = "") -> IllegalMove:
    """Why a card, or a joker that stands for another, cannot be laid."""
    board, hand, table = state.board, state.hands[seat], state.table
    place = stands_for or card
    bit = board.bit.get(place, 0)
    if not beside(table):
        return _because("full")
    if bit & table:
        swap = bit & hand & state.wild and not stands_for
        return _because("joker-there" if swap else "on-table", card=place)
    if not (state.jokers[seat] if card == JOKER else hand & bit):
        return IllegalMove("not-in-hand", "§2", card=card)
    if not bit:
        return _because("joker-where")
    if state.links[seat] and bit & across(table):
        return _because("needs-link", card=place, cards=[board.card[at] for at in above_and_below(bit) if at & table])
    return _because("gap", card=place, missing=_missing(state, place))


def _missing(state: MasterState, card: Card) -> Card:
    """The card that is missing beside the nearest one in the row."""
    row = [NUMBER[laid] for laid in state.board.cards(state.table & state.board.row[card[0]])]
    nearest = min(row, key=lambda number: abs(number - NUMBER[card]))
    return f"{card[0]}{nearest + (1 if nearest < NUMBER[card] else -1)}"


def _no_link(state: MasterState, seat: int, near: Card, far: Card) -> IllegalMove:
    """Why a connection cannot be placed."""
    start, target = state.board.bit[near], state.board.bit[far]
    if start not in above_and_below(target):
        return _because("link-rows")
    if not state.links[seat]:
        return _because("no-links")
    if not start & state.table:
        return _because("link-from", card=near)
    if target & state.table:
        return _because("on-table", card=far)
    return _because("link-needless" if target & beside(state.table) else "link-card", card=far)


def _no_swap(state: MasterState, seat: int, card: Card) -> IllegalMove:
    """Why a card cannot be put in a joker's place."""
    bit = state.board.bit.get(card, 0)
    if card[0] == JOKER or not bit & state.wild:
        return _because("no-joker", card=card)
    return _because("full") if bit & state.hands[seat] else IllegalMove("not-in-hand", "§2", card=card)


def _because(code: str, **values: object) -> IllegalMove:
    return IllegalMove(f"master.{code}", "§2", **values)
