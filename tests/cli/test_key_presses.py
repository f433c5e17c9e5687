"""The keys of a round of Schnipp Schnapp on the full screen, as the documents tell them."""

from __future__ import annotations

import re

import pytest

from documents import document
from tools.key_presses import ROUNDS, find_medians, play


@pytest.mark.full
def test_the_documents_tell_the_medians() -> None:
    """Beside the cards that are turned in the same rounds."""
    courses = [play(number) for number in range(1, ROUNDS + 1)]
    found = find_medians(courses)
    (told,) = re.findall(r"`python -m tools.key_presses`(.*?)\n\n", document("first-game"), re.DOTALL)
    assert [int(number) for number in re.findall(r"\d+", told)] == [
        found.turned,
        found.own_turned,
        found.keys_for_all,
        found.keys,
    ]
    assert all(course.own_turned + course.own_calls < course.keys < course.turned for course in courses)
