"""The simulator's dice: fast, repeatable, and not the shuffle of a table.

Simulated deals need speed, not secrecy. These dice are a multiply-with-carry generator (period 2⁶², 32 bits a throw)
with one stream for each game of a batch, so that a game does not depend on how the batch was split up. A deal that
people can check comes from ``reihum.cards.Randomness`` and nowhere else.
"""

from __future__ import annotations

from reihum.simulator.compiler import kernel

FACTOR = 2147483085  # below 2³¹, so that no state reaches 2⁶³; FACTOR·2³²−1 is a safe prime: all states, one cycle
STATES = FACTOR * 2**32 - 2
LOW = 2**32 - 1
HALF = 2**31 - 1
SEEDS = 2**62
KEYS = (0x1E3779B9, 0x3F58476D, 0x14D049BB, 0x6A09E667, 0x3C6EF372, 0x510E527F)  # any numbers below 2³¹


@kernel
def mixed(number: int) -> int:
    """A number below 2⁶² for another one: neighbours get far apart (a Feistel network, so no two fall together).
    Nothing here reaches 2⁶³, since the compiler counts on that."""
    left, right = number >> 31, number & HALF
    for key in KEYS:
        left, right = right, left ^ ((right + key) * 0x6C078965 >> 17) & HALF
    return left << 31 | right


@kernel
def dice(seed: int, stream: int) -> int:
    """The dice for one game of a batch; both numbers are below 2⁶²."""
    return mixed(mixed(seed) ^ stream) % STATES + 1


@kernel
def thrown(state: int) -> int:
    """The dice after a throw."""
    return FACTOR * (state & LOW) + (state >> 32)


@kernel
def below(state: int, limit: int) -> int:
    """What the dice show: a number from 0 to limit−1. (The likeliest is more likely than the others by less than
    limit/2³², which no simulation can tell.)"""
    return (((state ^ (state >> 32)) & LOW) * limit) >> 32
