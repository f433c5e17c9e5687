"""Bots at a table without a clock: they move in turn, and the quickest call comes first (RULEBOOK §4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from reihum.bots.bot import Bot
from reihum.engine import State
from reihum.matches.verdicts import CallMade, Reaction, verdict

_MAX_CALLS = 12  # after this many calls about one card, somebody turns the next one

MoveMade: TypeAlias = tuple[int | None, str, State]
"""A move of a round: the seat that made it, its text, and the state after it."""


def play_round(state: State, bots: Sequence[Bot]) -> Iterator[MoveMade]:
    """Play a round to its end. Yields the seat, the move and the state after it, move by move."""
    calls = 0
    while state.outcome is None:
        called = _next_call(state, bots) if calls < _MAX_CALLS else None
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


def _next_call(state: State, bots: Sequence[Bot]) -> MoveMade | None:
    """The first call that has an effect, or a tie. After it, everybody looks again."""
    if not state.game.grammar.calls:
        return None
    for seat, text in verdict(state, collect_calls(state, bots)):
        return seat, text, state.play(seat, text)
    return None


def collect_calls(state: State, bots: Sequence[Bot], handicap: int = 0) -> list[CallMade]:
    """The bots' calls in a position, each after its own reaction time plus a handicap in milliseconds for all."""
    made = ((bot.seat, bot.call(state.view(bot.seat))) for bot in bots)
    return [CallMade(seat, call.word, Reaction(call.delay + handicap)) for seat, call in made if call]
