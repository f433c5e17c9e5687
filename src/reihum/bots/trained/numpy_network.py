"""The net of a trained player with numpy, where no kernels are compiled."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np

_NEIGHBOURS = (np.eye(4, k=1) + np.eye(4, k=-1)).astype(np.float32)


def evaluate(weights: dict[str, Any], planes: array[float], numbers: array[float]) -> tuple[Sequence[float], float]:
    """What ``Network.evaluate`` gives."""
    w = {name: np.asarray(weight) for name, weight in weights.items()}
    rows = np.maximum(np.asarray(planes).reshape(4, -1) @ w["rows"] + w["rows_bias"], 0)
    whole = np.maximum(np.asarray(numbers) @ w["numbers"] + rows.mean(0) @ w["pool"] + w["numbers_bias"], 0)
    for block in range(sum(name.startswith("row_row") for name in w)):
        told = whole @ w[f"row_all{block}"]
        if f"row_near{block}" in w:
            told = told + _NEIGHBOURS @ rows @ w[f"row_near{block}"]
        rows = rows + np.maximum(rows @ w[f"row_row{block}"] + told + w[f"row_bias{block}"], 0)
        told = rows.mean(0) @ w[f"all_row{block}"]
        whole = whole + np.maximum(whole @ w[f"all_all{block}"] + told + w[f"all_bias{block}"], 0)
    cards = rows @ w["cards"] + w["cards_bias"]
    return cards.ravel().tolist(), float(whole @ w["other"][:, 0] + w["other_bias"][0])
