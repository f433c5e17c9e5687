"""Textual's driver has what ours builds on. A new version that changes any of it fails here, with the changed name."""

from __future__ import annotations

import ast
import asyncio
import inspect
import signal
import sys
import textwrap
from importlib.metadata import version
from typing import Any

import pytest
from textual.app import App
from textual.driver import Driver

from fullscreen_player import make_session
from inner_classes import find_changes, find_window
from reihum.cli.fullscreen import driver
from reihum.cli.fullscreen.app import TableApp

if sys.platform == "win32":
    pytest.skip("the driver of Linux and macOS", allow_module_level=True)
from textual.drivers.linux_driver import LinuxDriver

METHODS: dict[type, dict[str, str]] = {
    App: {"get_driver_class": "self"},
    LinuxDriver: {
        "__init__": "self app debug mouse size",
        "start_application_mode": "self",
        "stop_application_mode": "self",
        "disable_input": "self",
        "write": "self data",
        "flush": "self",
        "close": "self",
    },
}
"""The methods that our driver overrides, and those that must work without a terminal, with their parameters."""


@pytest.mark.parametrize("base", METHODS, ids=lambda base: base.__name__)
def test_the_methods_are_as_expected(base: type) -> None:
    """Every method with its parameters."""
    assert [*find_changes(base, METHODS[base], "_writer_thread" if base is LinuxDriver else "")] == []


def test_our_driver_overrides_what_the_list_names() -> None:
    """Nothing that our driver overrides is missing above."""
    ours = driver.guard(LinuxDriver)
    assert {name for name in vars(ours) if not name.startswith("__")} <= {*METHODS[LinuxDriver], "_abc_impl"}


def test_everything_is_written_by_one_method() -> None:
    """No other method of Textual's driver fills the queue of its thread."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(LinuxDriver)))
    writers = {
        function.name
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "self._writer_thread.write"
    }
    assert writers == {"write"}


def test_the_app_has_our_driver() -> None:
    """Textual asks the app for the class of its driver."""
    app = TableApp(make_session("classic"))
    assert app.driver_class.__name__ == "GuardedDriver"
    assert issubclass(app.driver_class, Driver)


def test_a_driver_whose_terminal_is_gone_starts_nothing_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """It starts no thread, writing does nothing, and it can be stopped."""
    monkeypatch.setattr(driver, "is_hung_up", lambda _: True)
    monkeypatch.setattr(signal, "signal", lambda *_: None)

    async def start_and_end() -> Any:
        started: Any = driver.guard(LinuxDriver)(TableApp(make_session("classic")))
        started.start_application_mode()
        started.write("text")
        started.stop_application_mode()
        started.close()
        return started

    ended = asyncio.run(start_and_end())
    assert ended._writer_thread is None
    assert ended._key_thread is None


def test_the_installed_version_is_in_the_declared_window() -> None:
    """``pyproject.toml`` declares a first and a last version; a lock or a mirror may have brought another."""
    window = find_window("terminal", "textual")
    assert {found.operator for found in window} == {">=", "<"}
    assert version("textual") in window
