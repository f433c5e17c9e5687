"""Every import is declared, every declared library is locked, and the document has the reason for each of them."""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
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
        *EXTRAS["postgres"],
        *EXTRAS["push"],
    ],
    "requirements-fast.lock": EXTRAS["fast"],
    "requirements-envs.lock": EXTRAS["envs"],
    "requirements-jax.lock": EXTRAS["jax"],
    "requirements-peers.lock": EXTRAS["peers"],
    "requirements-node.lock": GROUPS["node"],
    "requirements-kernels.lock": GROUPS["kernels"],
}
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


def test_the_transport_is_bounded() -> None:
    """The transport is built on private parts of uvicorn, which the next release may change."""
    (uvicorn,) = [Requirement(each) for each in EXTRAS["server"] if each.startswith("uvicorn")]
    assert any(each.operator in ("<", "==", "~=") for each in uvicorn.specifier)


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
    declared = {*named([*AT_RUN_TIME, *GROUPS["dev"], *GROUPS["node"], *GROUPS["kernels"]]), *page["devDependencies"]}
    assert sorted(name for name in declared if name not in text and name.replace("-", "") not in text) == []
