"""Compares classes of other libraries with what the modules that extend them expect."""

from __future__ import annotations

import ast
import inspect
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"


def find_attributes(cls: type, context: type[ast.expr_context] = ast.expr_context) -> set[str]:
    """The attributes of ``self`` that the source of a class and its ancestors uses, or (``ast.Store``) sets."""
    sources = [inspect.getsource(one) for one in cls.__mro__ if one.__module__ not in {"builtins", "abc"}]
    return {
        node.attr
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, context)
        if isinstance(node.value, ast.Name) and node.value.id == "self"
    }


def find_changes(base: type, methods: Mapping[str, str], attributes: str) -> Iterator[str]:
    """The methods and attributes of a class that are gone or have other parameters."""
    for name, parameters in methods.items():
        method = getattr(base, name, None)
        if method is None:
            yield f"{base.__name__}.{name} is gone"
        elif (found := " ".join(inspect.signature(method).parameters)) != parameters:
            yield f"{base.__name__}.{name} takes ({found}) instead of ({parameters})"
    missing = {*attributes.split()} - find_attributes(base, ast.Store)
    yield from (f"{base.__name__}.{name} is gone" for name in sorted(missing))


def find_window(extra: str, package: str) -> SpecifierSet:
    """The versions of a package that an extra in ``pyproject.toml`` allows."""
    extras = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    (window,) = [found.specifier for found in map(Requirement, extras[extra]) if found.name == package]
    return window
