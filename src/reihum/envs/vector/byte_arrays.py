"""Writing eight bytes at once: most of the work of an observation is to write bits as bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reihum.simulator.compiler import compiles

if compiles():
    from numba.core import types
    from numba.extending import intrinsic

LOW_BITS = 0x0101010101010101
"""The lowest bit of each of eight bytes."""


def _store_one_by_one(out: Any, at: int, word: int) -> None:
    for place in range(8):
        out[at + place] = word >> 8 * place & 0xFF


def _store_at_once(_typing: Any, out: Any, _at: Any, _word: Any) -> Any:
    """How the compiler writes eight bytes with one instruction, at any address."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        place = builder.gep(array.data, [arguments[1]])
        builder.store(arguments[2], builder.bitcast(place, arguments[2].type.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(out, types.int64, types.int64), build


store_bytes: Callable[[Any, int, int], None] = intrinsic(_store_at_once) if compiles() else _store_one_by_one
"""Write the eight bytes of a number, the lowest first, into an array of bytes, from an index on."""
