"""Programs that play: whatever they do, nobody waits for ever, and the fault is told exactly."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from reihum.arena import programs
from reihum.arena.errors import BotFault
from reihum.arena.players import seat_players
from reihum.arena.programs import MAX_UNREAD_LINES, Program, _idle, borrow_program, close_all
from reihum.bots import play_round
from reihum.errors import BadOption
from reihum.games import game
from reihum.texts import LANGUAGES, Texts

SCRIPT = Path(__file__).parent / "misbehaving.py"
PATIENCE = 60.0
"""Seconds for programs that answer: the machine may be busy."""


def command(way: str) -> str:
    """The program that misbehaves in one way."""
    return shlex.join([sys.executable, "-I", str(SCRIPT), way])


@pytest.fixture(autouse=True)
def _nobody_stays(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No program outlives a test, and none is killed because the machine is busy."""
    monkeypatch.setattr(programs, "EXIT_SECONDS", PATIENCE)
    yield
    close_all()


def faulty(way: str) -> BotFault:
    """The fault that comes of playing with a misbehaving program at seat 1."""
    junior = game("junior", 2)
    with (
        pytest.raises(BotFault) as caught,
        seat_players(junior, ["random", f"cmd:{command(way)}"], b"s", PATIENCE) as bots,
    ):
        list(play_round(junior.deal("seed"), bots))
    return caught.value


@pytest.mark.parametrize(
    ("way", "code", "named"),
    [
        ("illegal", "bot-move", ["lay R1"]),
        ("nonsense", "bot-move", ["over there"]),
        ("wrong-word", "bot-answer", ["ready", "move TEXT"]),
        ("empty", "bot-answer", ["move TEXT"]),
        ("binary", "bot-answer", ["\\xff\\xfe\\x00 hello", "move TEXT"]),
        ("endless", "bot-answer", ["xxx …", "move TEXT"]),
        ("unfinished", "bot-answer", ["move TEXT"]),
        ("crash", "bot-gone", ["3", "choose", "move TEXT"]),
        ("gives-up", "bot-gives-up", ["I am out of ideas"]),
        ("flood", "bot-move", ["nowhere"]),
    ],
)
def test_every_fault_is_told(way: str, code: str, named: list[str]) -> None:
    """Who did it, what came, what was expected, in every language; and whose seat it was."""
    fault = faulty(way)
    assert (fault.code, fault.seat) == (code, 1)
    for language in LANGUAGES:
        sentence = Texts(language).message(fault.message)
        assert all(word in sentence for word in [f"misbehaving.py {way}", *named]), sentence
        assert len(sentence) < 400


def test_an_answer_too_many_is_told() -> None:
    """A second answer that is there before the next question is a fault."""
    program = Program(command("twice"), PATIENCE)
    question = 'choose {"moves":["draw"]}'
    for _ in range(3):
        assert program.ask(question, "move TEXT", PATIENCE) == ("move", "draw")
    program.tell("quit")
    program._process.wait(PATIENCE)
    for thread in program._threads[1:]:
        thread.join(PATIENCE)  # the reader has read everything
    with pytest.raises(BotFault) as caught:
        program.ask(question, "move TEXT", PATIENCE)
    program.close()
    assert caught.value.code == "bot-unasked"
    assert all(word in str(caught.value) for word in ("misbehaving.py twice", "move draw", "choose"))


def test_silence_has_an_end() -> None:
    """The caller says how many seconds to wait."""
    program = Program(command("silent"), PATIENCE)
    question = 'choose {"moves":["draw"]}'
    assert [program.ask(question, "move TEXT", PATIENCE) for _ in range(2)] == [("move", "draw")] * 2
    with pytest.raises(BotFault) as caught:
        program.ask(question, "move TEXT", 0)
    program.close(by_force=True)
    assert caught.value.code == "bot-silent"
    assert "0 s" in str(caught.value)


def test_a_program_that_does_not_read_holds_up_nobody() -> None:
    """More is told than a pipe can hold, and the next question still ends when the time is up."""
    program = Program(command("well"), PATIENCE)
    program._process.send_signal(signal.SIGSTOP)  # it reads no more
    for _ in range(40):
        program.tell("see " + "x" * 10_000)
    with pytest.raises(BotFault) as caught:
        program.ask("choose {}", "move TEXT", 0)
    program.close(by_force=True)
    assert caught.value.code == "bot-silent"
    assert program._process.poll() is not None


def test_a_flood_is_dammed() -> None:
    """A program that never stops talking is stopped."""
    program = Program(command("flood"), PATIENCE)
    for _ in range(3):
        program.tell('choose {"moves":["draw"]}')
    program._process.wait(PATIENCE)
    assert program._lines.qsize() > MAX_UNREAD_LINES
    program.close(by_force=True)


@pytest.mark.parametrize("bad", ["no/such/program", "'", str(SCRIPT.parent)])
def test_what_cannot_be_started(bad: str) -> None:
    """A text that is not a command, and a file that is not a program."""
    with pytest.raises(BotFault) as caught:
        Program(bad, PATIENCE)
    assert caught.value.code == "bot-start"
    assert bad in str(caught.value)


def test_a_program_that_knows_nothing_of_us() -> None:
    """A program that does not greet is refused."""
    with pytest.raises(BotFault) as caught:
        Program(shlex.join([sys.executable, "-c", "input(); print('hello')"]), PATIENCE)
    assert caught.value.code == "bot-answer"
    assert "bot NAME" in str(caught.value)


def test_a_program_plays_many_rounds() -> None:
    """It is started once; after a fault it is started again."""
    with borrow_program(command("well"), PATIENCE) as first:
        pass
    with borrow_program(command("well"), PATIENCE) as again, borrow_program(command("well"), PATIENCE) as other:
        assert again is first is not other
    with pytest.raises(ZeroDivisionError), borrow_program(command("well"), PATIENCE) as broken:
        raise ZeroDivisionError
    assert broken._process.poll() is not None
    assert broken not in _idle[command("well")]


def test_nothing_is_left_behind() -> None:
    """Neither processes nor threads, whether they went by themselves or not."""
    before = threading.active_count()
    with borrow_program(command("well"), PATIENCE) as program:
        pass
    close_all()
    assert program._process.returncode == 0
    assert threading.active_count() == before


def test_the_end_of_the_caller_is_the_end_of_its_programs() -> None:
    """If the caller exits without a word, its programs exit too: their input ends."""
    script = (
        "import os, sys; from reihum.arena.programs import Program; "
        "program = Program(sys.argv[1], 20); print(program._process.pid, flush=True); os._exit(1)"
    )
    run = [sys.executable, "-c", script, command("well")]
    done = subprocess.run(run, capture_output=True, text=True, check=False, timeout=60)  # noqa: S603
    assert done.stdout.strip().isdecimal()  # communicate() has waited until every process had closed its output


@pytest.mark.parametrize("name", ["nobody", "cmd:", "cmd:  ", "CMD:x"])
def test_names_that_nobody_has(name: str) -> None:
    """A program needs a command."""
    with pytest.raises(BadOption), seat_players(game("junior", 2), ["random", name], b"s"):
        pass
