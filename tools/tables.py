"""Tables for documents."""

from __future__ import annotations

from collections.abc import Sequence


def make_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown; a bar within a cell would end it.

    >>> print(make_table(["move", ""], [["a|b", "1"]]))
    | move |  |
    | --- | --- |
    | a\\|b | 1 |
    """
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
