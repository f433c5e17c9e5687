"""What a seat must do because it can do nothing else."""

from __future__ import annotations

from reihum.engine import Move, State


def find_forced_end(state: State | None, seat: int) -> Move | None:
    """The end of a seat's turn, if the seat can do nothing else."""
    if state is None or seat not in state.to_act or len(moves := state.legal(seat)) != 1:
        return None
    return moves[0] if state.game.verb_of(moves[0]).ends_turn else None


def can_only_call(state: State, seat: int) -> bool:
    """Whether a seat must act and can only call."""
    words = state.game.grammar.calls
    return seat in state.to_act and all(move.verb in words for move in state.legal(seat))
