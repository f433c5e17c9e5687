"""Whole rounds: the loops that the compiler is for, the same for every family of games.

A family is a module with the kernels of its games – ``deal``, ``redeal``, ``allowed``, ``make``, ``play_out``,
``settle`` – and the sizes of its positions. The loops close over it, so that the compiler sees one family at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from reihum.simulator.bits import lowest, size
from reihum.simulator.compiler import Weights, Words, copy, entry, kernel, stamp
from reihum.simulator.dice import dice
from reihum.simulator.master import rounds as master_rounds
from reihum.simulator.rows import rounds as row_rounds
from reihum.simulator.rows.parameters import SEATS
from reihum.simulator.rows.position import DICE, DRY, TOP, TURN

# Where positions come from.
DEALT, GIVEN, IMAGINED = range(3)

# What is counted over all rounds …
ROUNDS = 0
MOVES = 1
ENDS = 2  # how many of the moves were `end`
DRIES = 3  # in how many rounds the stock ran out
WINS = 4  # by seat
SHARES = 10  # the same in sixtieths, by seat: a shared win is divided
POINTS = 16  # by seat
SQUARES = 22  # of the points, by seat
COUNTS = 28

# … and told of each round, if wanted.
WINNER = 0  # −1 if several share the win
STARTER = 1
LENGTH = 2  # the moves without `end`
RAN_DRY = 3
SCORES = 4  # by seat
COLUMNS = 10

SHARE = (0, 60, 30, 20, 15, 12, 10)
"""What each of so many winners gets of a win, in sixtieths."""


class Origin(NamedTuple):
    """Where the rounds of a batch begin. (A tuple, since the compiler knows those.)"""

    kind: int
    known: Words
    """Given positions, one after another; or what a player sees."""
    stocks: Words
    missing: Words
    unseen: Words


class Desk(NamedTuple):
    """What one thread writes to: a position with its stock, both once more after a move, the points of a round, and
    the counts."""

    world: Words
    hidden: Words
    position: Words
    stock: Words
    scores: Words
    counts: Words


@kernel
def take(origin: Origin, number: int, words: int, cards: int, desk: Desk, chance: int) -> None:
    """One of the given positions, in turn."""
    which = number % (len(origin.known) // words)
    copy(origin.known, words * which, desk.world, 0, words)
    copy(origin.stocks, cards * which, desk.hidden, 0, cards)
    desk.world[DICE] = chance


@kernel
def count(game: Words, position: Words, desk: Desk, at: int, winners: int, moves: int, ends: int) -> None:
    """Add a finished round to the counts that begin at a place."""
    counts, share = desk.counts, SHARE[size(winners)]
    counts[at + ROUNDS] += 1
    counts[at + MOVES] += moves
    counts[at + ENDS] += ends
    counts[at + DRIES] += 1 if position[TOP] == position[DRY] else 0
    for seat in range(game[SEATS]):
        won, score = winners >> seat & 1, desk.scores[seat]
        counts[at + WINS + seat] += won
        counts[at + SHARES + seat] += won * share
        counts[at + POINTS + seat] += score
        counts[at + SQUARES + seat] += score * score


@kernel
def tell(game: Words, position: Words, desk: Desk, columns: Words, at: int, winners: int) -> None:
    """Write down a finished round, from a place on."""
    columns[at + WINNER] = -1 if winners & (winners - 1) else lowest(winners)
    columns[at + RAN_DRY] = 1 if position[TOP] == position[DRY] else 0
    copy(desk.scores, 0, columns, at + SCORES, game[SEATS])


def playing(version: int, family: Any) -> Callable[..., None]:
    """The loop that plays rounds of a family. It closes over the version of all kernels: see ``stamp``."""

    @entry
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
        desk: Desk,
        columns: Words,
        trace: Words,
    ) -> None:
        """Play the rounds ``begin`` … ``end``−1 of a batch, each with its own dice, so many times; where moves are
        given, once after each of them, with the same cards and dice."""
        _ = version
        for number in range(begin, end):
            chance = dice(seed, number)
            if origin.kind == GIVEN:
                take(origin, number, family.WORDS, family.STOCK, desk, chance)
            elif origin.kind == DEALT:
                family.deal(game, desk.world, desk.hidden, chance)
            else:
                family.redeal(game, origin.known, origin.missing, origin.unseen, desk.world, desk.hidden, chance)
            for which in range(tries):
                position, stock = desk.world, desk.hidden
                if len(moves):
                    position, stock = desk.position, desk.stock
                    copy(desk.world, 0, position, 0, family.WORDS)
                    copy(desk.hidden, 0, stock, 0, family.STOCK)
                    family.make(game, position, stock, moves[which])
                starter = position[TURN]
                made, ends = family.play_out(game, position, stock, policies, weights, trace)
                winners = family.settle(game, position, desk.scores)
                count(game, position, desk, COUNTS * which, winners, made, ends)
                if len(columns):
                    columns[COLUMNS * number + STARTER] = starter
                    columns[COLUMNS * number + LENGTH] = made - ends
                    tell(game, position, desk, columns, COLUMNS * number, winners)

    return rounds


def stepping(version: int, family: Any) -> Callable[..., None]:
    """The loop that compares a family with the engine, move by move."""

    @entry
    def steps(
        game: Words, positions: Words, stocks: Words, moves: Words, legal: Words, position: Words, stock: Words
    ) -> None:
        """In each of many positions: what is allowed, and one move."""
        _ = version
        for number in range(len(moves)):
            copy(positions, family.WORDS * number, position, 0, family.WORDS)
            copy(stocks, family.STOCK * number, stock, 0, family.STOCK)
            allowed = family.allowed(game, position, family.loaded(position))
            for word in range(len(allowed)):
                legal[len(allowed) * number + word] = allowed[word]
            family.make(game, position, stock, moves[number])
            copy(position, 0, positions, family.WORDS * number, family.WORDS)

    return steps


play_rows, step_rows = playing(stamp(), row_rounds), stepping(stamp(), row_rounds)
play_master, step_master = playing(stamp(), master_rounds), stepping(stamp(), master_rounds)
