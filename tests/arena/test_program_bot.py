"""A program at a server's table and as a judge: it is told everything with each question."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

import reihum
from reihum.bots import find_maker, play_round
from reihum.bots.review.coach import review
from reihum.cards import Randomness
from reihum.engine import bots
from reihum.engine.bots import add_bot
from reihum.host.bot_runner import choose_move, make_question
from terminal import reihum as command

ROOT = Path(__file__).parent.parent.parent
PROGRAM = f"cmd:{shlex.join([sys.executable, str(ROOT / 'docs/examples/programs/highest.py')])}"
JUNIOR = reihum.game("junior", seats=2)


def test_a_program_is_chosen_at_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """People choose it by its name; a process that was not told of it finds it by its command."""
    monkeypatch.setattr(bots, "_added", {})
    add_bot("mine", PROGRAM)
    state = JUNIOR.deal("a table")
    question = make_question(state, b"secret", (), state.to_act[0], "mine")
    assert question.level == PROGRAM
    assert choose_move(question) in map(str, state.legal(state.to_act[0]))


def test_a_program_among_other_bots() -> None:
    """It plays a whole round, and the same program answers for two seats."""
    for _, _, state in play_round(JUNIOR.deal("a table"), [PROGRAM, PROGRAM]):
        last = state
    assert last.outcome is not None


def test_a_program_reviews() -> None:
    """It says what it would have done at every decision."""
    state = JUNIOR.deal("a table")
    moves = list(play_round(state, ["random", "random"]))
    judged = list(review(state, moves, 0, level=PROGRAM))
    assert judged
    assert all(decision.best.move for decision in judged)
    golden = ROOT / "tests/golden/classic.jsonl"
    run = command("review", str(golden), "--round", "1", "--level", PROGRAM, "--json")
    assert json.loads(run.out)["1"][0]["best"]["move"], run.errors


def test_what_it_has_seen_is_told_anew() -> None:
    """Events reach the program with the next question, so nobody has to keep it waiting in between."""
    state = JUNIOR.deal("a table")
    seat = state.to_act[0]
    bot = find_maker(JUNIOR.facts, PROGRAM)(JUNIOR, seat, Randomness(b"s", "bot"))
    bot.see(state.events(seat))
    assert bot.choose(state.view(seat)) == bot.choose(state.view(seat))
    assert bot.call(state.view(seat)) is None
