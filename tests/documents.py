"""Reads the documents, for the tests that check them."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"


def document(name: str) -> str:
    """The text of a document."""
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def table(name: str, first: str) -> list[tuple[str, ...]]:
    """The rows of the table whose first column has this name."""
    (found,) = re.findall(rf"^\| {first} \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", document(name), re.MULTILINE)
    return [tuple(cell.strip() for cell in line.strip("|\n").split("|")) for line in found.splitlines()]


def blocks(name: str, language: str) -> list[str]:
    """The fenced blocks in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", document(name), re.MULTILINE | re.DOTALL)
