"""Tests that need a program which not every machine has: skipped where it is missing, and the summary says so."""

from __future__ import annotations

import os
from typing import Any, NoReturn

import pytest

COMPLETE = "TESTS_COMPLETE"
"""The variable that says that this machine has everything, or could have: then nothing may be missing."""

NOT_TESTED = "NOT TESTED"


def cannot_test(reason: str) -> NoReturn:
    """Skip a test for want of a program, or fail it where that may not be."""
    if os.environ.get(COMPLETE):
        pytest.fail(f"{reason} – and {COMPLETE} says that nothing is missing here")
    pytest.skip(f"{NOT_TESTED}: {reason}")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say what could not be tested, and for want of what."""
    skipped = [str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", [])]
    reasons = [why.partition(f"{NOT_TESTED}: ")[2] for why in skipped]
    for reason in sorted({*filter(None, reasons)}):
        terminalreporter.write_line(f"{NOT_TESTED} ({reasons.count(reason)}): {reason}", yellow=True)
