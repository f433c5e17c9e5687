"""Trials on the engine: every game, all bots, some thousand moves a second."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from statistics import fmean

from reihum.arena.lab.trials import Sample, Trial, sample
from reihum.arena.rounds import Played, Setting, play
from reihum.arena.seatings import Table
from reihum.arena.workers import spread
from reihum.engine import Game

MOVES = 60_000
"""About so many moves are played for a sample, if nobody says how many rounds …"""
LEAST, MOST = 40, 400
"""… and so many rounds."""

PILOT = 3
"""So many rounds show how long they are."""


def trials(planned: Sequence[Trial], seed: bytes, jobs: int, tick: Callable[[int], None]) -> Iterator[Sample]:
    """Play the trials and count them, one after another; ``tick`` hears of every round."""
    pieces = [
        (_setting(trial.game, seed, trial.label), number, table)
        for trial in planned
        for number in range(trial.deals)
        for table in trial.tables
    ]
    rounds = spread(_play, pieces, jobs)
    for trial in planned:
        yield sample(trial, (_heard(islice(rounds, len(trial.tables)), tick) for _ in range(trial.deals)))


def usual(game: Game, bot: str, seed: bytes) -> int:
    """How many rounds to play if nobody says: fewer of longer ones."""
    setting = _setting(game, seed, "pilot")
    moves = fmean(play(setting, number, (bot,) * game.seats).moves for number in range(PILOT))
    return round(min(max(MOVES / moves, LEAST), MOST))


def _setting(game: Game, seed: bytes, label: str) -> Setting:
    options = {name: value for name, value in game.options.items() if value is not None}
    return Setting(game.id, game.seats, options, seed + f" {label}".encode())


def _play(piece: tuple[Setting, int, Table]) -> Played:
    return play(*piece)


def _heard(rounds: Iterator[Played], tick: Callable[[int], None]) -> list[Played]:
    found = []
    for played in rounds:
        if played.forfeit is not None:
            raise played.forfeit.fault
        tick(1)
        found.append(played)
    return found
