"""The notebooks of the documents run, cell after cell, and show what a notebook can show."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import pytest

from missing import NOT_TESTED
from tools.site_docs.notebooks import draw, run_cell

NOTEBOOKS = sorted((Path(__file__).parent.parent / "docs" / "notebooks").glob("*.ipynb"))
SHORT = {"UPDATES = 400": "UPDATES = 2", "DEALS = 500": "DEALS = 2", "--seed 1": "--seed 1 --tables 32 --evaluations 0"}
"""What makes a long notebook short."""


def shorten(source: str) -> str:
    """A cell with less work."""
    for long, short in SHORT.items():
        source = source.replace(long, short)
    return source


def test_there_is_one() -> None:
    """The folder is not empty."""
    assert NOTEBOOKS


def test_what_makes_a_notebook_short_is_in_one() -> None:
    """A notebook that was rewritten is still shortened."""
    texts = [path.read_text(encoding="utf-8") for path in NOTEBOOKS]
    assert all(any(long in text for text in texts) for long in SHORT)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every cell runs after those before it. Each value at the end of a cell has a picture."""
    text = path.read_text(encoding="utf-8")
    if "reihum.envs.jax" in text and find_spec("jax") is None:
        pytest.skip(f"{NOT_TESTED}: JAX is not installed (pip install reihum[jax])")
    monkeypatch.chdir(tmp_path)
    notebook = msgspec.json.decode(text)
    assert notebook["nbformat"] == 4
    names: dict[str, Any] = {}
    pictures = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert not cell["outputs"]
            _, value = run_cell(shorten("".join(cell["source"])), names)
            if value is not None:
                pictures += "<svg" in draw(value)
    assert pictures > 1
