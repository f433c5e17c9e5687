"""The fixed tasks are those of the document."""

from __future__ import annotations

import re

import pytest

import documents
from reihum.arena.benchmarks import BENCHMARKS

NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


def rows() -> dict[str, tuple[str, ...]]:
    """The cells of each task; a row may tell of several."""
    found = documents.table("benchmark", "name")
    return {name: row[1:] for row in found for name in re.findall(r"`([^`]+)`", row[0])}


def test_the_document_has_every_task() -> None:
    """And no other."""
    assert rows().keys() == BENCHMARKS.keys()


@pytest.mark.parametrize("name", BENCHMARKS)
def test_a_task_is_as_the_document_says(name: str) -> None:
    """Game, seats, opponents, deals, rounds and fair share."""
    task = BENCHMARKS[name]
    game, seats, opponents, deals, rounds, share = rows()[name]
    count, against = re.fullmatch(r"(\w+) `(\w+)`", opponents).groups()  # type: ignore[union-attr]
    assert game == task.game or (game == "these games" and name.startswith(task.game))
    assert (int(seats), NUMBERS[count], against) == (task.seats, task.seats - 1, task.against)
    numbers = [int(cell.removesuffix(" each").replace(",", "")) for cell in (deals, rounds)]
    assert numbers == [task.deals, task.deals * task.seats]
    assert share == f"{100 / task.seats:.0f} %"
