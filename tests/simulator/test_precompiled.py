"""Kernels that were compiled ahead of time: how they are called, and that they are used where numba is missing."""

from __future__ import annotations

from array import array
from ctypes import c_int64, c_void_p
from typing import NamedTuple

import pytest

from reihum.simulator import compiler, precompiled
from reihum.simulator.compiler import entry


class Pair(NamedTuple):
    """Two arguments in one."""

    words: array[int]
    flag: bool


class FakeLibrary:
    """A library with one kernel, which notes what it is given."""

    def __init__(self, status: int = 0) -> None:
        self.status = status
        self.numbers: list[int] = []

    def add(self, address: c_void_p) -> int:
        """Write a result, as kernels do."""
        assert address.value is not None
        memory = (c_int64 * 7).from_address(address.value)
        self.numbers = list(memory)
        memory[0] = 42
        return self.status


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> FakeLibrary:
    """Kernels that are loaded, on a machine without numba."""
    monkeypatch.setattr(compiler, "numba", None)
    monkeypatch.setattr(compiler, "ENTRIES", {})
    fake = FakeLibrary()
    monkeypatch.setattr(precompiled, "_libraries", [fake])
    return fake


def test_arguments_are_numbers_addresses_and_lengths(library: FakeLibrary) -> None:
    """Room for the result first; tuples are laid out one after another."""
    words, weights = array("q", [7, 8, 9]), array("d", [0.5])
    assert precompiled.call("add", (-5, Pair(words, True), weights)) == 42
    assert library.numbers == [0, -5, words.buffer_info()[0], 3, 1, weights.buffer_info()[0], 1]


def test_an_error_of_a_kernel_is_not_silent(library: FakeLibrary) -> None:
    """numba raises an error, for example for a division by zero; so does this."""
    library.status = 1
    with pytest.raises(ArithmeticError, match="add"):
        precompiled.call("add", (1, 2, 3, 4, 5, 6))


@pytest.mark.usefixtures("library")
def test_without_numba_a_loaded_kernel_runs_instead_of_the_function(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the function itself once nothing is loaded."""

    @entry("add")
    def add(*numbers: int) -> int:
        return sum(numbers)

    assert compiler.available()
    assert add(1, 2, 3, 4, 5, 6) == 42
    monkeypatch.setattr(precompiled, "_libraries", [])
    assert not compiler.available()
    assert add(1, 2, 3, 4, 5, 6) == 21
