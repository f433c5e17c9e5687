"""Reading the file of a trained net: 8 bits a weight, and an account of where it comes from."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

ABOUT, SCALE = "about", ".scale"


def read_weights(source: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The net of a file, as numbers of 32 bits, and the account of it."""
    with np.load(source) as file:
        about = json.loads(file[ABOUT].tobytes())
        scales = {name.removesuffix(SCALE): file[name] for name in file.files if name.endswith(SCALE)}
        weights = {
            name: file[name].astype(np.float32) * scales[name].astype(np.float32)
            if name in scales
            else file[name].astype(np.float32)
            for name in file.files
            if name != ABOUT and not name.endswith(SCALE)
        }
    return weights, about
