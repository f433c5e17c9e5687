"""How many keys a round of Schnipp Schnapp takes on the full screen: `python -m tools.key_presses [--rounds N]`.

A person sits among sensible bots and calls when a sensible bot would. Beside the keys stands what the same round takes
where every card that is turned, and every call, needs one. There is no terminal and no clock.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from statistics import median
from typing import Any, NamedTuple

from reihum.bots.registry import seat_bot
from reihum.cli.fullscreen.controller import LONG_AGO_MS, Controller
from reihum.cli.fullscreen.fullscreen_session import FullScreenSession
from reihum.cli.players import Players
from reihum.cli.screen import Screen
from reihum.matches import Recorder, match

GAME, SEAT, SEATS, BOT = "schnipp-schnapp", 0, 4, "sensible"
ROUNDS = 12
COLUMNS = ("round", "cards turned", "own cards", "own calls", "keys, one per card and call", "keys, full screen")


class Course(NamedTuple):
    """What happened in a round: cards turned by all and by the person, the person's calls, the keys pressed."""

    turned: int
    own_turned: int
    own_calls: int
    keys_for_all: int
    """The keys if every card and every call of the person needed one."""

    keys: int


class KeyCounter:
    """Calls in time, turns its own cards, and lets the time pass while others are on turn."""

    def __init__(self, session: FullScreenSession) -> None:
        self.keys = 0
        self._session = session
        self._bot = seat_bot(session.game, SEAT, BOT, b"a person")
        self._seen = 0
        self._controller = Controller(session)
        self._controller.dialogue = session.connect(self._controller, self._wait, self._controller.preferences)

    def _press(self, key: str, took_ms: int = LONG_AGO_MS) -> None:
        self.keys += 1
        self._controller.press(key, took_ms)

    def _wait(self, answers: SimpleQueue[Any], seconds: float | None) -> object:
        """Stand in for the clock."""
        question = self._controller.question
        if question is not None and question.calls:
            new, self._seen = self._session.shown[self._seen :], len(self._session.shown)
            self._bot.see(new)
            call = self._bot.call(self._session.view)
            if call is not None and (seconds is None or call.delay_ms < 1_000 * seconds):
                self._press(self._controller.letters[call.word], call.delay_ms)
        if seconds is not None and answers.empty():
            raise Empty
        while answers.empty():
            self._press(self._controller.letters["turn"] if question and question.moves else "enter")
        return answers.get()


def play(number: int) -> Course:
    """Play a round; its number is its seed."""
    seed, names = f"round {number}", ("Paul", "Tessa", "Luca", "Hannah")
    recorder, players = Recorder(match(GAME, SEATS, seed=seed)), Players(SEAT, (BOT,) * SEATS, names)
    session = FullScreenSession(Screen("en"), recorder, players, seed.encode(), lambda: None)
    counter = KeyCounter(session)
    session.play_rounds()
    moves = [line for line in map(json.loads, recorder.text.splitlines()) if "move" in line]
    own = [line["move"] for line in moves if line["seat"] == SEAT]
    turned, own_turned = sum(line["move"] == "turn" for line in moves), own.count("turn")
    own_calls = len(own) - own_turned
    return Course(turned, own_turned, own_calls, turned + own_calls, counter.keys)


def find_medians(courses: Sequence[Course]) -> Course:
    """The medians, as whole numbers."""
    return Course(*(round(median(column)) for column in zip(*courses, strict=True)))


def main() -> None:
    """Print a row for each round, and the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    chosen = parser.parse_args()
    courses = [play(number) for number in range(1, chosen.rounds + 1)]
    print("|", " | ".join(COLUMNS), "|")
    print("|---" * len(COLUMNS) + "|")
    for number, course in enumerate(courses, 1):
        print("|", number, "|", " | ".join(map(str, course)), "|")
    print("| median |", " | ".join(map(str, find_medians(courses))), "|")


if __name__ == "__main__":
    main()
