"""The simulator's front: many rounds of a row game, from simulated deals, from given positions, or from what a player
sees.

Rounds are split into parts for several threads: a caller brings the threads, as ``spread=pool.map``, and the results
do not depend on how many there are. The deals come from ``fast.chance``: nobody can check them, see there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from reihum.bots.fast.chance import SEEDS
from reihum.bots.fast.compiled import Weights, Words, weights, words
from reihum.bots.fast.policies import POLICIES, WEIGHTED, WEIGHTS
from reihum.bots.fast.position import DRY, STOCK, TOP, WORDS, Position, move_number, move_text
from reihum.bots.fast.results import Results, results
from reihum.bots.fast.rounds import COLUMNS, COUNTS, DEALT, GIVEN, IMAGINED, MOVES, rounds, worlds
from reihum.bots.fast.rules import Rules, rules_of
from reihum.errors import BadOption
from reihum.games import Game, Move

Player: TypeAlias = str | Sequence[float]
"""How a seat plays: the name of a policy, or the weights of the weighted one."""


APART = 8
"""So many numbers more keep what one thread writes out of another one's cache lines."""


class Spread(Protocol):
    """Something like ``map`` that may work on several parts at a time."""

    def __call__(self, function: Callable[[range], Words], parts: Iterable[range], /) -> Iterable[Words]:
        """The function of each part, in their order."""


class Source(Struct, frozen=True):
    """Where the rounds of a batch begin: a kernel's arguments."""

    rules: Rules
    kind: int
    known: Words
    stocks: Words
    missing: Words
    unseen: Words


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
    """Rounds of a row game from simulated deals; with ``each`` also told one by one."""
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
    known = words([number for position in positions for number in position.words])
    stocks = words([place for position in positions for place in (*position.stock, *[0] * STOCK)[:STOCK]])
    source = Source(positions[0].rules, GIVEN, known, stocks, words(0), words(0))
    return _batch(source, count, players, moves, seed, False, parts, spread)


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
    made = _play(source, range(number, number + 1), players, (), seed, words(0), trace)[MOVES]
    return [move_text(int(trace[place])) for place in range(made)]


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
    columns = words(COLUMNS * count if each else 0)
    bounds = [count * part // parts for part in range(parts + 1)]
    numbers = [range(begin, end) for begin, end in pairwise(bounds)]
    found = list(spread(lambda part: _play(source, part, players, moves, seed, columns, words(0)), numbers))
    return [results(source.rules.seats, found, which, columns) for which in range(max(1, len(moves)))]


def _play(
    source: Source,
    numbers: range,
    players: Player | Sequence[Player],
    moves: Sequence[Move | str],
    seed: int,
    columns: Words,
    trace: Words,
) -> Words:
    """Some rounds of a batch: their counts."""
    counts = words(COUNTS * max(1, len(moves)) + APART)
    begin = source.rules.words, source.kind, seed % SEEDS, numbers.start, numbers.stop
    where = source.known, source.stocks, source.missing, source.unseen
    tried = words([move_number(move) for move in moves])
    rounds(*begin, *where, tried, *_players(source.rules, players), *_scratch(), *_scratch(), counts, columns, trace)
    return counts


def _dealt(game: Game) -> Source:
    return Source(rules_of(game), DEALT, words(0), words(0), words(0), words(0))


def _imagined(view: Position) -> Source:
    return Source(view.rules, IMAGINED, words(view.words), words(0), words(view.missing), words(view.unseen))


def _begin(source: Source, seed: int, number: int) -> Position:
    position, stock = _scratch()
    where = source.known, source.stocks, source.missing, source.unseen
    worlds(source.rules.words, source.kind, seed % SEEDS, number, *where, position, stock)
    return _position(source.rules, position, stock)


def _scratch() -> tuple[Words, Words]:
    """A position and a stock to write to."""
    return words(WORDS + APART), words(STOCK + APART)


def _position(rules: Rules, position: Words, stock: Words) -> Position:
    top, dry = int(position[TOP]), int(position[DRY])
    numbers = [int(number) for number in position[:WORDS]]
    numbers[TOP], numbers[DRY] = 0, dry - top
    return Position(rules, tuple(numbers), tuple(int(place) for place in stock[top:dry]))


def _players(rules: Rules, players: Player | Sequence[Player]) -> tuple[Words, Weights]:
    """The policies of all seats and their weights, one after another."""
    alike = isinstance(players, str) or (bool(players) and isinstance(players[0], int | float))
    by_seat: Sequence[Any] = [players] * rules.seats if alike else players
    if len(by_seat) != rules.seats:
        raise BadOption("bot", game=rules.game.id, expected=f"{rules.seats}", got=len(by_seat))
    policies: list[int] = []
    weighed: list[float] = []
    for player in by_seat:
        policy = player if isinstance(player, str) else POLICIES[WEIGHTED]
        if policy not in POLICIES or (policy == POLICIES[WEIGHTED]) != (len(player) == WEIGHTS and policy != player):
            raise BadOption("bot", game=rules.game.id, expected=", ".join(POLICIES[:WEIGHTED]), got=player)
        policies.append(POLICIES.index(policy))
        weighed += [0.0] * WEIGHTS if policy == player else player
    return words(policies), weights(weighed)
