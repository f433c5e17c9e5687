"""Writing the file of a trained net: 8 bits a weight, with an account of where it comes from. Bots read it
(``reihum.bots.trained.weights_file``)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from reihum.bots.trained.weights_file import ABOUT, SCALE

MAX_BYTES = 1_000_000
"""The most that the weights of a family of games may take."""
_LARGEST = 127


def write_weights(path: Path, weights: dict[str, Any], about: dict[str, Any]) -> int:
    """Write a net and an account of it. Returns the size in bytes."""
    arrays: dict[str, Any] = {ABOUT: np.frombuffer(json.dumps(about).encode(), np.uint8)}
    for name, weight in weights.items():
        arrays |= _quantise(name, np.asarray(weight, np.float32))
    temporary = path.with_suffix(".new.npz")
    np.savez_compressed(temporary, **arrays)
    temporary.replace(path)
    return path.stat().st_size


def round_weights(weights: dict[str, Any]) -> dict[str, Any]:
    """The weights as a reader of their file gets them."""
    rounded = {}
    for name, weight in weights.items():
        arrays = _quantise(name, np.asarray(weight, np.float32))
        scale = arrays.get(name + SCALE, np.float32(1))
        rounded[name] = arrays[name].astype(np.float32) * scale.astype(np.float32)
    return rounded


def _quantise(name: str, weight: Any) -> dict[str, Any]:
    """A matrix as whole numbers with a scale for every column; a list as it is, in 16 bits."""
    if weight.ndim < 2:
        return {name: weight.astype(np.float16)}
    scale = (np.abs(weight).max(axis=0) / _LARGEST + 1e-7).astype(np.float16)
    whole = np.rint(weight / scale.astype(np.float32)).clip(-_LARGEST, _LARGEST)
    return {name: whole.astype(np.int8), name + SCALE: scale}
