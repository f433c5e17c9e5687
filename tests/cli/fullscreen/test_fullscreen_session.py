"""A match on the full screen: who may call until when, records, and another match."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from fullscreen_player import CallingPlayer, KeyPlayer, make_session
from reihum.cli import play as play_command
from reihum.cli.fullscreen.fullscreen_session import FullScreenSession
from reihum.cli.prompts import Quit
from reihum.engine import State
from reihum.matches import verify
from reihum.matches.verdicts import WINDOW_MS, CallMade, Reaction
from terminal import reihum

WORD = "schnapp"


def test_the_person_may_call_until_a_call_of_another_counts() -> None:
    """The table hears others for a while after the first call; without one it waits for the person's own move."""
    session = make_session("schnipp-schnapp", seats=2)
    player = KeyPlayer(session, most=8)
    assert session._find_limit([]) is None
    player.play()
    state = session.state
    while not (right := [seat for seat in (0, 1) if WORD in map(str, state.legal(seat))]):
        state = state.play(state.to_act[0], state.legal(state.to_act[0])[0])
    session.recorder.match = replace(session.match, state=state)
    assert session._find_limit([CallMade(right[-1], WORD, Reaction(700))]) == (700 + WINDOW_MS) / 1_000


def test_a_bot_calls_if_the_person_is_too_slow() -> None:
    """When the time is over, the bots' calls are played, and the record has their reaction times."""
    session = make_session("schnipp-schnapp", seats=2)

    def react(state: State, *_: object) -> list[CallMade]:
        return [CallMade(1, WORD, Reaction(400))] if WORD in map(str, state.legal(1)) else []

    session._bots_react = react
    KeyPlayer(session, most=20).play()
    assert '"schnapp"' in session.recorder.text
    assert '"elapsed":400' in session.recorder.text.replace(" ", "")


def test_the_keys_of_a_round_of_schnipp_schnapp() -> None:
    """One for each card of your own and each call, and none while others are on turn: less than half of the cards that
    are turned."""
    session = make_session("schnipp-schnapp", seats=4, bots="sensible", seed="round 0")
    player = CallingPlayer(session)
    player.play()
    moves = [line for line in map(json.loads, session.recorder.text.splitlines()) if "move" in line]
    own = [line["move"] for line in moves if line["seat"] == 0]
    turns = own.count("turn")
    assert player.keys.count(player.controller.letters["turn"]) == turns
    assert len(player.keys) <= turns + 3 * (len(own) - turns) + 1
    assert len(player.keys) < sum(line["move"] == "turn" for line in moves) / 2


def test_records_and_another_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the end Enter begins another match, with a file of its own; both records are valid."""
    played: list[FullScreenSession] = []

    def run(session: FullScreenSession, _: object = ()) -> None:
        if played:
            raise Quit
        played.append(session)
        KeyPlayer(session).play()

    monkeypatch.setattr(play_command, "fills_terminal", lambda *_, **__: True)
    monkeypatch.setattr(FullScreenSession, "run", run)
    file = tmp_path / "match.jsonl"
    done = reihum("play", "hoechste-karte", "--seats", "2", "--seed", "x", "--record", str(file))
    assert (done.status, done.errors) == (0, "")
    assert verify(file.read_text()).outcome is not None
    assert "match-2.jsonl" in done.out
    assert (tmp_path / "match-2.jsonl").read_text() != file.read_text()
