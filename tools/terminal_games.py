"""Every game, played to its end in a terminal: `python -m tools.terminal_games [GAME …] [--plain] [--size 120x40]`.

tmux is the terminal. The player takes one of the moves whose keys it reads on the screen and waits when it is not its
turn. It calls when a sensible bot would: the bot learns from the record what the player sees. `--seed` deals the same
cards and makes the same choices again; only calls depend on time. No screen may be higher than the terminal: the full
screen shows its last line, and in line mode no more lines appear at once than the terminal has. `NO_COLOR=1` goes to
the game.
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
from itertools import count, takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from reihum.bots import Bot
from reihum.bots.registry import seat_bot
from reihum.bots.review.decisions import RecordedRound, rounds
from reihum.cli.fullscreen.offers import assign_letters
from reihum.cli.labels import assign_call_keys
from reihum.games import GAMES
from reihum.texts import Texts

NUMBERS = count(1)
SEAT = 0
"""The person's seat."""

PAUSE_SECONDS = 0.1
END_SECONDS = 1_800
STILL_LOOKS = 5
"""After this many looks at the same lines, a person has read them."""

KEY = re.compile(r"(?:(?P<numbers>\d+(?: (?:\d+|…))*)|(?P<key>[a-z]|enter)) \S")
ITEM = re.compile(r"(?:^|\s)(\d+)\) ")
RUN = re.compile(r"(?<=  )(\d+)(?: … (\d+))?(?=  |$)")
STATUS = re.compile(r"status (\d+)$")
FOOT = "? "
"""How the last line of the full screen begins."""

BACK = "esc "
"""How the way back from a choice begins."""

UNCOUNTED_KEYS = ("+", "Space")
"""A person has no need of them: they only make the others quicker."""

RECORD_LINES = 2
"""How many more lines the command says at the end because this tool has the match recorded."""


class Look(NamedTuple):
    """What a terminal shows: its lines, the line of the cursor, and the number of lines that have scrolled away."""

    lines: list[str]
    cursor: int
    scrolled: int

    @property
    def printed(self) -> int:
        """The number of lines that were ever printed."""
        return self.scrolled + self.cursor

    @property
    def height(self) -> int:
        """The lines that are not empty, and those between them."""
        return max((number for number, line in enumerate(self.lines, 1) if line), default=0)

    @property
    def status(self) -> str | None:
        """The exit status, if the command has ended."""
        return next((found[1] for line in self.lines if (found := STATUS.search(line))), None)


class Terminal:
    """A window of tmux with a command in it, whose exit status is printed at the end."""

    def __init__(self, words: Sequence[str], size: tuple[int, int]) -> None:
        name = f"reihum-{os.getpid()}-{next(NUMBERS)}"
        self._tmux = [shutil.which("tmux") or "tmux", "-L", name, "-f", os.devnull]
        columns, lines = map(str, size)
        shell = ["sh", "-c", '"$@"; echo "status $?"; exec sleep 600', "sh", *words]
        options = ["set-option", "-g", "history-limit", "100000", ";"]
        self._run(*options, "new-session", "-d", "-x", columns, "-y", lines, *shell)

    def _run(self, *words: str) -> str:
        return subprocess.run([*self._tmux, *words], check=True, capture_output=True, text=True).stdout

    def look(self) -> Look:
        """What the terminal shows now."""
        shown = self._run("display-message", "-p", "#{cursor_y} #{history_size}", ";", "capture-pane", "-p")
        first, *lines = shown.split("\n")
        cursor, scrolled = map(int, first.split())
        return Look(lines, cursor, scrolled)

    def press(self, *keys: str) -> int:
        """Press keys; returns how many a person would have pressed."""
        if keys:
            self._run("send-keys", *keys)
        return sum(key not in UNCOUNTED_KEYS for key in keys)

    def close(self) -> None:
        """End the command."""
        self._run("kill-server")


