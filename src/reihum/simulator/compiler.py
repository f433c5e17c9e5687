"""Compiling with numba if it is installed. Otherwise the kernels come from a file that was compiled ahead of time, or
the same functions run as plain Python, only slower.

A kernel computes with whole numbers below 2⁶³ only. So numba's int64 and Python's integers give the same results. (A
net computes with fractions of 32 bits; as plain Python it would round otherwise, and nobody runs it so.)
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, MutableSequence
from functools import partial
from typing import Annotated, Any, TypeAlias, TypeVar
from zlib import crc32

from reihum.simulator import precompiled

try:
    import numba
    import numpy as np
except ImportError:
    numba = None

Words: TypeAlias = MutableSequence[int]
"""Numbers that a kernel reads or writes: an array of int64, of numpy or of the standard library."""
Weights: TypeAlias = MutableSequence[float]
"""The same for fractional numbers."""
Singles: TypeAlias = Annotated[MutableSequence[float], 32]
"""The same for fractional numbers of 32 bits."""

F = TypeVar("F", bound=Callable[..., Any])

OPTIONS = {"_nrt": False}
"""No kernel makes an array, so none needs reference counting, which would take longer than the rounds."""

ENTRIES: dict[str, Callable[..., Any]] = {}
"""The kernels that the rest of the program calls, by name."""

_version = [0]


def compiles() -> bool:
    """Whether numba compiles the kernels."""
    return numba is not None


def available() -> bool:
    """Whether the kernels are compiled, by numba or ahead of time."""
    return compiles() or precompiled.is_loaded()


def kernel(function: F) -> F:
    """Mark a function that other kernels call. It is compiled into each caller."""
    _version[0] = crc32(fingerprint(function), _version[0])
    compiled: F = numba.njit(forceinline=True, **OPTIONS)(function) if numba else function
    return compiled


def entry(name: str) -> Callable[[F], F]:
    """Mark a kernel that the rest of the program calls. It is compiled once, kept on disk, and lets other threads
    run."""

    def mark(function: F) -> F:
        compiled: Any = partial(run_entry, name, function)
        if numba:
            compiled = numba.njit(nogil=True, cache=True, **OPTIONS)(function)
        ENTRIES[name] = compiled
        return compiled  # type: ignore[no-any-return]

    return mark


def run_entry(name: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """Run a kernel without numba: as it was compiled ahead of time, else as plain Python."""
    return precompiled.call(name, arguments) if precompiled.is_loaded() else function(*arguments)


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
        found = np.zeros(values, dtype=np.int64) if numba else array("q", bytes(8 * values))
    else:
        found = np.array(list(values), dtype=np.int64) if numba else array("q", values)
    return found  # type: ignore[no-any-return]


def make_weights(values: Iterable[float]) -> Weights:
    """Fractional numbers for a kernel."""
    found: Any = np.array(list(values), dtype=np.float64) if numba else array("d", values)
    return found  # type: ignore[no-any-return]


def share_singles(numbers: array[float]) -> Singles:
    """The same numbers for a kernel, which may write to them."""
    found: Any = np.frombuffer(numbers, dtype=np.float32) if numba else numbers
    return found  # type: ignore[no-any-return]


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
