"""docs/walks.md shows the real way of a request through the package."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tools.tracer import Call, Step, Tracer, steps

PAGE = Path(__file__).parent.parent / "docs" / "walks.md"
WALKS = ("A tap", "A bot's move", "A replay", "A simulation", "A search")
MOST_STEPS_OF_A_TAP = 25


@cache
def made() -> str:
    """The page as the code is now. A process of its own makes it, because the tool hides the compiler from imports."""
    command = [sys.executable, "-m", "tools.walks", "--print"]
    return subprocess.run(command, cwd=PAGE.parent.parent, check=True, capture_output=True, text=True).stdout  # noqa: S603


def section(page: str, title: str) -> str:
    """One walk of a page."""
    return page.partition(f"## {title}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("title", WALKS)
def test_the_page_lists_the_steps_as_they_are(title: str) -> None:
    """Each walk, run again, takes the steps on the page in the same order."""
    written = section(PAGE.read_text(encoding="utf-8"), title)
    assert re.match(r"\n[A-Z].*\.\n\n1\. ", written)
    assert written.strip() == section(made(), title).strip(), "docs/walks.md is out of date: make docs"


def test_the_page_has_no_other_walks() -> None:
    """Everything else on the page is up to date, too."""
    assert PAGE.read_text(encoding="utf-8") == made(), "docs/walks.md is out of date: make docs"


def test_a_tap_is_short() -> None:
    """A tap takes at most 25 steps. Its move is parsed once and applied once."""
    steps, parsed, applied = re.findall(r"^\| A tap \| (\d+) \| \d+ \| (\d+) \| \d+ \| (\d+) ", made(), re.MULTILINE)[0]
    assert int(steps) <= MOST_STEPS_OF_A_TAP
    assert (parsed, applied) == ("1", "1")


def call(to: str, by: str = "") -> Call:
    """A call, written as `file function`."""
    return Call(Step(*to.split()), Step(*by.split()) if by else None)


def test_a_step_enters_a_module_and_leads_on() -> None:
    """Calls within a module, helpers that call nothing, special methods, and repeated calls are not steps."""
    calls = [
        call("a.py run"),
        call("a.py inner", by="a.py run"),
        call("b.py serve", by="a.py inner"),
        call("c.py helper", by="b.py serve"),
        call("c.py C.__init__", by="b.py serve"),
        call("c.py C.work", by="b.py serve"),
        call("c.py C.check", by="c.py C.work"),
        call("b.py serve", by="c.py C.work"),
    ]
    assert [step.function for step in steps(calls)] == ["run", "serve", "C.work"]


def test_a_module_of_the_rules_is_listed_once() -> None:
    """The walk enters the rules; what they do inside is their own affair."""
    calls = [
        call("host/room.py play"),
        call("engine/contract.py check", by="host/room.py play"),
        call("games/rows/rules.py moves", by="engine/contract.py check"),
        call("engine/contract.py play", by="host/room.py play"),
        call("games/rows/rules.py apply", by="engine/contract.py play"),
        call("games/rows/bits.py unmask", by="games/rows/rules.py apply"),
        call("games/rows/bits.py bit", by="games/rows/bits.py unmask"),
        call("cards/cards.py name", by="games/rows/rules.py moves"),
    ]
    assert [step.function for step in steps(calls)] == ["play", "check", "moves", "unmask"]


def test_the_tracer_sees_calls_but_not_what_continues(tmp_path: Path) -> None:
    """A generator that waits when the tracer is switched on is neither a step nor a caller."""
    file = tmp_path / "sample.py"
    file.write_text("def helper():\n    pass\n\ndef numbers():\n    yield 1\n    helper()\n    yield 2\n")
    space: dict[str, object] = {}
    exec(compile(file.read_text(), str(file), "exec"), space)  # noqa: S102
    waiting = space["numbers"]()  # type: ignore[operator]
    tracer = Tracer(tmp_path)
    with tracer.installed():
        next(waiting)
        tracer.on = True
        next(waiting)
        list(space["numbers"]())  # type: ignore[operator]
    names = [(each.step.function, each.caller and each.caller.function) for each in tracer.calls]
    assert names == [("helper", None), ("numbers", None), ("helper", "numbers")]
