"""Every public name has a docstring, and so an entry in the reference."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from missing import cannot_test
from tools.site_docs import notebooks, reference, sources

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
    except ModuleNotFoundError as error:
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


def imported_names(code: str) -> Iterator[str]:
    """What the lines of a program or a session import from reihum, in full."""
    lines = re.findall(r"^(?:>>> |\.\.\. )?((?:from|import) reihum\b[^#\n]*)", code, re.MULTILINE)
    for node in ast.walk(ast.parse("\n".join(line.rstrip() for line in lines))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("reihum"))
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def missing_entries(path: Path) -> set[str]:
    """What a document imports and the reference does not have."""
    text = path.read_text(encoding="utf-8")
    text = notebooks.make_page(text, run=False) if path.suffix == ".ipynb" else text
    code = "\n".join(re.findall(r"^```py\w+\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    return {name for name in imported_names(code) if name not in reference.GUIDES and not has_entry(name)}


def has_entry(name: str) -> bool:
    """Whether a public module lists a name."""
    module, _, last = name.rpartition(".")
    return module in reference.GUIDES and last in reference.public_names(module)


@pytest.mark.parametrize("path", ["README.md", *sources.documents(sources.ROOT)])
def test_what_a_document_imports_has_an_entry(path: str) -> None:
    """If you copy a line, you find its names, or its module, in the reference."""
    try:
        assert missing_entries(sources.ROOT / path) == set()
    except ModuleNotFoundError as error:
        cannot_test(str(error))


def test_an_import_without_an_entry_is_found(tmp_path: Path) -> None:
    """Planted: a module that is not public, in a program; a name that a public module does not list, in a session."""
    (tmp_path / "a.md").write_text(
        "```python\nimport reihum.host\nfrom reihum import game\n```\n"
        "```pycon\n>>> from reihum.bots import Bot, weak_bot  # no\n>>> from reihum.envs import jax\n```\n"
    )
    assert missing_entries(tmp_path / "a.md") == {"reihum.host", "reihum.bots.weak_bot"}


def test_jax_need_not_be_installed() -> None:
    """Its environment has entries with docstrings anyhow, and nothing in place of JAX stays behind."""
    names = reference.public_names("reihum.envs.jax")
    assert inspect.isclass(names["EnvState"])
    assert reference.find_docstring("reihum.envs.jax", "Env").startswith("A game with its seats")
    assert reference.find_source(names["Env"]) is not None
    assert ("jax" in sys.modules) <= (find_spec("jax") is not None)
