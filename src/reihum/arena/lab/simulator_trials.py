"""Trials on the compiled simulator: the row games and Master, a million rounds in seconds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from reihum import simulator as fast
from reihum.arena.lab.trials import Sample, Trial
from reihum.bots.search.weights import weights_for
from reihum.cards import Randomness
from reihum.engine import Game
from reihum.errors import BadOption
from reihum.simulator import Policy, Results

POLICY = {"random": "random", "eager": "eager", "holder": "holder", "sensible": "holder"}
"""The bots that the simulator has, and what it calls them; besides these it has ``solid``, which is weights."""
SOLID = "solid"

CHUNK = 50_000
"""So many deals are played at a time."""

PARTS = 16
"""So many parts they have, for the threads."""

ROWS, OTHERS, UNCOMPILED = 1_000_000, 200_000, 2_000
"""How many rounds to play if nobody says: of the row games, of slower ones, and without a compiler."""

SEEDS = 2**62

Shared = dict[int, list[float]]
"""Rounds whose win is shared, by number: what each seat gets."""


def plays(game: Game, bots: Sequence[str]) -> bool:
    """Whether the simulator knows the game and the bots."""
    try:
        fast.features(game)
    except BadOption:
        return False
    return all(bot in (*POLICY, SOLID) for bot in bots)


def player(game: Game, bot: str) -> Policy:
    """A bot as the simulator knows it."""
    return weights_for(game) if bot == SOLID else POLICY[bot]


def usual(game: Game) -> int:
    """How many rounds to play if nobody says."""
    if not fast.available():
        return UNCOMPILED
    return ROWS if game.facts.family == "rows" else OTHERS


def trials(planned: Sequence[Trial], seed: bytes, jobs: int, tick: Callable[[int], None]) -> Iterator[Sample]:
    """Play the trials and count them, one after another; ``tick`` hears of many rounds at a time."""
    with ThreadPoolExecutor(jobs) as pool:
        for trial in planned:
            found = Sample()
            for begin in range(0, trial.deals, CHUNK):
                deals = min(CHUNK, trial.deals - begin)
                number = Randomness(seed, f"{trial.label} {begin}").below(SEEDS)
                _add(found, trial, [_played(trial, table, deals, number, pool) for table in trial.tables])
                tick(deals * len(trial.tables))
            yield found


def _played(trial: Trial, table: Sequence[str], deals: int, seed: int, pool: ThreadPoolExecutor) -> Results:
    players = [player(trial.game, bot) for bot in table]
    return fast.simulate(trial.game, deals, players, seed=seed, each=True, parts=PARTS, spread=pool.map)


def _add(found: Sample, trial: Trial, tables: Sequence[Results]) -> None:
    """Count some deals, played at every table."""
    shares = []
    for table, results in zip(trial.tables, tables, strict=True):
        winners, shared = _column(results, "winner"), _shared(trial.game, results)
        found.rounds += results.rounds
        found.lengths.update(_column(results, "length"))
        found.dry.update({True: results.dry, False: results.rounds - results.dry})
        found.points.update(dict(enumerate(results.points)))
        _add_wins(found, trial.game.seats, winners, _column(results, "starter"), shared)
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
    """What a seat won of each round."""
    shares = [float(winner == seat) for winner in winners]
    for number, by_seat in shared.items():
        shares[number] = by_seat[seat]
    return shares


def _shared(game: Game, results: Results) -> Shared:
    """Wins that several share have no winner in the column: they are found by their points."""
    best = min if game.facts.lowest_wins else max
    found = {}
    for number, winner in enumerate(_column(results, "winner")):
        if winner < 0:
            points = [int(results.column("points", seat)[number]) for seat in range(game.seats)]
            won = best(points)
            found[number] = [(own == won) / points.count(won) for own in points]
    return found


def _column(results: Results, name: str) -> list[int]:
    """A fact of every round, as plain numbers."""
    column = results.column(name)
    return column.tolist() if hasattr(column, "tolist") else list(column)
