"""Reading the file of a trained net: 8 bits a weight, and an account of where it comes from.

It is a file of numpy's arrays, but numpy is not needed: a browser has none.
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Sequence
from itertools import cycle
from math import prod
from operator import mul
from struct import unpack
from typing import Any
from zipfile import ZipFile

ABOUT, SCALE = "about", ".scale"

_HEADER = re.compile(rb"'descr': '[|<](i1|u1|f2)', 'fortran_order': False, 'shape': \(([\d, ]*)\)")
_PREFIX_BYTES = 10


def read_weights(source: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The net of a file, as numpy's arrays of 32 bits, and the account of it."""
    import numpy as np

    weights, about = read_plain_weights(source)
    return {name: np.asarray(weight) for name, weight in weights.items()}, about


def read_plain_weights(source: Any) -> tuple[dict[str, memoryview[float]], dict[str, Any]]:
    """The same with memory of the standard library, which has a shape too."""
    with ZipFile(source) as file:
        arrays = {name.removesuffix(".npy"): _read_array(file.read(name)) for name in file.namelist()}
    about, _ = arrays.pop(ABOUT)
    scales = {name.removesuffix(SCALE): arrays.pop(name)[0] for name in [*arrays] if name.endswith(SCALE)}
    weights: dict[str, memoryview[float]] = {}
    for name, (numbers, shape) in arrays.items():
        scaled = array("f", map(mul, numbers, cycle(scales[name])) if name in scales else numbers)
        weights[name] = memoryview(scaled).cast("B").cast("f", shape)
    return weights, json.loads(bytes(about))


def _read_array(content: bytes) -> tuple[Sequence[Any], tuple[int, ...]]:
    """The numbers of an array in numpy's format, and its shape."""
    (header_bytes,) = unpack("<H", content[_PREFIX_BYTES - 2 : _PREFIX_BYTES])
    begin = _PREFIX_BYTES + header_bytes
    found = _HEADER.search(content[:begin])
    if found is None:
        raise ValueError(f"expected an array of numpy, version 1.0, with numbers i1, u1 or f2, got {content[:begin]!r}")
    shape = tuple(int(size) for size in found[2].split(b",") if size.strip())
    if found[1] == b"f2":
        return unpack(f"<{prod(shape)}e", content[begin:]), shape
    return array("b" if found[1] == b"i1" else "B", content[begin:]), shape
