"""The simulator's rules of Master against the engine's, position by position, for every option."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import islice

import pytest

from reihum.games.master.rules import BONUS_CARDS, MasterState
from reihum.simulator.compiler import make_words
from reihum.simulator.families import position
from reihum.simulator.master.parameters import mask_to_words, parameters_of, place_of
from reihum.simulator.master.position import (
    BONUS_LEFT,
    BONUS_OF,
    JOKERS_OF,
    LAID,
    LAY_JOKER,
    LINK_ABOVE,
    LINK_BELOW,
    LINKS_OF,
    PASSES,
    POSITION_WORDS,
    STOCK_CARDS,
    SWAP,
    TARGET,
    WILD,
    WON,
    move_number,
)
from reihum.simulator.master.rules import BLOCKED, OUT
from reihum.simulator.parameters import END, NONE
from reihum.simulator.position import DRY, HANDS, TABLE, TOP, TURN
from reihum.simulator.rounds import step_master
from simulator.master_tables import ALL_ROWS, Step, random_steps, step, table
from tiers import one_in

CASES = [(rows, seats) for rows in ALL_ROWS for seats in range(2, 7)]
POSITIONS = 1_000  # for each case: 120,000 in all
SOAK_POSITIONS = 20_000  # for each case: 2,400,000 in all
LEGAL = 11
KINDS = (0, LAY_JOKER, LINK_ABOVE, LINK_BELOW, SWAP)


def legal_in_engine(state: MasterState) -> list[int]:
    """What the engine allows: places of five kinds of moves as two words each, and what else."""
    numbers = [move_number(state.game, move) for move in state.legal(state.turn)]
    others = [number for number in numbers if number in range(END, LAY_JOKER)]
    assert len(others) < 2
    found = []
    for kind in KINDS:
        places = sum(
            1 << number - kind for number in numbers if number in range(kind, kind + 128) and number not in others
        )
        found += [places & (1 << 64) - 1, places >> 64]
    return [*found, others[0] if others else NONE]


def after_in_engine(step: Step) -> list[int]:
    """The position after a move of the engine, in the simulator's numbers."""
    before, _, after = step
    over = {"out": OUT, "blocked": BLOCKED}[after.outcome.reason] if after.outcome else None
    numbers = [0] * POSITION_WORDS
    numbers[TABLE : TABLE + 2] = mask_to_words(after.table)
    numbers[WILD : WILD + 2] = mask_to_words(after.wild)
    numbers[TURN] = after.turn
    numbers[LAID] = after.laid if over is None else over
    numbers[TOP], numbers[DRY] = len(before.stock) - len(after.stock), len(before.stock)
    numbers[WON], numbers[PASSES] = after.won, after.passes
    numbers[TARGET] = place_of(after.game, after.board.card[after.target]) if after.target else 0
    numbers[BONUS_LEFT] = BONUS_CARDS - sum(after.bonus)
    for seat, hand in enumerate(after.hands):
        numbers[HANDS + 2 * seat : HANDS + 2 * seat + 2] = mask_to_words(hand)
        numbers[JOKERS_OF + seat] = after.jokers[seat]
        numbers[LINKS_OF + seat] = after.links[seat]
        numbers[BONUS_OF + seat] = after.bonus[seat]
    return numbers


def in_simulator(found: Sequence[Step]) -> tuple[list[int], list[int]]:
    """For each position what the simulator allows, and the position after the move."""
    game = found[0].before.game
    positions = [position(step.before) for step in found]
    numbers = make_words([number for each in positions for number in each.words])
    stocks = make_words([place for each in positions for place in (*each.stock, *[0] * STOCK_CARDS)[:STOCK_CARDS]])
    legal = make_words(LEGAL * len(found))
    made = make_words([move_number(game, step.move) for step in found])
    step_master(
        parameters_of(game).words, numbers, stocks, made, legal, make_words(POSITION_WORDS), make_words(STOCK_CARDS)
    )
    return list(legal), list(numbers)


def compare(rows: str, seats: int, count: int) -> Counter[str]:
    """Many random positions; in some of them all legal moves. How often each kind of move was made."""
    found = list(islice(random_steps(table(seats, rows), random.Random(f"{rows} {seats}")), count))
    found += [step(state, move) for state, _, _ in found[::20] for move in state.legal(state.turn)]
    legal, after = in_simulator(found)
    for number, made in enumerate(found):
        assert legal[LEGAL * number : LEGAL * number + LEGAL] == legal_in_engine(made.before), str(made)
        assert after[POSITION_WORDS * number : POSITION_WORDS * number + POSITION_WORDS] == after_in_engine(made), str(
            made
        )
    return Counter(made.after.outcome.reason if made.after.outcome else made.move.verb for made in found)


@pytest.mark.parametrize("rows", one_in(5, ALL_ROWS))
def test_legal_moves_and_what_follows_are_the_engines(rows: str) -> None:
    """§2: In every position the simulator allows what the engine allows, and a move leads to the same position."""
    made: Counter[str] = Counter()
    for seats in range(2, 7):
        made += compare(rows, seats, POSITIONS)
    assert set(made) >= {"lay", "link", "swap", "draw", "end", "pass", "out"}


@pytest.mark.soak
@pytest.mark.parametrize(("rows", "seats"), CASES)
def test_legal_moves_and_what_follows_are_the_engines_in_millions_of_positions(rows: str, seats: int) -> None:
    """The same, for a long time."""
    compare(rows, seats, SOAK_POSITIONS)


FAULTS = """
import sys
sys.modules["numba"] = None  # so that a changed number changes the rules at once
from simulator.master import test_rules
from reihum.simulator.master import rules as master
faults = {"": 0, "MOST": 3, "LOW_32_BITS": 0, "UPPER": 0x1FF000, "PLACES": 0x001FFFFE003FFFFE, "BLOCKED": 0}
for name, wrong in faults.items():
    right = vars(master).get(name)
    setattr(master, name, wrong)
    try:
        made = test_rules.compare("YBRG", 2, 3_000)
        print(name, "passes", made["blocked"] > 0)
    except AssertionError:
        print(name, "fails")
    setattr(master, name, right)
"""


def test_wrong_rules_are_noticed() -> None:
    """Planted faults: a turn of three cards, no connections, a half row that is too short, a row that is too short,
    a blocked round that goes on."""
    folders = os.pathsep.join(path for path in sys.path if path)
    call = [sys.executable, "-c", FAULTS]
    done = subprocess.run(call, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": folders})  # noqa: S603
    told = [line.split(" ") for line in done.stdout.splitlines()]
    assert told == [
        ["", "passes", "True"],
        *([name, "fails"] for name in ("MOST", "LOW_32_BITS", "UPPER", "PLACES", "BLOCKED")),
    ]
