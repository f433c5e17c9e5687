"""The template in docs/examples, built and installed as a package of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from documents import DOCS

ID, MODULE = "higher-or-lower", "higher_or_lower"
TEMPLATE = DOCS / "examples" / ID


def install_template(folder: Path) -> Path:
    """Build the wheel without the network, and unpack it as an installer does. Returns the folder of the package."""
    copy = folder / "copy"
    shutil.copytree(TEMPLATE, copy, ignore=shutil.ignore_patterns("__pycache__", "dist"))
    run(["-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], copy, folder)
    (wheel,) = folder.glob("*.whl")
    target = folder / "installed"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(target)
    return target


def run(words: list[str], cwd: Path, installed: Path, typed: str = "") -> str:
    """What Python prints with the packages of a folder."""
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(installed), os.environ.get("PYTHONPATH", "")]),
        "LANGUAGE": "en",
        "COLUMNS": "100",
    }
    done = subprocess.run(  # noqa: S603 – our own code
        [sys.executable, *words], cwd=cwd, env=environment, capture_output=True, text=True, check=False, input=typed
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
