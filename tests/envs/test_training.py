"""The documents' training program runs, and learns."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

PROGRAM = Path(__file__).parent.parent.parent / "docs" / "examples" / "envs" / "train.py"


def program(tables: int, steps: int) -> Any:
    """The program, with another size of its batches."""
    pytest.importorskip("numba")
    found = importlib.util.spec_from_file_location("train", PROGRAM)
    assert found is not None
    assert found.loader is not None
    made: Any = importlib.util.module_from_spec(found)
    found.loader.exec_module(made)
    made.TABLES, made.STEPS = tables, steps
    return made


def test_the_training_program_runs() -> None:
    """Two small batches."""
    assert all(0 <= share <= 1 for share in program(16, 200).train(2))


@pytest.mark.soak
def test_the_training_program_learns_to_win() -> None:
    """At first a fair share of the rounds, a quarter; after some batches clearly more."""
    shares = list(program(1024, 300).train(12))
    assert abs(shares[0] - 0.25) < 0.03
    assert sum(shares[8:]) / 4 > 0.3
