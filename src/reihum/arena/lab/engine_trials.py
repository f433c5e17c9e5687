"""Trials on the engine: every game, all bots, some thousand moves a second."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count, islice
from statistics import fmean

from reihum.arena.lab.trials import Sample, Trial, count_sample
from reihum.arena.rounds import RoundResult, Setting, play_deal
from reihum.arena.seatings import Seating
from reihum.arena.workers import RunPieces, open_workers, run_pieces
from reihum.engine import Game

SAMPLE_MOVES = 60_000
"""About this many moves are played for a sample if the user does not say how many rounds."""
FEWEST_ROUNDS, MOST_ROUNDS = 40, 400
"""The limits of that number of rounds."""

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


class EngineRun:
    """A trial that goes on deal by deal, as long as there is time."""

    least_deals = 2
    """Without them there is no interval."""

    def __init__(self, trial: Trial, seed: bytes, run: RunPieces) -> None:
        setting = make_setting(trial.game, seed, trial.label)
        pieces = ((setting, number, table) for number in count() for table in trial.tables)
        self.trial = trial
        self._rounds = iter(run(_play_piece, pieces))
        self._deals: list[list[RoundResult]] = []

    @property
    def deals(self) -> int:
        """How many deals are played."""
        return len(self._deals)

    @property
    def sample(self) -> Sample:
        """What was counted."""
        return count_sample(self.trial, self._deals)

    def play_on(self) -> None:
        """Play one deal."""
        self._deals.append(_count_rounds(islice(self._rounds, len(self.trial.tables)), lambda _: None))


@contextmanager
def open_runs(seed: bytes, jobs: int) -> Iterator[Callable[[Trial], EngineRun]]:
    """Processes for trials that go on as long as there is time."""
    with open_workers(jobs) as run:
        yield lambda trial: EngineRun(trial, seed, run)


def default_rounds(game: Game, bot: str, seed: bytes) -> int:
    """How many rounds to play if the user does not say: fewer if they are longer."""
    setting = make_setting(game, seed, "pilot")
    moves = fmean(play_deal(setting, number, (bot,) * game.seats).moves for number in range(PILOT_ROUNDS))
    return round(min(max(SAMPLE_MOVES / moves, FEWEST_ROUNDS), MOST_ROUNDS))


def make_setting(game: Game, seed: bytes, label: str) -> Setting:
    """What is played for a trial; the label separates its deals from those of others."""
    source = seed + f" {label}".encode()
    return Setting(game.id, game.seats, game.used_options, source, rules=game.facts.rules_version)


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
