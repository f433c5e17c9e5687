"""``reihum play --record`` and ``--continue``: whatever happens, the match on disk can be gone on with, as it was."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from reihum.cli.resume import resume
from reihum.cli.signals import SignalReceived, raise_on_signals
from reihum.matches import verify
from reihum.matches.records import Played, read
from terminal import reihum

SIGNALS = [signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGKILL]
GAME = ["play", "classic", "--seed", "kept"]


def started(*words: str) -> subprocess.Popen[str]:
    """The command as a process of its own, at its first prompt."""
    call = [sys.executable, "-c", "import sys; from reihum.cli import main; sys.exit(main())", *words]
    process = subprocess.Popen(  # noqa: S603
        call,
        env=os.environ | {"PYTHONWARNINGS": "error", "LANG": "en_GB.UTF-8"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    prompt(process)
    return process


def prompt(process: subprocess.Popen[str]) -> None:
    """Read until the next prompt."""
    assert process.stdout is not None
    seen = ""
    while not seen.endswith("> "):
        seen += process.stdout.read(1)


def own_moves(file: Path) -> list[str]:
    """What seat 0 has played."""
    return [line.move for line in read(file.read_text()) if isinstance(line, Played) and line.seat == 0]


@pytest.mark.parametrize("number", SIGNALS)
def test_a_match_that_is_ended_from_outside(number: signal.Signals, tmp_path: Path) -> None:
    """A closed window, a request to stop, Ctrl-C and a machine that dies: the own move is on disk, and it goes on."""
    file = tmp_path / "match.jsonl"
    process = started(*GAME, "--record", str(file))
    assert process.stdin is not None
    process.stdin.write("1\n")
    process.stdin.flush()
    prompt(process)
    process.send_signal(number)
    out, errors = process.communicate()
    assert errors == ""
    assert process.returncode == (-number if number == signal.SIGKILL else 128 + number)
    assert (f"reihum play --continue {file}" in out) == (number in (signal.SIGTERM, signal.SIGINT))
    assert len(own_moves(file)) == 1
    assert resume(file.read_text()).recorder.match.outcome is None
    assert reihum("play", "--continue", str(file), typed="1\n" * 500).status == 0
    assert verify(file.read_text()).outcome is not None


@pytest.mark.parametrize("number", SIGNALS)
def test_a_resumed_match_that_is_ended_at_once(number: signal.Signals, tmp_path: Path) -> None:
    """Going on does not make the record worse, not even if nothing is played."""
    file = tmp_path / "match.jsonl"
    reihum(*GAME, "--record", str(file), typed="1\n1\nq\n")
    before = file.read_text()
    process = started("play", "--continue", str(file))
    process.send_signal(number)
    process.communicate()
    assert file.read_text() == before


def test_ctrl_c_says_where_the_match_is(tmp_path: Path) -> None:
    """The prompt's line is ended, and the next line tells how to go on."""
    file = tmp_path / "match.jsonl"
    process = started("play", "--record", str(file))
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate()
    assert out.endswith(f"\nRecorded. Go on with: reihum play --continue {file}\n")
    assert errors == ""


