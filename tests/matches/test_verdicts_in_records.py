"""What a record keeps of a verdict, so that a replay and `verify` judge the same (RULEBOOK §4)."""

from __future__ import annotations

import json

import pytest

import reihum
from fillings import filled
from matches.positions import PILES, made, position
from reihum.errors import BadRecord
from reihum.matches import Recorder, replay, verify
from reihum.matches.verdicts import calm_inputs, inputs, verdict
from sample_records import code_of, seal
from scenario import play


def recorded(where: str, calls: str, tie_window: int = 30) -> str:
    """The record of a round broken off right after a verdict."""
    state = position(where)
    played = reihum.match("schnipp-schnapp", 4, deck=filled((20,) * 4, PILES))
    recorder = Recorder(played)
    while recorder.match.state != state:
        recorder.play(recorder.match.state.to_act[0], "turn")
    heard = made(calls)
    for number, (seat, move) in enumerate(verdict(state, heard, tie_window)):
        recorder.play(seat, move, None if number else inputs(heard, tie_window))
    recorder.break_off()
    return recorder.text


def code(record: str) -> str:
    """The code with which a record is refused."""
    with pytest.raises(BadRecord) as bad:
        list(replay(record))
    return bad.value.code


def test_a_replay_gives_the_same_verdict() -> None:
    """§4: all inputs of the verdict are part of the record, so that a replay gives the same verdict."""
    record = recorded("match", "3 schnapp 720/300; 1 schnapp 400/20")
    assert json.loads(record.splitlines()[9])["verdict"] == {
        "calls": [
            {"seat": 3, "word": "schnapp", "elapsed": 720, "round_trip": 300, "corrected": 420},
            {"seat": 1, "word": "schnapp", "elapsed": 400, "round_trip": 20, "corrected": 380},
        ],
        "tie_window": 30,
    }
    assert [*replay(record)][-1].match.state == position("match").play(1, "schnapp")


FORGED = {
    "another seat was quicker": ('"seat":1,"move":"schnapp"', '"seat":3,"move":"schnapp"'),
    "a time is better": (
        '"elapsed":720,"round_trip":300,"corrected":420',
        '"elapsed":600,"round_trip":300,"corrected":300',
    ),
    "a round trip is longer": ('"round_trip":20,"corrected":380', '"round_trip":0,"corrected":400'),
    "the sum is wrong": ('"corrected":420', '"corrected":320'),
    "a part is missing": (',"corrected":420', ""),
    "more than a record knows": ('"tie_window":30', '"tie_window":30,"bribe":5'),
    "a wider tie window": ('"tie_window":30', '"tie_window":50'),
    "no tie window": (',"tie_window":30', ""),
    "neither quick nor calm": ('"tie_window":30', '"tie_window":30,"calm":true'),
    "nobody has called": ('"seat":1,"word":"schnapp"', '"seat":1,"word":"turn"'),
    "no numbers": ('"elapsed":400', '"elapsed":"400"'),
    "no such seat": ('"seat":1,"word"', '"seat":9,"word"'),
}


@pytest.mark.parametrize("forgery", FORGED)
def test_a_forged_verdict_is_refused(forgery: str) -> None:
    """A verdict must follow from its inputs, and these from one another."""
    record, (old, new) = recorded("match", "3 schnapp 720/300; 1 schnapp 400/20"), FORGED[forgery]
    assert record.count(old) == 1
    assert code(record.replace(old, new)) == ("record-replay" if forgery == "no such seat" else "record-verdict")


def test_all_moves_of_a_verdict_stand_behind_one_another() -> None:
    """Its inputs stand with the first; none of the others may be missing, changed or elsewhere."""
    record = recorded("match", "1 schnipp 300; 3 schnapp 400")
    lines = record.splitlines()
    assert ['"verdict"' in line for line in lines[9:]] == [True, False, False]
    assert [*replay(record)][-1].match.state == play(position("match"), "1 schnipp; 3 schnapp")
    assert code("\n".join([*lines[:10], *lines[11:]])) == "record-verdict"
    assert code(record.replace('"seat":3,"move":"schnapp"', '"seat":0,"move":"schnapp"')) == "record-verdict"
    assert len([*replay("\n".join(lines[:10]))]) == 9  # a record that stops there is only incomplete


def test_a_calm_verdict_in_a_record() -> None:
    """It is judged again by the order of turns."""
    recorder = Recorder(reihum.match("schnipp-schnapp", 4, deck=filled((20,) * 4, PILES)))
    while recorder.match.state != position("match"):
        recorder.play(recorder.match.state.to_act[0], "turn")
    calls = made("0 schnapp; 3 schnapp")
    assert calm_inputs(calls) == {
        "calls": [{"seat": 0, "word": "schnapp"}, {"seat": 3, "word": "schnapp"}],
        "calm": True,
    }
    recorder.play(3, "schnapp", calm_inputs(calls))
    recorder.break_off()
    assert [*replay(recorder.text)][-1].match.state == position("match").play(3, "schnapp")
    forged = recorder.text.replace('"seat":3,"move":"schnapp"', '"seat":0,"move":"schnapp"')
    assert code(forged) == "record-verdict"


def test_verify_judges_again() -> None:
    """A finished match with verdicts is verified; with a better time for the loser it is not."""
    recorder = Recorder(
        reihum.match("schlafmuetze", 4, marks=1, deck="R1 Y1 G1 B1 R2 Y2 G3 B3 R4 Y4 G4 B4 R3 Y3 G2 B2")
    )
    calls = made("0 down 400; 2 down 500; 1 down 600; 3 down 700")
    for number, (seat, move) in enumerate(verdict(recorder.match.state, calls)):
        recorder.play(seat, move, None if number else inputs(calls))
    assert verify(recorder.text).outcome == recorder.match.outcome
    better = recorder.text.replace(
        '"elapsed":700,"round_trip":0,"corrected":700', '"elapsed":550,"round_trip":0,"corrected":550'
    )
    assert code_of(seal(better.removesuffix("\n").split("\n"))) == "record-verdict"
