"""The documents are right: examples run, and links lead somewhere."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
NEEDS = {"envs.md": ("pettingzoo", "pyspiel", "numba")}
"""Libraries that the examples of a document need and that not every machine has."""
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]*))?\)")


def dead_links(document: Path) -> list[str]:
    """The links of a document to files or headings that do not exist."""
    found = []
    for target, heading in LINK.findall(document.read_text(encoding="utf-8")):
        path = (document.parent / target) if target else document
        if not path.exists() or (heading and heading not in headings(path)):
            found.append(f"{target}#{heading}" if heading else target)
    return found


def headings(document: Path) -> set[str]:
    """The anchors of a document's headings, in the form that most hosts use."""
    lines = re.findall(r"^#+ (.*)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links(document: Path) -> None:
    """Every link leads to a file or a heading."""
    assert dead_links(document) == []


@pytest.mark.parametrize(
    "document",
    [path for path in DOCUMENTS if path != ROOT / "README.md"],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_examples(document: Path) -> None:
    """Python sessions give the output below them; test_readme.py checks the README."""
    for library in NEEDS.get(document.name, ()):
        pytest.importorskip(library)
    assert doctest.testfile(str(document), module_relative=False, encoding="utf-8").failed == 0


def test_planted_dead_links_are_found(tmp_path: Path) -> None:
    """The check finds dead links and accepts the others."""
    (tmp_path / "a.md").write_text("# The head, lined\n[x](b.md) [y](#no) [z](#the-head-lined) [w](a.md) <https://x.y>")
    assert dead_links(tmp_path / "a.md") == ["b.md", "#no"]


def cited_files(text: str) -> set[str]:
    """The files of the repository that a text names."""
    return set(re.findall(r"\b((?:src/reihum|tests|tools|benchmarks)/[\w./-]+\.\w+)", text))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_cited_files_exist(document: Path) -> None:
    """Every file that a document names is there."""
    assert [name for name in cited_files(document.read_text(encoding="utf-8")) if not (ROOT / name).exists()] == []


def test_a_planted_file_is_cited() -> None:
    """The checker sees a name in running text."""
    assert cited_files("See `tests/test_docs.py` and src/reihum/nothing.py.") == {
        "tests/test_docs.py",
        "src/reihum/nothing.py",
    }


def test_the_design_has_what_is_cited() -> None:
    """Every section that is cited as "DESIGN §3" exists."""
    files = [path for folder in ("src", "tests", "docs") for path in (ROOT / folder).rglob("*.py")]
    cited = {number for path in files for number in re.findall(r"DESIGN §(\d+)", path.read_text(encoding="utf-8"))}
    there = set(re.findall(r"^## (\d+)\. ", (ROOT / "docs/design.md").read_text(encoding="utf-8"), re.MULTILINE))
    assert {"3", "4", "5", "6"} <= cited <= there
