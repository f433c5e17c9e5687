"""The files from which a training goes on: the learner with its earlier selves, and the tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jax
import numpy as np

LEARNER_FILE, TABLES_FILE = "checkpoint.npz", "tables.npz"


def write_checkpoint(folder: Path, learner: Any, tables: Any, about: dict[str, Any]) -> None:
    """Write both files. Each replaces the one before as a whole."""
    _write(folder / TABLES_FILE, tables, {"update": about["update"]})
    _write(folder / LEARNER_FILE, learner, about)


def read_about(folder: Path) -> dict[str, Any] | None:
    """What the last checkpoint tells about itself, or None if there is none."""
    path = folder / LEARNER_FILE
    if not path.exists():
        return None
    with np.load(path) as file:
        about: dict[str, Any] = json.loads(file["about"].tobytes())
    return about


def read_checkpoint(folder: Path, learner: Any, tables: Any) -> tuple[Any, Any]:
    """The learner and the tables of the last checkpoint, in the shape of those given. Without a fitting file of tables
    these are None: then new rounds must be dealt."""
    about = read_about(folder)
    assert about is not None
    read, _ = _read(folder / LEARNER_FILE, learner)
    if not (folder / TABLES_FILE).exists():
        return read, None
    found, theirs = _read(folder / TABLES_FILE, tables)
    return read, found if theirs["update"] == about["update"] else None


def _write(path: Path, tree: Any, about: dict[str, Any]) -> None:
    leaves: dict[str, Any] = {str(number): np.asarray(leaf) for number, leaf in enumerate(jax.tree.leaves(tree))}
    temporary = path.with_suffix(".new.npz")
    np.savez_compressed(temporary, about=np.frombuffer(json.dumps(about).encode(), np.uint8), **leaves)
    temporary.replace(path)


def _read(path: Path, shape: Any) -> tuple[Any, dict[str, Any]]:
    leaves, structure = jax.tree.flatten(shape)
    with np.load(path) as file:
        about: dict[str, Any] = json.loads(file["about"].tobytes())
        found = [jax.numpy.asarray(file[str(number)]) for number in range(len(leaves))]
    return jax.tree.unflatten(structure, found), about
