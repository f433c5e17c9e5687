"""Matches played at random and recorded, for the tests of records."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Any

import pytest

import reihum
from documents import table
from reihum.cards import Randomness
from reihum.matches import Match, Recorder, replay, verify
from reihum.testing import random_play
from reihum.texts import LANGUAGES, Texts
from scenario import cards, stack

JUNIOR_DECK = stack([5, 5], ["R2 R3 R4 R5 R6", "G3 G4 G5 G6 G7"], of=cards(2, 10))


def record_of(match: Match, seed: str = "play", **later: Any) -> tuple[str, list[Match]]:
    """The record of a match played to its end at random, and the match after every line but the first. ``later`` is
    given to every later round."""
    recorder = Recorder(match)
    after = [recorder.match]
    randomness = Randomness(seed.encode(), "moves")
    while True:
        for _, seat, move, state in random_play(recorder.match.state, randomness):
            after.append(recorder.play(seat, move))
            assert recorder.match.state == state
        after.append(recorder.match)
        if recorder.match.outcome is not None:
            return recorder.text, [*after, recorder.match]
        after.append(recorder.next_round(**later))


@cache
def short(name: str) -> str:
    """A short record: two rounds from a seed; stacked, with a secret and words; until marks; secret choices; a
    stacked deck and nothing else."""
    if name == "seeded":
        return record_of(reihum.match("junior", seats=2, rounds=2, seed="t"))[0]
    if name == "stacked":
        words = ["a\u2028b", "♥"]
        match = reihum.match("junior", seats=2, rounds=2, deck=JUNIOR_DECK, seed="s", words=words)
        return record_of(match, deck=JUNIOR_DECK)[0]
    if name == "marked":
        return record_of(reihum.match("schlafmuetze", seats=3, marks=1, seed="m"), "2")[0]
    if name == "chosen":
        return record_of(reihum.match("hoechste-karte", seats=2, seed="h"))[0]
    return record_of(reihum.match("junior", seats=2, deck=JUNIOR_DECK, first=1))[0]


SHORT = ("seeded", "stacked", "marked", "chosen", "bare")
CODES = {row[0].strip("`") for row in table("records", "code")}
"""The codes of BadRecord, as the document lists them."""


def lines_of(name: str) -> list[str]:
    """The lines of a short record."""
    return short(name).removesuffix("\n").split("\n")


def code_of(record: str | bytes) -> str:
    """The code with which a record is refused; its text says what is wrong in every language."""
    with pytest.raises(reihum.BadRecord) as refused:
        verify(record)
    for language in LANGUAGES:
        assert Texts(language).message(refused.value.message)
    return refused.value.code


def meaning(record: str | bytes) -> list[tuple[reihum.State, tuple[int, ...], reihum.Outcome | None]]:
    """What a record that verifies means: the states, points and outcomes it leads to."""
    verify(record)
    return [(step.match.state, step.match.totals, step.match.outcome) for step in replay(record)]


def seal(lines: Sequence[str]) -> str:
    """Lines as a record, with a digest that fits them."""
    *before, end = lines
    head, _, rest = end.partition('"digest":"')
    digest = sha256("".join(f"{line}\n" for line in before).encode()).hexdigest()
    return "".join(f"{line}\n" for line in (*before, f'{head}"digest":"{digest}{rest[64:]}' if rest else end))
