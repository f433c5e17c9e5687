"""Compiling with numba where it is installed; else the same functions run as plain Python, slower.

A kernel computes with whole numbers alone, and none reaches 2⁶³: so numba's int64 and Python's own integers give the
same results, and a list does for an array.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableSequence
from typing import Any, TypeAlias, TypeVar
from zlib import crc32

try:
    import llvmlite.binding as llvm
    import numba
    import numpy
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic
except ImportError:
    numba = None

Words: TypeAlias = MutableSequence[int]
"""Numbers a kernel reads or writes: an array of int64, or a list."""
Weights: TypeAlias = MutableSequence[float]
"""The same for numbers that are not whole."""

F = TypeVar("F", bound=Callable[..., Any])

OPTIONS = {"_nrt": False}
"""No kernel makes an array, so none needs to count who uses one: that would cost more than the games."""

_sources = [0]


def available() -> bool:
    """Whether the kernels are compiled."""
    return numba is not None


def kernel(function: F) -> F:
    """A function for other kernels: compiled together with whatever calls it."""
    _sources[0] = crc32(_source(function), _sources[0])
    return numba.njit(forceinline=True, **OPTIONS)(function) if numba else function


def entry(function: F) -> F:
    """A kernel for the rest of the program. It is compiled once and kept on disk, and lets other threads run."""
    return numba.njit(nogil=True, cache=True, **OPTIONS)(function) if numba else function


def stamp() -> int:
    """A number that changes with every kernel. numba keeps what it compiled until the file of an entry changes or
    what the entry closes over; of the kernels it calls, in other files, it knows nothing. So entries close over this."""
    return _sources[0]


def _source(function: Callable[..., Any]) -> bytes:
    """All that the result of compiling a kernel depends on, besides the kernels it calls."""
    code = function.__code__
    used = [(name, function.__globals__.get(name)) for name in code.co_names]
    numbers = [(name, value) for name, value in used if isinstance(value, int | float | tuple)]
    return repr((code.co_name, code.co_code.hex(), code.co_consts, code.co_names, numbers)).encode()


def words(values: Iterable[int] | int) -> Words:
    """Numbers for a kernel; a number stands for so many zeros."""
    found = [0] * values if isinstance(values, int) else list(values)
    return numpy.array(found, dtype=numpy.int64) if numba else found  # type: ignore[return-value]


def weights(values: Iterable[float]) -> Weights:
    """Numbers that are not whole."""
    found = [float(value) for value in values]
    return numpy.array(found, dtype=numpy.float64) if numba else found  # type: ignore[return-value]


# What the processor does in one step and numba has no word for.

if numba:

    @intrinsic
    def size(typing: Any, word: Any) -> Any:
        """The number of bits that are set."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), build

    @intrinsic
    def lowest(typing: Any, word: Any) -> Any:
        """The place of the lowest bit that is set."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], cgutils.true_bit)

        return types.int64(types.int64), build

    @intrinsic
    def length(typing: Any, word: Any) -> Any:
        """One more than the place of the highest bit that is set."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            zeros = builder.ctlz(arguments[0], cgutils.false_bit)
            return builder.sub(arguments[0].type(64), zeros)

        return types.int64(types.int64), build

else:

    def size(word: int) -> int:
        """The number of bits that are set."""
        return word.bit_count()

    def lowest(word: int) -> int:
        """The place of the lowest bit that is set."""
        return (word & -word).bit_length() - 1

    def length(word: int) -> int:
        """One more than the place of the highest bit that is set."""
        return word.bit_length()


if numba and llvm.get_host_cpu_features().get("bmi2"):

    @intrinsic
    def spread(typing: Any, bits: Any, word: Any) -> Any:
        """The lowest bits of a number, put where another number has its bits."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            int64 = arguments[0].type
            function = ir.FunctionType(int64, (int64, int64))
            deposit = cgutils.get_or_insert_function(builder.module, function, "llvm.x86.bmi.pdep.64")
            return builder.call(deposit, arguments)

        return types.int64(types.int64, types.int64), build

else:

    @kernel
    def spread(bits: int, word: int) -> int:
        """The lowest bits of a number, put where another number has its bits."""
        found = 0
        while bits and word:
            if bits & 1:
                found |= word & -word
            word &= word - 1
            bits >>= 1
        return found


@kernel
def copy(source: Words, begin: int, target: Words, at: int, count: int) -> None:
    """Copy some numbers."""
    for step in range(count):
        target[at + step] = source[begin + step]
