"""The simulator's rules against the engine's, position by position, for every option it covers."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice

import pytest

from reihum.engine import Game
from reihum.games.rows.rules import RowsState
from reihum.simulator import move_number, position
from reihum.simulator.compiler import make_words
from reihum.simulator.parameters import END, NONE
from reihum.simulator.position import DRY, HANDS, TABLE, TOP, TURN
from reihum.simulator.rounds import step_rows
from reihum.simulator.rows.cards import mask_to_words
from reihum.simulator.rows.parameters import parameters_of
from reihum.simulator.rows.position import FIRST_OUT, FITS, HAS_LAID, POSITION_WORDS, STOCK_CARDS, laid_number
from reihum.simulator.rows.rules import OUT
from simulator.row_rules import ALL_RULES, HOUSE_RULES, Rules, Step, random_steps, step
from tiers import one_in

CASES = [(rules, seats) for rules in ALL_RULES for seats in range(2, 7)]
POSITIONS = 550  # for each case: more than 200,000 in all
SOAK_POSITIONS = 10_000  # for each case: more than 3,600,000 in all


def legal_in_engine(state: RowsState) -> tuple[int, int, int]:
    """What the engine allows: cards to lay as two words, and what else."""
    numbers = [move_number(move) for move in state.legal(state.turn)]
    cards = sum(1 << number for number in numbers if number < END)
    others = [number for number in numbers if number >= END]
    assert len(others) < 2
    return cards & (1 << 64) - 1, cards >> 64, others[0] if others else NONE


def after_in_engine(step: Step) -> list[int]:
    """The position after a move of the engine, in the simulator's numbers."""
    before, _, after = step
    numbers = [0] * POSITION_WORDS
    numbers[TABLE : TABLE + 2] = mask_to_words(after.table)
    numbers[FITS : FITS + 2] = mask_to_words(after.fits)
    numbers[TURN] = before.turn if after.outcome else after.turn
    numbers[HAS_LAID] = OUT if after.outcome else laid_number(after.following)
    numbers[FIRST_OUT] = before.turn + 1 if after.out[len(before.out) :] and after.outcome is None else 0
    numbers[TOP], numbers[DRY] = len(before.stock) - len(after.stock), len(before.stock)
    for seat, hand in enumerate(after.hands):
        numbers[HANDS + 2 * seat : HANDS + 2 * seat + 2] = mask_to_words(hand)
    return numbers


def in_simulator(found: Sequence[Step], rules: Game) -> tuple[list[int], list[int]]:
    """For each position what the simulator allows, and the position after the move."""
    positions = [position(step.before) for step in found]
    numbers = make_words([number for each in positions for number in each.words])
    stocks = make_words([place for each in positions for place in (*each.stock, *[0] * STOCK_CARDS)[:STOCK_CARDS]])
    legal = make_words(3 * len(found))
    made = make_words([move_number(step.move) for step in found])
    step_rows(
        parameters_of(rules).words, numbers, stocks, made, legal, make_words(POSITION_WORDS), make_words(STOCK_CARDS)
    )
    return list(legal), list(numbers)


def compare(rules: Rules, seats: int, count: int) -> None:
    """Many random positions; in some of them all legal moves."""
    game = rules.game(seats)
    found = list(islice(random_steps(game, random.Random(f"{rules} {seats}")), count))
    found += [step(state, move) for state, _, _ in found[::20] for move in state.legal(state.turn)]
    legal, after = in_simulator(found, game)
    for number, made in enumerate(found):
        assert tuple(legal[3 * number : 3 * number + 3]) == legal_in_engine(made.before), str(made)
        assert after[POSITION_WORDS * number : POSITION_WORDS * number + POSITION_WORDS] == after_in_engine(made), str(
            made
        )


@pytest.mark.parametrize("rules", one_in(5, ALL_RULES), ids=str)
def test_legal_moves_and_what_follows_are_the_engines(rules: Rules) -> None:
    """§1: In every position the simulator allows what the engine allows, and a move leads to the same position."""
    for seats in range(2, 7):
        compare(rules, seats, POSITIONS)


@pytest.mark.parametrize("rules", one_in(3, HOUSE_RULES), ids=str)
def test_house_rules_are_the_engines(rules: Rules) -> None:
    """§1.6: The same with the families' rules."""
    for seats in range(2, 7):
        compare(rules, seats, POSITIONS)


@pytest.mark.soak
@pytest.mark.parametrize(("rules", "seats"), CASES, ids=str)
def test_legal_moves_and_what_follows_are_the_engines_in_millions_of_positions(rules: Rules, seats: int) -> None:
    """The same, for a long time."""
    compare(rules, seats, SOAK_POSITIONS)


@pytest.mark.parametrize(
    ("rules", "wrong"),
    [
        ("classic 80 take3", "classic 80 off"),
        ("classic 80 draw", "classic 80 take3"),
        ("classic 60 B off", "classic 80 off"),
        ("three-starts 80 off", "classic 80 off"),
        ("any-start 80 off", "classic 80 off"),
        ("junior", "false-start 40 off"),
        ("classic colour", "classic 80 off"),
        ("classic one", "classic 80 off"),
        ("classic until", "classic 80 off"),
        ("classic go-on", "classic 80 off"),
        ("classic on", "classic 80 off"),
        ("classic must", "classic 80 off"),
    ],
)
def test_a_wrong_rule_is_noticed(rules: str, wrong: str) -> None:
    """A planted fault: the rules of another game do not pass."""
    games = {str(each): each.game(3) for each in (*ALL_RULES, *HOUSE_RULES)}
    found = list(islice(random_steps(games[rules], random.Random(rules)), 1_000))
    legal, after = in_simulator(found, games[wrong])
    right = [number for made in found for number in legal_in_engine(made.before)]
    assert (legal, after) != (right, [number for made in found for number in after_in_engine(made)])
