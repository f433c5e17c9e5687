"""Who was quickest (RULEBOOK §4): what follows from calls about the same position.

This is the only place of the rule. A table with a clock measures reactions, bots draw theirs at random, and a record
keeps them, so that you can reach the same verdict again.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

import msgspec
from msgspec import Struct, field

from reihum.engine import Move, State
from reihum.engine.moves import EARLY, TIE

__all__ = ["CallMade", "Moves", "Reaction", "calm_verdict", "verdict"]

WINDOW_MS = 300
"""After the first call the table still hears others for this time, and shows nothing to anyone."""

TIE_WINDOW_MS = 30
"""Reactions closer together than this are at the same time, unless the table says otherwise."""

TOO_EARLY_MS = 100
"""A quicker reaction was a guess."""

MAX_CREDIT_MS = 300
"""The most of a connection's round trip that is credited."""

CALL_PAUSE_MS = 1_500
"""The table holds the next turn back for this time, unless its settings say otherwise."""

Moves = list[tuple[int | None, str]]
"""Moves to be played one after another; those of the table itself come from no seat."""


class Reaction(Struct, frozen=True):
    """How long a call took, from the moment the card was sent to the arrival of the call, and the round trip of the
    connection, which is 0 without a network."""

    elapsed_ms: int = field(name="elapsed")
    round_trip_ms: int = field(default=0, name="round_trip")

    @property
    def corrected_ms(self) -> int:
        """The player's own share of it."""
        return self.elapsed_ms - min(self.round_trip_ms, MAX_CREDIT_MS)


class CallMade(Struct, frozen=True):
    """A call. Without a clock it has no reaction, and calls are taken in the order given."""

    seat: int
    word: str
    reaction: Reaction | None = None


def verdict(state: State, calls: Sequence[CallMade], tie_window_ms: int = TIE_WINDOW_MS) -> Moves:
    """What is played because of some calls, each move legal when its turn comes.

    The quickest call is first, and those at the same time as it are a tie; wrong ones at the same time are judged one
    by one in seat order. No wrong call takes anything away from a right one: there the right one goes first. A call
    that an earlier one has left without effect is simply too late.
    """
    seen, moves = state, Moves()
    left = sorted(_once(calls), key=_time)
    while left := [call for call in left if _has_effect(state, call, seen)]:
        first = next((call for call in left if not _spoils(state, call, left)), left[0])
        together = _together(state, first, left, tie_window_ms)
        tie = Move(TIE, (*(call.seat for call in together), first.word))
        if tie in state.legal(None):
            seat, move = None, tie
        else:
            together = together[:1]
            seat, move = _alone(state, together[0])
        state = state.play(seat, move)
        moves.append((seat, str(move)))
        left = [call for call in left if call not in together]
    return moves


def calm_verdict(state: State, calls: Sequence[CallMade]) -> Moves:
    """What is played where speed does not count: calls in the order of turns, from the seat on turn; no ties, no
    guesses."""
    first = state.to_act[0] if state.to_act else 0
    in_turn = sorted(calls, key=lambda call: (call.seat - first) % state.game.seats)
    return verdict(state, [CallMade(call.seat, call.word) for call in in_turn])


def _once(calls: Sequence[CallMade]) -> list[CallMade]:
    """Saying a word twice does not count more: the quicker one does."""
    found: dict[tuple[int, str], CallMade] = {}
    for call in calls:
        known = found.get((call.seat, call.word))
        if known is None or _time(call) < _time(known):
            found[call.seat, call.word] = call
    return list(found.values())


def _time(call: CallMade) -> tuple[float, int]:
    """The quicker first, then by seat; calls without a time come last, in the order given."""
    return (inf, 0) if call.reaction is None else (call.reaction.corrected_ms, call.seat)


def _is_guess(state: State, call: CallMade) -> bool:
    """§4: whether it came before anybody can have reacted to the card, in a game that punishes guesses."""
    guessed = call.reaction is not None and call.reaction.corrected_ms < TOO_EARLY_MS
    return guessed and state.game.grammar.verb(EARLY) is not None


