"""The reference: a page for each public module, with an entry for every public name, made from the docstrings."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock

from tools.site_docs.sources import ROOT

GUIDES = {
    "reihum": {"Concepts": "concepts", "A first game": "first-game"},
    "reihum.bots": {"Write a bot": "write-a-bot", "Bots": "bots"},
    "reihum.bots.levels": {"Bots": "bots"},
    "reihum.bots.review": {"Looking back with an expert": "review", "Bots": "bots"},
    "reihum.bots.trained": {"Bots": "bots", "Learning environments": "envs"},
    "reihum.matches": {"Records": "records", "Checkable deals": "fairness"},
    "reihum.matches.verdicts": {"Calls": "real-time"},
    "reihum.arena": {"The arena": "arena"},
    "reihum.client": {"Write a bot": "write-a-bot", "The protocol": "protocol"},
    "reihum.tables.commands": {"Write a bot": "write-a-bot", "The protocol": "protocol"},
    "reihum.tables.updates": {"Write a bot": "write-a-bot", "The protocol": "protocol"},
    "reihum.tables.settings": {"Write a bot": "write-a-bot", "The protocol": "protocol"},
    "reihum.tables.chain": {"Storage": "storage"},
    "reihum.envs": {"Learning environments": "envs"},
    "reihum.envs.vector": {"Learning environments": "envs"},
    "reihum.envs.single_player": {"Learning environments": "envs"},
    "reihum.envs.aec": {"Learning environments": "envs"},
    "reihum.envs.openspiel": {"Learning environments": "envs"},
    "reihum.envs.jax": {"Learning environments": "envs"},
    "reihum.envs.jax.train": {"Learning environments": "envs"},
    "reihum.envs.jax.training": {"Learning environments": "envs"},
    "reihum.engine": {"Adding a game": "contributing", "The design": "design"},
    "reihum.cards": {"Concepts": "concepts", "Checkable deals": "fairness"},
    "reihum.texts": {"Texts": "contributing"},
    "reihum.simulator": {"The simulator": "simulator"},
    "reihum.testing": {"Adding a game": "contributing"},
    "reihum.errors": {"Concepts": "concepts"},
}
"""The public modules, each with the documents that explain how to use it."""

KINDS = ("function", "class", "exception", "data")
"""The kinds of names, in the order in which a page lists them."""

JAX = ("jax", "jax.numpy", "jax.sharding")
"""The modules of JAX that public modules import. A machine that builds the site need not have them."""


class _StandIn(MagicMock):
    """In place of JAX, where it is not installed. What it decorates stays as it is."""

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return arguments[0] if len(arguments) == 1 and callable(arguments[0]) else super().__call__()


def load(module: str) -> ModuleType:
    """A public module, also where JAX is not installed: names and docstrings do not need it."""
    stand_ins = {} if find_spec(JAX[0]) else {name: _StandIn() for name in JAX}
    sys.modules.update(stand_ins)
    try:
        return import_module(module)
    finally:
        for name in stand_ins:
            del sys.modules[name]


def make_pages(modules: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each page of the reference and its Markdown."""
    seen: dict[int, str] = {}
    for module in modules:
        guides = ", ".join(f"[{title}](../{page}.md)" for title, page in GUIDES[module].items())
        head = [f"# {module}", _rst(inspect.getdoc(load(module)) or ""), f"Read first: {guides}."]
        yield f"api/{module}", "\n\n".join([*head, *_entries(module, seen)]) + "\n"


def public_names(module: str) -> dict[str, Any]:
    """The public names of a module, as it lists them, with their values."""
    loaded = load(module)
    return {name: getattr(loaded, name) for name in loaded.__all__}


def _entries(module: str, seen: dict[int, str]) -> Iterator[str]:
    """The entries of a module's names. A name that an earlier page describes refers to it."""
    names = sorted(public_names(module).items(), key=lambda named: (KINDS.index(kind_of(named[1])), named[0].lower()))
    for name, value in names:
        full, kind = f"{module}.{name}", kind_of(value)
        if (first := seen.setdefault(id(value), full)) != full:
            yield _rst(f".. py:{kind}:: {full}", f"The same as :py:obj:`{first}`.")
        elif kind == "data":
            yield _rst(f".. py:data:: {full}", find_docstring(module, name))
        else:
            yield _rst(f".. auto{kind}:: {full}")


def kind_of(value: Any) -> str:
    """The kind of a name: one of `KINDS`."""
    if isinstance(value, type):
        return "exception" if issubclass(value, Exception) else "class"
    return "function" if inspect.isroutine(inspect.unwrap(value)) else "data"


def _rst(directive: str, content: str = "") -> str:
    body = "".join(f"\n   {line}" for line in ["", *content.splitlines()]) if content else ""
    return f"```````{{eval-rst}}\n{directive}{body}\n```````"


def find_docstring(module: str, name: str) -> str:
    """The docstring of a public name; for a value, the text below its definition. "" if it has none."""
    value = getattr(load(module), name)
    if kind_of(value) != "data":
        return inspect.getdoc(value) or ""
    for node in ast.walk(_parse(module)):
        if isinstance(node, ast.ImportFrom) and name in {alias.name for alias in node.names}:
            return find_docstring(str(node.module), name)
    return _texts_below(module).get(name, "")


@cache
def _parse(module: str) -> ast.Module:
    found = find_spec(module)
    assert found is not None
    assert found.origin is not None
    return ast.parse(Path(found.origin).read_text(encoding="utf-8"))


def _texts_below(module: str) -> dict[str, str]:
    """The text below each assignment of a module."""
    found: dict[str, str] = {}
    bodies = [node.body for node in ast.walk(_parse(module)) if isinstance(node, ast.Module | ast.If)]
    for node, below in (pair for body in bodies for pair in pairwise(body)):
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            text = inspect.cleandoc(str(below.value.value))
            found |= {target.id: text for target in targets if isinstance(target, ast.Name)}
    return found


# --- links ---


@cache
def list_entries(modules: tuple[str, ...]) -> dict[str, str]:
    """Every way to write a public name, with the entry it leads to: in full, or, for names of `reihum` that cannot be
    plain words, alone."""
    found = {f"{module}.{name}": f"{module}.{name}" for module in modules for name in public_names(module)}
    alone = (name for name in public_names("reihum") if not name.islower() or "_" in name.strip("_"))
    return found | {name: f"reihum.{name}" for name in alone if "reihum" in modules}


def find_entry(code: str, modules: tuple[str, ...]) -> str | None:
    """The entry that a piece of code in a text names: a name, perhaps with arguments."""
    return list_entries(modules).get(code.partition("(")[0])


def find_source(value: Any) -> tuple[str, int] | None:
    """The file of the repository that defines a class or a function, and the line; None for others."""
    try:
        found = inspect.unwrap(value)
        path, (_, line) = Path(inspect.getsourcefile(found) or ""), inspect.getsourcelines(found)
    except (TypeError, OSError):
        return None
    return (path.relative_to(ROOT).as_posix(), line) if path.is_relative_to(ROOT) else None


def find_sources(modules: Sequence[str]) -> set[str]:
    """The files that define the public names of some modules."""
    values = (value for module in modules for value in public_names(module).values())
    return {found[0] for found in map(find_source, values) if found}
