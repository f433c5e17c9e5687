"""Rounds on the compiled kernels: the same deals and moves as on the engine, in a small part of the time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reihum import simulator
from reihum.arena.policies import has_policy, policy_of
from reihum.arena.rounds import RoundResult, Setting, find_stock, make_game, make_seed, play_deal
from reihum.arena.seatings import Seating
from reihum.engine import Game, State
from reihum.engine.outcome import rank_points
from reihum.simulator.bot_rounds import BotRound, draw_bytes, knows_bots, play_bot_rounds

FEWEST_ROUNDS = 400
"""For fewer rounds the engine is done before the compiler is loaded."""

CHUNK_DEALS = 25
"""How many deals are played at a time."""


def uses_kernels(setting: Setting, tables: Sequence[Seating], deals: int) -> bool:
    """Whether the kernels play some deals: they are compiled, know the game and every bot, and are worth loading."""
    bots = {bot for table in tables for bot in table}
    if deals * len(tables) < FEWEST_ROUNDS or not all(map(has_policy, bots)) or not simulator.available():
        return False
    game = make_game(setting)
    return bots <= {*game.facts.levels} and knows_bots(game, [*bots])


def play_compiled(setting: Setting, tables: Sequence[Seating], numbers: range) -> Iterator[tuple[RoundResult, ...]]:
    """Play deals, each with every seating."""
    game = make_game(setting)
    for begin in range(0, len(numbers), CHUNK_DEALS):
        part = numbers[begin : begin + CHUNK_DEALS]
        seeds = [make_seed(setting, number) for number in part]
        states = [game.deal(seed) for seed in seeds]
        positions = [simulator.position(state) for state in states]
        drawn = [draw_bytes(seed, game.seats) for seed in seeds]
        columns = [play_bot_rounds(positions, drawn, [policy_of(game, bot) for bot in table]) for table in tables]
        for number, state, found in zip(part, states, zip(*columns, strict=True), strict=True):
            yield tuple(
                play_deal(setting, number, table) if each is None else _make_result(game, state, each)
                for table, each in zip(tables, found, strict=True)
            )


def _make_result(game: Game, first: State, found: BotRound) -> RoundResult:
    """A round as the engine would report it."""
    outcome = rank_points(found.reason, found.points, lowest_wins=game.facts.lowest_wins)
    dry = None if find_stock(first) is None else found.dry
    return RoundResult(
        outcome.places, outcome.points, found.moves, found.ends, found.forced, found.starter, found.reason, dry
    )
