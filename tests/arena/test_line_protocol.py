"""The line protocol as docs/bot-protocol.md tells it: the example programs follow it, and so does the caller."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from documents import DOCS, blocks, table
from reihum.arena import line_protocol
from reihum.arena.players import labels, seat_players, tell_outcome
from reihum.arena.programs import close_all
from reihum.arena.rounds import Setting, play_deal
from reihum.bots import play_round
from reihum.games import game

PROGRAMS = DOCS / "examples" / "programs"
INTERPRETERS = {"highest.py": sys.executable, "highest.js": shutil.which("node")}


def command(name: str) -> list[str]:
    """How an example is started."""
    interpreter = INTERPRETERS[name]
    if interpreter is None:
        pytest.skip(f"the interpreter for {name} is not installed")
    return [interpreter, str(PROGRAMS / name)]


each_example = pytest.mark.parametrize("name", INTERPRETERS)


def test_every_example_is_tested() -> None:
    """None lies there unread."""
    assert {path.name for path in PROGRAMS.iterdir() if path.is_file()} == set(INTERPRETERS)


@each_example
def test_the_round_in_the_document(name: str) -> None:
    """Each example, told what the document tells it, answers what stands there, and leaves when it is told to."""
    transcript = next(block for block in blocks("bot-protocol", "text") if "reihum 1" in block)
    said = [line[2:] for line in transcript.splitlines() if line.startswith("< ")]
    answers = [line[2:] for line in transcript.splitlines() if line.startswith("> ")]
    run = subprocess.run(  # noqa: S603
        command(name), input="\n".join(said) + "\n", capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stdout.splitlines() == answers
    assert run.stderr == ""


@each_example
def test_the_examples_play(name: str) -> None:
    """A whole round against bots, with calls where the game has them, and the same again with the same seed."""
    program = f"cmd:{shlex.join(command(name))}"
    for played, seats in (("classic", 2), ("hoechste-karte", 2), ("schlafmuetze", 3)):
        setting = Setting(played, seats, {}, b"seed", patience=60)
        found = [play_deal(setting, 0, [program] + ["sensible"] * (seats - 1)) for _ in range(2)]
        assert found[0].forfeit is None, found[0].forfeit
        assert found[0] == found[1]
    close_all()


def test_the_examples_are_one_player() -> None:
    """Two languages, one way to play: nobody can tell them apart."""
    node, python = (f"cmd:{shlex.join(command(name))}" for name in ("highest.js", "highest.py"))
    setting = Setting("junior", 3, {}, b"seed", patience=60)
    assert play_deal(setting, 0, [node, python, python]) == play_deal(setting, 0, [python, node, node])
    close_all()


class Listener:
    """Stands in for a program: remembers what it is told, and answers with the first move."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.name = "cmd:listener"

    def tell(self, line: str) -> None:
        """Remember."""
        self.heard.append(line)

    def ask(self, line: str, expected: str, patience: float) -> tuple[str, str]:
        """Remember, and answer."""
        self.heard.append(line)
        word, content = line.split(" ", 1)
        if word == "choose":
            return "move", json.loads(content)["moves"][0]
        return ("ready", "") if word == "game" else ("quiet", "")


def overheard(monkeypatch: pytest.MonkeyPatch, id: str, seats: int) -> tuple[list[str], list[Any]]:
    """A round with a listener at seat 1: what it was told, and the states."""
    listener = Listener()
    monkeypatch.setattr("reihum.arena.programs.Program", lambda *_: listener)
    monkeypatch.setattr("reihum.arena.programs._idle", {})
    played = game(id, seats)
    first = played.deal("seed")
    with seat_players(played, ["random", "cmd:listener"] + ["random"] * (seats - 2), b"s") as bots:
        states = [first, *(state for *_, state in play_round(first, bots))]
        tell_outcome(bots, states[-1].outcome)  # type: ignore[arg-type]
    return listener.heard, states


