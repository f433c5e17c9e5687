"""Exponentials and logarithms: ten digits, and the same compiled or not."""

from __future__ import annotations

import math
import subprocess
import sys

import pytest

from reihum.simulator.compiler import kernel
from reihum.simulator.logarithms import exp, log

POWERS = [-number / 7.3 for number in range(5_000)] + [-0.0, -1e-300, -1e-9]
NUMBERS = [number / 4_999 for number in range(1, 5_000)] + [2.0**-30, 1.0, 1e-299, 3e7]

SCRIPT = """
import sys
sys.modules["numba"] = None
from reihum.simulator.logarithms import exp, log
powers, numbers = eval(sys.stdin.read())
print([exp(power) for power in powers], [log(number) for number in numbers])
"""


@kernel
def both(power: float, number: float) -> tuple[float, float]:
    """Both functions, compiled."""
    return exp(power), log(number)


@pytest.mark.parametrize("power", [*POWERS[::50], -699.99])
def test_an_exponential_is_right(power: float) -> None:
    """It has ten digits."""
    assert math.isclose(both(power, 1.0)[0], math.exp(power), rel_tol=1e-10)


@pytest.mark.parametrize("number", NUMBERS[::50])
def test_a_logarithm_is_right(number: float) -> None:
    """It has ten digits."""
    assert math.isclose(both(0.0, number)[1], math.log(number), rel_tol=1e-10)


def test_very_unlikely_counts_as_impossible() -> None:
    """Nobody sees the difference, and the numbers stay exact."""
    assert both(-701.0, 1.0) == (0.0, 0.0)


def test_compiled_or_not_they_are_the_same() -> None:
    """Bit for bit: a search must find the same moves on every machine."""
    call = [sys.executable, "-c", SCRIPT]
    told = repr((POWERS, NUMBERS))
    done = subprocess.run(call, input=told, capture_output=True, text=True, check=True)  # noqa: S603
    compiled = [both(power, 1.0)[0] for power in POWERS], [both(0.0, number)[1] for number in NUMBERS]
    assert done.stdout == f"{compiled[0]} {compiled[1]}\n"
