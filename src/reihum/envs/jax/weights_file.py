"""The file of a trained net: 8 bits a weight, readable with numpy alone, with an account of where it comes from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

MAX_BYTES = 1_000_000
"""The most that the weights of a family of games may take."""
_ABOUT, _SCALE = "about", ".scale"
_LARGEST = 127


def write_weights(path: Path, weights: dict[str, Any], about: dict[str, Any]) -> int:
    """Write a net and an account of it. Returns the size in bytes."""
    arrays: dict[str, Any] = {_ABOUT: np.frombuffer(json.dumps(about).encode(), np.uint8)}
    for name, weight in weights.items():
        arrays |= _quantise(name, np.asarray(weight, np.float32))
    temporary = path.with_suffix(".new.npz")
    np.savez_compressed(temporary, **arrays)
    temporary.replace(path)
    return path.stat().st_size


def read_weights(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The net of a file, as numbers of 32 bits, and the account of it."""
    with np.load(path) as file:
        about = json.loads(file[_ABOUT].tobytes())
        scales = {name.removesuffix(_SCALE): file[name] for name in file.files if name.endswith(_SCALE)}
        weights = {
            name: file[name].astype(np.float32) * scales[name].astype(np.float32)
            if name in scales
            else file[name].astype(np.float32)
            for name in file.files
            if name != _ABOUT and not name.endswith(_SCALE)
        }
    return weights, about


def round_weights(weights: dict[str, Any]) -> dict[str, Any]:
    """The weights as a reader of their file gets them."""
    rounded = {}
    for name, weight in weights.items():
        arrays = _quantise(name, np.asarray(weight, np.float32))
        scale = arrays.get(name + _SCALE, np.float32(1))
        rounded[name] = arrays[name].astype(np.float32) * scale.astype(np.float32)
    return rounded


def _quantise(name: str, weight: Any) -> dict[str, Any]:
    """A matrix as whole numbers with a scale for every column; a list as it is, in 16 bits."""
    if weight.ndim < 2:
        return {name: weight.astype(np.float16)}
    scale = (np.abs(weight).max(axis=0) / _LARGEST + 1e-7).astype(np.float16)
    whole = np.rint(weight / scale.astype(np.float32)).clip(-_LARGEST, _LARGEST)
    return {name: whole.astype(np.int8), name + _SCALE: scale}
