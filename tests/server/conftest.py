"""These tests see the server as it is without a built page; test_landing brings one of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from reihum.server import static_files


@pytest.fixture(autouse=True)
def no_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whether or not somebody has built the page."""
    monkeypatch.setattr(static_files, "PAGE", tmp_path / "no page")