class KeyPerson:
    """Plays on the full screen, by the keys in the lines above the last one."""

    def __init__(self, game: str, language: str, seed: str) -> None:
        texts, facts = Texts(language), GAMES[game]
        self._dice = random.Random(f"{game} {seed}")  # noqa: S311 – nothing secret
        self._letters = assign_letters(facts.grammar, facts.texts, texts)
        self._title = f" {texts.text(f'{game}.name')} "
        self._end = texts.text("cli.screen.match-over")
        self._has_quit = False
        self._cut_looks = 0
        self.highest = 0

    def is_too_high(self, look: Look) -> bool:
        """Whether the table is on the screen without its last line."""
        self.highest = max(self.highest, look.height)
        shows_table = look.lines[0].startswith(self._title.rstrip())
        is_cut = shows_table and not look.lines[look.height - 1].startswith(FOOT)
        self._cut_looks = self._cut_looks + 1 if is_cut else 0
        return self._cut_looks >= STILL_LOOKS  # sooner, tmux may show half of the next screen

    def choose_keys(self, look: Look) -> list[str]:
        """The keys to press now; plus chooses the quickest pace."""
        if not look.height or self._has_quit:
            return []
        if any(line.startswith(self._end) for line in look.lines):
            self._has_quit = True
            return ["q", "q"]
        ways = find_keys(look.lines)
        moves = [keys for label, keys in ways if not label.endswith("!")]
        return ["+", *(self._dice.choice(moves) if moves else ["Space"])]

    def spell_call(self, word: str) -> list[str]:
        """The keys of a call."""
        return [self._letters[word]]


def find_keys(lines: Sequence[str]) -> list[tuple[str, list[str]]]:
    """The ways to move that the screen shows, each with its words and the keys to press."""
    foot = next((number for number, line in enumerate(lines) if line.startswith(FOOT)), 0)
    found = []
    keys_lines = takewhile(lambda line: KEY.match(line) or line.startswith(BACK), reversed(lines[:foot]))
    for part in (part for line in keys_lines for part in re.split(r" {3}", line)):
        if match := KEY.match(part):
            numbers = [word for word in (match["numbers"] or "").split() if word.isdigit()]
            if "…" in (match["numbers"] or ""):
                numbers = [str(number) for number in range(int(numbers[0]), int(numbers[-1]) + 1)]
            keys = [[*number, "Enter"] for number in numbers] or [[match["key"].replace("enter", "Enter")]]
            found += [(part.strip(), each) for each in keys]
    return found


class LinePerson:
    """Plays line by line, by the numbers of the last menu."""

    def __init__(self, game: str, lines: int, seed: str) -> None:
        self._dice = random.Random(f"{game} {seed}")  # noqa: S311 – nothing secret
        self._call_keys = {word: key for key, word in assign_call_keys(GAMES[game].grammar.calls).items()}
        self._lines = lines
        self._read = 0
        self._last = 0
        self._still = 0
        self.highest = 0

    def is_too_high(self, look: Look) -> bool:
        """Whether more lines have appeared at once than the terminal has."""
        self._still = self._still + 1 if look.printed == self._last else 0
        self._last = look.printed
        appeared = look.printed - self._read - (look.status is not None)
        if look.status is not None and self._call_keys:
            appeared -= RECORD_LINES
        self.highest = max(self.highest, appeared)
        if self._still >= STILL_LOOKS:
            self._read = look.printed
        return appeared > self._lines

    def choose_keys(self, look: Look) -> list[str]:
        """The answer to the question at the cursor."""
        if not look.lines[look.cursor].endswith(">"):
            return []
        self._read = look.printed
        numbers = find_numbers(look.lines[: look.cursor])
        return [*(self._dice.choice(numbers) if numbers else ""), "Enter"]

    def spell_call(self, word: str) -> list[str]:
        """The keys of a call. It follows from what has been read."""
        self._read = self._last
        return [self._call_keys[word], "Enter"]


def find_numbers(lines: Sequence[str]) -> list[str]:
    """The numbers of the menu that stands last, above the question: keys of moves, or runs of numbers."""
    above = [number for number, line in enumerate(lines) if "> " in line or line.startswith("──")]
    menu = lines[above[-1] if above else 0 :]
    if keys := [number for line in menu for number in ITEM.findall(line)]:
        return keys
    label = max((number for number, line in enumerate(menu) if ":  " in line), default=len(menu))
    runs = [run for line in menu[label:] for run in RUN.findall(line)]
    return [str(number) for first, last in runs for number in range(int(first), int(last or first) + 1)]


