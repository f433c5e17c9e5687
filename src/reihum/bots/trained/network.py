"""The net of a trained player, with numpy alone: from an observation to what it prefers.

``reihum.envs.jax.network`` trains it, and tests compare the two.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from reihum.bots.trained.weights_file import read_weights

_NEIGHBOURS = (np.eye(4, k=1) + np.eye(4, k=-1)).astype(np.float32)


class Network:
    """A net. The four rows share their weights, and one list of features tells of the whole table."""

    def __init__(self, weights: dict[str, Any]) -> None:
        self.weights = weights
        self._blocks = sum(name.startswith("row_row") for name in weights)
        self._has_neighbours = "row_near0" in weights

    def evaluate(self, planes: Any, numbers: Any) -> tuple[Any, float]:
        """What the net adds to the preferences of ``solid``: for every card, by row, and for the other move. ``planes``
        are ordered by row, plane and number."""
        w = self.weights
        rows = np.maximum(planes.reshape(4, -1) @ w["rows"] + w["rows_bias"], 0)
        whole = np.maximum(numbers @ w["numbers"] + rows.mean(0) @ w["pool"] + w["numbers_bias"], 0)
        for block in range(self._blocks):
            told = whole @ w[f"row_all{block}"]
            if self._has_neighbours:
                told = told + _NEIGHBOURS @ rows @ w[f"row_near{block}"]
            rows = rows + np.maximum(rows @ w[f"row_row{block}"] + told + w[f"row_bias{block}"], 0)
            told = rows.mean(0) @ w[f"all_row{block}"]
            whole = whole + np.maximum(whole @ w[f"all_all{block}"] + told + w[f"all_bias{block}"], 0)
        return rows @ w["cards"] + w["cards_bias"], float(whole @ w["other"][:, 0] + w["other_bias"][0])


@cache
def load_network(name: str) -> Network:
    """A net of the package by its name."""
    with files("reihum.bots.trained").joinpath("nets", f"{name}.npz").open("rb") as file:
        return Network(read_weights(file)[0])
