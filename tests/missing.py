"""Tests that need a program which not every machine has are skipped there, and the summary says so."""

from __future__ import annotations

import os
from typing import Any, NoReturn

import pytest

COMPLETE = "TESTS_COMPLETE"
"""The variable that says that no program is missing: then such tests fail instead."""

NOT_TESTED = "NOT TESTED"


def cannot_test(reason: str) -> NoReturn:
    """Skip a test because a program is missing, or fail it if none may be missing."""
    if os.environ.get(COMPLETE):
        pytest.fail(f"{reason} – and {COMPLETE} says that nothing is missing here")
    pytest.skip(f"{NOT_TESTED}: {reason}")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say what could not be tested, and why."""
    skipped = [str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", [])]
    reasons = [why.partition(f"{NOT_TESTED}: ")[2] for why in skipped]
    for reason in sorted({*filter(None, reasons)}):
        terminalreporter.write_line(f"{NOT_TESTED} ({reasons.count(reason)}): {reason}", yellow=True)
