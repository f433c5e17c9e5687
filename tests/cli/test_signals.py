"""Signals that end ``reihum play``: the match is saved, and ``nohup`` is respected."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from reihum.cli.resume import resume
from reihum.cli.signals import SignalReceived, is_hung_up, raise_on_signals
from reihum.matches import verify
from reihum.matches.records import MoveLine, read_lines
from terminal import reihum
from waiting import END_SECONDS

SIGNALS = [signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGKILL]
GAME = ["play", "junior", "--seats", "2", "--seed", "kept"]
MAIN = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGTERM, signal.SIG_DFL)
signal.signal(signal.SIGHUP, signal.{hangup})
from reihum.cli import main
sys.exit(main())
"""
"""The command with the signal handlers of a fresh terminal: a test run may itself be started under nohup."""


@contextmanager
def started(*words: str, hangup: str = "SIG_DFL") -> Iterator[subprocess.Popen[str]]:
    """The command as a process of its own, at its first prompt."""
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", MAIN.format(hangup=hangup), *words],
        env=os.environ | {"PYTHONWARNINGS": "error", "LANG": "en_GB.UTF-8"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        read_prompt(process)
        yield process
    finally:
        process.kill()
        process.communicate()


def read_prompt(process: subprocess.Popen[str]) -> None:
    """Read until the next prompt."""
    assert process.stdout is not None
    seen = ""
    while not seen.endswith("> "):
        letter = process.stdout.read(1)
        assert letter, f"the command has ended: {seen}"
        seen += letter


def answer(process: subprocess.Popen[str], line: str) -> None:
    """Type a line."""
    assert process.stdin is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()


@pytest.mark.parametrize("number", SIGNALS)
def test_a_match_that_is_ended_from_outside(number: signal.Signals, tmp_path: Path) -> None:
    """After a signal, and after a crash, the person's last move is on disk, and the match can go on."""
    file = tmp_path / "match.jsonl"
    with started(*GAME, "--record", str(file)) as process:
        answer(process, "1")
        read_prompt(process)
        process.send_signal(number)
        out, errors = process.communicate()
    assert errors == ""
    assert process.returncode == (-number if number == signal.SIGKILL else 128 + number)
    said = f"\nRecorded. Go on with: reihum play --continue {file}\n"
    assert out.endswith(said) == (number in (signal.SIGTERM, signal.SIGINT))
    lines = read_lines(file.read_text())
    assert len([line for line in lines if isinstance(line, MoveLine) and line.seat == 0]) == 1
    assert resume(file.read_text()).recorder.match.outcome is None
    assert reihum("play", "--continue", str(file), typed="1\n" * 500).status == 0
    assert verify(file.read_text()).outcome is not None


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_resumed_match_that_is_ended_at_once(number: signal.Signals, tmp_path: Path) -> None:
    """Going on does not change the record if nothing is played."""
    file = tmp_path / "match.jsonl"
    reihum(*GAME, "--record", str(file), typed="1\n1\nq\n")
    before = file.read_text()
    with started("play", "--continue", str(file)) as process:
        process.send_signal(number)
        process.communicate()
    assert file.read_text() == before


def test_nohup() -> None:
    """Started with SIGHUP ignored, as nohup does, the command plays on after SIGHUP."""
    with started(*GAME, hangup="SIG_IGN") as process:
        process.send_signal(signal.SIGHUP)
        answer(process, "1")
        read_prompt(process)
        answer(process, "q")
        process.communicate()
    assert process.returncode == 0


def test_a_terminal_whose_window_is_gone() -> None:
    """It is noticed without a signal; a terminal with a window, a file and a pipe that is still open are not gone."""
    master, slave = os.openpty()
    try:
        assert not is_hung_up(slave)
        os.close(master)
        assert is_hung_up(slave)
    finally:
        os.close(slave)
    reader, writer = os.pipe()
    assert not is_hung_up(reader)
    for end in (reader, writer):
        os.close(end)


HANG_UP = """
import fcntl, os, pty, struct, sys, termios
child, master = pty.fork()
if not child:
    import signal
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    os.execv(sys.executable, [sys.executable, "-c", sys.argv[1], "play", "classic", "--lang", "en"])
fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
seen = b""
while b"help" not in seen:
    seen += os.read(master, 65_536)
os.close(master)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
"""A window that closes while the full screen is in it, and the exit status of the command."""

PROGRAM = """
import sys
from reihum.cli import main
from textual.drivers.linux_driver import LinuxDriver
usual, starts = LinuxDriver.start_application_mode, []
def start_application_mode(self):
    starts.append(self)
    usual(self)
LinuxDriver.start_application_mode = start_application_mode
status = main()
sys.exit(status if len(starts) == 1 else 1)
"""
"""The command. It fails if its full screen starts again, with threads that nobody ends."""


@pytest.mark.full
def test_the_full_screen_ends_with_its_window() -> None:
    """Even with SIGHUP ignored the command ends, with the status of SIGHUP, and does not spin."""
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", HANG_UP, PROGRAM],
        env=os.environ | {"TERM": "xterm-256color"},
        capture_output=True,
        text=True,
        check=False,
        timeout=END_SECONDS,
    )
    assert (done.stdout, done.stderr) == ("129\n", "")


def test_only_the_first_signal_counts() -> None:
    """An ignored signal stays ignored, a second one does not disturb the saving, and the old handlers come back."""
    before = {number: signal.getsignal(number) for number in (signal.SIGHUP, signal.SIGTERM)}
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        with raise_on_signals():
            signal.raise_signal(signal.SIGHUP)
            with pytest.raises(SignalReceived):
                signal.raise_signal(signal.SIGTERM)
            signal.raise_signal(signal.SIGTERM)
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
