"""Operations on bits that take one processor instruction but that numba does not offer."""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import Any

from reihum.simulator.compiler import compiles, kernel

if compiles():
    from numba.core import cgutils, types
    from numba.core.registry import cpu_target
    from numba.extending import intrinsic


def _count(builder: Any, word: Any) -> Any:
    return builder.ctpop(word)


def _lowest(builder: Any, word: Any) -> Any:
    return builder.cttz(word, cgutils.true_bit)


def _length(builder: Any, word: Any) -> Any:
    return builder.sub(word.type(64), builder.ctlz(word, cgutils.false_bit))


def _deposit(builder: Any, bits: Any, word: Any) -> Any:
    function = cgutils.ir.FunctionType(word.type, (word.type, word.type))
    deposit = cgutils.get_or_insert_function(builder.module, function, "llvm.x86.bmi.pdep.64")
    return builder.call(deposit, (bits, word))


def _as_float(builder: Any, word: Any) -> Any:
    return builder.bitcast(word, cgutils.ir.DoubleType())


def _as_word(builder: Any, number: Any) -> Any:
    return builder.bitcast(number, cgutils.ir.IntType(64))


def _instruction(
    build: Callable[..., Any], plain: Callable[[Any], Any], operand: str = "int64", result: str = "int64"
) -> Callable[[Any], Any]:
    """An operation on one number: an instruction if compiled, else a plain Python function."""
    if not compiles():
        return plain

    def instruction(_typing: Any, _operand: Any) -> Any:
        signature = getattr(types, result)(getattr(types, operand))
        return signature, lambda _context, builder, _types, numbers: build(builder, *numbers)

    made: Callable[[Any], Any] = intrinsic(instruction)
    return made


count_bits: Callable[[int], int] = _instruction(_count, int.bit_count)
"""The number of bits that are set."""

lowest_bit: Callable[[int], int] = _instruction(_lowest, lambda word: (word & -word).bit_length() - 1)
"""The place of the lowest bit that is set. At least one must be set."""

bit_length: Callable[[int], int] = _instruction(_length, int.bit_length)
"""One more than the place of the highest bit that is set."""

_WORD, _FLOAT = Struct("<q"), Struct("<d")

bits_to_float: Callable[[int], float] = _instruction(
    _as_float, lambda word: _FLOAT.unpack(_WORD.pack(word))[0], result="float64"
)
"""The fractional number that has these bits."""

float_to_bits: Callable[[float], int] = _instruction(
    _as_word, lambda number: _WORD.unpack(_FLOAT.pack(number))[0], operand="float64"
)
"""The bits of a fractional number."""


def _deposit_in_one_step() -> Callable[[int, int], int]:
    def instruction(_typing: Any, _bits: Any, _word: Any) -> Any:
        signature = types.int64(types.int64, types.int64)
        return signature, lambda _context, builder, _types, words: _deposit(builder, *words)

    made: Callable[[int, int], int] = intrinsic(instruction)
    return made


@kernel
def _deposit_step_by_step(bits: int, word: int) -> int:
    found = 0
    while bits and word:
        if bits & 1:
            found |= word & -word
        word &= word - 1
        bits >>= 1
    return found


def _has_deposit() -> bool:
    """Whether numba compiles for a processor with the PDEP instruction."""
    return compiles() and "+bmi2" in cpu_target.target_context.codegen().magic_tuple()[-1].split(",")


deposit_bits = _deposit_in_one_step() if _has_deposit() else _deposit_step_by_step
"""Put the lowest bits of one number at the places where another number has its bits."""
