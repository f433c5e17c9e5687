"""Why a move of a row game is not allowed (RULEBOOK §1), from what the seat itself sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reihum.cards import NUMBER, Card
from reihum.engine.moves import Move
from reihum.errors import IllegalMove
from reihum.games.rows.bits import BIT, COLOUR, unmask

if TYPE_CHECKING:
    from reihum.games.rows.rules import RowsState


def refusal(state: RowsState, seat: int, move: Move) -> IllegalMove:
    """Why a seat on turn cannot make a move that is not legal."""
    rule, action = state.game.facts.section, state.game.facts.verb_key(move.verb)
    fitting = state.hands[seat] & state.fits
    if duty := fitting & state.game.setup.duty & (state.following or fitting):
        return IllegalMove("rows.eleven-first", rule, cards=unmask(duty), count=duty.bit_count())
    if move.verb == "lay":
        return _no_lay(state, seat, str(move.args[0]))
    if move.verb == "end":
        return IllegalMove("rows.lay-first", rule)
    if move.verb == "take3" and state.game.setup.blocking != "take3":
        return IllegalMove("rows.no-take3", rule)
    if state.following:
        return IllegalMove("rows.laid-already", rule, action=action)
    if fitting:
        return _must_lay(state, move, unmask(fitting))
    return IllegalMove("rows.must-draw" if state.stock else "rows.must-pass", rule, action=action)


def _must_lay(state: RowsState, move: Move, fitting: tuple[Card, ...]) -> IllegalMove:
    """Why the player must lay a card; where an option allows something else, why not now."""
    rule, action = state.game.facts.section, state.game.facts.verb_key(move.verb)
    if not state.table:
        return IllegalMove("rows.must-open", rule, action=action, cards=fitting, count=len(fitting))
    if move.verb == state.game.setup.blocking:
        return IllegalMove("rows.stock-empty", rule, action=action)
    return IllegalMove("rows.must-lay", rule, action=action, cards=fitting, count=len(fitting))


def _no_lay(state: RowsState, seat: int, card: Card) -> IllegalMove:
    """Why a card does not fit: it is not in the hand, or a card between it and its row is missing."""
    rule = state.game.facts.section
    bit = BIT.get(card, 0)
    if state.table & bit:
        return IllegalMove("rows.on-table", rule, card=card)
    if not state.hands[seat] & bit:
        return IllegalMove("not-in-hand", rule, card=card)
    if state.fits & bit & ~state.following and state.following:
        return IllegalMove("rows.one-colour", rule, card=card)
    if not state.table:
        opening = state.hands[seat] & state.fits or state.game.setup.starts
        return IllegalMove("rows.opening", rule, card=card, cards=unmask(opening))
    row = [NUMBER[other] for other in unmask(state.table & COLOUR[card[0]])]
    if row:
        nearest = min(row, key=lambda number: abs(number - NUMBER[card]))
        missing = f"{card[0]}{nearest + (1 if nearest < NUMBER[card] else -1)}"
        return IllegalMove("rows.gap", rule, card=card, missing=missing)
    return IllegalMove("rows.no-row", rule, card=card, cards=unmask(state.fits & COLOUR[card[0]]))
