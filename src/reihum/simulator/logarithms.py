"""Exponentials and logarithms that are the same on every machine.

The libraries of different systems disagree about the last bit of these functions. A search follows its likelihoods, so
one bit may change a move. These series use only operations that every machine rounds in the same way. They are exact to
ten digits, which is plenty for a likelihood.
"""

from __future__ import annotations

from math import factorial

from reihum.simulator.bits import bits_to_float, float_to_bits
from reihum.simulator.compiler import kernel

SMALLEST_POWER = -700.0
"""Below this power the result counts as 0."""
LN_2 = 0.6931471805599453
ROOT_2 = 1.4142135623730951
EXPONENT_BIAS = 1023
FRACTION_BITS = 52
FRACTION = (1 << FRACTION_BITS) - 1
EXP_SERIES = tuple((1.0 / factorial(2 * step), 1.0 / factorial(2 * step + 1)) for step in (4, 3, 2, 1, 0))
LOG_SERIES = tuple((2.0 / (4 * step + 1), 2.0 / (4 * step + 3)) for step in (3, 2, 1, 0))
"""The coefficients in pairs: the processor computes the pairs at the same time."""


@kernel
def exp(power: float) -> float:
    """e to a power that is not above 0."""
    if power < SMALLEST_POWER:
        return 0.0
    halvings = int(0.5 - power * (1.0 / LN_2))
    rest = power + halvings * LN_2
    square, total = rest * rest, 0.0
    for even, odd in EXP_SERIES:
        total = total * square + (even + odd * rest)
    return total * bits_to_float((EXPONENT_BIAS - halvings) << FRACTION_BITS)


@kernel
def log(number: float) -> float:
    """The natural logarithm of a number above 10⁻³⁰⁰."""
    bits = float_to_bits(number)
    doublings = (bits >> FRACTION_BITS) - EXPONENT_BIAS
    fraction = bits_to_float(bits & FRACTION | EXPONENT_BIAS << FRACTION_BITS)
    if fraction > ROOT_2:
        fraction *= 0.5
        doublings += 1
    ratio = (fraction - 1.0) / (fraction + 1.0)
    square, total = ratio * ratio, 0.0
    for even, odd in LOG_SERIES:
        total = total * (square * square) + (even + odd * square)
    return doublings * LN_2 + ratio * total
