"""Textual's driver, extended: it leaves a terminal alone that is gone.

Textual has no setting for this. Its driver starts again at SIGCONT, which the system sends together with SIGHUP, and
its new threads never end; and it writes into a queue that nobody empties any more. What overrides Textual's driver
stands here alone. ``pyproject.toml`` declares a window of versions, and tests/cli/fullscreen/test_driver.py checks each
inherited name and signature. To allow a new version, widen the window and run that test and tests/cli/test_signals.py.
"""

from __future__ import annotations

import sys

from textual.driver import Driver

from reihum.cli.signals import is_hung_up


def is_terminal_gone() -> bool:
    """Whether nobody can see or press anything any more."""
    return is_hung_up(sys.__stdin__.fileno() if sys.__stdin__ else 0)


def guard(usual: type[Driver]) -> type[Driver]:
    """The class of a platform's driver, with methods that do nothing when the terminal is gone."""

    class GuardedDriver(usual):  # type: ignore[misc, valid-type]
        def start_application_mode(self) -> None:
            if not is_terminal_gone():
                super().start_application_mode()

        def write(self, data: str) -> None:
            if not is_terminal_gone():
                super().write(data)

    return GuardedDriver