@pytest.mark.parametrize(("id", "seats"), [("junior", 3), ("schlafmuetze", 3)])
def test_what_a_program_is_told(monkeypatch: pytest.MonkeyPatch, id: str, seats: int) -> None:
    """The words of the document in their order: the game, every event shown to the seat, its own views, the end."""
    heard, states = overheard(monkeypatch, id, seats)
    words = [line.split(" ", 1)[0] for line in heard]
    contents = [json.loads(line.split(" ", 1)[1]) for line in heard]
    documented = {row[0].strip("`").split()[0] for row in table("bot-protocol", "line")}
    assert set(words) <= documented
    assert (words[0], words[-1]) == ("game", "end")
    assert (contents[0]["seat"], contents[0]["seats"]) == (1, seats)
    assert len(contents[0]["seed"]) == 128
    assert set(contents[0]) == set(re.findall(r"`(\w+)`", " ".join(row[0] for row in table("bot-protocol", "field"))))
    shown = [content for word, content in zip(words, contents, strict=True) if word == "see"]
    assert shown == [json.loads(line_protocol.see_line(state.events(1)).split(" ", 1)[1]) for state in states[1:]]
    assert contents[-1]["places"] == list(states[-1].outcome.places)
    for word, content in zip(words, contents, strict=True):
        if word in ("choose", "call"):
            assert content["view"]["seat"] == 1


def test_only_the_players_view_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """No card of another hand is in any line."""
    heard, states = overheard(monkeypatch, "classic", 3)
    views = {
        line_protocol.choose_line(state.view(1)) for state in states if state.outcome is None and 1 in state.to_act
    }
    assert {line for line in heard if line.startswith("choose")} == views


@pytest.mark.parametrize(
    ("answer", "read"),
    [
        (b"move lay R11\n", ("move", "lay R11")),
        (b"  move   lay  R11\r\n", ("move", "lay  R11")),
        (b"ready\n", ("ready", "")),
        (b"move lay R11", None),
        (b"\n", None),
        (b"", None),
        (b"\xff\n", None),
    ],
)
def test_answers(answer: bytes, read: tuple[str, str] | None) -> None:
    """A word and the rest of a whole line; blanks around them are forgiven."""
    assert line_protocol.parse_answer(answer) == read


@pytest.mark.parametrize(
    "words",
    ["", "schnapp", "schnapp soon", "schnapp -1", "schnapp 60001", "schnapp ³", "schnapp 1 2", "boo 300", "SCHNAPP 1"],
)
def test_calls_that_are_none(words: str) -> None:
    """A word of the game and a time in milliseconds, nothing else."""
    assert line_protocol.parse_call(words, ("schnapp", "schnipp")) is None
    assert line_protocol.parse_call("schnipp 60000", ("schnapp", "schnipp")) is not None


def test_a_call_that_is_none_is_a_fault(tmp_path: Path) -> None:
    """What was expected names the words of the game."""
    script = tmp_path / "caller.py"
    script.write_text(
        "import sys\nfor line in sys.stdin:\n    word = line.split()[0]\n"
        "    print({'reihum': 'bot x', 'game': 'ready', 'call': 'call boo 5'}.get(word, ''), flush=True)\n"
    )
    program = f"cmd:{shlex.join([sys.executable, str(script)])}"
    played = play_deal(Setting("schlafmuetze", 3, {}, b"s", patience=60), 0, ["random", "random", program])
    assert played.forfeit is not None
    assert (played.forfeit.code, played.forfeit.seat) == ("bot-answer", 2)
    assert "call down MILLISECONDS | quiet" in str(played.forfeit.fault)


def test_programs_are_called_by_their_files() -> None:
    """Unless that would not tell them apart."""
    assert list(labels(["cmd:python -m bots.deep 3", "cmd:mybot --x", "eager"]).values()) == [
        "bots.deep",
        "mybot",
        "eager",
    ]
