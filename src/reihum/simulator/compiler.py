"""Compiling with numba if it is installed. Otherwise the same functions run as plain Python, only slower.

A kernel computes with whole numbers below 2⁶³ only. So numba's int64 and Python's integers give the same results, and a
list can replace an array.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableSequence
from typing import Any, TypeAlias, TypeVar
from zlib import crc32

try:
    import numba
    import numpy as np
except ImportError:
    numba = None

Words: TypeAlias = MutableSequence[int]
"""Numbers that a kernel reads or writes: an array of int64, or a list."""
Weights: TypeAlias = MutableSequence[float]
"""The same for fractional numbers."""

F = TypeVar("F", bound=Callable[..., Any])

OPTIONS = {"_nrt": False}
"""No kernel makes an array, so none needs reference counting, which would take longer than the rounds."""

_version = [0]


def available() -> bool:
    """Whether the kernels are compiled."""
    return numba is not None


def kernel(function: F) -> F:
    """Mark a function that other kernels call. It is compiled into each caller."""
    _version[0] = crc32(fingerprint(function), _version[0])
    compiled: F = numba.njit(forceinline=True, **OPTIONS)(function) if numba else function
    return compiled


def entry(function: F) -> F:
    """Mark a kernel that the rest of the program calls. It is compiled once, kept on disk, and lets other threads
    run."""
    compiled: F = numba.njit(nogil=True, cache=True, **OPTIONS)(function) if numba else function
    return compiled


def kernels_version() -> int:
    """A number that changes with every kernel. numba recompiles an entry only if its own file changes, or a value that
    it closes over. It does not notice changes of kernels in other files. So entries close over this number."""
    return _version[0]


def fingerprint(function: Callable[..., Any]) -> bytes:
    """Everything that decides how a kernel is compiled, except the kernels it calls."""
    code = function.__code__
    used = [(name, function.__globals__.get(name)) for name in code.co_names]
    numbers = [(name, value) for name, value in used if isinstance(value, int | float | tuple)]
    return repr((code.co_name, code.co_code.hex(), code.co_consts, code.co_names, numbers, OPTIONS)).encode()


def make_words(values: Iterable[int] | int) -> Words:
    """Numbers for a kernel. An integer asks for that many zeros."""
    found: Any
    if isinstance(values, int):
        found = np.zeros(values, dtype=np.int64) if numba else [0] * values
    else:
        found = np.array(list(values), dtype=np.int64) if numba else list(values)
    return found  # type: ignore[no-any-return]


def make_weights(values: Iterable[float]) -> Weights:
    """Fractional numbers for a kernel."""
    found: Any = [float(value) for value in values]
    return np.array(found, dtype=np.float64) if numba else found  # type: ignore[return-value,unused-ignore]


@kernel
def copy(origin: Words, begin: int, target: Words, at: int, count: int) -> None:
    """Copy some numbers."""
    for step in range(count):
        target[at + step] = origin[begin + step]


@kernel
def as_index(number: int) -> int:
    """A number as an index of an array. The compiler then knows that it is not negative, and skips the check for
    counting from the end."""
    return number & 0x7FFFFFFF
