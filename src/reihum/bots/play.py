"""Bots at a table without a clock: they move in turn, and the quickest call comes first (RULEBOOK §4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reihum.bots.bot import Bot, Call
from reihum.errors import IllegalMove
from reihum.games import State

TIE_WINDOW = 30
"""Reactions closer together than this many milliseconds are at the same time."""

TOO_EARLY = 100
"""A reaction under so many milliseconds was a guess."""

_CALLS_IN_A_ROW = 12  # after so many calls about one card somebody turns the next one

Played = tuple[int | None, str, State]
Reaction = tuple[Call, int]
"""A call, and the seat it comes from."""


def play_round(state: State, bots: Sequence[Bot]) -> Iterator[Played]:
    """Play a round to its end: seat, move and the state after it, move by move."""
    calls = 0
    while state.outcome is None:
        called = _called(state, bots) if calls < _CALLS_IN_A_ROW else None
        if called is not None:
            calls += 1
            seat, text, state = called
        else:
            calls = 0
            seat = state.to_act[0]
            text = bots[seat].choose(state.view(seat))
            state = state.play(seat, text)
        show(state, bots)
        yield seat, text, state


def show(state: State, bots: Sequence[Bot]) -> None:
    """Show every bot what the last move showed to its seat."""
    for bot in bots:
        bot.see(state.events(bot.seat))


def _called(state: State, bots: Sequence[Bot]) -> Played | None:
    """The first call that has an effect: the quickest, or a tie of those at the same time."""
    if not state.game.grammar.calls:
        return None
    return first_call(state, reactions(state, bots))


def reactions(state: State, bots: Sequence[Bot]) -> list[Reaction]:
    """What the bots call about a position, each after its own reaction time."""
    return [(call, bot.seat) for bot in bots if (call := bot.call(state.view(bot.seat)))]


def first_call(state: State, calls: Sequence[Reaction]) -> Played | None:
    """The first call that has an effect: the quickest, or a tie of those at the same time; a guess counts as one."""
    calls = sorted(calls, key=lambda made: (made[0].delay, made[1]))
    for call, seat in calls:
        for who, text in (*_by_table(call, seat, calls), (seat, call.word)):
            try:
                return who, text, state.play(who, text)
            except IllegalMove:
                continue
    return None


def _by_table(call: Call, seat: int, calls: Sequence[Reaction]) -> list[tuple[None, str]]:
    """What the table says of a call, if it has to say anything."""
    if call.delay < TOO_EARLY:
        return [(None, f"early {seat} {call.word}")]
    tied = _tied(call, calls)
    return [(None, " ".join(["tie", *map(str, tied), call.word]))] if len(tied) > 1 else []


def _tied(first: Call, calls: Sequence[Reaction]) -> list[int]:
    return sorted(
        seat for call, seat in calls if call.word == first.word and 0 <= call.delay - first.delay < TIE_WINDOW
    )
