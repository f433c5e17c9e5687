"""Trials on the compiled simulator: the row games and Master, a million rounds in seconds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from reihum import simulator
from reihum.arena.lab.trials import Sample, Trial, interleave
from reihum.arena.policies import has_policy, policy_of
from reihum.cards import Randomness
from reihum.engine import Game
from reihum.errors import BadOption
from reihum.simulator import Results
from reihum.simulator.dice import SEED_LIMIT

CHUNK_DEALS = 50_000
"""How many deals are played at a time."""

CHUNKS = 50
"""Into how many chunks the deals of a trial are split where the time is limited."""

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
                tick(_play_chunk(found, trial, begin, CHUNK_DEALS, seed, pool))
            yield found


def play_until(
    planned: Sequence[Trial], seed: bytes, jobs: int, tick: Callable[[int], None], is_over: Callable[[], bool]
) -> list[Sample]:
    """Play all trials evenly until the time is up or everything is played. Every trial gets at least one chunk."""
    samples = [Sample() for _ in planned]
    sizes = [min(CHUNK_DEALS, -(-trial.deals // CHUNKS)) for trial in planned]
    counts = [-(-trial.deals // size) for trial, size in zip(planned, sizes, strict=True)]
    with ThreadPoolExecutor(jobs) as pool:
        for count, (trial, number) in enumerate(interleave(counts)):
            if count >= len(planned) and is_over():
                break
            size = sizes[trial]
            tick(_play_chunk(samples[trial], planned[trial], number * size, size, seed, pool))
    return samples


def _play_chunk(found: Sample, trial: Trial, begin: int, most: int, seed: bytes, pool: ThreadPoolExecutor) -> int:
    """Play some deals of a trial and count them; return the number of rounds."""
    deals = min(most, trial.deals - begin)
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
