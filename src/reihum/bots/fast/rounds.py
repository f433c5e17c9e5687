"""Whole rounds: the loops that the compiler is for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reihum.bots.fast.bits import lowest
from reihum.bots.fast.chance import dice
from reihum.bots.fast.compiled import Weights, Words, copy, entry, kernel, stamp
from reihum.bots.fast.deals import deal, redeal
from reihum.bots.fast.policies import choose
from reihum.bots.fast.position import DICE, DRY, STOCK, TOP, TURN, WORDS
from reihum.bots.fast.rows import LAID, OUT, SEAT, allowed, loaded, play, points, store, words_of
from reihum.bots.fast.rules import END, SEATS

# Where positions come from.
DEALT, GIVEN, IMAGINED = range(3)

# What is counted over all rounds …
ROUNDS = 0
MOVES = 1
ENDS = 2  # how many of the moves were `end`
DRIES = 3  # in how many rounds the stock ran out
WINS = 4  # by seat
POINTS = 10  # by seat
SQUARES = 16  # of the points, by seat
COUNTS = 22

# … and told of each round, if wanted.
WINNER = 0
STARTER = 1
LENGTH = 2  # the moves without `end`
RAN_DRY = 3
SCORES = 4  # by seat
COLUMNS = 10


@kernel
def play_out(
    game: Words,
    position: Words,
    stock: Words,
    policies: Words,
    weights: Weights,
    counts: Words,
    at: int,
    trace: Words,
) -> int:
    """Play a round to its end and count it. How many moves it took without ``end``."""
    moves = ends = 0
    chance = position[DICE]
    now = loaded(position)
    while now[LAID] != OUT:
        legal = allowed(game, position, now)
        card, card2, chance = choose(game, position, now, legal, policies[now[SEAT]], weights, chance)
        if moves < len(trace):
            trace[moves] = number_of(card, card2, legal[2])
        moves += 1
        ends += 1 if not card | card2 and legal[2] == END else 0
        now = play(game, position, stock, now, card, card2, legal[2])
    store(position, now)
    count(game, position, counts, at, moves, ends)
    return moves - ends


@kernel
def make(game: Words, position: Words, stock: Words, move: int) -> None:
    """Make a move that is given as one number."""
    card, card2 = words_of(move) if move < END else (0, 0)
    store(position, play(game, position, stock, loaded(position), card, card2, move))


@kernel
def number_of(card: int, card2: int, other: int) -> int:
    """A move as one number."""
    return lowest(card) if card else 64 + lowest(card2) if card2 else other


@kernel
def count(game: Words, position: Words, counts: Words, at: int, moves: int, ends: int) -> None:
    """Add a finished round to the counts that begin at a place."""
    counts[at + ROUNDS] += 1
    counts[at + MOVES] += moves
    counts[at + ENDS] += ends
    counts[at + DRIES] += 1 if position[TOP] == position[DRY] else 0
    counts[at + WINS + position[TURN]] += 1
    for seat in range(game[SEATS]):
        score = points(position, seat)
        counts[at + POINTS + seat] += score
        counts[at + SQUARES + seat] += score * score


@kernel
def tell(game: Words, position: Words, columns: Words, at: int, starter: int, moves: int) -> None:
    """Write down a finished round, from a place on."""
    columns[at + WINNER] = position[TURN]
    columns[at + STARTER] = starter
    columns[at + LENGTH] = moves
    columns[at + RAN_DRY] = 1 if position[TOP] == position[DRY] else 0
    for seat in range(game[SEATS]):
        columns[at + SCORES + seat] = points(position, seat)


@kernel
def set_up(
    game: Words,
    source: int,
    seed: int,
    number: int,
    known: Words,
    stocks: Words,
    missing: Words,
    unseen: Words,
    position: Words,
    stock: Words,
) -> None:
    """The position from which a round is played. Given positions are taken in turn."""
    chance = dice(seed, number)
    if source == GIVEN:
        which = number % (len(known) // WORDS)
        copy(known, WORDS * which, position, 0, WORDS)
        copy(stocks, STOCK * which, stock, 0, STOCK)
        position[DICE] = chance
    elif source == DEALT:
        deal(game, position, stock, chance)
    else:
        redeal(game, known, missing, unseen, position, stock, chance)


def entries(version: int) -> tuple[Callable[..., Any], ...]:
    """The kernels for the rest of the program. They close over the version of all others: see ``stamp``."""

    @entry
    def rounds(
        game: Words,
        source: int,
        seed: int,
        begin: int,
        end: int,
        known: Words,
        stocks: Words,
        missing: Words,
        unseen: Words,
        moves: Words,
        policies: Words,
        weights: Weights,
        world: Words,
        hidden: Words,
        position: Words,
        stock: Words,
        counts: Words,
        columns: Words,
        trace: Words,
    ) -> None:
        """Play the rounds ``begin`` … ``end``−1 of a batch, each with its own dice; where moves are given, once after
        each of them, with the same cards and dice. What comes behind the weights is written to."""
        _ = version
        for number in range(begin, end):
            set_up(game, source, seed, number, known, stocks, missing, unseen, world, hidden)
            for which in range(max(1, len(moves))):
                here, pile = world, hidden
                if len(moves):
                    here, pile = position, stock
                    copy(world, 0, here, 0, WORDS)
                    copy(hidden, 0, pile, 0, STOCK)
                    make(game, here, pile, moves[which])
                starter = here[TURN]
                played = play_out(game, here, pile, policies, weights, counts, COUNTS * which, trace)
                if len(columns):
                    tell(game, here, columns, COLUMNS * number, starter, played)

    @entry
    def worlds(
        game: Words,
        source: int,
        seed: int,
        number: int,
        known: Words,
        stocks: Words,
        missing: Words,
        unseen: Words,
        position: Words,
        stock: Words,
    ) -> None:
        """The position from which a round of a batch is played."""
        _ = version
        set_up(game, source, seed, number, known, stocks, missing, unseen, position, stock)

    @entry
    def steps(
        game: Words, positions: Words, stocks: Words, moves: Words, legal: Words, position: Words, stock: Words
    ) -> None:
        """In each of many positions: what is allowed – two words, and what else – and one move."""
        _ = version
        for number in range(len(moves)):
            copy(positions, WORDS * number, position, 0, WORDS)
            copy(stocks, STOCK * number, stock, 0, STOCK)
            first, second, other = allowed(game, position, loaded(position))
            legal[3 * number] = first
            legal[3 * number + 1] = second
            legal[3 * number + 2] = other
            make(game, position, stock, moves[number])
            copy(position, 0, positions, WORDS * number, WORDS)

    return rounds, worlds, steps


rounds, worlds, steps = entries(stamp())
