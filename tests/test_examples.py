"""The example programs of the documents run, and print what the README says."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "docs" / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_it_runs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The README has the program and its output."""
    runpy.run_path(str(path), run_name="__main__")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"```text\n{capsys.readouterr().out}```" in readme
    assert path.read_text(encoding="utf-8") in readme
