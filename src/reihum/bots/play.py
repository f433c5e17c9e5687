"""Bots at a table without a clock: they move in turn, and the quickest call comes first (RULEBOOK §4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from reihum.bots.bot import Bot, Call
from reihum.bots.errors import BotFault, blame, check_move, locate_fault
from reihum.bots.registry import Player, seat_bot
from reihum.cards import Seed, as_seed
from reihum.engine import State
from reihum.errors import BadOption
from reihum.matches.verdicts import CallMade, Reaction, verdict

_MAX_CALLS = 12  # after this many calls about one card, somebody turns the next one

MoveMade: TypeAlias = tuple[int | None, str, State]
"""A move of a round: the seat that made it, its text, and the state after it."""


def play_round(state: State, bots: Sequence[Bot | Player], seed: Seed = b"") -> Iterator[MoveMade]:
    """Play a round to its end. Yields the seat, the move and the state after it, move by move.

    ``bots`` has a player for every seat: a bot, its name, its class, or a function that makes it; ``seed`` is for the
    random choices of those that are made here. Raises ``BadOption`` for a wrong number of bots or an unknown name, and
    ``BotFault`` if a bot fails.

    >>> from reihum import game
    >>> state = game("classic", seats=3).deal(seed="docs")
    >>> *_, (seat, move, last) = play_round(state, ["sensible", "eager", "random"], seed="docs")
    >>> seat, move, last.outcome.places
    (0, 'lay Y3', (1, 3, 2))
    """
    if len(bots) != state.game.seats:
        raise BadOption("bots-count", game=state.game.id, expected=state.game.seats, got=len(bots))
    source = as_seed(seed)
    seated = [bot if isinstance(bot, Bot) else seat_bot(state.game, seat, bot, source) for seat, bot in enumerate(bots)]
    return _play_moves(state, seated)


def _play_moves(state: State, bots: Sequence[Bot]) -> Iterator[MoveMade]:
    calls, moves = 0, list[str]()
    while state.outcome is None:
        try:
            called = _next_call(state, bots) if calls < _MAX_CALLS else None
            if called is not None:
                calls += 1
                seat, text, state = called
            else:
                calls = 0
                seat = state.to_act[0]
                text, state = move_bot(bots[seat], state)
            show_events(state, bots)
        except BotFault as fault:
            raise locate_fault(fault, moves) from fault.__cause__
        moves.append(text)
        yield seat, text, state


def move_bot(bot: Bot, state: State) -> tuple[str, State]:
    """The move that a bot makes, and the state after it. What it must not do is its fault."""
    with blame(bot, state, "choose"):
        text = bot.choose(state.view(bot.seat))
        move = check_move(bot, state, text)
    return text, state.apply(bot.seat, move)


def show_events(state: State, bots: Sequence[Bot]) -> None:
    """Show every bot what the last move showed to its seat."""
    for bot in bots:
        shown = state.events(bot.seat)
        with blame(bot, state, "see"):
            bot.see(shown)


def _next_call(state: State, bots: Sequence[Bot]) -> MoveMade | None:
    """The first call that has an effect, or a tie. After it, everybody looks again."""
    if not state.game.grammar.calls:
        return None
    for seat, text in verdict(state, collect_calls(state, bots)):
        return seat, text, state.play(seat, text)
    return None


def collect_calls(state: State, bots: Sequence[Bot], handicap: int = 0) -> list[CallMade]:
    """The bots' calls in a position, each after its own reaction time plus a handicap in milliseconds for all."""
    made = ((bot.seat, _ask_call(bot, state)) for bot in bots)
    return [CallMade(seat, call.word, Reaction(call.delay_ms + handicap)) for seat, call in made if call]


def _ask_call(bot: Bot, state: State) -> Call | None:
    view = state.view(bot.seat)
    with blame(bot, state, "call"):
        return bot.call(view)
