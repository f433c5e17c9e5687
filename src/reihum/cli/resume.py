"""Going on with a match that was broken off: its record is played again, move by move."""

from __future__ import annotations

from typing import NamedTuple

from reihum.errors import BadRecord
from reihum.games import State
from reihum.matches import Recorder, replay
from reihum.matches.records import Dealt, Played


class Resumed(NamedTuple):
    """A recorder that stands where the record broke off, and the states of its last round so far."""

    recorder: Recorder
    states: tuple[State, ...]


def resume(text: str) -> Resumed:
    """Play a record again. One that has come to its end cannot be continued."""
    recorder: Recorder | None = None
    states: list[State] = []
    for step in replay(text):
        if isinstance(step.line, Dealt):
            states = []
            if recorder is None:
                recorder = Recorder(step.match)
            else:
                recorder.next_round(secret=step.match.secret, words=step.line.words, deck=step.line.deck)
        elif isinstance(step.line, Played) and recorder is not None:
            states.append(recorder.play(step.line.seat, step.line.move, step.line.verdict).state)
    if recorder is None or recorder.match.outcome is not None:
        raise BadRecord("cli.record-over")
    return Resumed(recorder, tuple(states))
