"""Imports follow the order in tools/layers.py, games do not import each other, and the engine is closed to the world.

The checker reads the source, so it also sees imports inside functions. Planted faults show that it does.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import reihum
from tools.layers import ENGINE, PURE, RANK, is_allowed

SOURCE = Path(__file__).parent.parent / "src" / "reihum"

OUTSIDE_WORLD = set(
    "asyncio concurrent datetime getpass http io locale logging multiprocessing os pathlib platform random"
    " secrets select shutil signal socket sqlite3 ssl subprocess tempfile threading time urllib uuid".split()
)
OUTSIDE_CALLS = {"breakpoint", "exec", "eval", "input", "open", "print"}
LIBRARIES = {layer: {"msgspec"} for layer in PURE} | {
    "simulator": {"msgspec", "numba", "numpy"},
    "bots": {"msgspec", "numpy"},
}


def modules(source: Path) -> dict[str, ast.Module]:
    """Every module of the package by its name."""
    found = {}
    for path in sorted(source.rglob("*.py")):
        parts = path.relative_to(source.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    return found


def imports(name: str, tree: ast.Module, known: set[str]) -> Iterator[str]:
    """The modules a module imports when it is loaded or runs, as full names; `from reihum import cards` is
    `reihum.cards`. Imports for type checkers alone do not count."""
    for node in loaded(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                package = name.split(".") if name + ".__init__" in known else name.split(".")[:-1]
                base = ".".join(package[: len(package) - node.level + 1] + ([base] if base else []))
            for alias in node.names:
                whole = f"{base}.{alias.name}"
                yield whole if whole in known else base


def loaded(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node of a module but those under ``if TYPE_CHECKING``."""
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield node
            yield from loaded(node)


def layer(name: str) -> str:
    """The layer of a module: `cards` for `reihum.cards.decks`, nothing for `reihum` itself."""
    return f"{name}.".split(".")[1]


def game_modules(trees: dict[str, ast.Module]) -> set[str]:
    """The modules of `reihum.games` that bring a game: they subclass `State`."""
    return {
        name
        for name, tree in trees.items()
        if layer(name) == "games"
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and any(ast.unparse(base).split(".")[-1] == "State" for base in node.bases)
    }


def faults(source: Path) -> list[str]:
    """Every import and call that breaks the layers, in words."""
    trees = modules(source)
    packages = {f"{name}.__init__" for name in trees if (source.parent / Path(*name.split("."))).is_dir()}
    games = game_modules(trees)
    return [
        f"{name} {fault}"
        for name, tree in trees.items()
        if layer(name) in RANK
        for fault in [
            *import_faults(name, set(imports(name, tree, set(trees) | packages)), games),
            *(f"calls {call}" for call in outside_calls(tree) if layer(name) in PURE),
        ]
    ]


def import_faults(name: str, targets: set[str], games: set[str]) -> Iterator[str]:
    """What is wrong with the imports of a module."""
    for target in sorted(targets):
        if fault := import_fault(name, target, games):
            yield f"imports {target}: {fault}"


def import_fault(name: str, target: str, games: set[str]) -> str | None:
    """What is wrong with one import, if anything is."""
    top = target.partition(".")[0]
    if top != "reihum":
        return outside_fault(layer(name), top)
    here, there = layer(name), layer(target)
    if here == there:
        return "games do not know each other" if {name, target} <= games and name != target else None
    if there not in RANK:
        return "the package's front is above this layer" if here in PURE else None
    if not is_allowed(here, there):
        return "imports go left only"
    return "the engine makes no text" if there == "texts" and here in ENGINE else None


def outside_fault(here: str, target: str) -> str | None:
    """What is wrong with importing something that is not ours."""
    if here not in PURE:
        return None
    if target in OUTSIDE_WORLD:
        return "time, chance and storage are passed in"
    known = target in sys.stdlib_module_names or target in LIBRARIES[here]
    return None if known else "this layer does without that library"


