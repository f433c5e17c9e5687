"""Bots at a table without a clock: they move in turn, and the quickest call comes first (RULEBOOK §4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reihum.bots.bot import Bot
from reihum.engine import State
from reihum.matches.verdicts import CallMade, Reaction, verdict

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
    """The first call that has an effect, or a tie; after it everybody looks again."""
    if not state.game.grammar.calls:
        return None
    for seat, text in verdict(state, reactions(state, bots)):
        return seat, text, state.play(seat, text)
    return None


def reactions(state: State, bots: Sequence[Bot], handicap: int = 0) -> list[CallMade]:
    """What the bots call about a position, each after its own reaction time and a handicap for all of them."""
    made = ((bot.seat, bot.call(state.view(bot.seat))) for bot in bots)
    return [CallMade(seat, call.word, Reaction(call.delay + handicap)) for seat, call in made if call]
