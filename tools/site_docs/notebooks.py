"""Notebooks as pages: their texts, their code, and what the code shows.

The notebooks are stored without what they show, so the site runs them when it is built.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from typing import Any, NamedTuple

SLOW = "reihum.envs.jax"
"""A notebook that trains a player takes too long, and needs JAX."""
NOT_RUN = "*This page has no pictures, since learning takes minutes. Run the notebook to see them.*"


class Cell(NamedTuple):
    """A cell of a notebook."""

    kind: str
    source: str


def read_cells(text: str) -> list[Cell]:
    """The cells of a notebook."""
    return [Cell(cell["cell_type"], "".join(cell["source"])) for cell in json.loads(text)["cells"]]


def make_page(text: str, *, run: bool = True) -> str:
    """A notebook as Markdown: its texts, its code, and what that shows."""
    run = run and SLOW not in text
    names: dict[str, Any] = {}
    parts = []
    for kind, source in read_cells(text):
        parts.append(source if kind == "markdown" else f"```python\n{source}\n```")
        if kind == "code" and run:
            parts += show(*run_cell(source, names))
    return "\n\n".join(parts if run else [parts[0], NOT_RUN, *parts[1:]])


def run_cell(source: str, names: dict[str, Any]) -> tuple[str, Any]:
    """Run a cell. Gives what it prints and the value of its last line, if that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with redirect_stdout(StringIO()) as printed:
        exec(compile(tree, "<cell>", "exec"), names)  # noqa: S102 – our own document
        code = compile(ast.Expression(last.value), "<cell>", "eval") if isinstance(last, ast.Expr) else None
        value = eval(code, names) if code else None  # noqa: S307
    return printed.getvalue(), value


def draw(value: Any) -> str:
    """A value as a notebook shows it: a picture, or a table with pictures."""
    drawn: str = value._repr_svg_() if hasattr(value, "_repr_svg_") else value._repr_html_()
    return drawn


def show(printed: str, value: Any) -> Iterator[str]:
    """The Markdown of what a cell shows."""
    if printed:
        yield f"```text\n{printed.rstrip()}\n```"
    if value is not None:
        drawn = "\n".join(line for line in draw(value).splitlines() if line.strip())  # an empty line would end it
        yield f'<div class="shown">\n{drawn}\n</div>'
