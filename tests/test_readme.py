"""The session in the README runs, and its first line for people leads to the page."""

from __future__ import annotations

import doctest
import re
import shutil
from pathlib import Path

import pytest

from tools.address import read_address
from tools.docs import documents

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"


def test_session() -> None:
    """Every example gives the output below it."""
    result = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert result.attempted > 0
    assert result.failed == 0


def write_readme(folder: Path, site: str) -> str:
    """The README that `make docs` writes once the page has an address."""
    names = ["README.md", "pyproject.toml", "CITATION.cff", "docs/examples/bot.py", "docs/design.md", "docs/command.md"]
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    settings = re.sub(r'(?m)^site = ".*?"', f'site = "{site}"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (folder / "pyproject.toml").write_text(settings, encoding="utf-8")
    return dict(documents(folder))[folder / "README.md"]


def read_opening(text: str) -> str:
    """The first paragraph for people, below the one that says what Reihum is."""
    return text.partition("made by make docs -->\n\n")[2].partition("\n\n")[0]


def test_the_first_line_opens_the_page(tmp_path: Path) -> None:
    """Its address is set in one place. While it is empty, the line says how a maintainer publishes the page."""
    opened = read_opening(write_readme(tmp_path, "https://cards.invalid/reihum"))
    assert opened.startswith("**[Open this page](https://cards.invalid/reihum/)**")
    unpublished = read_opening(write_readme(tmp_path, ""))
    assert "(https:" not in unpublished
    assert "`make publish TO=origin`" in unpublished


def test_the_readme_has_the_address_of_the_settings() -> None:
    """Both name the same address, or both none."""
    linked = re.findall(r"\[Open this page\]\((.*?)/\)", README.read_text(encoding="utf-8"))
    assert linked == list(filter(None, [read_address(ROOT, "site")]))


def test_an_address_that_is_none_is_refused(tmp_path: Path) -> None:
    """The error names the setting."""
    with pytest.raises(ValueError, match=r"pyproject.toml, site of .*: expected an address with https://, got cards"):
        write_readme(tmp_path, "cards")
