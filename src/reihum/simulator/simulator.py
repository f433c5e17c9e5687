"""The simulator: many rounds of a row game or of Master, from simulated deals, from given positions, or from what a
player sees.

Rounds are split into parts for several threads. The caller brings the threads as ``spread=pool.map``, and the results
do not depend on their number. The deals come from ``simulator.dice``: nobody can check them, see there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from reihum.cards import Seed
from reihum.engine import Game, Move
from reihum.errors import BadOption
from reihum.simulator.compiler import Weights, Words, make_weights, make_words
from reihum.simulator.dice import seed_number
from reihum.simulator.families import Family, family_of
from reihum.simulator.parameters import Parameters
from reihum.simulator.policies import POLICIES, WEIGHTED, WEIGHTS
from reihum.simulator.position import DRY, TOP, Position
from reihum.simulator.results import Results, sum_results
from reihum.simulator.rounds import COLUMNS, COUNTS, DEALT, GIVEN, IMAGINED, MOVES, Origin, Workspace

Policy: TypeAlias = str | Sequence[float]
"""How a seat plays: the name of a policy, or the weights of the weighted one."""


PADDING_WORDS = 16
"""This many unused numbers on each side keep the data of one thread out of the cache lines of another, and out of the
lines that the processor fetches along with them."""


class Spread(Protocol):
    """A function like ``map`` that may work on several parts at a time."""

    def __call__(self, function: Callable[[range], Words], parts: Iterable[range], /) -> Iterable[Words]:
        """The function of each part, in order."""


class Batch(Struct, frozen=True):
    """A game, and where the rounds of a batch begin."""

    parameters: Parameters
    origin: Origin
    placed: tuple[str, ...] = ()

    @property
    def family(self) -> Family:
        """The family of the game."""
        return family_of(self.parameters.game)


def simulate(
    game: Game,
    count: int,
    players: Policy | Sequence[Policy] = "random",
    *,
    seed: Seed = 0,
    each: bool = False,
    parts: int = 1,
    spread: Spread = map,
) -> Results:
    """Play rounds of a game from simulated deals. With ``each``, the results also hold the single rounds."""
    return _play_batch(_dealt_batch(game), count, players, (), seed, each, parts, spread)[0]


def play_on(
    positions: Sequence[Position],
    count: int,
    players: Policy | Sequence[Policy] = "random",
    *,
    moves: Sequence[Move | str] = (),
    seed: Seed = 0,
    parts: int = 1,
    spread: Spread = map,
) -> list[Results]:
    """Play rounds from positions without hidden cards, taken in turn: deals of the engine, or imagined worlds, of one
    game. If moves are given, each round is played once after each of them, with one result for each move. Otherwise
    there is a single result."""
    parameters = positions[0].parameters
    size = family_of(parameters.game).stock_cards
    known = make_words([number for position in positions for number in position.words])
    stocks = make_words([place for position in positions for place in (*position.stock, *[0] * size)[:size]])
    batch = Batch(parameters, Origin(GIVEN, known, stocks, make_words(0), make_words(0)))
    return _play_batch(batch, count, players, moves, seed, False, parts, spread)


def play_worlds(
    parameters: Parameters,
    worlds: Words,
    stocks: Words,
    players: Policy | Sequence[Policy],
    *,
    moves: Sequence[Move | str] = (),
    seed: Seed = 0,
) -> list[Results]:
    """Play one round from each of some positions that a kernel has written. Moves as in ``play_on``."""
    batch = Batch(parameters, Origin(GIVEN, worlds, stocks, make_words(0), make_words(0)))
    return _play_batch(batch, len(worlds) // batch.family.position_words, players, moves, seed, False, 1, map)


def rollouts(
    view: Position,
    count: int,
    players: Policy | Sequence[Policy] = "random",
    *,
    moves: Sequence[Move | str] = (),
    seed: Seed = 0,
    parts: int = 1,
    spread: Spread = map,
) -> list[Results]:
    """Play rounds from what a player sees, with the hidden cards dealt anew for each round. If moves are given, each
    round is played once after each of them, with the same cards and with one result for each move. Otherwise there is a
    single result."""
    return _play_batch(_imagined_batch(view), count, players, moves, seed, False, parts, spread)


def deal(game: Game, seed: Seed, number: int) -> Position:
    """The deal of one round of ``simulate``."""
    return _first_position(_dealt_batch(game), seed, number)


def imagine(view: Position, seed: Seed, number: int) -> Position:
    """The hidden cards as one of the ``rollouts`` deals them."""
    return _first_position(_imagined_batch(view), seed, number)


def list_moves(game: Game, seed: Seed, number: int, players: Policy | Sequence[Policy] = "random") -> list[str]:
    """The moves of one round of ``simulate``."""
    trace = make_words(2 * game.facts.bound)
    batch = _dealt_batch(game)
    made = _play_part(
        batch, _policies(batch, players), make_words(0), seed, make_words(0), trace, range(number, number + 1)
    )[MOVES]
    return [batch.family.move_text(game, int(trace[place])) for place in range(made)]


def _play_batch(
    batch: Batch,
    count: int,
    players: Policy | Sequence[Policy],
    moves: Sequence[Move | str],
    seed: Seed,
    each: bool,
    parts: int,
    spread: Spread,
) -> list[Results]:
    """Play all rounds, in parts."""
    seated = _policies(batch, players)
    tried = make_words([batch.family.move_number(batch.parameters.game, move) for move in moves])
    columns = make_words(COLUMNS * count if each else 0)
    bounds = [count * part // parts for part in range(parts + 1)]
    numbers = [range(begin, end) for begin, end in pairwise(bounds)]
    found = list(spread(lambda part: _play_part(batch, seated, tried, seed, columns, make_words(0), part), numbers))
    return [sum_results(batch.parameters.seats, found, which, columns) for which in range(max(1, len(moves)))]


def _play_part(
    batch: Batch,
    seated: tuple[Words, Weights],
    moves: Words,
    seed: Seed,
    columns: Words,
    trace: Words,
    numbers: range,
) -> Words:
    """Play some rounds of a batch and return their counts."""
    tries = max(1, len(moves))
    workspace = _workspace(batch.family, tries)
    arguments = batch.parameters.words, batch.origin, seed_number(seed), numbers.start, numbers.stop, tries
    batch.family.play_rounds(*arguments, moves, *seated, workspace, columns, trace)
    return workspace.counts


def _dealt_batch(game: Game) -> Batch:
    return Batch(
        family_of(game).parameters(game), Origin(DEALT, make_words(0), make_words(0), make_words(0), make_words(0))
    )


def _imagined_batch(view: Position) -> Batch:
    origin = Origin(IMAGINED, make_words(view.words), make_words(0), make_words(view.missing), make_words(view.unseen))
    return Batch(view.parameters, origin, view.placed)


def _first_position(batch: Batch, seed: Seed, number: int) -> Position:
    """The position from which one round of a batch starts: the round is set up but not played."""
    workspace = _workspace(batch.family, 0)
    arguments = batch.parameters.words, batch.origin, seed_number(seed), number, number + 1, 0
    batch.family.play_rounds(
        *arguments, make_words(0), make_words(0), make_weights(()), workspace, make_words(0), make_words(0)
    )
    top, dry = int(workspace.world[TOP]), int(workspace.world[DRY])
    numbers = [int(word) for word in workspace.world[: batch.family.position_words]]
    numbers[TOP], numbers[DRY] = 0, dry - top
    stock = tuple(int(place) for place in workspace.hidden[top:dry])
    return Position(batch.parameters, tuple(numbers), stock, placed=batch.placed)


def _workspace(family: Family, tries: int) -> Workspace:
    """What a thread writes to."""
    sizes = family.position_words, family.stock_cards, family.position_words, family.stock_cards, 6, COUNTS * tries
    return Workspace(*(make_words(size + 2 * PADDING_WORDS)[PADDING_WORDS : PADDING_WORDS + size] for size in sizes))


def _policies(batch: Batch, players: Policy | Sequence[Policy]) -> tuple[Words, Weights]:
    return make_policies(batch.family, batch.parameters, players)


def make_policies(family: Family, parameters: Parameters, players: Policy | Sequence[Policy]) -> tuple[Words, Weights]:
    """The policies of all seats, and all their weights, one after another."""
    alike = isinstance(players, str) or (bool(players) and isinstance(players[0], int | float))
    by_seat: Sequence[Any] = [players] * parameters.seats if alike else players
    if len(by_seat) != parameters.seats:
        raise BadOption("arena.seats", expected=parameters.seats, got=len(by_seat))
    policies, weighed = zip(*(_policy(family, parameters, player) for player in by_seat), strict=True)
    return make_words(policies), make_weights(weight for each in weighed for weight in each)


def _policy(family: Family, parameters: Parameters, player: Policy) -> tuple[int, Sequence[float]]:
    """A policy and its weights."""
    if not isinstance(player, str):
        if len(player) == WEIGHTS:
            return WEIGHTED, player
    elif player in family.presets:
        return WEIGHTED, family.presets[player]
    elif player in POLICIES[:WEIGHTED]:
        return POLICIES.index(player), [0.0] * WEIGHTS
    raise BadOption("bot", game=parameters.game.id, expected=", ".join(POLICIES[:WEIGHTED]), got=player)
