"""Records tampered with, by somebody who can compute digests: caught, and for the right reason."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

import reihum
from sample_records import CODES, SHORT, code_of, lines_of, meaning, seal, short


def changed(kind: str, nth: int = 0, **fields: Any) -> str:
    """The record of two rounds with some fields of its nth line of a kind changed (… removes) and a new digest."""
    lines = lines_of("seeded")
    place = [number for number, line in enumerate(lines) if f'"line":"{kind}"' in line][nth]
    content = {**json.loads(lines[place]), **fields}
    lines[place] = json.dumps({name: value for name, value in content.items() if value is not ...})
    return seal(lines)


CHANGES: list[tuple[dict[str, Any], str]] = [
    ({"kind": "match", "format": 2}, "record-format"),
    ({"kind": "match", "game": "poker"}, "record-game"),
    ({"kind": "match", "game": "classic"}, "record-replay"),
    ({"kind": "match", "rules": 2}, "record-rules"),
    ({"kind": "match", "rules": 0}, "record-rules"),
    ({"kind": "match", "seats": 3}, "record-replay"),
    ({"kind": "match", "seats": 7}, "record-replay"),
    ({"kind": "match", "seats": -(10**300)}, "record-replay"),
    ({"kind": "match", "seats": "two"}, "record-line"),
    ({"kind": "match", "options": {"first": 1}}, "record-replay"),
    ({"kind": "match", "options": {"first": 9}}, "record-replay"),
    ({"kind": "match", "options": {"first": "9" * 9000}}, "record-replay"),
    ({"kind": "match", "options": {"blocking": "off"}}, "record-replay"),
    ({"kind": "match", "options": {"seats": 2}}, "record-replay"),
    ({"kind": "match", "options": {"self": 2}}, "record-replay"),
    ({"kind": "match", "options": {"seed": "mine"}}, "record-replay"),
    ({"kind": "match", "options": []}, "record-line"),
    ({"kind": "match", "rounds": 1}, "record-replay"),
    ({"kind": "match", "rounds": 3}, "record-outcome"),
    ({"kind": "match", "rounds": 0}, "record-replay"),
    ({"kind": "match", "rounds": ...}, "record-replay"),
    ({"kind": "deal", "commitment": "00" * 32}, "record-commitment"),
    ({"kind": "deal", "nth": 1, "commitment": "00" * 32}, "record-commitment"),
    ({"kind": "deal", "commitment": ...}, "record-commitment"),
    ({"kind": "deal", "commitment": 7}, "record-line"),
    ({"kind": "deal", "round": 1}, "record-order"),
    ({"kind": "deal", "nth": 1, "round": 0}, "record-order"),
    ({"kind": "deal", "nth": 1, "round": 2}, "record-order"),
    ({"kind": "deal", "words": ["", "x"]}, "record-replay"),
    ({"kind": "deal", "words": [""]}, "record-replay"),
    ({"kind": "deal", "deck": "R2 R3"}, "record-replay"),
    ({"kind": "move", "seat": 1}, "record-replay"),
    ({"kind": "move", "seat": 2}, "record-replay"),
    ({"kind": "move", "seat": None}, "record-replay"),
    ({"kind": "move", "seat": "0"}, "record-line"),
    ({"kind": "move", "move": "pass"}, "record-replay"),
    ({"kind": "move", "move": "fly"}, "record-replay"),
    ({"kind": "move", "move": ""}, "record-replay"),
    ({"kind": "move", "move": "lay " + "9" * 9000}, "record-replay"),
    ({"kind": "round", "secret": "00" * 64}, "record-commitment"),
    ({"kind": "round", "secret": "xyz"}, "record-secret"),
    ({"kind": "round", "secret": ...}, "record-unrevealed"),
    ({"kind": "round", "outcome": ...}, "record-outcome"),
    ({"kind": "round", "outcome": {"reason": "out", "points": [0, 0], "places": [1, 1]}}, "record-outcome"),
    ({"kind": "round", "outcome": {"reason": "out", "points": [0, 0]}}, "record-line"),
    ({"kind": "end", "outcome": {"reason": "match", "points": [0, 0], "places": [1, 1]}}, "record-outcome"),
    ({"kind": "end", "outcome": None}, "record-line"),
]
CHANGES += [({"kind": kind, "more": 1}, "record-line") for kind in ("match", "deal", "move", "round", "end")]
CHANGES += [({"kind": kind, "line": "other"}, "record-line") for kind in ("match", "deal", "move", "round", "end")]


@pytest.mark.parametrize(("change", "code"), CHANGES, ids=[ascii(change)[1:50] for change, _ in CHANGES])
def test_a_changed_line(change: dict[str, Any], code: str) -> None:
    """Each field of each line, changed by somebody who can compute digests: caught, and for the right reason."""
    assert code_of(changed(**change)) == code


def test_the_digest() -> None:
    """An accident before the last line is found, also where the moves would still do: "LAY" for "lay"."""
    shouted = short("seeded").replace('"lay ', '"LAY ', 1)
    assert code_of(shouted) == "record-digest"
    assert meaning(seal(shouted.removesuffix("\n").split("\n"))) == meaning(short("seeded"))
    assert code_of(short("seeded").replace('"digest":"', '"digest":"0')) == "record-digest"


def test_an_unknown_field_in_an_outcome() -> None:
    """Also deep within a line nothing is passed over."""
    assert code_of(short("seeded").replace('"places":', '"bribes":[9,9],"places":')) == "record-line"


def disordered(lines: list[str]) -> Iterator[list[str]]:
    """Every line doubled, every line left out, every two different neighbours swapped."""
    for place, (one, two) in enumerate(pairwise([*lines, lines[-1]])):
        yield [*lines[:place], one, one, *lines[place + 1 :]]
        yield [*lines[:place], *lines[place + 1 :]]
        if one != two:
            yield [*lines[:place], two, one, *lines[place + 2 :]]


@pytest.mark.parametrize("name", SHORT)
def test_lines_doubled_left_out_or_swapped(name: str) -> None:
    """Every line and every two neighbours: caught."""
    found = Counter(code_of("".join(f"{line}\n" for line in lines)) for lines in disordered(lines_of(name)))
    assert found.keys() <= CODES
    assert found["record-order"] >= 6


@pytest.mark.parametrize("name", SHORT)
def test_lines_doubled_left_out_or_swapped_and_sealed_again(name: str) -> None:
    """With a digest that fits only another legal match could be left, such as two secret choices swapped."""
    found: Counter[str] = Counter()
    for lines in disordered(lines_of(name)):
        try:
            assert meaning(seal(lines))[-1][1:] == meaning(short(name))[-1][1:]
        except reihum.BadRecord as refused:
            found[refused.code] += 1
    assert found.keys() <= CODES - {"record-digest"}
    assert found["record-order"] >= 6
