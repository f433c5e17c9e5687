"""Kernels that were compiled ahead of time, for browsers: numba does not run there.

``tools/wasm_kernels.py`` makes the file. Each kernel in it takes one array of numbers: first room for its result, then
its arguments, one after another. An array is given by its address and its length, a tuple by what is in it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from typing import Any

_libraries: list[Any] = []


def load_kernels(path: str) -> None:
    """Load the kernels from a file. Without numba, all later searches and simulations use them."""
    from ctypes import CDLL  # not every Python has it

    _libraries[:] = [CDLL(path)]


def is_loaded() -> bool:
    """Whether the kernels are loaded."""
    return bool(_libraries)


def call(name: str, arguments: Iterable[Any]) -> int:
    """Call a kernel."""
    from ctypes import c_void_p

    numbers = array("q", [0, *flatten(arguments)])
    if getattr(_libraries[0], name)(c_void_p(numbers.buffer_info()[0])):
        raise ArithmeticError(name)
    return numbers[0]


def flatten(arguments: Iterable[Any]) -> Iterator[int]:
    """The arguments of a kernel as numbers."""
    for argument in arguments:
        if isinstance(argument, array):
            yield from argument.buffer_info()
        elif isinstance(argument, tuple):
            yield from flatten(argument)
        else:
            yield argument
