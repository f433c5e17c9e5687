"""No test waits for real time or measures it: a slow machine must not make a test fail.

Tests turn the host's clock by hand. Where something real has to happen, ``waiting.py`` waits for a condition.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

CLOCKS = {"time", "monotonic", "perf_counter", "process_time", "thread_time"}
FORBIDDEN = {
    "asyncio.sleep",
    "TimeoutError",
    "asyncio.TimeoutError",
    "datetime.datetime.now",
    "threading.Timer",
    "time.sleep",
    *(f"time.{clock}{unit}" for clock in CLOCKS for unit in ("", "_ns")),
}
FORBIDDEN_METHODS = {"wait_for_timeout", "wait_for_function"}
"""`wait_for_function` evaluates text, which the page's policy forbids once the first look was too early."""

ENDS = {"wait": 0, "join": 0, "timeout": 0, "wait_for": 1}
"""Calls that wait for something, with the place of the argument that says after how many seconds they give up."""

GENEROUS_SECONDS = 30
"""A wait that gives up earlier fails on a busy machine."""

EXCEPTIONS = {
    **{
        f"server/test_event_loop.py::{place}": "compares processor time with that of known work in the same run"
        for place in ("LoopWatch.measure.run_measured", "LoopWatch.restart", "measure_limit.work")
    },
    "waiting.py::wait_until": "waits for a condition with a generous end",
    "waiting.py::block_until": "waits for a condition with a generous end",
}
"""The functions that use real time, each with its reason."""


def violations(source: str) -> Iterator[tuple[str, str]]:
    """The function and the name of everything in a module that waits for real time or measures it."""
    tree = ast.parse(source)
    imported = dict(_imports(tree))
    for place, node in _places(tree, ""):
        name = _name(node, imported)
        if name in FORBIDDEN or name.rpartition(".")[2] in FORBIDDEN_METHODS:
            yield place, name
        elif isinstance(node, ast.Call):
            yield from ((place, f"gives up after {end} seconds") for end in _ends(node) if end < GENEROUS_SECONDS)


def _ends(call: ast.Call) -> Iterator[float]:
    """After how many seconds a call gives up, where that is a number."""
    place = ENDS.get(ast.unparse(call.func).rpartition(".")[2], len(call.args))
    named = [keyword.value for keyword in call.keywords if keyword.arg == "timeout"]
    for value in (*call.args[place : place + 1], *named):
        if isinstance(value, ast.Constant) and isinstance(value.value, int | float):
            yield value.value


def _imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The names that a module imports, with their full names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield name.asname or name.name, name.name
        elif isinstance(node, ast.ImportFrom):
            for name in node.names:
                yield name.asname or name.name, f"{node.module}.{name.name}"


def _places(node: ast.AST, place: str) -> Iterator[tuple[str, ast.AST]]:
    """Every node with its function or method, but not ``asyncio.sleep(0)``, which only lets others go on."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from _places(child, f"{place}.{child.name}".lstrip("."))
        elif not (isinstance(child, ast.Call) and [ast.unparse(value) for value in child.args] == ["0"]):
            yield place, child
            yield from _places(child, place)


def _name(node: ast.AST, imported: dict[str, str]) -> str:
    """The full name of what a node refers to, or nothing."""
    if isinstance(node, ast.Name):
        return imported.get(node.id, node.id)
    if isinstance(node, ast.Attribute):
        return f"{_name(node.value, imported)}.{node.attr}"
    return ""


def test_no_test_waits_for_real_time_or_measures_it() -> None:
    """Only the listed functions do, and the list names no others."""
    found = {
        f"{path.relative_to(TESTS)}::{place}": name
        for path in sorted(TESTS.rglob("*.py"))
        for place, name in violations(path.read_text())
    }
    assert {place: name for place, name in found.items() if place not in EXCEPTIONS} == {}
    assert EXCEPTIONS.keys() - found.keys() == set(), "these exceptions are not needed any more"


@pytest.mark.parametrize(
    "line",
    [
        "import time; time.sleep(1)",
        "from time import sleep; sleep(1)",
        "from time import perf_counter as clock; clock()",
        "import time; begun = time.monotonic_ns()",
        "import time; asyncio_sleep = time.sleep",
        "import asyncio\nasync def test_it(): await asyncio.sleep(0.1)",
        "import asyncio\nasync def test_it(): await asyncio.sleep(PAUSE)",
        "from datetime import datetime; datetime.now()",
        "def test_it(page): page.wait_for_timeout(10)",
        "with pytest.raises(TimeoutError): pass",
        "with asyncio.timeout(2): pass",
        "await asyncio.wait_for(work(), 5)",
        "assert event.wait(0.5)",
        "subprocess.run(command, timeout=10)",
    ],
)
def test_what_uses_real_time_is_found(line: str) -> None:
    """Sleeping, measuring, expecting that nothing comes within a time, and giving up early."""
    assert list(violations(line))


@pytest.mark.parametrize(
    "line",
    [
        "import asyncio; asyncio.sleep(0)",
        "clock.monotonic()",
        "await clock.sleep(5)",
        "thread.join(60)",
        "', '.join(x)",
    ],
)
def test_what_uses_no_real_time_is_not_found(line: str) -> None:
    """Letting others go on, and a clock that the test turns."""
    assert not list(violations(line))
