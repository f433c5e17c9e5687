"""The tests of the server see it without a built page; test_static_files makes a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from reihum.server import static_files


@pytest.fixture(autouse=True)
def no_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Hide a page that has been built."""
    monkeypatch.setattr(static_files, "PAGE", tmp_path / "no page")
