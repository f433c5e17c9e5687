"""The engine for browsers is packed from what is imported, and always into the same bytes."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tools import packing

LIBRARY = {
    "json/__init__.py": b"from .decoder import read\n",
    "json/decoder.py": b"import re\n",
    "re.py": b"",
    "wave.py": b"",
    "email/__init__.py": b"",
    "encodings/__init__.py": b"",
    "encodings/ascii.py": b"",
    "late.py": b"import email\n",
}


@pytest.fixture(autouse=True)
def nothing_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Python that imports nothing by itself."""
    monkeypatch.setattr(packing, "STARTED", frozenset())


def test_what_is_imported_is_kept() -> None:
    """Directly, through others, inside functions, with the packages around it; and what is found by its name."""
    users = [("reihum/a.py", b"def f():\n    import json.decoder\n"), ("reihum/b.py", b"import late"), ("x.so", b"\0")]
    kept = packing.list_needed(LIBRARY, users)
    assert kept == [
        "encodings/__init__.py",
        "encodings/ascii.py",
        "json/__init__.py",
        "json/decoder.py",
        "late.py",
        "re.py",
    ]


def test_what_pyodide_starts_with_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if nothing else uses it."""
    monkeypatch.setattr(packing, "STARTED", frozenset({"email", "wave"}))
    assert {"email/__init__.py", "wave.py"} <= {*packing.list_needed(LIBRARY, [])}


@pytest.mark.parametrize(
    ("source", "names"),
    [
        (b"import a.b, c", ["a.b", "c"]),
        (b"from a import b", ["a", "a.b"]),
        (b"from . import b", ["here.inner", "here.inner.b"]),
        (b"from ..other import b", ["here.other", "here.other.b"]),
    ],
)
def test_imports_of_a_module(source: bytes, names: list[str]) -> None:
    """With the names that may be modules."""
    assert [*packing.list_imports("here/inner/module.py", source)] == names


def test_our_package_without_what_a_browser_does_not_need(tmp_path: Path) -> None:
    """Modules and texts, but no server and no SQLite."""
    for name in ("games/a.py", "texts/catalogues.json", "server/app.py", "store/sqlite.py", "notes.po"):
        (tmp_path / "reihum" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "reihum" / name).write_text("")
    assert {*dict(packing.read_ours(tmp_path))} == {
        "reihum/games/a.py",
        "reihum/texts/catalogues.json",
    }


def test_archives_are_compiled_and_repeatable(tmp_path: Path) -> None:
    """Bytecode without docstrings, beside other files as they are."""
    files = {"a.py": b'"""About a."""\nclass A:\n    """An a."""\nX = A\n', "b.json": b"{}"}
    packing.write(tmp_path / "one.zip", files)
    packing.write(tmp_path / "two.zip", dict(reversed(files.items())))
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with ZipFile(tmp_path / "one.zip") as archive:
        assert archive.namelist() == ["a.pyc", "b.json"]
        assert archive.read("b.json") == b"{}"
        assert b"About" not in archive.read("a.pyc")
        assert b"An a" not in archive.read("a.pyc")


def list_first_imports(path: str, source: bytes) -> list[str]:
    """What a module imports as soon as it is imported itself, unless a condition says otherwise."""
    first = [node for node in ast.parse(source).body if isinstance(node, ast.Import | ast.ImportFrom)]
    return [*packing.list_imports(path, "\n".join(map(ast.unparse, first)).encode())]


def test_no_module_of_the_engine_imports_what_is_left_out() -> None:
    """A browser has only a part of the standard library. The build finds this, too, but not everybody builds."""
    source = Path(packing.__file__).parents[1] / "src"
    modules = [(path, data) for path, data in packing.read_ours(source) if path.endswith(".py")]
    imported = [(path, name) for path, data in modules for name in list_first_imports(path, data)]
    assert len(imported) > 1000
    known = {*sys.stdlib_module_names, "msgspec", "reihum"}
    assert [item for item in imported if packing.is_unused(item[1]) or item[1].partition(".")[0] not in known] == []
