"""The loops of the vectorised environment, for the compiler: a step at each of many tables, and its observations.

Rules, deals and dice are the simulator's (``reihum.simulator``). A table's position is a row of one array. The stocks
of all tables lie one behind the other, so ``TOP`` and ``DRY`` count from the beginning of them all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reihum.envs.byte_arrays import LOW_BITS, store_bytes
from reihum.simulator.bits import deposit_bits
from reihum.simulator.compiler import Words, copy, entry, kernel, kernels_version
from reihum.simulator.dice import start_dice
from reihum.simulator.parameters import NONE, PASS, SEATS
from reihum.simulator.position import DRY, HANDS, TABLE, TOP, TURN
from reihum.simulator.rows.deals import deal
from reihum.simulator.rows.parameters import STARTS
from reihum.simulator.rows.policies import choose_any
from reihum.simulator.rows.position import FITS, HAS_LAID, STOCK_CARDS
from reihum.simulator.rows.rounds import make_move, move_code
from reihum.simulator.rows.rules import OUT, count_hand, count_points, legal_moves, load

# The shape of observations and masks: the index of each number.
CARDS = 0
ROWS = 1  # how many rows
WIDTH = 2  # the cards of a row
FIRST_PLACES = 3  # the place of each row's first card
NUMBERS = 7  # the number of each of the simulator's moves in the mask
MOVES = NUMBERS + PASS + 1  # and the simulator's move for each number

WIN, PLACES, POINTS = range(3)


@kernel
def write_plane(shape: Words, first: int, second: int, out: Any, at: int) -> None:
    """Write cards, given as two words, as one byte each."""
    bits = count = 0
    for row in range(shape[ROWS]):
        place = shape[FIRST_PLACES + row]
        bits |= ((second if place >> 6 else first) >> (place & 63) & (1 << shape[WIDTH]) - 1) << count
        count += shape[WIDTH]
        while count >= 8:
            store_bytes(out, at, deposit_bits(bits & 0xFF, LOW_BITS))
            bits >>= 8
            count -= 8
            at += 8
    for place in range(count):
        out[at + place] = bits >> place & 1


@kernel
def write_observation(game: Words, shape: Words, position: Words, out: Any) -> None:
    """Write what the seat on turn sees. Which eleven opens classic is its holder's secret: until then all starts are
    open."""
    cards, seats, own = shape[CARDS], game[SEATS], position[TURN]
    write_plane(shape, position[TABLE], position[TABLE + 1], out, 0)
    if position[TABLE] | position[TABLE + 1]:
        write_plane(shape, position[FITS], position[FITS + 1], out, cards)
    else:
        write_plane(shape, game[STARTS], game[STARTS + 1], out, cards)
    write_plane(shape, position[HANDS + 2 * own], position[HANDS + 2 * own + 1], out, 2 * cards)
    at = 3 * cards
    for turn in range(seats):
        seat = own + turn - (seats if own + turn >= seats else 0)
        out[at + turn] = count_hand(position, seat)
        out[at + seats + 1 + turn] = 0 if turn else 1
    out[at + seats] = position[DRY] - position[TOP]


@kernel
def write_mask(game: Words, shape: Words, position: Words, out: Any) -> None:
    """Write the legal moves of the seat on turn."""
    first, second, other = legal_moves(game, position, load(position))
    write_plane(shape, first, second, out, 0)
    for word in range(shape[CARDS], len(out)):
        out[word] = 0
    if other != NONE:
        out[shape[NUMBERS + other]] = 1


@kernel
def deal_round(game: Words, seed: int, number: int, position: Words, stock: Words, stocks: Words, at: int) -> None:
    """Deal a round. Its stock goes to an index among all stocks."""
    deal(game, position, stock, start_dice(seed, number))
    copy(stock, 0, stocks, at, STOCK_CARDS)
    position[TOP] += at
    position[DRY] += at


@kernel
def write_rewards(game: Words, position: Words, kind: int, out: Any) -> None:
    """Write what a finished round is worth to each seat. The seat on turn has won."""
    seats = game[SEATS]
    for seat in range(seats):
        own = count_points(position, seat)
        if kind == WIN:
            out[seat] = 1.0 if seat == position[TURN] else -1.0 / (seats - 1)
        elif kind == POINTS:
            out[seat] = -own
        else:
            behind = -1  # a seat is level with itself
            for other in range(seats):
                theirs = count_points(position, other)
                behind += 2 if theirs < own else 1 if theirs == own else 0
            out[seat] = 1.0 - behind / (seats - 1)


@kernel
def finish_move(
    game: Words,
    seed: int,
    positions: Any,
    stocks: Words,
    stock: Words,
    rounds: Words,
    kind: int,
    rewards: Any,
    dones: Any,
    table: int,
) -> None:
    """After a move: if it has ended the round, reward it and deal the next one."""
    over = positions[table, HAS_LAID] == OUT
    if over:
        write_rewards(game, positions[table], kind, rewards[table])
        rounds[table] += len(rounds)
        deal_round(game, seed, rounds[table], positions[table], stock, stocks, STOCK_CARDS * table)
    elif dones[table]:
        for seat in range(game[SEATS]):
            rewards[table, seat] = 0.0
    dones[table] = over


@kernel
def is_legal(action: int, mask: Any) -> bool:
    """Whether a mask allows a move. The move may be any number."""
    return 0 <= action < len(mask) and mask[action] != 0


@kernel
def write_table(
    game: Words, shape: Words, position: Words, turns: Any, observations: Any, masks: Any, table: int
) -> None:
    """Write what the player on turn at a table has to know."""
    turns[table] = position[TURN]
    write_observation(game, shape, position, observations[table])
    write_mask(game, shape, position, masks[table])


def make_entries(version: int) -> tuple[Callable[..., Any], ...]:
    """The kernels for the rest of the program. They close over the version of all kernels: see ``kernels_version``."""

    @entry("open_tables")
    def open_tables(
        game: Words,
        shape: Words,
        seed: int,
        positions: Any,
        stocks: Words,
        stock: Words,
        rounds: Words,
        turns: Any,
        observations: Any,
        masks: Any,
    ) -> None:
        """Deal the first round at every table."""
        _ = version
        for table in range(len(rounds)):
            rounds[table] = table
            deal_round(game, seed, table, positions[table], stock, stocks, STOCK_CARDS * table)
            write_table(game, shape, positions[table], turns, observations, masks, table)

    @entry("find_illegal")
    def find_illegal(actions: Words, masks: Any) -> int:
        """The first table whose move is illegal. −1 if all are legal."""
        _ = version
        for table in range(len(actions)):
            if not is_legal(actions[table], masks[table]):
                return table
        return -1

    @entry("step_tables")
    def step_tables(
        game: Words,
        shape: Words,
        seed: int,
        positions: Any,
        stocks: Words,
        stock: Words,
        rounds: Words,
        turns: Any,
        observations: Any,
        masks: Any,
        kind: int,
        actions: Words,
        rewards: Any,
        dones: Any,
    ) -> None:
        """Make a legal move at every table. If it ends the round, deal the next one."""
        _ = version
        for table in range(len(actions)):
            make_move(game, positions[table], stocks, shape[MOVES + actions[table]])
            finish_move(game, seed, positions, stocks, stock, rounds, kind, rewards, dones, table)
            write_table(game, shape, positions[table], turns, observations, masks, table)

    @entry("sample_moves")
    def sample_moves(game: Words, shape: Words, positions: Any, chance: Words, actions: Words) -> None:
        """A legal move for every table, all equally likely. ``chance`` holds the dice."""
        _ = version
        thrown = chance[0]
        for table in range(len(actions)):
            first, second, other = legal_moves(game, positions[table], load(positions[table]))
            card, card2, thrown = choose_any(first, second, other, thrown)
            actions[table] = shape[NUMBERS + move_code(card, card2, other)]
        chance[0] = thrown

    return open_tables, find_illegal, step_tables, sample_moves


open_tables, find_illegal, step_tables, sample_moves = make_entries(kernels_version())
