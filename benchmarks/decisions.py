"""Random play through the public API, beside OpenSpiel's crazy eights driven by the same loop."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from rich.console import Console
from rich.table import Table

import reihum

Games = Callable[[int], int]
"""Plays one game at random; returns the number of decisions."""

Clock = Callable[[], float]


def reihum_game(game: str, seats: int) -> Games:
    """A game of ours: ``legal``, then ``play`` with a Move."""
    settled = reihum.game(game, seats=seats)
    draw = random.random

    def play(number: int) -> int:
        state = settled.deal(seed=str(number))
        decisions = 0
        while state.outcome is None:
            seat = state.to_act[0]
            moves = state.legal(seat)
            state = state.play(seat, moves[int(draw() * len(moves))])
            decisions += 1
        return decisions

    return play


def openspiel_game(game: Any) -> Games:
    """A game of OpenSpiel's; chance nodes are played but not counted."""
    draw = random.random

    def play(_: int) -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            chance = state.is_chance_node()
            moves = state.legal_actions()
            state.apply_action(moves[int(draw() * len(moves))])
            decisions += not chance
        return decisions

    return play


def crazy_eights() -> Games | None:
    """OpenSpiel's C++ crazy eights with four players."""
    try:
        import pyspiel
    except ImportError:
        return None
    return openspiel_game(pyspiel.load_game("crazy_eights(players=4)"))


def rate(play: Games, seconds: float, clock: Clock = time.perf_counter) -> float:
    """Decisions per second, over at least ``seconds``."""
    decisions = number = 0
    start = clock()
    while (spent := clock() - start) < seconds:
        decisions += play(number)
        number += 1
    return decisions / spent


def side_by_side(
    players: dict[str, Games], seconds: float, rounds: int, clock: Clock = time.perf_counter
) -> Iterator[tuple[str, float]]:
    """The best of several short runs of each, taken in turns so that all see the same machine."""
    best = dict.fromkeys(players, 0.0)
    for _ in range(rounds):
        for name, play in players.items():
            best[name] = max(best[name], rate(play, seconds, clock))
    yield from best.items()


def view_time(seats: int = 4, moves: int = 50) -> float:
    """Seconds to make the view of the seat on turn in the middle of a classic game: the best of many runs."""
    state = reihum.game("classic", seats=seats).deal(seed="view")
    dice = random.Random(1)
    for _ in range(moves):
        seat = state.to_act[0]
        state = state.play(seat, dice.choice(state.legal(seat)))
    best = float("inf")
    for _ in range(200):
        fresh = state.play(state.to_act[0], state.legal(state.to_act[0])[0])
        start = time.perf_counter()
        for seat in range(seats):
            fresh.view(seat)
        best = min(best, (time.perf_counter() - start) / seats)
    return best


def report(console: Console, *, short: bool = False) -> None:
    """Measure and print."""
    ours = "reihum classic, 4 seats: legal + play"
    players = {ours: reihum_game("classic", 4)}
    if peer := crazy_eights():
        players["OpenSpiel crazy_eights(players=4), C++"] = peer
    table = Table("random play, one process, the same loop in Python", "decisions/s", "ratio")
    rates = dict(side_by_side(players, *((0.01, 1) if short else (1.0, 5))))
    for name, found in rates.items():
        table.add_row(name, f"{found:,.0f}", f"{rates[ours] / found:.2f}")
    console.print(table)
    if peer is None:
        console.print("OpenSpiel is not installed: `make bench-peers` installs it and measures beside it.")
    console.print(f"view of a mid-game state: {view_time() * 1e6:.1f} µs")
