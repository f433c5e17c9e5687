"""No test waits for real time or measures it: a slow machine must not make a test fail.

Tests turn the host's clock by hand. Where something real has to happen, ``waiting.py`` waits for a condition.
"""

from __future__ import annotations

import ast
import re
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
    "reihum.host.clock.SystemClock",
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

ROOT = TESTS.parent
HELPERS = ("benchmarks", "tools")
HELPER_EXCEPTIONS = {
    "benchmarks/load.py::Drive._acknowledged": "a benchmark measures; its tests count moves",
    "benchmarks/load.py::Drive.run": "a benchmark measures; its tests count moves",
    "benchmarks/load.py::measure": "lets connections close, whether they do or not",
    "benchmarks/move.py::measure": "a benchmark measures; its test counts moves",
    "benchmarks/page.py::play": "a benchmark of the page; its test measures the size of files",
    "tools/campaigns/clocks.py::JumpingClock": "the clock of a server process, which jumps",
    "tools/campaigns/day.py::play_day": "looks again and again at the memory of a process",
    "tools/campaigns/fuzz.py::LoopStalls.watch.run_timed": "processor time, with a limit that only a fault reaches",
    **{
        f"tools/campaigns/runner.py::Runner.{place}": "writes how long a campaign took"
        for place in ("__init__", "_save", "_show")
    },
    "tools/figures.py::main": "prints how long it took",
    "tools/options.py::main": "prints how long it took",
    "tools/session.py::FixedClock": "a host in real time for a real command",
    "tools/session.py::serve": "waits for a condition",
    "tools/stage.py::_serve": "waits for a condition",
    **{
        f"tools/terminal_games.py::{place}": "a real command in a real terminal; waits for a condition"
        for place in ("Caller.take_call", "Caller._look_at", "play")
    },
}
"""The same for the benchmarks and tools that tests import, and for what these import."""


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


def find_helpers() -> set[Path]:
    """The files of benchmarks and tools that tests import, and those that these import."""
    found: set[Path] = set()
    waiting = [*TESTS.rglob("*.py")]
    while waiting:
        new = set(_imported_helpers(waiting.pop())) - found
        found |= new
        waiting += new
    return found


def _imported_helpers(path: Path) -> Iterator[Path]:
    """The files of benchmarks and tools that a file imports."""
    for _, name in _imports(ast.parse(path.read_text())):
        package, *parts = name.split(".")
        if package in HELPERS:
            for file in (ROOT.joinpath(package, *parts), ROOT.joinpath(package, *parts[:-1])):
                yield from (path for path in (file.with_suffix(".py"), file / "__init__.py") if path.is_file())


def test_what_tests_import_does_not_wait_for_real_time_or_measure_it() -> None:
    """The benchmarks and tools behind a test follow the same rule, with a list of their own."""
    found = {
        f"{path.relative_to(ROOT).as_posix()}::{place}": name
        for path in sorted(find_helpers())
        for place, name in violations(path.read_text())
    }
    assert {place: name for place, name in found.items() if place not in HELPER_EXCEPTIONS} == {}
    assert HELPER_EXCEPTIONS.keys() - found.keys() == set(), "these exceptions are not needed any more"


def test_the_benchmarks_behind_tests_are_found() -> None:
    """A module that a test imports, and one that only this module imports."""
    names = {path.relative_to(ROOT).as_posix() for path in find_helpers()}
    assert {"benchmarks/load.py", "benchmarks/lines.py", "tools/campaigns/runner.py"} <= names


SOURCE = ROOT / "src" / "reihum"

WAITS = {"asyncio.sleep", "asyncio.wait_for", "asyncio.timeout", "asyncio.timeout_at"}
LOOP_TIMES = {"call_later", "call_at", "time"}
REAL_WAITS = {
    "client/client.py": "the pause before it reconnects, which a test replaces",
    "client/players.py": "a bot's calls are due after a real time; a refused command is repeated",
    "host/admin_socket.py": "the command `reihum admin` waits for another process",
    "host/clock.py": "the clock of the machine",
    "server/transport.py": "the library's time for a close frame",
    "server/uvicorn_server.py": "looks whether the connections have ended; the end comes from the host's clock",
    "store/postgres_news.py": "a database in another process, which the store reaches without a host",
}
"""The modules of the package that wait on the clock of asyncio, each with its reason. All others get a ``Clock``."""


