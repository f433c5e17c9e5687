"""Bots at a table without a clock: they move in turn, and the quickest call comes first (RULEBOOK §4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reihum.bots.bot import Bot, Call
from reihum.errors import IllegalMove
from reihum.games import State

TIE_WINDOW = 30
"""Reactions closer together than this many milliseconds are at the same time."""

_CALLS_IN_A_ROW = 12  # after so many calls about one card somebody turns the next one

Played = tuple[int | None, str, State]


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
    if not state.game.facts.capabilities.calls:
        return None
    calls = [(call, bot.seat) for bot in bots if (call := bot.call(state.view(bot.seat)))]
    calls.sort(key=lambda made: (made[0].delay, made[1]))
    for call, seat in calls:
        tied = _tied(call, calls)
        attempts = [(None, " ".join(["tie", *map(str, tied), call.word]))] if len(tied) > 1 else []
        for who, text in (*attempts, (seat, call.word)):
            try:
                return who, text, state.play(who, text)
            except IllegalMove:
                continue
    return None


def _tied(first: Call, calls: Sequence[tuple[Call, int]]) -> list[int]:
    return sorted(
        seat for call, seat in calls if call.word == first.word and 0 <= call.delay - first.delay < TIE_WINDOW
    )
