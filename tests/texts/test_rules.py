"""The texts of the rules are made for children: steps are numbered and short, and no limit of the engine is in them."""

from __future__ import annotations

import re

import pytest

from reihum.games import GAMES
from reihum.texts import LANGUAGES, catalogue

STEP = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)
LONGEST_STEP, MOST_SENTENCES = 170, 3
CHILD, MOST_CLAUSES, MOST_WORDS = 7, 2, 26
SENTENCE_END = re.compile(r"(?<=[.!?…])[\s\u202f]+(?=[A-ZÄÖÜÀÉÊ«„“\d])|\n+")
LARGE_NUMBER = re.compile(r"\d{3}|\d[.,\u202f\u00a0]\d{3}")
"""There are 80 cards. Only the limits that end endless rounds are larger than 99."""


def rule_texts(language: str) -> dict[str, str]:
    """All texts of rules, by key."""
    return {key: str(text) for key, text in catalogue.load(language).texts.items() if ".rules." in key}


def count_wrong_numbers(text: str) -> int:
    """How many steps have another number than their place below the last title."""
    blocks = [[int(number) for number, _ in STEP.findall(block)] for block in text.split("\n\n")]
    return sum(numbers != list(range(1, len(numbers) + 1)) for numbers in blocks)


@pytest.mark.parametrize("language", LANGUAGES)
def test_steps_are_numbered_and_short(language: str) -> None:
    """They count from 1, and each has few words."""
    texts = {key: text for key, text in rule_texts(language).items() if STEP.search(text)}
    assert {"master.rules.turn", "mogeln.rules.turn", "schnipp-schnapp.rules.turn"} <= set(texts)
    assert [key for key, text in texts.items() if count_wrong_numbers(text)] == []
    steps = [step for text in texts.values() for _, step in STEP.findall(text)]
    assert [
        step for step in steps if len(step) > LONGEST_STEP or len(re.findall(r"[.!?](?= |$)", step)) > MOST_SENTENCES
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_limit_of_the_engine_is_told(language: str) -> None:
    """What ends an endless round stands in the rulebook."""
    texts = rule_texts(language)
    assert [key for key, text in texts.items() if LARGE_NUMBER.search(text)] == []


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return [found for found in SENTENCE_END.split(text) if found]


def count_clauses(sentence: str) -> int:
    """The parts between commas, colons and dashes that are long enough for a verb; lists of numbers and what is called
    do not count."""
    parts = re.split(r"[,;:–]", re.sub(r"„[^“]*“|“[^”]*”|«[^»]*»", "x", sentence))
    return sum(len(part.split()) >= 4 and not re.search(r"\d", part) for part in parts)


def children_texts(language: str, *kinds: str) -> list[str]:
    """The texts of some kinds in games for children of seven or younger, plural forms one by one."""
    young = {name for facts in GAMES.values() if facts.age <= CHILD for name in (facts.id, facts.texts)}
    found = [
        text
        for key, text in catalogue.load(language).texts.items()
        if key.split(".")[0] in young and key.split(".")[1] in kinds
    ]
    return [form for text in found for form in ([text] if isinstance(text, str) else text)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kinds", "least"), [(("rules", "summary"), 400), (("prompt", "lesson", "example"), 150)])
def test_children_read_short_sentences(kinds: tuple[str, ...], least: int, language: str) -> None:
    """What a child of seven or younger reads: at most two clauses and 26 words in a sentence."""
    found = [sentence for text in children_texts(language, *kinds) for sentence in sentences(text)]
    assert len(found) > least
    long = [sentence for sentence in found if len(sentence.split()) > MOST_WORDS]
    assert long + [sentence for sentence in found if count_clauses(sentence) > MOST_CLAUSES] == []


def test_planted_faults_are_found() -> None:
    """A step out of order, a limit and a long sentence are seen."""
    assert (
        count_clauses("If you have played your last card, you have not won yet: first the next player must accept it.")
        == 3
    )
    assert len(sentences("Ruf erst „Schnipp!“ und dann „Schnapp!“. Schau hin! 2 und 3 passen.")) == 3
    assert LARGE_NUMBER.search("after 2,000 duels")
    assert count_wrong_numbers("1. A.\n3. B.\n\nTitle\n1. C.") == 1
