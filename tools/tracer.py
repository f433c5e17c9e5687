"""Records the way of a request through the package: which module calls which, in the order of the first call."""

from __future__ import annotations

import ast
import dis
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FrameType

from msgspec import Struct

import reihum

SOURCE = Path(reihum.__file__).parent
RULES = ("cards", "engine", "games", "matches")
"""The layers of which a way lists each module only once."""

GENERATED = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<lambda>")


class Step(Struct, frozen=True):
    """A function of the package: its file and its name."""

    file: str
    function: str


class Call(Struct, frozen=True):
    """One call of a function. The caller is None if the event loop or a thread made it."""

    step: Step
    caller: Step | None


class Tracer:
    """Records calls while it is on. It sees every thread that starts while it is installed."""

    def __init__(self, source: Path = SOURCE) -> None:
        self.calls: list[Call] = []
        self.on = False
        self.starts_with = ""
        """The name of a function that switches the tracer on."""
        self._source = f"{source}/"
        self._running: dict[int, FrameType] = {}

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Listen to this thread and to those that start from now on."""
        threading.setprofile(self._listen)
        sys.setprofile(self._listen)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    def _listen(self, frame: FrameType, event: str, _: object) -> None:
        if event != "call" or not frame.f_code.co_filename.startswith(self._source):
            return
        if self.starts_with and frame.f_code.co_qualname == self.starts_with:
            self.on, self.starts_with = True, ""
        if self.on and frame.f_lasti <= _first_instruction(frame.f_code) and id(frame) not in self._running:
            self._running[id(frame)] = frame  # keeps the frame, so that no other gets its id
            self.calls.append(Call(self._step(frame), self._caller(frame)))

    def _step(self, frame: FrameType) -> Step:
        return Step(frame.f_code.co_filename.removeprefix(self._source), frame.f_code.co_qualname)

    def _caller(self, frame: FrameType) -> Step | None:
        """The nearest function that was called while the tracer was on; those that waited before do not count."""
        found = frame.f_back
        while found is not None and (id(found) not in self._running or found.f_code.co_name in GENERATED):
            found = found.f_back
        return self._step(found) if found is not None else None


@cache
def _first_instruction(code: CodeType) -> int:
    """Where a function starts; a coroutine or a generator that continues is further on."""
    return next(each.offset for each in dis.get_instructions(code) if each.opname == "RESUME")


def steps(calls: Sequence[Call]) -> list[Step]:
    """The way that the calls took: the first call of each function from another module.

    Left out are functions that call no other function of the package, properties and special methods; of the rules –
    cards, engine, games, matches – each module is listed once.
    """
    plain = [call for call in calls if not _is_special(call.step)]
    callers = {call.caller for call in plain}
    found: dict[Step, None] = {}
    for call in plain:
        if call.step in callers and _enters_module(call) and not _is_known(call.step, found):
            found[call.step] = None
    return list(found)


def _enters_module(call: Call) -> bool:
    return call.caller is None or call.caller.file != call.step.file


def _is_known(step: Step, found: Iterable[Step]) -> bool:
    return step.file.startswith(RULES) and any(other.file == step.file for other in found)


def _is_special(step: Step) -> bool:
    name = step.function.rpartition(".")[2]
    return name.startswith(("__", "<")) or step in properties()


@cache
def properties(source: Path = SOURCE) -> set[Step]:
    """The properties of the package, which read like fields."""
    return {
        Step(path.relative_to(source).as_posix(), f"{owner.name}.{node.name}")
        for path in source.rglob("*.py")
        for owner in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(owner, ast.ClassDef)
        for node in owner.body
        if isinstance(node, ast.FunctionDef)
        and any(ast.unparse(each).endswith("property") for each in node.decorator_list)
    }
