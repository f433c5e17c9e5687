"""Trials on the compiled simulator: the row games and Master, a million rounds in seconds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from reihum import simulator
from reihum.arena.lab.trials import Sample, Trial
from reihum.arena.policies import has_policy, policy_of
from reihum.cards import Randomness
from reihum.engine import Game
from reihum.errors import BadOption
from reihum.simulator import Results
from reihum.simulator.dice import SEED_LIMIT

CHUNK_DEALS = 50_000
"""How many deals are played at a time."""

THREAD_PARTS = 16
"""Into how many parts they are split for the threads."""

ROW_ROUNDS, MASTER_ROUNDS, UNCOMPILED_ROUNDS = 1_000_000, 200_000, 2_000
"""How many rounds to play if the user does not say: of the row games, of Master, and without a compiler."""

Shared = dict[int, list[float]]
"""Rounds with a shared win, by number: what each seat gets."""


def can_simulate(game: Game, bots: Sequence[str]) -> bool:
    """Whether the simulator knows the game and the bots."""
    try:
        simulator.features(game)
    except BadOption:
        return False
    return all(map(has_policy, bots))


def default_rounds(game: Game) -> int:
    """How many rounds to play if the user does not say."""
    if not simulator.available():
        return UNCOMPILED_ROUNDS
    return ROW_ROUNDS if game.facts.family == "rows" else MASTER_ROUNDS


def play_trials(planned: Sequence[Trial], seed: bytes, jobs: int, tick: Callable[[int], None]) -> Iterator[Sample]:
    """Play the trials and count them, one after another. ``tick`` is called for many rounds at a time."""
    with ThreadPoolExecutor(jobs) as pool:
        for trial in planned:
            found = Sample()
            for begin in range(0, trial.deals, CHUNK_DEALS):
                tick(_play_chunk(found, trial, begin, min(CHUNK_DEALS, trial.deals - begin), seed, pool))
            yield found


class SimulatorRun:
    """A trial that goes on as long as there is time, with more deals each time."""

    least_deals = 64
    """How many deals are played at first."""

    def __init__(self, trial: Trial, seed: bytes, pool: ThreadPoolExecutor) -> None:
        self.trial = trial
        self.deals = 0
        self.sample = Sample()
        self._next_deals = self.least_deals
        self._seed = seed
        self._pool = pool

    def play_on(self) -> None:
        """Play some deals."""
        _play_chunk(self.sample, self.trial, self.deals, self._next_deals, self._seed, self._pool)
        self.deals += self._next_deals
        self._next_deals = min(2 * self._next_deals, CHUNK_DEALS)


@contextmanager
def open_runs(seed: bytes, jobs: int) -> Iterator[Callable[[Trial], SimulatorRun]]:
    """Threads for trials that go on as long as there is time."""
    with ThreadPoolExecutor(jobs) as pool:
        yield lambda trial: SimulatorRun(trial, seed, pool)


def _play_chunk(found: Sample, trial: Trial, begin: int, deals: int, seed: bytes, pool: ThreadPoolExecutor) -> int:
    """Play some deals of a trial and count them; return the number of rounds."""
    number = Randomness(seed, f"{trial.label} {begin}").below(SEED_LIMIT)
    _add(found, trial, [_simulate(trial, table, deals, number, pool) for table in trial.tables])
    return deals * len(trial.tables)


def _simulate(trial: Trial, table: Sequence[str], deals: int, seed: int, pool: ThreadPoolExecutor) -> Results:
    players = [policy_of(trial.game, bot) for bot in table]
    return simulator.simulate(trial.game, deals, players, seed=seed, each=True, parts=THREAD_PARTS, spread=pool.map)


def _add(found: Sample, trial: Trial, tables: Sequence[Results]) -> None:
    """Count some deals, played with every seating."""
    shares = []
    for table, results in zip(trial.tables, tables, strict=True):
        winners, shared = _read_column(results, "winner"), _shared_wins(trial.game, results)
        found.rounds += results.rounds
        found.lengths.update(_read_column(results, "length"))
        found.dry.update({True: results.dry, False: results.rounds - results.dry})
        found.points.update(dict(enumerate(results.points)))
        _add_wins(found, trial.game.seats, winners, _read_column(results, "starter"), shared)
        if trial.bot:
            shares.append(_shares(table.index(trial.bot), winners, shared))
    found.own.update(sum(won) / len(tables) for won in zip(*shares, strict=True))


def _add_wins(found: Sample, seats: int, winners: list[int], firsts: list[int], shared: Shared) -> None:
    for (winner, first), rounds in Counter(zip(winners, firsts, strict=True)).items():
        if winner >= 0:
            found.win(winner, first, seats, rounds)
    for number, by_seat in shared.items():
        for seat, share in enumerate(by_seat):
            found.win(seat, firsts[number], seats, share)


def _shares(seat: int, winners: list[int], shared: Shared) -> list[float]:
    """A seat's share of each round."""
    shares = [float(winner == seat) for winner in winners]
    for number, by_seat in shared.items():
        shares[number] = by_seat[seat]
    return shares


def _shared_wins(game: Game, results: Results) -> Shared:
    """Wins that several share have no winner in the column. Their points show the winners."""
    best = min if game.facts.lowest_wins else max
    found = {}
    for number, winner in enumerate(_read_column(results, "winner")):
        if winner < 0:
            points = [int(results.column("points", seat)[number]) for seat in range(game.seats)]
            won = best(points)
            found[number] = [(own == won) / points.count(won) for own in points]
    return found


def _read_column(results: Results, name: str) -> list[int]:
    """A fact of every round, as plain numbers."""
    column = results.column(name)
    return column.tolist() if hasattr(column, "tolist") else list(column)
