"""The documents' training program runs, and learns."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

PROGRAM = Path(__file__).parent.parent.parent / "docs" / "examples" / "envs" / "ppo.py"


def program(**settings: Any) -> Any:
    """The program, with other settings."""
    pytest.importorskip("numba")
    found = importlib.util.spec_from_file_location("ppo", PROGRAM)
    assert found is not None
    assert found.loader is not None
    made: Any = importlib.util.module_from_spec(found)
    found.loader.exec_module(made)
    for name, value in settings.items():
        setattr(made, name, value)
    return made


def test_it_learns_at_a_small_table() -> None:
    """Two players: after a few updates it wins clearly more than before, and the same again with the same seed."""
    small = {"TABLES": 128, "PARTS": 4, "HIDDEN": 16, "EPOCHS": 2}
    ((_, before, _),) = program(**small, RATE=0.0).train(1, 1, 1_000, seats=2)
    first, again = ([*program(**small, RATE=8e-3).train(3, 3, 1_000, seats=2)] for _ in range(2))
    assert first == again
    ((_, after, error),) = first
    assert after - error > before + 0.05


def test_it_has_a_hundred_lines() -> None:
    """As the documents say, without empty lines."""
    assert sum(bool(line.strip()) for line in PROGRAM.read_text(encoding="utf-8").splitlines()) <= 100


@pytest.mark.soak
def test_it_beats_three_sensible_bots() -> None:
    """A fair share would be a quarter. It takes about two minutes."""
    *_, (_, share, interval) = program().train(200, 200, 20_000)
    assert share - interval > 0.25
