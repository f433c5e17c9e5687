"""Tests see what the catalogues say now, also when pytest is started by hand."""

from __future__ import annotations

import pytest

from tools import texts

pytest_plugins = ("stores",)


def pytest_configure(config: pytest.Config) -> None:
    """Compile the texts, once for all workers."""
    if not hasattr(config, "workerinput"):
        try:
            texts.compile_catalogues()
        except texts.Fault as fault:
            raise pytest.UsageError(str(fault)) from None
