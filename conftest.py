"""Compiles the texts before the tests, also when you start pytest by hand."""

from __future__ import annotations

import os
from importlib.util import find_spec

import pytest

from tools import texts

# Modules that need a library which not every machine has; their tests are skipped there.
OPTIONAL = {
    "src/reihum/envs/aec.py": "pettingzoo",
    "src/reihum/envs/jax": "jax",
    "src/reihum/envs/nodes.py": "pyspiel",
    "src/reihum/envs/openspiel.py": "pyspiel",
    "src/reihum/envs/vector": "numpy",
    "tests/envs/jax/comparison.py": "jax",
    "tests/envs/jax/game_cases.py": "jax",
    "tests/envs/jax/game_comparison.py": "jax",
    "tests/envs/jax/master_comparison.py": "jax",
}
collect_ignore = [module for module, library in OPTIONAL.items() if find_spec(library) is None]

pytest_plugins = ("missing", "stores", "browser", "static_site")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than processors, since tests of pages and servers mostly wait."""
    return (os.cpu_count() or 1) + 1


def pytest_configure(config: pytest.Config) -> None:
    """Compile the texts, once for all workers."""
    if not hasattr(config, "workerinput"):
        try:
            texts.compile_catalogues()
        except texts.Fault as fault:
            raise pytest.UsageError(str(fault)) from None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest test, so that it does not run alone at the end."""
    items.sort(key=lambda item: item.path.name != "test_makefile.py")
