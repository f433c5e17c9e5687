"""Every public name has a docstring, and so an entry in the reference."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from documents import document
from missing import cannot_test
from reihum.errors import MissingExtra
from tools.site_docs import reference

UNDESCRIBED = '''"""A module."""

__all__ = ["LIMIT", "NAME", "Thing", "make"]
LIMIT = 3
"""How many."""
NAME = "n"
class Thing: ...
def make(): "Makes it."
'''


def undescribed(module: str) -> list[str]:
    """The public names of a module without a docstring."""
    return [name for name in reference.public_names(module) if not reference.find_docstring(module, name)]


@pytest.mark.parametrize("module", reference.GUIDES)
def test_every_public_name_has_a_docstring(module: str) -> None:
    """Functions, classes and errors have theirs, and below a value is a text that says what it is."""
    try:
        assert undescribed(module) == []
    except MissingExtra as error:
        cannot_test(str(error))


def test_names_without_a_docstring_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a class and a value that say nothing."""
    (tmp_path / "undescribed_module.py").write_text(UNDESCRIBED)
    monkeypatch.syspath_prepend(tmp_path)
    try:
        assert undescribed("undescribed_module") == ["NAME", "Thing"]
    finally:
        sys.modules.pop("undescribed_module", None)


def test_a_name_in_a_text_leads_to_its_entry() -> None:
    """In full or alone, with arguments or without; a plain word does not, since it may mean something else."""
    modules = ("reihum", "reihum.bots")
    assert reference.find_entry("reihum.offered(view)", modules) == "reihum.offered"
    assert reference.find_entry("play_round", modules) == "reihum.play_round"
    assert reference.find_entry("reihum.bots.Bot", modules) == "reihum.bots.Bot"
    assert reference.find_entry("game", modules) is None


def test_a_name_has_one_long_entry() -> None:
    """The entry of a name that an earlier page describes refers to it."""
    pages = dict(reference.make_pages(["reihum", "reihum.bots"]))
    assert ".. autofunction:: reihum.play_round" in pages["api/reihum"]
    assert (
        ".. py:function:: reihum.bots.play_round\n   \n   The same as :py:obj:`reihum.play_round`."
        in pages["api/reihum.bots"]
    )
    assert ".. py:data:: reihum.NUMBER" in pages["api/reihum"]


def test_every_environment_has_a_page() -> None:
    """What the documents tell people to import is in the reference."""
    told = re.findall(r"^(?:>>> )?from (reihum\.envs[\w.]*) import", document("envs"), re.MULTILINE)
    assert {module for module in told if "jax" not in module} <= {*reference.GUIDES}
