"""Records that were cut off or damaged: always BadRecord with a stable code, never anything else."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable

import pytest

import reihum
from reihum.matches import replay, verify
from sample_records import CODES, SHORT, code_of, lines_of, meaning, seal, short

# ------------------------------------------------------------------------------------------------------ cut off


@pytest.mark.parametrize("name", SHORT)
def test_cut_off_after_every_line(name: str) -> None:
    """A shortened record replays up to its last revealed secret, and does not verify."""
    lines, whole = lines_of(name), list(replay(short(name)))
    for left in range(1, len(lines)):
        rest = "\n".join(lines[:left])
        kinds = [json.loads(line)["line"] for line in lines[:left]]
        _, _, of_the_last_round = " ".join(kinds).rpartition("deal")
        if name != "bare" and "deal" in kinds and "round" not in of_the_last_round:
            assert code_of(rest) == "record-unrevealed"
        else:
            assert code_of(rest) == "record-incomplete"
            assert list(replay(rest)) == whole[: left - 1]


@pytest.mark.parametrize("name", SHORT)
def test_cut_off_anywhere(name: str) -> None:
    """Cut within a line that line is none; only the very last line end may be missing."""
    whole = short(name).encode()
    for left in random.Random(name).sample(range(1, len(whole) - 1), 150):
        if not whole[:left].endswith((b"}", b"\n")):
            assert code_of(whole[:left]) == "record-line"
    assert meaning(whole[:-1]) == meaning(whole)


@pytest.mark.parametrize(
    ("junk", "code"),
    [
        ("", "record-header"),
        ("\n\n", "record-header"),
        (" ", "record-line"),
        ("hello", "record-line"),
        ("{}", "record-line"),
        ("[]", "record-line"),
        ("null", "record-line"),
        ('{"line":"move","seat":0,"move":"draw"}', "record-header"),
        ('{"line":"nothing"}', "record-line"),
        ('{"line":"match"}', "record-line"),
        ("[" * 100_000, "record-line"),
        ('{"line":"match","format":1,"game":"junior","rules":1,"seats":2,"options":' + '{"a":' * 9_999, "record-line"),
        ("\ud800", "record-line"),
        ("\0" * 50, "record-line"),
        (bytes(range(256)), "record-line"),
        (b"\xff\xfe{\x00", "record-line"),
        (b"\x1f\x8b\x08\x00 zipped", "record-line"),
    ],
    ids=lambda value: ascii(value)[:20],
)
def test_what_is_not_a_record(junk: str | bytes, code: str) -> None:
    """Nothing, something else, something endless, a picture."""
    assert code_of(junk) == code


def test_the_line_of_a_bad_byte_is_named() -> None:
    """A line that is not text is named."""
    lines = short("chosen").encode().split(b"\n")
    lines[4] = lines[4][:-3] + b"\xff" + lines[4][-3:]
    with pytest.raises(reihum.BadRecord, match="Line 5"):
        verify(b"\n".join(lines))


# ------------------------------------------------------------------------------------------------------- at random


def bytes_changed(text: str, rng: random.Random) -> str | bytes:
    """A few bytes replaced, left out, added, doubled or moved."""
    raw = bytearray(text.encode())
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        at, length = rng.randrange(len(raw)), rng.choice([1, 1, 2, 9, 200])
        piece = raw[at : at + length]
        other = rng.choice(
            [b"", piece * 2, rng.randbytes(1), rng.choice(b'0123456789"{}[],:\\\r\n ').to_bytes(), b"null"]
        )
        raw[at : at + rng.choice([0, length])] = other
    return bytes(raw)


def values_changed(text: str, rng: random.Random) -> str:
    """A value somewhere in a line replaced by another of the record, or by junk."""
    lines = text.removesuffix("\n").split("\n")
    junk = [None, True, -1, 0, 1, 7, 10**30, 1.5, "", "R2", "lay R2", "random", [], [0], {}, {"first": 1}, "00" * 64]
    place = rng.randrange(len(lines))
    content = json.loads(lines[place])
    holder = content
    name = rng.choice([*content])
    while isinstance(holder[name], dict) and holder[name] and rng.random() < 0.7:
        holder = holder[name]
        name = rng.choice([*holder])
    if isinstance(holder[name], list) and holder[name] and rng.random() < 0.7:
        holder[name][rng.randrange(len(holder[name]))] = rng.choice(junk)
    elif rng.random() < 0.2:
        del holder[name]
    else:
        other = json.loads(rng.choice(lines))
        holder[name] = rng.choice([*junk, *other.values()])
    lines[place] = json.dumps(content, separators=(",", ":"), ensure_ascii=False)
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize("name", SHORT)
@pytest.mark.parametrize("change", [bytes_changed, values_changed])
def test_changed_at_random(name: str, change: Callable[[str, random.Random], str | bytes]) -> None:
    """250 changes of each sort of each record: refused with a known code, or the record still means the same."""
    meant = meaning(short(name))
    rng = random.Random(f"{name} {change.__name__}")
    refusals: Counter[str] = Counter()
    for _ in range(250):
        text = change(short(name), rng)
        try:
            assert meaning(text) == meant, text
        except reihum.BadRecord as refused:
            refusals[refused.code] += len(str(refused)) > 0
    assert refusals.keys() <= CODES
    assert refusals.total() > 150


@pytest.mark.parametrize("name", SHORT)
def test_changed_at_random_and_sealed_again(name: str) -> None:
    """With a digest that fits, the rules alone are left to judge, and they too refuse properly – or all is legal."""
    rng = random.Random(name)
    refusals: Counter[str] = Counter()
    for _ in range(250):
        text = seal(values_changed(short(name), rng).removesuffix("\n").split("\n"))
        try:
            assert meaning(text)[-1][2] is not None
        except reihum.BadRecord as refused:
            refusals[refused.code] += 1
    assert refusals.keys() <= CODES
    assert refusals.total() > 150
