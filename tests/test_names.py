"""Things that differ have different names: a public class has one name in the whole package."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "reihum"


def shared_names(source: Path) -> dict[str, list[str]]:
    """Every public class name that several modules define, with the modules."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(source.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(str(path.relative_to(source)))
    return {name: paths for name, paths in found.items() if len(paths) > 1}


def test_no_two_public_classes_have_the_same_name() -> None:
    """An entry of the log, an update for people and a line of a record are called differently."""
    assert shared_names(SOURCE) == {}


def test_a_second_class_of_the_same_name_is_found(tmp_path: Path) -> None:
    """The check fails where it should; private classes may share a name."""
    for name in ("a", "b"):
        (tmp_path / f"{name}.py").write_text("class Played: ...\nclass _Line: ...\n", encoding="utf-8")
    assert shared_names(tmp_path) == {"Played": ["a.py", "b.py"]}
