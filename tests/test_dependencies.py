"""Every import is declared, every declared library is locked, and the document has the reason for each of them."""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterable
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from documents import document

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
GROUPS = PROJECT["dependency-groups"]
AT_RUN_TIME = [*PROJECT["project"]["dependencies"], *(each for extra in EXTRAS.values() for each in extra)]
LOCKS = {
    "requirements.lock": [
        *PROJECT["project"]["dependencies"],
        *GROUPS["dev"],
        *EXTRAS["server"],
        *EXTRAS["terminal"],
        *EXTRAS["postgres"],
        *EXTRAS["push"],
    ],
    "requirements-fast.lock": EXTRAS["fast"],
    "requirements-envs.lock": EXTRAS["envs"],
    "requirements-jax.lock": EXTRAS["jax"],
    "requirements-peers.lock": EXTRAS["peers"],
    "requirements-node.lock": GROUPS["node"],
    "requirements-kernels.lock": GROUPS["kernels"],
    "requirements-server.lock": [
        *PROJECT["project"]["dependencies"],
        *(each for extra in ("server", "postgres", "push", "fast") for each in EXTRAS[extra]),
    ],
    "requirements-release.lock": [
        *PROJECT["project"]["dependencies"],
        *(each for extra in ("server", "postgres", "push", "fast", "terminal", "trained") for each in EXTRAS[extra]),
    ],
    "requirements-build.lock": [*PROJECT["build-system"]["requires"], *GROUPS["build"], *GROUPS["node"]],
    "requirements-docs.lock": GROUPS["docs"],
    "requirements-site.lock": GROUPS["site"],
}
TRANSPORT = ROOT / "src" / "reihum" / "server" / "transport.py"
IMPORTS = (ast.Import, ast.ImportFrom)
MODULES = {"pyspiel": "open-spiel", "dask": "distributed"}
"""Modules whose names differ from their library's."""


def imported() -> set[str]:
    """The first names of all that the package imports."""
    found = set()
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {each.name.partition(".")[0] for each in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module.partition(".")[0])
    return found


def named(requirements: list[str]) -> set[str]:
    """The names of some requirements."""
    return {canonicalize_name(Requirement(each).name) for each in requirements}


def test_what_is_imported_is_declared() -> None:
    """No library is used only because another one happens to install it."""
    libraries = packages_distributions()
    foreign = imported() - {*sys.stdlib_module_names, "reihum"}
    known = {name: MODULES.get(name) or libraries.get(name, [name])[0] for name in foreign}
    declared = named(AT_RUN_TIME)
    assert {name for name, library in known.items() if canonicalize_name(library) not in declared} == set()


def find_inner_uses(paths: Iterable[Path]) -> set[str]:
    """The libraries that these files reach into: all that the transport imports, and those with private modules or
    names that a file imports."""
    found = set()
    for path in paths:
        modules = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, IMPORTS)]
        for node in modules:
            module = node.module or "" if isinstance(node, ast.ImportFrom) else node.names[0].name
            names = [*module.split("."), *(each.name for each in node.names)]
            is_private = any(name.startswith("_") and name != "__future__" for name in names)
            if is_private or path == TRANSPORT:
                found.add(module.partition(".")[0])
    return found - {*sys.stdlib_module_names, "reihum"}


def test_libraries_used_inside_out_are_bounded() -> None:
    """The transport extends inner classes of its libraries, which any release may change."""
    inner = find_inner_uses((ROOT / "src").rglob("*.py"))
    assert inner >= {"uvicorn", "websockets", "h11"}
    bounds = {Requirement(each).name: Requirement(each).specifier for each in AT_RUN_TIME}
    unbounded = {name for name in inner if not any(each.operator in ("<", "==", "~=") for each in bounds[name])}
    assert unbounded == set()


def test_a_private_import_is_found(tmp_path: Path) -> None:
    """Planted faults: a private module, and a private name of a public one."""
    (tmp_path / "one.py").write_text("from click._compat import WIN\nimport rich\n")
    (tmp_path / "two.py").write_text("from rich.console import _is_jupyter\n")
    assert find_inner_uses(tmp_path.glob("*.py")) == {"click", "rich"}


@pytest.mark.parametrize("lock", LOCKS)
def test_locks(lock: str) -> None:
    """Every lock has the libraries it is made from, in versions that fit."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    pins: dict[str, list[str]] = {}
    for name, version in re.findall(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", text, re.MULTILINE):
        pins.setdefault(canonicalize_name(name), []).append(version)
    for requirement in map(Requirement, LOCKS[lock]):
        found = pins.get(canonicalize_name(requirement.name), [])
        assert found, requirement
        assert all(requirement.specifier.contains(version) for version in found), (requirement, found)


def test_every_lock_is_known() -> None:
    """Here, and in the document."""
    assert {path.name for path in ROOT.glob("*.lock")} == {*LOCKS}
    text = document("dependencies")
    assert [name for name in (*LOCKS, "web/package-lock.json") if f"`{name}`" not in text] == []


def test_every_choice_has_its_reason() -> None:
    """The document names every declared dependency, for Python and for the page."""
    text = document("dependencies").lower()
    page = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    declared = {
        *named([*AT_RUN_TIME, *GROUPS["dev"], *GROUPS["node"], *GROUPS["kernels"], *GROUPS["docs"]]),
        *page["devDependencies"],
    }
    assert sorted(name for name in declared if name not in text and name.replace("-", "") not in text) == []
