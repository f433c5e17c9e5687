"""Records (docs/records.md): what is written can be read, replayed and verified, and gives the same match."""

from __future__ import annotations

import inspect
import json
from typing import Any

import pytest

import reihum
from documents import blocks, table
from reihum.matches import Match, Recorder, Step, commitment, records, replay, verify
from reihum.matches.records import DealLine, EndLine, HeaderLine, MoveLine, RoundLine, read_lines
from reihum.matches.verdicts import CallMade, Reaction, inputs
from sample_records import JUNIOR_DECK, SHORT, code_of, record_of, short

SECRET = bytes(range(64))

# ------------------------------------------------------------------------------------------------ write and replay


@pytest.mark.parametrize(
    ("game", "seats", "how"),
    [
        ("classic", 4, {"seed": "x", "blocking": "take3"}),
        ("classic", 2, {"seed": "x", "edition": "60", "without": "G", "rounds": 3}),
        ("false-start", 3, {"seed": b"\x00\xff", "first": "random", "rounds": 2}),
        ("any-start", 5, {"seed": "", "words": ["a", "", "\n\r\t", '"\\', "\u2028\u2029\x85"]}),
        ("junior", 2, {"deck": JUNIOR_DECK.lower(), "seed": "x", "rounds": 2}),
        ("junior", 2, {"deck": JUNIOR_DECK.split(), "first": 1}),
        ("junior", 6, {"seed": "x", "rounds": "players"}),
        ("master", 3, {"secret": SECRET, "words": ["ä", "😀", ""]}),
        ("mogeln", 3, {"seed": "x", "challenge": "anyone", "count_to": 20}),
        ("quartett", 3, {"seed": "x", "bluff": True}),
        ("schlafmuetze", 4, {"seed": "x", "marks": 2}),
        ("schlafmuetze", 3, {"seed": "x", "rounds": 4}),
        ("schnipp-schnapp", 3, {"seed": "x", "together": True}),
        ("farben-sammeln", 2, {"seed": "x", "rounds": 3}),
        ("schwarzer-peter", 4, {"seed": "x", "short": True, "colours": "GB"}),
        ("was-liegt-wo", 2, {"seed": "x", "again": True}),
        ("hoechste-karte", 4, {"seed": "x", "rounds": 2}),
        ("hoechste-karte", 3, {"seed": "x", "until": 50}),
        ("mogeln", 3, {"seed": "x", "extra": 4}),
        ("ratefix", 3, {"seed": "x", "repeat": False}),
        ("farben-sammeln", 3, {"seed": "x", "empty": "reshuffle"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_replay_equals_the_match_state_by_state(game: str, seats: int, how: dict[str, Any]) -> None:
    """Write, read, replay: the same states, points and outcome after every line; what is written is JSON."""
    record, live = record_of(reihum.match(game, seats=seats, **how))
    steps = list(replay(record))
    assert [step.number for step in steps] == list(range(2, len(live) + 2))
    for step, match in zip(steps, live, strict=True):
        same(step.match, match)
    same(verify(record), live[-1])
    assert verify(record).outcome == live[-1].outcome
    assert list(replay(record.encode())) == steps
    for line in record.split("\n")[:-1]:
        assert json.loads(line)["line"] in ("match", "deal", "move", "round", "end")


def same(replayed: Match, live: Match) -> None:
    """Two matches that stand alike; only the live one may know the seed of later rounds."""
    assert replayed.state == live.state
    for name in ("game", "rounds", "round", "first", "sheet", "totals", "outcome", "secret", "words", "deck"):
        assert getattr(replayed, name) == getattr(live, name), name


def test_every_line() -> None:
    """A record says what was played, how it was dealt, who did what, and how it ended."""
    record, _ = record_of(reihum.match("junior", seats=2, rounds=2, deck=JUNIOR_DECK, seed="x"), deck=JUNIOR_DECK)
    lines = read_lines(record)
    options = {"stock": "yes", "turn": "any", "play_on": False, "fewer": "", "first": 0}
    secrets = [line.secret for line in lines if isinstance(line, RoundLine)]
    deals = [line for line in lines if isinstance(line, DealLine)]
    assert lines[0] == HeaderLine(format=1, game="junior", rules=1, seats=2, options=options, rounds=2)
    assert [deal.round for deal in deals] == [0, 1]
    assert {deal.deck for deal in deals} == {JUNIOR_DECK}
    assert [deal.commitment for deal in deals] == [commitment(bytes.fromhex(str(secret))) for secret in secrets]
    assert len(set(secrets)) == 2
    assert isinstance(lines[2], MoveLine)
    assert isinstance(lines[-1], EndLine)


def test_the_secret_comes_with_the_outcome_and_not_before() -> None:
    """Promise 4: committed to before the deal, revealed after the round."""
    recorder = Recorder(reihum.match("junior", seats=2, secret=SECRET, words=["", ""]))
    while recorder.match.outcome is None:
        assert commitment(SECRET) in recorder.text
        assert SECRET.hex() not in recorder.text
        seat = recorder.match.state.to_act[0]
        recorder.play(seat, recorder.match.state.legal(seat)[0])
    assert SECRET.hex() in recorder.text


def test_verdicts_are_kept() -> None:
    """Rulebook §4: All inputs of the verdict are part of the game's record, so that a replay gives the same verdict."""
    recorder = Recorder(reihum.match("schlafmuetze", seats=3, marks=1, seed="x"))
    calls = [CallMade(seat, "down", Reaction(elapsed, 20)) for seat, elapsed in ((0, 412), (1, 430))]
    recorder.play(None, "tie 0 1 down", inputs(calls))
    recorder.break_off()
    assert read_lines(recorder.text)[2] == MoveLine(seat=None, move="tie 0 1 down", verdict=inputs(calls))
    assert list(replay(recorder.text))[-1].match.state == recorder.match.state


def test_a_move_that_cannot_be_written_is_not_played() -> None:
    """The record never lags behind the match."""
    recorder = Recorder(reihum.match("hoechste-karte", seats=2, seed="x"))
    before = (recorder.match, recorder.text)
    with pytest.raises(TypeError):
        recorder.play(0, "lay R1", {"not": object()})
    with pytest.raises(reihum.IllegalMove):
        recorder.play(0, "lay B1")
    assert (recorder.match, recorder.text) == before
    assert recorder.play(0, "LAY  r1").state != before[0].state
    assert read_lines(recorder.text)[-1] == MoveLine(seat=0, move="lay R1")


# ------------------------------------------------------------------------------------- records that are not finished


def test_broken_off() -> None:
    """The secret is revealed, so the record replays; verify misses the end; nothing is recorded after that."""
    recorder = Recorder(reihum.match("hoechste-karte", seats=2, seed="x", rounds=2))
    recorder.play(0, "lay R3")
    recorder.break_off()
    once = recorder.text
    recorder.break_off()
    assert recorder.text == once
    last = list(replay(once))[-1]
    assert last.line == RoundLine(secret=recorder.match.secret.hex() if recorder.match.secret else None)
    assert last.match.state == recorder.match.state
    assert code_of(once) == "record-incomplete"
    with pytest.raises(reihum.IllegalMove):
        recorder.play(1, "lay Y3")
    with pytest.raises(reihum.IllegalMove):
        recorder.next_round()
    assert recorder.text == once


def test_breaking_off_between_rounds_changes_nothing() -> None:
    """The secret of a finished round stands there already."""
    record, _ = record_of(reihum.match("hoechste-karte", seats=2, seed="x"))
    recorder = Recorder(reihum.match("hoechste-karte", seats=2, seed="x"))
    for line in read_lines(record):
        if isinstance(line, MoveLine):
            recorder.play(line.seat, line.move)
    recorder.break_off()
    assert recorder.text == record


def test_between_two_rounds() -> None:
    """A match of two rounds after its first: it replays, and verify says what is missing."""
    record, live = record_of(reihum.match("junior", seats=2, seed="x", rounds=2))
    lines = record.split("\n")
    cut = next(number for number, line in enumerate(lines) if '"line":"round"' in line) + 1
    first = "\n".join(lines[:cut]) + "\n"
    steps = list(replay(first))
    same(steps[-1].match, live[cut - 2])
    assert steps[-1].match.outcome is None
    assert code_of(first) == "record-incomplete"


def test_the_header_alone() -> None:
    """Nothing to replay is not wrong, only not finished."""
    header = short("bare").split("\n")[0]
    assert list(replay(header)) == []
    assert code_of(header) == "record-incomplete"


# ------------------------------------------------------------------------------------------- what editors do to files


@pytest.mark.parametrize("name", SHORT)
def test_other_line_ends(name: str) -> None:
    """Windows line ends, a missing or doubled last one, a byte order mark: it is still the same record."""
    record = short(name)
    plain = list(replay(record))
    for changed in (
        record.replace("\n", "\r\n"),
        record.removesuffix("\n"),
        record.replace("\n", "\r\n").removesuffix("\r\n"),
        record + "\n\n",
        "\ufeff" + record,
        "\ufeff" + record.replace("\n", "\r\n"),
    ):
        assert list(replay(changed)) == plain
        assert list(replay(changed.encode())) == plain
        assert verify(changed).outcome is not None


@pytest.mark.parametrize(
    ("game", "seats", "deck"),
    [
        ("quartett", 4, [f"{colour}{number}" for number in range(1, 21) for colour in "RYGB"]),
        ("schnipp-schnapp", 2, [f"{colour}{number}" for number in range(1, 21) for colour in "RYGB"]),
        ("schwarzer-peter", 2, ["R1", *(f"{colour}{number}" for number in range(2, 21) for colour in "RY"), "Y1"]),
    ],
)
def test_a_round_that_ends_with_its_deal(game: str, seats: int, deck: list[str]) -> None:
    """Where every card lies in a pair or quartet at once, there is nothing to play: the record ends all the same."""
    record, live = record_of(reihum.match(game, seats=seats, deck=deck, rounds=2, seed="x"), deck=deck)
    assert [type(line) for line in read_lines(record)] == [HeaderLine, *[DealLine, RoundLine] * 2, EndLine]
    assert verify(record).outcome == live[-1].outcome


@pytest.mark.parametrize("place", [True, 1.0])
def test_a_move_is_recorded_in_its_own_words(place: int) -> None:
    """True and 1.0 are equal to 1, but no text of a move: what cannot be read back is not recorded."""
    recorder = Recorder(reihum.match("schwarzer-peter", seats=2, seed="x"))
    before = recorder.text
    with pytest.raises(reihum.IllegalMove):
        recorder.play(recorder.match.state.to_act[0], reihum.Move("draw", (place,)))
    assert recorder.text == before


def test_lines_end_where_json_lines_end() -> None:
    """Words may hold what other rules take for a line end, such as U+2028."""
    record = short("stacked")
    assert "\u2028" in record
    assert len(record.splitlines()) > len(read_lines(record))
    assert verify(record).words == ("", "")


# ------------------------------------------------------------------------------------------------ the document


def test_the_example_in_the_document() -> None:
    """The example replays and verifies; every kind of line stands in it, and no field that the document lacks."""
    (example,) = blocks("records", "json")
    match = verify(example)
    assert match.outcome == reihum.Outcome("match", (0, 21), (1, 2))
    assert {type(line) for line in read_lines(example)} == {HeaderLine, DealLine, MoveLine, RoundLine, EndLine}
    steps: list[Step] = list(replay(example))
    assert len(steps) == len(example.split("\n")) - 2


def test_the_codes_in_the_document() -> None:
    """Every code of BadRecord has its text, and only those."""
    source = inspect.getsource(records)
    used = {part.split('"')[0] for part in source.split('BadRecord("')[1:]}
    assert {row[0].strip("`") for row in table("records", "code")} == used
