"""How long a lesson takes a person: computed from the pace of its bots and from what there is to read and to tap."""

from __future__ import annotations

from math import inf
from statistics import mean

from reihum.api.lessons import LESSON_PACE
from reihum.bots.lessons import Meeting, deal, meet_nothing, play_lesson
from reihum.engine import Facts, State
from reihum.engine.lessons import LEARNER
from reihum.tables.settings import PACE_MS, STAGE_MS, STEP_MS
from reihum.texts import Texts

WORDS_PER_SECOND = 3
"""Somebody who does not read quickly."""
SECONDS_PER_MOVE = 4
"""Looking, deciding, and one to three taps."""

TEXTS = Texts("de")


def measure_lesson(facts: Facts, seed: str) -> float:
    """The seconds from the page of a lesson to the last thing learned in a simulated round; infinite without it."""
    meeting = meet_nothing(facts)
    seconds = _read(TEXTS.text("page.lesson.lead")) + _read(_sentence(facts, "first")) + SECONDS_PER_MOVE
    mover: int | None = None
    for before, seat, move, after in play_lesson(facts, deal(facts), seed):
        seconds += _wait(before, seat, move, mover)
        seconds += STAGE_MS[LESSON_PACE] / 1000 * sum(event.moment is not None for event in after.events(LEARNER))
        seconds += _read_new(facts, meeting, before, seat, after)
        if meeting.complete:
            return seconds
        mover = seat
    return inf


def _read_new(facts: Facts, meeting: Meeting, before: State, seat: int | None, after: State) -> float:
    """Note a move; the seconds for the sentences that are new with it."""
    known = set(meeting.met)
    meeting.note(before, seat, after)
    return sum(_read(_sentence(facts, name)) for name in meeting.met if name not in known)


def _wait(before: State, seat: int | None, move: str, mover: int | None) -> float:
    """The seconds before a move, as at a table: a bot thinks once in a turn, and not alone if all act together."""
    if seat == LEARNER:
        return SECONDS_PER_MOVE
    if seat is None or len(before.to_act) > 1:
        return 0
    game = before.game
    if mover != seat or not any(verb.ends_turn for verb in game.grammar.verbs):
        return mean(PACE_MS[LESSON_PACE]) / 1000
    return 0 if game.verb_of(game.parse(move)).ends_turn else STEP_MS[LESSON_PACE] / 1000


def _sentence(facts: Facts, name: str) -> str:
    own = f"{facts.id}.lesson.{name}"
    return TEXTS.text(own if TEXTS.has(own) else f"{facts.texts}.lesson.{name}")


def _read(text: str) -> float:
    return len(text.split()) / WORDS_PER_SECOND
