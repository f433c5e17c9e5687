"""The net of a trained player: from an observation to what it prefers.

It runs as a compiled kernel (``reihum.simulator.network``), natively and in a browser, and with numpy where numba is
missing. ``reihum.envs.jax.network`` trains it; tests compare all three.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from reihum.bots.trained.weights_file import read_plain_weights
from reihum.simulator import available, evaluate_net
from reihum.simulator.compiler import make_words, share_singles
from reihum.simulator.network import ROWS, count_room

_folders: list[Traversable] = [files("reihum.bots.trained").joinpath("nets")]


class Network:
    """A net. The four rows share their weights, and one list of features tells of the whole table."""

    def __init__(self, weights: dict[str, Any]) -> None:
        """``weights`` are arrays of 32 bits: numpy's, or memory with a shape."""
        blocks = sum(name.startswith("row_row") for name in weights)
        has_neighbours = "row_near0" in weights
        inputs, width = weights["rows"].shape
        self.row_inputs: int = inputs
        """How many numbers an observation has for each row."""
        self._cards: int = weights["cards"].shape[1]
        self._shape = make_words([inputs, weights["numbers"].shape[0], width, blocks, int(has_neighbours), self._cards])
        joined, self.weights = join_weights(weights, blocks)
        self._joined = share_singles(joined)
        self._room = bytes(4 * count_room(width, self._cards))

    def evaluate(self, planes: array[float], numbers: array[float]) -> tuple[Sequence[float], float]:
        """What the net adds to the preferences of ``solid``: for every card, row by row, and for the other move.
        ``planes`` are ordered by row, plane and number."""
        if not available():
            from reihum.bots.trained.numpy_network import evaluate

            return evaluate(self.weights, planes, numbers)
        room = array("f", self._room)
        evaluate_net(self._shape, self._joined, share_singles(planes), share_singles(numbers), share_singles(room))
        return room[: ROWS * self._cards], room[ROWS * self._cards]


def join_weights(weights: dict[str, Any], blocks: int) -> tuple[array[float], dict[str, memoryview[float]]]:
    """All weights in the order in which the kernel uses them, and the part of each, without a copy."""
    names = ["rows", "rows_bias", "numbers", "pool", "numbers_bias"]
    for block in range(blocks):
        parts = ("row_all", "row_near", "row_row", "row_bias", "all_all", "all_row", "all_bias")
        names += [f"{part}{block}" for part in parts if f"{part}{block}" in weights]
    names += ["cards", "cards_bias", "other", "other_bias"]
    joined = array("f", bytes(sum(memoryview(weights[name]).nbytes for name in names)))
    memory, at = memoryview(joined).cast("B"), 0
    shares: dict[str, memoryview[float]] = {}
    for name in names:
        weight = memoryview(weights[name])
        if weight.format != "f":
            raise ValueError(f"expected weights of 32 bits, got the format {weight.format} for {name}")
        share = memory[at : at + weight.nbytes]
        share[:] = weight.cast("B")
        shares[name] = share.cast("f", weights[name].shape)
        at += weight.nbytes
    return joined, shares


def take_nets_from(folder: Traversable) -> None:
    """Load nets from another folder: a browser has them beside the package."""
    _folders[:] = [folder]


@cache
def load_network(name: str) -> Network:
    """A net of the package by its name."""
    with _folders[0].joinpath(f"{name}.npz").open("rb") as file:
        return Network(read_plain_weights(file)[0])
