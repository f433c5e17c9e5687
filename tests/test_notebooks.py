"""The notebooks of the documents run, cell after cell, and show what a notebook can show."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import msgspec
import pytest

NOTEBOOKS = sorted((Path(__file__).parent.parent / "docs" / "notebooks").glob("*.ipynb"))


def run_cell(source: str, names: dict[str, Any]) -> Any:
    """Run a cell; give the value of its last line if that is an expression, as a notebook does."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), names)  # noqa: S102 – our own document
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names) if isinstance(last, ast.Expr) else None  # noqa: S307


def test_there_is_one() -> None:
    """The folder is not empty."""
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs(path: Path) -> None:
    """Every cell runs after those before it. Each value at the end of a cell has a picture."""
    notebook = msgspec.json.decode(path.read_bytes())
    assert notebook["nbformat"] == 4
    names: dict[str, Any] = {}
    pictures = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert not cell["outputs"]
            value = run_cell("".join(cell["source"]), names)
            if value is not None:
                drawn = value._repr_svg_() if hasattr(value, "_repr_svg_") else value._repr_html_()
                pictures += "<svg" in drawn
    assert pictures > 1
