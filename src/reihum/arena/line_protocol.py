"""The line protocol for programs that play: what they are told and asked, and how their answers are read.

A line is a word and, behind a blank, its content: JSON in what a program is told, plain text in what it answers.
docs/bot-protocol.md describes it for those who write such programs.
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

LONGEST = 4096
"""So many bytes an answer may have, its end of line included."""

SLOWEST = 60_000
"""The longest reaction time in milliseconds."""


def line(word: str, content: Any) -> str:
    """A line with JSON."""
    return f"{word} {msgspec.json.encode(content).decode()}"


def game(played: Game, seat: int, seed: bytes, patience: float) -> str:
    """A round begins. The seed is the program's own: with it, it can repeat itself."""
    options = {name: value for name, value in played.options.items() if value is not None}
    return line(
        "game",
        {
            "game": played.id,
            "rules": played.facts.rules_version,
            "seats": played.seats,
            "options": options,
            "seat": seat,
            "seed": seed.hex(),
            "seconds": patience,
        },
    )


def see(shown: Sequence[Shown]) -> str:
    """What a move has shown to the seat."""
    return line("see", shown)


def choose(view: View) -> str:
    """Which move?"""
    return line("choose", {"moves": offered(view), "view": view})


def call(view: View) -> str:
    """Any word to call?"""
    return line("call", {"calls": view.calls, "view": view})


def end(outcome: Outcome) -> str:
    """The round is over."""
    return line("end", outcome)


def read(answer: bytes) -> tuple[str, str] | None:
    """The word of an answer and what follows it; None if it is no line of text.

    >>> read(b"move  lay R11 \\r\\n"), read(b"ready\\n"), read(b"rea")
    (('move', 'lay R11'), ('ready', ''), None)
    """
    try:
        word, _, rest = answer.decode().strip().partition(" ")
    except UnicodeDecodeError:
        return None
    return (word, rest.strip()) if word and answer.endswith(b"\n") else None


def read_call(words: str, known: Sequence[str]) -> Call | None:
    """A call and its reaction time; None if it is none of the words, or no time.

    >>> read_call("schnapp 350", ["schnapp"]), read_call("schnapp", ["schnapp"])
    (Call(word='schnapp', delay=350), None)
    """
    word, _, delay = words.partition(" ")
    if word not in known or not delay.isascii() or not delay.isdecimal() or len(delay) > 5:
        return None
    return Call(word, int(delay)) if int(delay) <= SLOWEST else None
