"""The net of a trained player, with numpy alone: from an observation to a preference for every move.

``reihum.envs.jax.network`` trains it, and tests compare the two.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from reihum.bots.trained.row_observation import LEGAL, SCORE, SCORE_UNIT, RowObservation
from reihum.bots.trained.weights_file import read_weights

SHARPNESS = 2.0
"""How many units a move is preferred for each unit of ``solid``'s sum."""
OVERLOOKED = 6.0
"""How much a player who can go out dislikes any other move."""
NEVER = -1e9


class Network:
    """A net. The features of the four colours and those of the whole table are the five rows of one array."""

    def __init__(self, weights: dict[str, Any]) -> None:
        self.weights = weights
        self._blocks = sum(name.startswith("row_row") for name in weights)

    def prefer(self, seen: RowObservation) -> Any:
        """The preference for laying each card, then for the other move. ``NEVER`` for what may not be done."""
        return add_prior(seen, *self._evaluate(seen))

    def _evaluate(self, seen: RowObservation) -> tuple[Any, float]:
        w = self.weights
        rows = np.maximum(seen.planes.reshape(4, -1) @ w["rows"] + w["rows_bias"], 0)
        whole = np.maximum(seen.numbers @ w["numbers"] + rows.mean(0) @ w["pool"] + w["numbers_bias"], 0)
        for block in range(self._blocks):
            told = whole @ w[f"row_all{block}"]
            rows = rows + np.maximum(rows @ w[f"row_row{block}"] + told + w[f"row_bias{block}"], 0)
            told = rows.mean(0) @ w[f"all_row{block}"]
            whole = whole + np.maximum(whole @ w[f"all_all{block}"] + told + w[f"all_bias{block}"], 0)
        return rows @ w["cards"] + w["cards_bias"], float(whole @ w["other"][:, 0] + w["other_bias"][0])


def add_prior(seen: RowObservation, cards: Any, other: float) -> Any:
    """The preferences of ``solid`` and what a net adds to them."""
    scale = SHARPNESS * SCORE_UNIT / 1000
    legal = seen.planes[:, LEGAL] > 0
    laid = np.where(legal, cards + seen.planes[:, SCORE] * scale, NEVER)
    if seen.other_score is None:
        return np.append(laid, NEVER)
    prior = seen.other_score * scale - 2 * SHARPNESS * OVERLOOKED * seen.goes_out
    return np.append(laid, other + prior)


@cache
def load_network(name: str) -> Network:
    """A net of the package by its name."""
    with files("reihum.bots.trained").joinpath("nets", f"{name}.npz").open("rb") as file:
        return Network(read_weights(file)[0])
