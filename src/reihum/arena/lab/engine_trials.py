"""Trials on the engine: every game, all bots, some thousand moves a second."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from statistics import fmean

from reihum.arena.lab.trials import Sample, Trial, count_sample, interleave
from reihum.arena.rounds import RoundResult, Setting, play_deal
from reihum.arena.seatings import Seating
from reihum.arena.workers import run_pieces
from reihum.engine import Game

SAMPLE_MOVES = 60_000
"""About this many moves are played for a sample if the user does not say how many rounds."""
FEWEST_ROUNDS, MOST_ROUNDS = 40, 400
"""The limits of that number of rounds."""

LEAST_DEALS = 2
"""However short the time is, every trial gets this many deals: without them there is no interval."""

PILOT_ROUNDS = 3
"""This many rounds show how long a round is."""


def play_trials(planned: Sequence[Trial], seed: bytes, jobs: int, tick: Callable[[int], None]) -> Iterator[Sample]:
    """Play the trials and count them, one after another. ``tick`` is called for every round."""
    pieces = [
        (make_setting(trial.game, seed, trial.label), number, table)
        for trial in planned
        for number in range(trial.deals)
        for table in trial.tables
    ]
    rounds = run_pieces(_play_piece, pieces, jobs)
    for trial in planned:
        yield count_sample(trial, (_count_rounds(islice(rounds, len(trial.tables)), tick) for _ in range(trial.deals)))


def play_until(
    planned: Sequence[Trial], seed: bytes, jobs: int, tick: Callable[[int], None], is_over: Callable[[], bool]
) -> list[Sample]:
    """Play all trials evenly until the time is up or everything is played. Every trial gets at least two deals."""
    order = [*interleave([LEAST_DEALS] * len(planned)), *_list_rest(planned)]
    settings = [make_setting(trial.game, seed, trial.label) for trial in planned]
    pieces = [(settings[trial], number, table) for trial, number in order for table in planned[trial].tables]
    rounds = run_pieces(_play_piece, pieces, jobs)
    deals: list[list[list[RoundResult]]] = [[] for _ in planned]
    with closing(rounds):
        for count, (trial, _) in enumerate(order):
            if count >= LEAST_DEALS * len(planned) and is_over():
                break
            deals[trial].append(_count_rounds(islice(rounds, len(planned[trial].tables)), tick))
    return [count_sample(trial, found) for trial, found in zip(planned, deals, strict=True)]


def _list_rest(planned: Sequence[Trial]) -> Iterator[tuple[int, int]]:
    """The deals after the first ones of every trial."""
    rest = interleave([max(0, trial.deals - LEAST_DEALS) for trial in planned])
    return ((trial, number + LEAST_DEALS) for trial, number in rest)


def default_rounds(game: Game, bot: str, seed: bytes) -> int:
    """How many rounds to play if the user does not say: fewer if they are longer."""
    setting = make_setting(game, seed, "pilot")
    moves = fmean(play_deal(setting, number, (bot,) * game.seats).moves for number in range(PILOT_ROUNDS))
    return round(min(max(SAMPLE_MOVES / moves, FEWEST_ROUNDS), MOST_ROUNDS))


def make_setting(game: Game, seed: bytes, label: str) -> Setting:
    """What is played for a trial; the label separates its deals from those of others."""
    options = {name: value for name, value in game.options.items() if value is not None}
    return Setting(game.id, game.seats, options, seed + f" {label}".encode(), rules=game.facts.rules_version)


def _play_piece(piece: tuple[Setting, int, Seating]) -> RoundResult:
    return play_deal(*piece)


def _count_rounds(rounds: Iterator[RoundResult], tick: Callable[[int], None]) -> list[RoundResult]:
    found = []
    for played in rounds:
        if played.forfeit is not None:
            raise played.forfeit.fault
        tick(1)
        found.append(played)
    return found
