"""`.ci/run` fails if anything fails that it runs, and only says so if the locks could not be audited."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tools import audit

ROOT = Path(__file__).parent.parent


def write_program(path: Path, status: int, says: str) -> None:
    """A program that says something and ends."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho '{says}'\nexit {status}\n")
    path.chmod(0o755)


@pytest.mark.parametrize(
    ("made", "audited", "status"),
    [
        (0, audit.CLEAN, 0),
        (0, audit.UNKNOWN, 0),
        (0, audit.VULNERABLE, audit.VULNERABLE),
        (2, audit.CLEAN, 2),
        (2, audit.UNKNOWN, 2),
        (2, audit.VULNERABLE, 2),
    ],
)
def test_the_status(made: int, audited: int, status: int, tmp_path: Path) -> None:
    """A fault of any part is a fault of the whole. The audit is in the output, and the last line counts the tests."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci" / "run")
    write_program(tmp_path / "programs" / "make", made, "===== 3 passed in 1.00s =====")
    write_program(tmp_path / ".venv" / "bin" / "python", audited, "the audit says something")
    path = f"{tmp_path / 'programs'}:/usr/bin:/bin"
    done = subprocess.run([".ci/run"], cwd=tmp_path, env={"PATH": path}, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    assert "the audit says something" in done.stdout
    assert done.stdout.splitlines()[-1] == "===== 3 passed in 1.00s ====="
