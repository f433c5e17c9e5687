"""Whole rounds: the loops that need a compiler, the same for every family of games.

A family is a module with the kernels of its games – ``deal``, ``redeal``, ``legal_moves``, ``make_move``, ``play_out``,
``play_bots``, ``score_round``, ``end_reason`` – and the sizes of its positions. Each loop closes over one family, so
the compiler sees one family at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from reihum.simulator.bits import count_bits, lowest_bit
from reihum.simulator.compiler import Weights, Words, copy, entry, kernel, kernels_version
from reihum.simulator.dice import DRAWN_BYTES, start_dice
from reihum.simulator.master import rounds as master_rounds
from reihum.simulator.parameters import SEATS
from reihum.simulator.position import DICE, DRY, TOP, TURN
from reihum.simulator.rows import rounds as row_rounds

# Where positions come from.
DEALT, GIVEN, IMAGINED = range(3)

# The index of each count over all rounds.
ROUNDS = 0
MOVES = 1
ENDS = 2  # how many of the moves were `end`
DRIES = 3  # in how many rounds the stock ran out
WINS = 4  # by seat
SHARES = 10  # the same in sixtieths, by seat: a shared win is divided
POINTS = 16  # by seat
SQUARES = 22  # of the points, by seat
COUNTS = 28

# The index of each fact of a single round.
WINNER = 0  # −1 if several share the win
STARTER = 1
LENGTH = 2  # the moves without `end`
RAN_DRY = 3
SCORES = 4  # by seat
COLUMNS = 10

# The index of each fact of a round between bots.
BOT_MOVES = 0  # −1 if somebody needed more bytes
BOT_ENDS = 1
BOT_FORCED = 2  # how many of the moves that end a turn had no alternative
BOT_STARTER = 3
BOT_DRY = 4
BOT_REASON = 5  # how it ended, as a number of the family
BOT_SCORES = 6  # by seat
BOT_COLUMNS = 12

SHARE = (0, 60, 30, 20, 15, 12, 10)
"""What each winner gets of a win, in sixtieths, by the number of winners."""


class Origin(NamedTuple):
    """Where the rounds of a batch begin. (A tuple, because the compiler knows tuples.)"""

    kind: int
    known: Words
    """Given positions, one after another, or what a player sees."""
    stocks: Words
    missing: Words
    unseen: Words


class Workspace(NamedTuple):
    """What one thread writes to: a position and its stock, both again after a move, the points of a round, and the
    counts."""

    world: Words
    hidden: Words
    position: Words
    stock: Words
    scores: Words
    counts: Words


@kernel
def load_position(origin: Origin, number: int, words: int, cards: int, workspace: Workspace, chance: int) -> None:
    """Load one of the given positions, in turn."""
    which = number % (len(origin.known) // words)
    copy(origin.known, words * which, workspace.world, 0, words)
    copy(origin.stocks, cards * which, workspace.hidden, 0, cards)
    workspace.world[DICE] = chance


@kernel
def count_round(
    game: Words, position: Words, workspace: Workspace, at: int, winners: int, moves: int, ends: int
) -> None:
    """Add a finished round to the counts that begin at an index."""
    counts, share = workspace.counts, SHARE[count_bits(winners)]
    counts[at + ROUNDS] += 1
    counts[at + MOVES] += moves
    counts[at + ENDS] += ends
    counts[at + DRIES] += 1 if position[TOP] == position[DRY] else 0
    for seat in range(game[SEATS]):
        won, score = winners >> seat & 1, workspace.scores[seat]
        counts[at + WINS + seat] += won
        counts[at + SHARES + seat] += won * share
        counts[at + POINTS + seat] += score
        counts[at + SQUARES + seat] += score * score


@kernel
def write_round(game: Words, position: Words, workspace: Workspace, columns: Words, at: int, winners: int) -> None:
    """Write the facts of a finished round, from an index on."""
    columns[at + WINNER] = -1 if winners & (winners - 1) else lowest_bit(winners)
    columns[at + RAN_DRY] = 1 if position[TOP] == position[DRY] else 0
    copy(workspace.scores, 0, columns, at + SCORES, game[SEATS])


def make_round_loop(name: str, version: int, family: Any) -> Callable[..., None]:
    """The loop that plays rounds of a family. It closes over the version of all kernels: see ``kernels_version``."""

    @entry(name)
    def rounds(
        game: Words,
        origin: Origin,
        seed: int,
        begin: int,
        end: int,
        tries: int,
        moves: Words,
        policies: Words,
        weights: Weights,
        workspace: Workspace,
        columns: Words,
        trace: Words,
    ) -> None:
        """Play the rounds ``begin`` … ``end``−1 of a batch, each with its own dice, ``tries`` times. If moves are
        given, play once after each of them, with the same cards and dice."""
        _ = version
        for number in range(begin, end):
            chance = start_dice(seed, number)
            if origin.kind == GIVEN:
                load_position(origin, number, family.POSITION_WORDS, family.STOCK_CARDS, workspace, chance)
            elif origin.kind == DEALT:
                family.deal(game, workspace.world, workspace.hidden, chance)
            else:
                family.redeal(
                    game, origin.known, origin.missing, origin.unseen, workspace.world, workspace.hidden, chance
                )
            for which in range(tries):
                position, stock = workspace.world, workspace.hidden
                if len(moves):
                    position, stock = workspace.position, workspace.stock
                    copy(workspace.world, 0, position, 0, family.POSITION_WORDS)
                    copy(workspace.hidden, 0, stock, 0, family.STOCK_CARDS)
                    family.make_move(game, position, stock, moves[which])
                starter = position[TURN]
                made, ends = family.play_out(game, position, stock, policies, weights, trace)
                winners = family.score_round(game, position, workspace.scores)
                count_round(game, position, workspace, COUNTS * which, winners, made, ends)
                if len(columns):
                    columns[COLUMNS * number + STARTER] = starter
                    columns[COLUMNS * number + LENGTH] = made - ends
                    write_round(game, position, workspace, columns, COLUMNS * number, winners)

    return rounds


def make_step_loop(name: str, version: int, family: Any) -> Callable[..., None]:
    """The loop that compares a family with the engine, move by move."""

    @entry(name)
    def steps(
        game: Words, positions: Words, stocks: Words, moves: Words, legal: Words, position: Words, stock: Words
    ) -> None:
        """Find the legal moves in each of many positions, and make one move in each."""
        _ = version
        for number in range(len(moves)):
            copy(positions, family.POSITION_WORDS * number, position, 0, family.POSITION_WORDS)
            copy(stocks, family.STOCK_CARDS * number, stock, 0, family.STOCK_CARDS)
            legal_now = family.legal_moves(game, position, family.load(position))
            for word in range(len(legal_now)):
                legal[len(legal_now) * number + word] = legal_now[word]
            family.make_move(game, position, stock, moves[number])
            copy(position, 0, positions, family.POSITION_WORDS * number, family.POSITION_WORDS)

    return steps


def make_bot_loop(name: str, version: int, family: Any) -> Callable[..., None]:
    """The loop that plays one round from each of many deals, with the moves of bots."""

    @entry(name)
    def bot_rounds(
        game: Words,
        positions: Words,
        stocks: Words,
        policies: Words,
        weights: Weights,
        drawn: Words,
        columns: Words,
        position: Words,
        stock: Words,
        used: Words,
        scores: Words,
    ) -> None:
        """Play every round. ``drawn`` has the bytes of each round from which random players choose, ``used`` how many
        of them each seat has read."""
        _ = version
        for number in range(len(columns) // BOT_COLUMNS):
            copy(positions, family.POSITION_WORDS * number, position, 0, family.POSITION_WORDS)
            copy(stocks, family.STOCK_CARDS * number, stock, 0, family.STOCK_CARDS)
            for seat in range(game[SEATS]):
                used[seat] = DRAWN_BYTES * (game[SEATS] * number + seat)
            at = BOT_COLUMNS * number
            columns[at + BOT_STARTER] = position[TURN]
            made, ends, forced = family.play_bots(game, position, stock, policies, weights, drawn, used)
            columns[at + BOT_MOVES], columns[at + BOT_ENDS], columns[at + BOT_FORCED] = made, ends, forced
            columns[at + BOT_DRY] = 1 if position[TOP] == position[DRY] else 0
            columns[at + BOT_REASON] = family.end_reason(position)
            family.score_round(game, position, scores)
            copy(scores, 0, columns, at + BOT_SCORES, game[SEATS])

    return bot_rounds


_version = kernels_version()
play_rows = make_round_loop("play_rows", _version, row_rounds)
step_rows = make_step_loop("step_rows", _version, row_rounds)
play_master = make_round_loop("play_master", _version, master_rounds)
step_master = make_step_loop("step_master", _version, master_rounds)
bots_rows = make_bot_loop("bots_rows", _version, row_rounds)
bots_master = make_bot_loop("bots_master", _version, master_rounds)
