"""Every game, played to its end in a real terminal: `python -m tools.terminal_games [GAME …] [--size 120x40]`.

tmux is the terminal. The player knows no game: it reads the line of keys on the screen and presses one of them.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from reihum.games import GAMES

PAUSE_SECONDS = 0.15
END_SECONDS = 900
KEY = re.compile(r"(?:(?P<numbers>\d+(?: (?:\d+|…))*)|(?P<key>[a-z]|enter)) \S")
COMMANDS = "? "
"""How the last line begins, below the line of keys."""


class Terminal:
    """A window of tmux with the command in it."""

    def __init__(self, words: Sequence[str], size: tuple[int, int]) -> None:
        self._tmux = [shutil.which("tmux") or "tmux", "-L", f"reihum-{os.getpid()}", "-f", os.devnull]
        columns, lines = map(str, size)
        self._run("new-session", "-d", "-x", columns, "-y", lines, *words)

    def _run(self, *words: str) -> str | None:
        """What tmux says; None if there is no such window any more."""
        done = subprocess.run([*self._tmux, *words], check=False, capture_output=True, text=True)
        return done.stdout if done.returncode == 0 else None

    def read(self) -> list[str] | None:
        """The lines on the screen; None if the command has ended."""
        shown = self._run("capture-pane", "-p")
        return None if shown is None else shown.split("\n")

    def press(self, *keys: str) -> None:
        """Press keys."""
        self._run("send-keys", *keys)

    def close(self) -> None:
        """End the command."""
        self._run("kill-server")


def find_keys(lines: Sequence[str]) -> list[list[str]]:
    """The ways to move that the screen shows, each as the keys to press."""
    foot = next((number for number, line in enumerate(lines) if line.startswith(COMMANDS)), 0)
    found = []
    for part in re.split(r" {3}", lines[foot - 1]) if foot else []:
        if match := KEY.match(part):
            numbers = [word for word in (match["numbers"] or "").split() if word.isdigit()]
            if "…" in (match["numbers"] or ""):
                numbers = [str(number) for number in range(int(numbers[0]), int(numbers[-1]) + 1)]
            found += [[*number, "Enter"] for number in numbers] or [[match["key"].replace("enter", "Enter")]]
    return found


def play(game: str, size: tuple[int, int], language: str) -> str:
    """Play a game to its end; say how it went."""
    command = str(Path(sys.executable).with_name("reihum"))
    terminal = Terminal([command, "play", game, "--lang", language], size)
    end, presses, dice = time.monotonic() + END_SECONDS, 0, random.Random(game)  # noqa: S311 – nothing secret
    try:
        while time.monotonic() < end:
            lines = terminal.read()
            if lines is None:
                return "has ended by itself"
            if any(line.startswith(("Enter:", "Entrée")) and "·" in line for line in lines):
                return f"finished after {presses} moves"
            ways = find_keys(lines)
            terminal.press("+", *(dice.choice(ways) if ways else ["Space"]))
            presses += bool(ways)
            time.sleep(PAUSE_SECONDS)
        return "not finished:\n" + "\n".join(lines or ())
    finally:
        terminal.close()


def main() -> int:
    """Play the games; the exit status is 1 if one was not finished."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*GAMES])
    parser.add_argument("--size", default="80x24")
    parser.add_argument("--lang", default="en")
    chosen = parser.parse_args()
    columns, _, lines = chosen.size.partition("x")
    failed = False
    for game in chosen.games:
        told = play(game, (int(columns), int(lines)), chosen.lang)
        print(f"{game}: {told}", flush=True)
        failed = failed or not told.startswith("finished")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
