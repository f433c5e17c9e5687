"""The simulator's front: many rounds of a row game or of Master, from simulated deals, from given positions, or from
what a player sees.

Rounds are split into parts for several threads: a caller brings the threads, as ``spread=pool.map``, and the results
do not depend on how many there are. The deals come from ``fast.chance``: nobody can check them, see there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from reihum.engine import Game, Move
from reihum.errors import BadOption
from reihum.simulator.compiler import Weights, Words, weights, words
from reihum.simulator.dice import SEEDS
from reihum.simulator.families import Family, family_of
from reihum.simulator.results import Results, results
from reihum.simulator.rounds import COLUMNS, COUNTS, DEALT, GIVEN, IMAGINED, MOVES, Desk, Origin
from reihum.simulator.rows.parameters import Rules
from reihum.simulator.rows.policies import POLICIES, WEIGHTED, WEIGHTS
from reihum.simulator.rows.position import DRY, TOP, Position

Player: TypeAlias = str | Sequence[float]
"""How a seat plays: the name of a policy, or the weights of the weighted one."""


APART = 16
"""So many numbers on each side keep what one thread writes out of the cache lines of another one, and of those that the
processor fetches along with them."""


class Spread(Protocol):
    """Something like ``map`` that may work on several parts at a time."""

    def __call__(self, function: Callable[[range], Words], parts: Iterable[range], /) -> Iterable[Words]:
        """The function of each part, in their order."""


class Source(Struct, frozen=True):
    """A game, and where the rounds of a batch of it begin."""

    rules: Rules
    origin: Origin
    placed: tuple[str, ...] = ()

    @property
    def family(self) -> Family:
        """The family of the game."""
        return family_of(self.rules.game)


def simulate(
    game: Game,
    count: int,
    players: Player | Sequence[Player] = "random",
    *,
    seed: int = 0,
    each: bool = False,
    parts: int = 1,
    spread: Spread = map,
) -> Results:
    """Rounds of a game from simulated deals; with ``each`` also told one by one."""
    return _batch(_dealt(game), count, players, (), seed, each, parts, spread)[0]


def play_on(
    positions: Sequence[Position],
    count: int,
    players: Player | Sequence[Player] = "random",
    *,
    moves: Sequence[Move | str] = (),
    seed: int = 0,
    parts: int = 1,
    spread: Spread = map,
) -> list[Results]:
    """Rounds from positions of one game without secrets – deals of the engine, or imagined worlds – taken in turn.
    Where moves are given, each round is played once after each of them: one result for each, else a single one."""
    rules = positions[0].rules
    size = family_of(rules.game).stock
    known = words([number for position in positions for number in position.words])
    stocks = words([place for position in positions for place in (*position.stock, *[0] * size)[:size]])
    source = Source(rules, Origin(GIVEN, known, stocks, words(0), words(0)))
    return _batch(source, count, players, moves, seed, False, parts, spread)


def play_worlds(
    rules: Rules,
    worlds: Words,
    stocks: Words,
    players: Player | Sequence[Player],
    *,
    moves: Sequence[Move | str] = (),
    seed: int = 0,
) -> list[Results]:
    """One round from each of some positions that a kernel has written; moves as in ``play_on``."""
    source = Source(rules, Origin(GIVEN, worlds, stocks, words(0), words(0)))
    return _batch(source, len(worlds) // source.family.words, players, moves, seed, False, 1, map)


def rollouts(
    view: Position,
    count: int,
    players: Player | Sequence[Player] = "random",
    *,
    moves: Sequence[Move | str] = (),
    seed: int = 0,
    parts: int = 1,
    spread: Spread = map,
) -> list[Results]:
    """Rounds from what a player sees, the hidden cards dealt anew for each. Where moves are given, each round is
    played once after each of them, with the same cards: one result for each, else a single one."""
    return _batch(_imagined(view), count, players, moves, seed, False, parts, spread)


def dealt(game: Game, seed: int, number: int) -> Position:
    """The deal of one round of ``simulate``."""
    return _begin(_dealt(game), seed, number)


def imagined(view: Position, seed: int, number: int) -> Position:
    """The hidden cards as one of the ``rollouts`` deals them."""
    return _begin(_imagined(view), seed, number)


def moves_of(game: Game, seed: int, number: int, players: Player | Sequence[Player] = "random") -> list[str]:
    """The moves of one round of ``simulate``."""
    trace = words(2 * game.facts.bound)
    source = _dealt(game)
    made = _play(source, _seated(source, players), words(0), seed, words(0), trace, range(number, number + 1))[MOVES]
    return [source.family.text(game, int(trace[place])) for place in range(made)]


def _batch(
    source: Source,
    count: int,
    players: Player | Sequence[Player],
    moves: Sequence[Move | str],
    seed: int,
    each: bool,
    parts: int,
    spread: Spread,
) -> list[Results]:
    """All rounds, in parts."""
    seated = _seated(source, players)
    tried = words([source.family.number(source.rules.game, move) for move in moves])
    columns = words(COLUMNS * count if each else 0)
    bounds = [count * part // parts for part in range(parts + 1)]
    numbers = [range(begin, end) for begin, end in pairwise(bounds)]
    found = list(spread(lambda part: _play(source, seated, tried, seed, columns, words(0), part), numbers))
    return [results(source.rules.seats, found, which, columns) for which in range(max(1, len(moves)))]


def _play(
    source: Source,
    seated: tuple[Words, Weights],
    moves: Words,
    seed: int,
    columns: Words,
    trace: Words,
    numbers: range,
) -> Words:
    """Some rounds of a batch: their counts."""
    tries = max(1, len(moves))
    desk = _desk(source.family, tries)
    batch = source.rules.words, source.origin, seed % SEEDS, numbers.start, numbers.stop, tries
    source.family.rounds(*batch, moves, *seated, desk, columns, trace)
    return desk.counts


def _dealt(game: Game) -> Source:
    return Source(family_of(game).rules(game), Origin(DEALT, words(0), words(0), words(0), words(0)))


def _imagined(view: Position) -> Source:
    origin = Origin(IMAGINED, words(view.words), words(0), words(view.missing), words(view.unseen))
    return Source(view.rules, origin, view.placed)


def _begin(source: Source, seed: int, number: int) -> Position:
    """The position from which one round of a batch is played: the round is set up, and never played."""
    desk = _desk(source.family, 0)
    batch = source.rules.words, source.origin, seed % SEEDS, number, number + 1, 0
    source.family.rounds(*batch, words(0), words(0), weights(()), desk, words(0), words(0))
    top, dry = int(desk.world[TOP]), int(desk.world[DRY])
    numbers = [int(word) for word in desk.world[: source.family.words]]
    numbers[TOP], numbers[DRY] = 0, dry - top
    stock = tuple(int(place) for place in desk.hidden[top:dry])
    return Position(source.rules, tuple(numbers), stock, placed=source.placed)


def _desk(family: Family, tries: int) -> Desk:
    """What a thread writes to."""
    sizes = family.words, family.stock, family.words, family.stock, 6, COUNTS * tries
    return Desk(*(words(size + 2 * APART)[APART : APART + size] for size in sizes))


def _seated(source: Source, players: Player | Sequence[Player]) -> tuple[Words, Weights]:
    """The policies of all seats, and their weights, one after another."""
    rules = source.rules
    alike = isinstance(players, str) or (bool(players) and isinstance(players[0], int | float))
    by_seat: Sequence[Any] = [players] * rules.seats if alike else players
    if len(by_seat) != rules.seats:
        raise BadOption("arena.seats", expected=rules.seats, got=len(by_seat))
    policies, weighed = zip(*(_policy(source, player) for player in by_seat), strict=True)
    return words(policies), weights(weight for each in weighed for weight in each)


def _policy(source: Source, player: Player) -> tuple[int, Sequence[float]]:
    """A policy, and the weights that go with it."""
    if not isinstance(player, str):
        if len(player) == WEIGHTS:
            return WEIGHTED, player
    elif player in source.family.presets:
        return WEIGHTED, source.family.presets[player]
    elif player in POLICIES[:WEIGHTED]:
        return POLICIES.index(player), [0.0] * WEIGHTS
    raise BadOption("bot", game=source.rules.game.id, expected=", ".join(POLICIES[:WEIGHTED]), got=player)
