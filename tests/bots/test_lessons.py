"""The decks of lessons: simulated learners meet every step soon, whatever they do."""

from __future__ import annotations

import pytest

from reihum.bots.lessons import find_deck, meet_steps, suits
from reihum.games import GAMES
from reihum.testing import check_lesson

LESSONS = [name for name, facts in GAMES.items() if facts.lesson]


@pytest.mark.parametrize("name", LESSONS)
def test_the_kit_finds_no_fault_in_a_lesson(name: str) -> None:
    """Its deck and its verbs are right, and every step comes within the learner's first moves."""
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
    assert facts.lesson is not None
    assert not all(facts.lesson.needed <= meet_steps(facts, dealt, str(trial)) for trial in range(20))


def test_the_number_of_a_deck_is_the_first_that_suits() -> None:
    """The declared decks can be found again."""
    facts = GAMES["junior"]
    assert facts.lesson is not None
    assert find_deck(facts) == facts.lesson.deck
