"""The programs for JAX in docs/envs.md run."""

from __future__ import annotations

from typing import Any

import pytest

from documents import blocks
from missing import NOT_TESTED

pytest.importorskip("jax", reason=f"{NOT_TESTED}: JAX is not installed (pip install reihum[jax])")

PROGRAMS = [block for block in blocks("envs", "python") if "import jax" in block]


@pytest.mark.full
@pytest.mark.parametrize("program", PROGRAMS, ids=["many tables", "a small game"])
def test_a_program_runs(program: str) -> None:
    """Every table has made its moves: a new position with somebody on turn."""
    names: dict[str, Any] = {}
    exec(program, names)  # noqa: S102 – our own document
    states = names["states"]
    assert states.current_player.shape in ((64,), (1024,))
    assert states.legal_action_mask.any(axis=1).all()