class Caller:
    """Calls as a sensible bot at the person's seat would, after its reaction time. The record tells it what the person
    has seen."""

    def __init__(self, record: Path) -> None:
        self._record = record
        self._bot: Bot | None = None
        self._text = ""
        self._states = 0
        """How many positions of the round the bot has seen."""
        self._call: tuple[float, str] | None = None
        """When the bot calls, and what."""

    def is_about_to_call(self) -> bool:
        """Whether the bot would call now or soon."""
        if self._record.exists() and (text := self._record.read_text("utf-8")) != self._text:
            self._text = text
            self._look_at(rounds(text)[-1])
        return self._call is not None

    def take_call(self) -> str:
        """The word to call, once it is time."""
        assert self._call is not None
        due, word = self._call
        if time.monotonic() < due:
            return ""
        self._call = None
        return word

    def _look_at(self, played: RecordedRound) -> None:
        states = [played.first, *(state for _, _, state in played.moves)]
        if self._bot is None or len(states) < self._states:
            self._bot, self._states = seat_bot(played.first.game, SEAT, "sensible", b"a person"), 0
        for state in states[self._states :]:
            self._bot.see(state.events(SEAT))
        self._states, now = len(states), states[-1]
        call = self._bot.call(now.view(SEAT)) if now.outcome is None else None
        self._call = None if call is None else (time.monotonic() + call.delay_ms / 1_000, call.word)


class Course(NamedTuple):
    """How a game went: what it ended with, the keys that were pressed, the highest screen, and the time."""

    end: str
    presses: int
    highest: int
    seconds: float


def play(game: str, size: tuple[int, int], language: str, seed: str = "", *, plain: bool) -> Course:
    """Play a game to its end."""
    command = str(Path(sys.executable).with_name("reihum"))
    person = LinePerson(game, size[1], seed) if plain else KeyPerson(game, language, seed)
    with TemporaryDirectory() as folder:
        record = Path(folder) / "match.jsonl"
        words = [command, "play", game, "--lang", language, "--seat", str(SEAT + 1)]
        words += [*(["--seed", seed] if seed else []), *(["--plain"] if plain else [])]
        words += ["--record", str(record)] if GAMES[game].grammar.calls else []
        caller = Caller(record)
        terminal, start, presses, end = Terminal(words, size), time.monotonic(), 0, ""
        try:
            while not end:
                time.sleep(PAUSE_SECONDS)
                look = terminal.look()
                if person.is_too_high(look):
                    end = "too high:\n" + "\n".join(look.lines)
                elif look.status is not None:
                    end = "finished" if look.status == "0" else f"status {look.status}:\n" + "\n".join(look.lines)
                elif time.monotonic() > start + END_SECONDS:
                    end = "not finished:\n" + "\n".join(look.lines)
                elif caller.is_about_to_call():
                    keys = person.spell_call(call) if (call := caller.take_call()) else []
                    presses += terminal.press(*keys)
                else:
                    presses += terminal.press(*person.choose_keys(look))
        finally:
            terminal.close()
    return Course(end, presses, person.highest, time.monotonic() - start)


def main() -> int:
    """Play the games; the exit status is 1 if one was not finished."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*GAMES])
    parser.add_argument("--size", default="80x24")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--seed", default="", help="deals the same cards and makes the same choices again")
    parser.add_argument("--plain", action="store_true", help="line by line")
    chosen = parser.parse_args()
    columns, lines = map(int, chosen.size.split("x"))
    courses = []
    for game in chosen.games:
        courses.append(course := play(game, (columns, lines), chosen.lang, chosen.seed, plain=chosen.plain))
        row = [game, course.presses, course.highest, round(course.seconds), course.end]
        print("|", " | ".join(map(str, row)), "|", flush=True)
    return int(any(course.end != "finished" for course in courses))


if __name__ == "__main__":
    sys.exit(main())
