"""Which cases of a long list of parameters run in which tier."""

from __future__ import annotations

from collections.abc import Iterable

import pytest


def one_in(number: int, cases: Iterable[object]) -> list[object]:
    """``make test`` runs the first of every ``number`` cases, and ``make test-all`` runs the others."""
    return [pytest.param(case, marks=[pytest.mark.full] if at % number else []) for at, case in enumerate(cases)]
