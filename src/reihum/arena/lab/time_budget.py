"""The lab within a limited time: the clock starts first, and the comparisons that do not fit are left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Protocol

from reihum.arena.lab.trials import Sample, Trial


class TrialRun(Protocol):
    """A trial that goes on as long as there is time. Fewer than ``least_deals`` say nothing."""

    trial: Trial
    least_deals: int

    @property
    def deals(self) -> int:
        """How many deals are played."""
        ...

    @property
    def sample(self) -> Sample:
        """What was counted."""
        ...

    def play_on(self) -> None:
        """Play a little more."""
        ...


def play_within(
    trials: Sequence[Trial],
    seconds: float,
    make_run: Callable[[Trial], TrialRun],
    begin: Callable[[Trial], None],
    clock: Callable[[], float],
) -> dict[str, Sample]:
    """Play trials, each for its part of the time; the samples, by label. How quick the first one is tells how many of
    the others fit. What is left of the time is for the first one. ``begin`` is told which trial is played now."""
    start = clock()
    end = start + seconds
    first = make_run(trials[0])
    begin(first.trial)
    play_until(first, start + seconds * first.trial.rounds / sum(trial.rounds for trial in trials), clock)
    seconds_per_round = (clock() - start) / (first.deals * len(first.trial.tables))
    others = [make_run(trial) for trial in trials[1:]]
    kept = [*choose_fitting(others, (end - clock()) / max(seconds_per_round, 1e-9))]
    left = sum(run.trial.rounds for run in kept)
    for run in kept:
        begin(run.trial)
        play_until(run, clock() + (end - clock()) * run.trial.rounds / left, clock)
        left -= run.trial.rounds
    begin(first.trial)
    play_until(first, end, clock)
    return {run.trial.label: run.sample for run in (first, *kept)}


def choose_fitting(runs: Sequence[TrialRun], rounds: float) -> Iterator[TrialRun]:
    """The first runs that can be played with so few rounds. Those of a house rule stay together."""
    for _, group in groupby(runs, lambda run: run.trial.rule or run.trial.label):
        together = [*group]
        rounds -= sum(run.least_deals * len(run.trial.tables) for run in together)
        if rounds < 0:
            return
        yield from together


def play_until(run: TrialRun, end: float, clock: Callable[[], float]) -> None:
    """Play a trial until the time is up, but as many deals as it needs."""
    while run.deals < run.least_deals or clock() < end:
        run.play_on()
