"""Whether nets run here."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec


def can_evaluate() -> bool:
    """Whether nets run here: they need compiled kernels or numpy."""
    return _has_numpy() or _has_kernels()


@cache
def _has_numpy() -> bool:
    return find_spec("numpy") is not None


def _has_kernels() -> bool:
    from reihum.simulator import available  # it loads a compiler, for which the list of the games need not wait

    return available()
