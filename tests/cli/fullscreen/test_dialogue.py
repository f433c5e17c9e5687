"""What is said between the match and its screen: each question has its own answer, and quitting is never forgotten."""

from __future__ import annotations

from queue import Empty, SimpleQueue
from typing import Any

import pytest

from fullscreen_player import make_session
from reihum.cli.fullscreen.controller import Controller
from reihum.cli.fullscreen.dialogue import Answer, Dialogue, ScreenQuestion, Stop
from reihum.cli.prompts import Quit


def take_at_once(answers: SimpleQueue[Any], _: float | None) -> object:
    """Time is over at once."""
    if answers.empty():
        raise Empty
    return answers.get()


def make_dialogue() -> Dialogue:
    """A dialogue with the screen of a match."""
    return Dialogue(Controller(make_session("classic")), take_at_once)


def test_an_answer_that_comes_too_late_is_forgotten() -> None:
    """A key for the question before must not answer the next one: that would be another move, or a wrong call."""
    dialogue = make_dialogue()
    assert dialogue.ask(ScreenQuestion(moves=True), 1) is None
    dialogue.put(Answer("lay R11"))
    assert dialogue.ask(ScreenQuestion(moves=True), 1) is None


def test_quitting_between_two_questions_counts() -> None:
    """The person may quit while others move."""
    dialogue = make_dialogue()
    dialogue.put(Stop())
    with pytest.raises(Quit):
        dialogue.ask(ScreenQuestion(moves=True))


def test_a_question_is_answered_once() -> None:
    """The second of two quick keys is not an answer."""
    session = make_session("classic")
    controller = Controller(session)
    put: list[Answer | Stop] = []
    setattr(controller.dialogue, "put", put.append)  # noqa: B010 – mypy knows no other way to replace a method
    controller.show_match(session.seen, ())
    controller.open_question(ScreenQuestion(goes_on=True))
    controller.press("enter")
    controller.press("enter")
    assert put == [Answer()]