def real_waits(source: str) -> Iterator[str]:
    """What a module uses of the clock of asyncio."""
    tree = ast.parse(source)
    imported = dict(_imports(tree))
    for _, node in _places(tree, ""):
        if (name := _name(node, imported)) in WAITS:
            yield name
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "asyncio.wait":
            yield from ("asyncio.wait" for keyword in node.keywords if keyword.arg == "timeout")
        elif isinstance(node, ast.Attribute) and node.attr in LOOP_TIMES:
            yield from (node.attr for end in ("loop", "loop()") if ast.unparse(node.value).endswith(end))


def test_the_package_waits_on_the_clock_of_the_host() -> None:
    """So that tests can turn it. Only the listed modules use the clock of asyncio, and the list names no others."""
    found = {path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py") if [*real_waits(path.read_text())]}
    assert found - REAL_WAITS.keys() == set()
    assert REAL_WAITS.keys() - found == set(), "these exceptions are not needed any more"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("import asyncio; asyncio.sleep(1)", True),
        ("from asyncio import sleep; sleep(1)", True),
        ("import asyncio; asyncio.wait_for(work(), SECONDS)", True),
        ("asyncio.wait([task], timeout=2)", True),
        ("asyncio.get_running_loop().time()", True),
        ("self.loop.call_later(1, stop)", True),
        ("import asyncio; asyncio.sleep(0)", False),
        ("clock.sleep(1); clock.call_later(1, stop)", False),
        ("asyncio.wait([task])", False),
    ],
)
def test_a_wait_in_the_package_is_found(line: str, found: bool) -> None:
    """Whatever asyncio's own clock ends; letting others go on does not count."""
    assert bool([*real_waits(line)]) == found


PAGE_CLOCKS = re.compile(r"performance\.now|Date\.now|new Date\(\)|setInterval|setTimeout\([^()]*, [^0]")
PAGE_EXCEPTIONS = {
    "browser.py": "waits until the page has come to rest, with a generous end",
    "player.js": "waits for changes of the page, with a generous end",
}
"""The files whose JavaScript uses the time of a page, each with its reason."""


def page_clocks(path: Path) -> list[str]:
    """What the JavaScript in a file uses of the time of a page: all of it, or the strings of a Python module."""
    source = path.read_text()
    if path.suffix == ".py":
        strings = (node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
        source = "\n".join(value for value in strings if isinstance(value, str))
    return PAGE_CLOCKS.findall(source)


def test_no_script_in_a_page_waits_for_real_time() -> None:
    """Only the listed files do, and the list names no others."""
    paths = [path for kind in ("*.py", "*.js") for path in TESTS.rglob(kind) if path != Path(__file__)]
    found = {path.relative_to(TESTS).as_posix() for path in paths if page_clocks(path)}
    assert found - PAGE_EXCEPTIONS.keys() == set()
    assert PAGE_EXCEPTIONS.keys() - found == set(), "these exceptions are not needed any more"


def test_no_test_of_the_page_s_source_waits_for_real_time() -> None:
    """The tests in TypeScript turn a clock of their own, or let only what is due go on."""
    paths = sorted((ROOT / "web" / "src").rglob("*.test.ts"))
    assert paths
    assert [path.relative_to(ROOT).as_posix() for path in paths if page_clocks(path)] == []


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("a.js", "const from = performance.now()", True),
        ("a.js", "setTimeout(finish, most)", True),
        ("a.py", "page.evaluate('Date.now()')", True),
        ("a.js", "setTimeout(done, 0)", False),
        ("a.test.ts", "await new Promise((done) => setTimeout(done, 20))", True),
        ("a.test.ts", "await new Promise((done) => setTimeout(done))", False),
        ("a.py", "performance = now", False),
    ],
)
def test_a_script_with_a_clock_is_found(tmp_path: Path, name: str, text: str, found: bool) -> None:
    """In a file of its own, and in a string."""
    (tmp_path / name).write_text(text)
    assert bool(page_clocks(tmp_path / name)) == found


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
