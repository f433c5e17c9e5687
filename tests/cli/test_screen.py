"""The screen: a real terminal, a pipe, and the clock."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest
from rich.text import Text

from reihum.cli.fullscreen.frame import wrap_text
from terminal import PLAIN, Scripted, quiet, reihum


def read_until(terminal: int, end: str) -> str:
    """Read from a terminal until a text comes; fail if the command ends first."""
    seen = ""
    while not seen.endswith(end):
        seen += os.read(terminal, 1).decode(errors="ignore")
    return seen


def test_a_real_terminal() -> None:
    """At a terminal the table is coloured, an answer is read from the keyboard, and Ctrl-D ends the match."""
    terminal, other_end = pty.openpty()
    words = [sys.executable, "-m", "reihum", "play", "junior", "--plain", "--seats", "2", "--seed", "x"]
    process = subprocess.Popen(  # noqa: S603
        words, env=os.environ | PLAIN, stdin=other_end, stdout=other_end, stderr=other_end
    )
    os.close(other_end)
    try:
        assert "\x1b[" in read_until(terminal, "> ")
        os.write(terminal, b"score\n")
        assert "No round has ended yet." in read_until(terminal, "> ")
        os.write(terminal, b"\x04")
        read_until(terminal, "The input has ended; the game stops here.")
        read_until(terminal, "saves your next match.")
        assert process.wait() == 0
    finally:
        process.kill()
        os.close(terminal)


def test_reaction_times() -> None:
    """An answer at a keyboard takes the time that the clock says."""
    with quiet():
        assert Scripted(iter([("stop", 0.25)])).ask_timed("> ") == ("stop", 250)


def breaks_badly(line: str) -> bool:
    """Whether a line begins or ends with punctuation that belongs to the line before or after."""
    return line.lstrip()[:1] in tuple("!?;:»") or line.rstrip().endswith("«")


@pytest.mark.parametrize("game", ["anywhere", "schnipp-schnapp", "quartett"])
def test_no_line_begins_with_punctuation(game: str) -> None:
    """French joins it to the word before by a no-break space, where no line may break."""
    for width in range(40, 100, 7):
        lines = reihum("rules", game, "--lang", "fr", environment={"COLUMNS": str(width)}).out.splitlines()
        assert [line for line in lines if line and breaks_badly(line)] == []


def test_the_full_screen_breaks_lines_alike() -> None:
    """A planted plain space in its place is found."""
    sentence = "Crie « Stop ! » tout de suite."
    joined = sentence.replace(" !", "\u202f!").replace("« ", "«\u202f").replace(" »", "\u202f»")
    for text, broken in ((joined, False), (sentence, True)):
        lines = [line.plain for width in range(12, 20) for line in wrap_text(Text(text), width)]
        assert any(map(breaks_badly, lines)) == broken
