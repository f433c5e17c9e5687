"""The decks of lessons: simulated learners meet every step soon, whatever they do."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lesson_length import measure_lesson
from reihum.bots.lessons import deal, find_deck, meet_steps, possible_steps, suits
from reihum.games import GAMES
from reihum.testing import check_lesson

LESSONS = [name for name, facts in GAMES.items() if facts.lesson]


@pytest.mark.parametrize("name", LESSONS)
def test_the_kit_finds_no_fault_in_a_lesson(name: str) -> None:
    """Its deck and its verbs are right, and every step and a moment come within the learner's first moves."""
    check_lesson(GAMES[name])


@pytest.mark.parametrize("name", LESSONS)
def test_every_step_comes_soon(name: str) -> None:
    """Learners and bots that were not tried before meet all steps too, nearly always."""
    facts = GAMES[name]
    assert facts.lesson is not None
    assert sum(suits(facts, facts.lesson.deck, 1, f"another {trial}") for trial in range(20)) >= 18


def test_not_every_deck_will_do() -> None:
    """A deck that never makes the learner draw, or that lets them do nothing else, is passed over."""
    facts = GAMES["junior"]
    game = facts.game(3)
    lucky = "R2 R3 R4 R5 R6".split()
    dealt = game.deal(deck=[*lucky, *(card for card in game.cards if card not in lucky)])
    assert not all(meet_steps(facts, dealt, str(trial)).complete for trial in range(20))


def test_the_number_of_a_deck_is_the_first_that_suits() -> None:
    """The declared decks can be found again."""
    facts = GAMES["junior"]
    assert facts.lesson is not None
    assert find_deck(facts) == facts.lesson.deck


def test_a_lesson_shows_the_stage() -> None:
    """A deck with which no moment comes in time is passed over, and so is a lesson that explains no moment."""
    facts = GAMES["classic"]
    lesson = facts.lesson
    assert lesson is not None
    assert suits(facts, lesson.deck, 5)
    assert not suits(replace(facts, lesson=replace(lesson, moves=5)), lesson.deck, 5)
    silent = tuple(step for step in lesson.steps if step.name != "row")
    assert not suits(replace(facts, lesson=replace(lesson, steps=silent)), lesson.deck, 5)


def test_every_kind_of_move_is_a_step_or_declared() -> None:
    """A lesson without a step for a verb is a fault, and so is a declared reason for a verb that has a step."""
    facts = GAMES["anywhere"]
    lesson = facts.lesson
    assert lesson is not None
    mute = tuple(step for step in lesson.steps if step.name != "stop")
    with pytest.raises(AssertionError, match="no step for stop"):
        check_lesson(replace(facts, lesson=replace(lesson, steps=mute)))
    with pytest.raises(AssertionError, match="a step for stop"):
        check_lesson(replace(facts, lesson=replace(lesson, untaught={"stop": "nobody is mistaken"})))
    with pytest.raises(AssertionError, match="a step for shout"):
        check_lesson(replace(facts, lesson=replace(lesson, untaught={"shout": "a verb of another game"})))


def test_a_call_is_met_when_it_is_right() -> None:
    """A wrong call would be possible nearly always; nobody learns from it what the call is for."""
    facts = GAMES["schnipp-schnapp"]
    lesson = facts.lesson
    assert lesson is not None
    turned = deal(facts).play(0, "turn")
    assert "schnapp" in {move.verb for move in turned.legal(0)}
    assert "call" not in {step.name for step in possible_steps(lesson, turned)}


def test_what_is_done_several_times() -> None:
    """A step is met when the learner could make its move as often as it says."""
    facts = GAMES["ratefix"]
    lesson = facts.lesson
    assert lesson is not None
    meeting = meet_steps(facts, deal(facts), "often")
    assert (meeting.complete, meeting.met["guess"]) == (True, 4)


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_takes_one_to_three_minutes(name: str) -> None:
    """From its first page to the last thing learned, by the pace of the bots and of somebody new."""
    facts = GAMES[name]
    lengths = sorted(measure_lesson(facts, f"length {trial}") for trial in range(20))
    assert 60 <= lengths[10] <= 180, [round(length) for length in lengths]
    assert lengths[17] <= 180, [round(length) for length in lengths]