def test_a_signal_that_is_not_to_be_heard() -> None:
    """``nohup`` ignores SIGHUP; so does the command then. Afterwards everything is as before."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with raise_on_signals():
            signal.raise_signal(signal.SIGHUP)
            with pytest.raises(SignalReceived):
                signal.raise_signal(signal.SIGTERM)
            signal.raise_signal(signal.SIGTERM)  # one was enough
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    finally:
        signal.signal(signal.SIGHUP, before)


# --- what is there already ---


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_a_match_is_not_written_over(language: str, tmp_path: Path) -> None:
    """A file in which something stands is refused, whoever wrote it."""
    file = tmp_path / "match.jsonl"
    file.write_text("somebody's match\n")
    run = reihum("play", "--record", str(file), "--lang", language)
    assert (run.status, run.out) == (1, "")
    assert f"--continue {file}" in run.errors
    assert file.read_text() == "somebody's match\n"


def test_a_match_goes_on_in_another_file(tmp_path: Path) -> None:
    """An empty file is free; naming the same file twice is no mistake."""
    first, second = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    second.touch()
    reihum(*GAME, "--record", str(first), typed="1\nq\n")
    before = first.read_text()
    assert reihum("play", "--continue", str(first), "--record", str(second), typed="1\nq\n").status == 0
    assert (first.read_text(), len(own_moves(second))) == (before, 2)
    assert reihum("play", "--continue", str(first), "--record", str(first), typed="1\nq\n").status == 0
    assert first.read_text() == second.read_text() != before
    assert reihum("play", "--continue", str(second), "--record", str(first)).status == 1


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """The record is written to where the link leads."""
    real, link = tmp_path / "real.jsonl", tmp_path / "link.jsonl"
    link.symlink_to(real)
    assert reihum("play", "--record", str(link)).status == 0
    assert link.is_symlink()
    assert read(real.read_text())
    assert sorted(tmp_path.iterdir()) == [link, real]


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_what_is_no_file_is_left_alone(language: str, tmp_path: Path) -> None:
    """A pipe, like a device, is neither written to nor replaced."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    run = reihum("play", "--record", str(pipe), "--lang", language)
    assert (run.status, run.out) == (1, "")
    assert str(pipe) in run.errors
    assert pipe.is_fifo()


# --- going on as it was ---


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A match at seat 2 of three, broken off in its first round."""
    file = tmp_path / "match.jsonl"
    sitting = ["--seats", "3", "--seat", "2", "--name", "Lisa", "--bots", "random,eager", "--rounds", "2"]
    reihum(*GAME, "--blocking", "take3", *sitting, "--record", str(file), typed="1\nq\n")
    return file


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seats", "3"], ""),
        (["--bots", "sensible"], ""),
        (["--seat", "2", "--name", "Lisa M."], " --seat 2 --name 'Lisa M.'"),
        (["--seats", "3", "--seat", "1", "--bots", "random,eager"], " --seat 1 --bots random,eager"),
        (["--bots", "random"], " --bots random,random,random"),
    ],
)
def test_the_table_is_as_it_was(words: list[str], said: str, tmp_path: Path) -> None:
    """What is printed at the end seats everybody where they were; what is usual goes without saying."""
    file = tmp_path / "match.jsonl"
    ended = reihum(*GAME, *words, "--record", str(file), typed="1\nq\n")
    command = ended.out.rstrip("\n").rpartition("reihum ")[2]
    assert command == f"play --continue {file}{said}"
    again = reihum(*shlex.split(command))
    assert again.status == 0
    assert _table(again.out) == _table(ended.out)
    assert again.out.endswith(f"reihum {command}\n")


def _table(out: str) -> list[str]:
    """Who sits there: the welcome, and the names in their order, without their cards."""
    players = next(line for line in out.splitlines() if line.startswith("cards:"))
    return [out.splitlines()[0], re.sub(r"[»\d]", "", players)]


@pytest.mark.parametrize("language", ["de", "en", "fr"])
@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["junior"], "classic"),
        (["--seats", "4"], "--seats 3"),
        (["--blocking", "off"], "--blocking take3"),
        (["--edition", "60"], "--edition 80"),
        (["--rounds", "3"], "--rounds 2"),
        (["--seed", "other"], "other"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_differs_from_the_record(words: list[str], named: str, language: str, kept: Path) -> None:
    """It is refused in one sentence that says how it was, and the record stays."""
    before = kept.read_text()
    run = reihum("play", *words, "--continue", str(kept), "--lang", language)
    assert (run.status, run.out) == (1, "")
    assert named in run.errors
    assert run.errors.count("\n") == 1
    assert kept.read_text() == before


def test_what_agrees_with_the_record(kept: Path, tmp_path: Path) -> None:
    """All may be said again; with the seed, the rounds to come are those of a match that was never broken off."""
    words = ["classic", "--blocking", "take3", "--seats", "3", "--seat", "2", "--name", "Lisa", "--rounds", "2"]
    again = [*words, "--bots", "random,eager", "--seed", "kept"]
    assert reihum("play", *again, "--continue", str(kept), typed="1\n" * 500).status == 0
    whole = tmp_path / "whole.jsonl"
    reihum("play", *again, "--record", str(whole), typed="1\n" * 500)
    assert verify(kept.read_text()).secret == verify(whole.read_text()).secret
