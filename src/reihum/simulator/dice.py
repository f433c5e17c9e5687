"""The simulator's random numbers: fast and repeatable, but not the shuffle of a table.

Simulated deals need speed, not secrecy. The generator is multiply-with-carry (period 2⁶², 32 bits a throw). Each round
of a batch has its own stream, so a round does not depend on how the batch was split. Deals that people can check come
from ``reihum.cards.Randomness`` only.
"""

from __future__ import annotations

from reihum.cards import Randomness, Seed, as_seed
from reihum.simulator.compiler import Words, as_index, kernel

FACTOR = 2147483085  # below 2³¹, so no state reaches 2⁶³; FACTOR·2³²−1 is a safe prime, so all states form one cycle
STATE_COUNT = FACTOR * 2**32 - 2
LOW_32_BITS = 2**32 - 1
LOW_31_BITS = 2**31 - 1
SEED_LIMIT = 2**62
MAX_DEALS = 1_000_000
"""After this many attempts the kernels give up dealing an impossible position."""
DRAWN_BYTES = 512
"""How many bytes of a bot's own randomness the kernels get for a round."""
KEYS = (0x1E3779B9, 0x3F58476D, 0x14D049BB, 0x6A09E667, 0x3C6EF372, 0x510E527F)  # any numbers below 2³¹


def seed_number(seed: Seed) -> int:
    """A seed as the kernels take it. A whole number is used as it is, so that it gives the same rounds as ever; a text
    or bytes stand for a number that they decide."""
    if isinstance(seed, int) and not isinstance(seed, bool):
        return seed % SEED_LIMIT
    return Randomness(as_seed(seed), "simulator").below(SEED_LIMIT)


@kernel
def mix(number: int) -> int:
    """Map a number below 2⁶² to another one, so that neighbours end up far apart. It is a Feistel network, so no two
    numbers share a result. No value here reaches 2⁶³, because the compiler relies on that."""
    left, right = number >> 31, number & LOW_31_BITS
    for key in KEYS:
        left, right = right, left ^ ((right + key) * 0x6C078965 >> 17) & LOW_31_BITS
    return left << 31 | right


@kernel
def start_dice(seed: int, stream: int) -> int:
    """The dice for one round of a batch. Both numbers are below 2⁶²."""
    return mix(mix(seed) ^ stream) % STATE_COUNT + 1


@kernel
def throw(state: int) -> int:
    """The dice after a throw."""
    return FACTOR * (state & LOW_32_BITS) + (state >> 32)


@kernel
def below(state: int, limit: int) -> int:
    """What the dice show: a number from 0 to limit−1. (Its odds are off by less than limit/2³², too little for any
    simulation to show.)"""
    return (((state ^ (state >> 32)) & LOW_32_BITS) * limit) >> 32


@kernel
def shuffle(cards: Words, top: int, behind: int, dice: int) -> int:
    """Shuffle the cards from ``top`` to ``behind``−1 (Fisher–Yates). Returns the dice after it."""
    while top < behind:
        other = top + below(dice, behind - top)
        dice = throw(dice)
        place = cards[as_index(other)]
        cards[as_index(other)] = cards[as_index(top)]
        cards[as_index(top)] = place
        top += 1
    return dice


@kernel
def read_below(drawn: Words, used: Words, seat: int, limit: int) -> int:
    """A number from 0 to limit−1 from a seat's bytes, as ``reihum.cards.Randomness.below`` finds it (limit ≤ 256). −1
    if there are not enough bytes."""
    usable, end = 256 - 256 % limit, used[seat] - used[seat] % DRAWN_BYTES + DRAWN_BYTES
    while used[seat] < end - 1:
        number = drawn[as_index(used[seat])]
        used[seat] += 1
        if number < usable:
            return number % limit
    return -1
