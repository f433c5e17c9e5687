"""Compiling with numba where it is installed; else the same functions run as plain Python, slower.

A kernel computes with whole numbers alone, and none reaches 2⁶³: so numba's int64 and Python's own integers give the
same results, and a list does for an array.
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
"""Numbers a kernel reads or writes: an array of int64, or a list."""
Weights: TypeAlias = MutableSequence[float]
"""The same for numbers that are not whole."""

F = TypeVar("F", bound=Callable[..., Any])

OPTIONS = {"_nrt": False}
"""No kernel makes an array, so none needs to count who uses one: that would take longer than the games."""

_sources = [0]


def available() -> bool:
    """Whether the kernels are compiled."""
    return numba is not None


def kernel(function: F) -> F:
    """A function for other kernels: compiled together with whatever calls it."""
    _sources[0] = crc32(source(function), _sources[0])
    compiled: F = numba.njit(forceinline=True, **OPTIONS)(function) if numba else function
    return compiled


def entry(function: F) -> F:
    """A kernel for the rest of the program. It is compiled once and kept on disk, and lets other threads run."""
    compiled: F = numba.njit(nogil=True, cache=True, **OPTIONS)(function) if numba else function
    return compiled


def stamp() -> int:
    """A number that changes with every kernel. numba keeps what it has compiled until the file of an entry changes, or
    what the entry closes over; of the kernels it calls, in other files, it knows nothing. So entries close over
    this."""
    return _sources[0]


def source(function: Callable[..., Any]) -> bytes:
    """All that the result of compiling a kernel depends on, besides the kernels it calls."""
    code = function.__code__
    used = [(name, function.__globals__.get(name)) for name in code.co_names]
    numbers = [(name, value) for name, value in used if isinstance(value, int | float | tuple)]
    return repr((code.co_name, code.co_code.hex(), code.co_consts, code.co_names, numbers, OPTIONS)).encode()


def words(values: Iterable[int] | int) -> Words:
    """Numbers for a kernel; a number stands for so many zeros."""
    found: Any
    if isinstance(values, int):
        found = np.zeros(values, dtype=np.int64) if numba else [0] * values
    else:
        found = np.array(list(values), dtype=np.int64) if numba else list(values)
    return found  # type: ignore[no-any-return]


def weights(values: Iterable[float]) -> Weights:
    """Numbers that are not whole."""
    found: Any = [float(value) for value in values]
    return np.array(found, dtype=np.float64) if numba else found  # type: ignore[return-value,unused-ignore]


@kernel
def copy(origin: Words, begin: int, target: Words, at: int, count: int) -> None:
    """Copy some numbers."""
    for step in range(count):
        target[at + step] = origin[begin + step]


@kernel
def index(number: int) -> int:
    """A place in an array. The compiler then knows that it is not below 0, and need not ask whether it counts from the
    end."""
    return number & 0x7FFFFFFF
