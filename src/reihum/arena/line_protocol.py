"""The line protocol for programs that play: what they are told and asked, and how to read their answers.

A line is a word, a blank, and its content: JSON in what a program is told, plain text in what it answers.
docs/bot-protocol.md describes the protocol for authors of programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from reihum.bots import Call, offered
from reihum.engine import Game, Outcome, Shown, View

VERSION = 1
HELLO = f"reihum {VERSION}"
QUIT = "quit"

MAX_ANSWER_BYTES = 4096
"""The longest answer, including its end of line."""

MAX_REACTION_MS = 60_000
"""The longest reaction time."""


def make_line(word: str, content: Any) -> str:
    """A line with JSON."""
    return f"{word} {msgspec.json.encode(content).decode()}"


def game_line(played: Game, seat: int, seed: bytes, patience: float) -> str:
    """A round begins. The seed is for the program alone: with it, the program can repeat its choices."""
    return make_line(
        "game",
        {
            "game": played.id,
            "rules": played.facts.rules_version,
            "seats": played.seats,
            "options": played.used_options,
            "seat": seat,
            "seed": seed.hex(),
            "seconds": patience,
        },
    )


def see_line(shown: Sequence[Shown]) -> str:
    """What a move has shown to the seat."""
    return make_line("see", shown)


def choose_line(view: View) -> str:
    """Ask for a move."""
    return make_line("choose", {"moves": offered(view), "view": view})


def call_line(view: View) -> str:
    """Ask for a call."""
    return make_line("call", {"calls": view.calls, "view": view})


def end_line(outcome: Outcome) -> str:
    """The round is over."""
    return make_line("end", outcome)


def parse_answer(answer: bytes) -> tuple[str, str] | None:
    """The word of an answer and the rest of the line. None if it is not a line of text.

    >>> parse_answer(b"move  lay R11 \\r\\n"), parse_answer(b"ready\\n"), parse_answer(b"rea")
    (('move', 'lay R11'), ('ready', ''), None)
    """
    try:
        word, _, rest = answer.decode().strip().partition(" ")
    except UnicodeDecodeError:
        return None
    return (word, rest.strip()) if word and answer.endswith(b"\n") else None


def parse_call(words: str, known: Sequence[str]) -> Call | None:
    """A call and its reaction time. None if the word is unknown or the time is not a number.

    >>> parse_call("schnapp 350", ["schnapp"]), parse_call("schnapp", ["schnapp"])
    (Call(word='schnapp', delay_ms=350), None)
    """
    word, _, delay = words.partition(" ")
    if word not in known or not delay.isascii() or not delay.isdecimal() or len(delay) > 5:
        return None
    return Call(word, int(delay)) if int(delay) <= MAX_REACTION_MS else None