def _is_wrong(state: State, call: CallMade) -> bool:
    return _is_guess(state, call) or state.is_mistake(call.seat, Move(call.word))


def _alone(state: State, call: CallMade) -> tuple[int | None, Move]:
    """What a call is by itself; a guess is the table's to punish."""
    return (None, Move(EARLY, (call.seat, call.word))) if _is_guess(state, call) else (call.seat, Move(call.word))


def _has_effect(state: State, call: CallMade, seen: State) -> bool:
    """Whether a call is legal now; one that was right in the position that was seen never becomes wrong."""
    seat, move = _alone(state, call)
    if call.word not in state.game.grammar.calls or move not in state.legal(seat):
        return False
    return _is_wrong(seen, call) or not _is_wrong(state, call)


def _spoils(state: State, call: CallMade, left: Sequence[CallMade]) -> bool:
    """Whether a wrong call would leave a right one without effect."""
    if not _is_wrong(state, call):
        return False
    seat, move = _alone(state, call)
    after = state.play(seat, move)
    return any(not _is_wrong(state, other) and not _has_effect(after, other, state) for other in left)


def _together(state: State, first: CallMade, left: Sequence[CallMade], tie_window_ms: int) -> list[CallMade]:
    """A call and those of the same word at the same time, in seat order."""
    if first.reaction is None or _is_guess(state, first):
        return [first]
    near = [call for call in left if call.word == first.word and 0 <= _apart(first, call) < tie_window_ms]
    return sorted({first, *near}, key=lambda call: call.seat)


def _apart(first: CallMade, second: CallMade) -> float:
    return _time(second)[0] - _time(first)[0]


# --- the record of a verdict ---


class _Heard(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A call as a record keeps it."""

    seat: int
    word: str
    elapsed_ms: int | None = field(default=None, name="elapsed")
    round_trip_ms: int | None = field(default=None, name="round_trip")
    corrected_ms: int | None = field(default=None, name="corrected")

    @classmethod
    def of(cls, call: CallMade) -> _Heard:
        made = call.reaction
        return cls(call.seat, call.word, *((made.elapsed_ms, made.round_trip_ms, made.corrected_ms) if made else ()))

    def call(self) -> CallMade:
        """The call again, if it can have been one."""
        if self.elapsed_ms is None or self.round_trip_ms is None:
            return CallMade(self.seat, self.word)
        return CallMade(self.seat, self.word, Reaction(self.elapsed_ms, self.round_trip_ms))


class _Inputs(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a verdict is made from, as a record keeps it."""

    calls: list[_Heard]
    tie_window_ms: int | None = field(default=None, name="tie_window")
    calm: bool = False


def inputs(calls: Sequence[CallMade], tie_window_ms: int = TIE_WINDOW_MS) -> dict[str, Any]:
    """What a verdict was made from, for the record: it stands with the first move of the verdict."""
    return _to_builtins(_Inputs([_Heard.of(call) for call in calls], tie_window_ms))


def calm_inputs(calls: Sequence[CallMade]) -> dict[str, Any]:
    """What a calm verdict was made from, for the record."""
    return _to_builtins(_Inputs([_Heard(call.seat, call.word) for call in calls], calm=True))


def judge_again(state: State, inputs: dict[str, Any]) -> Moves:
    """The verdict that follows from what a record keeps; nothing from what cannot have been a verdict's inputs."""
    try:
        kept = msgspec.convert(inputs, _Inputs)
    except msgspec.ValidationError:
        return []
    calls = [heard.call() for heard in kept.calls]
    if [*map(_Heard.of, calls)] != kept.calls or kept.calm == (kept.tie_window_ms is not None):
        return []
    return calm_verdict(state, calls) if kept.tie_window_ms is None else verdict(state, calls, kept.tie_window_ms)


def _to_builtins(inputs: _Inputs) -> dict[str, Any]:
    kept: dict[str, Any] = msgspec.to_builtins(inputs)
    return kept