def outside_calls(tree: ast.Module) -> Iterator[str]:
    """Calls of built-in functions that reach the outside world."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in OUTSIDE_CALLS:
            yield node.func.id


def test_layers() -> None:
    """Imports go left only; no clock, no I/O and no global randomness below the host."""
    assert faults(SOURCE) == []


def test_every_game_is_found() -> None:
    """The checker knows the module of every registered game, so none escapes it."""
    registered = {facts.state.__module__ for facts in reihum.GAMES.values()}
    assert registered <= game_modules(modules(SOURCE))


@pytest.mark.parametrize(
    ("module", "line", "fault"),
    [
        ("cards/decks", "from reihum.engine import Move", "imports go left only"),
        ("cards/decks", "from ..engine import Move", "imports go left only"),
        ("cards/__init__", "from ..matches import match", "imports go left only"),
        ("cards/decks", "def f():\n    import reihum.bots.simple.random", "imports go left only"),
        ("messages", "import reihum.cards", "imports go left only"),
        ("texts/catalogue", "from reihum.messages import Message", "imports go left only"),
        ("cli/main", "from reihum.server import app", "imports go left only"),
        ("server/app", "from reihum.client import Client", "imports go left only"),
        ("api/tables", "from reihum.server.config import Config", "imports go left only"),
        ("api/tables", "from reihum.client import Client", "imports go left only"),
        ("client/web", "import reihum.cli", "imports go left only"),
        ("client/web", "import reihum.host", "imports go left only"),
        ("client/players", "import reihum.arena", "imports go left only"),
        ("client/web", "import reihum.store.log", "imports go left only"),
        ("protocol/replays", "from reihum.bots import Bot", "imports go left only"),
        ("protocol/replays", "from reihum.host import Room", "imports go left only"),
        ("protocol/http", "import http", "time, chance and storage are passed in"),
        ("host/room", "from reihum.protocol import Answer", "imports go left only"),
        ("tables/table", "from reihum.bots import Bot", "imports go left only"),
        ("bots/levels", "from reihum.tables.table import Table", "imports go left only"),
        ("arena/contest", "from reihum.store.log import Log", "imports go left only"),
        ("engine/moves", "import reihum", "the package's front is above this layer"),
        ("engine/moves", "from reihum import GAMES", "the package's front is above this layer"),
        ("engine/moves", "from reihum.texts import Texts", "the engine makes no text"),
        ("games/rows", "from reihum.games.quartett import Quartett", "games do not know each other"),
        ("games/rows", "from reihum.games import quartett", "games do not know each other"),
        ("games/rows", "from . import quartett", "games do not know each other"),
        ("games/rows", "from random import shuffle", "time, chance and storage are passed in"),
        ("matches/record", "import os.path", "time, chance and storage are passed in"),
        ("bots/search", "import time as clock", "time, chance and storage are passed in"),
        ("games/rows", "import numpy", "this layer does without that library"),
        ("matches/record", "print(open('f'))", "reihum.matches.record calls open"),
    ],
)
def test_planted_faults_are_found(tmp_path: Path, module: str, line: str, fault: str) -> None:
    """Each kind of wrong import is noticed, and only that one."""
    for name in ("__init__", "texts/__init__", "cards/__init__", "games/__init__", "engine/contract", module):
        plant(tmp_path, name, "")
    for game in ("rows", "quartett"):
        plant(tmp_path, f"games/{game}", "from reihum.engine.contract import State\nclass Game(State): ...\n")
    assert faults(tmp_path / "reihum") == []
    plant(tmp_path, module, line + "\n")
    assert any(fault in found for found in faults(tmp_path / "reihum"))


def plant(folder: Path, module: str, text: str) -> None:
    """Add text to a module of a made-up package."""
    path = folder / "reihum" / f"{module}.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(text)


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("errors", "def f():\n    from reihum.texts import Texts"),
        ("games/rows", "from reihum.engine.contract import State"),
        ("games/rows", "from reihum.cards import Card"),
        ("simulator/rows", "import numba"),
        ("cli/main", "import os, reihum, click"),
        ("texts/catalogue", "from importlib.resources import files"),
        ("testing", "import random, reihum.bots"),
        ("host/driver", "import reihum.bots, reihum.store.log, reihum.tables.table"),
        ("client/players", "from reihum.bots import Bot"),
        ("protocol/replays", "if TYPE_CHECKING:\n    from reihum.bots import Bot"),
    ],
)
def test_what_is_allowed_passes(tmp_path: Path, module: str, line: str) -> None:
    """The checker does not cry wolf."""
    plant(tmp_path, "__init__", "from reihum.games import GAMES\n")
    plant(tmp_path, "engine/contract", "")
    plant(tmp_path, module, line + "\n")
    assert faults(tmp_path / "reihum") == []
