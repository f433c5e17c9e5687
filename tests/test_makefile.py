"""Every target of the Makefile works in a fresh copy of the repository: here in a short form, or in `.ci/run`."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from missing import cannot_test
from tools import page, site, wasm_kernels

ROOT = Path(__file__).parent.parent
MAKEFILE = (ROOT / "Makefile").read_text()
TARGETS = re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE)
IN_CI = re.findall(r"^make --keep-going (.*?) 2>", (ROOT / ".ci" / "run").read_text(), re.MULTILINE)[0].split()
NEEDED_IN_CI = " ".join(re.findall(rf"^(?:{'|'.join(IN_CI)}): (.*?)  ##", MAKEFILE, re.MULTILINE)).split()

SHORT = {
    "help": [],
    "texts": [],
    "page": [],
    "site": [],
    "programs": [],
    "game": ["GAME=hoechste-karte"],
    "test-jax": ["OPTIONS=tests/envs/jax/test_training.py -k gains"],
    "bench": ["OPTIONS=--short"],
    "bench-peers": ["OPTIONS=--short decisions simulator envs"],
    "soak": ["OPTIONS=tests/test_conformance.py -k 'ten_thousand and hoechste-karte-2-0'"],
    "campaigns": ["OPTIONS=power --count 25"],
    "screenshots": ["OPTIONS=screenshots games --games ratefix --sizes phone"],
    "layout": ["OPTIONS=--games zweikampf --sizes tablet"],
    "figures": ["OPTIONS=hoechste-karte"],
    "docs": ["OPTIONS=-k walks"],
    "lock": [],
    "sbom": [],
}
"""Targets in an order in which they can follow each other, with what makes each of them short."""


def make(folder: Path, *words: str) -> str:
    """Run make in a folder as its user would, without what this test run has set; gives what it printed."""
    done = subprocess.run(  # noqa: S603
        ["make", "--no-print-directory", *words],  # noqa: S607
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"make {' '.join(words)}\n{done.stdout[-4000:]}"
    return done.stdout


def environment() -> dict[str, str]:
    """The variables of this process, less those of pytest and make."""
    own = ("PYTEST", "MAKE", "MFLAGS", "OPTIONS")
    return {name: value for name, value in os.environ.items() if not name.startswith(own)}


def copy(folder: Path) -> Path:
    """A fresh copy: the files that git knows or would add, as they are now."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True).stdout  # noqa: S603
    for name in filter(None, names.decode().split("\0")):
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def set_up(folder: Path) -> Path:
    """A fresh copy that has been set up, with the page, the kernels and the engine for browsers that are built here."""
    if not page.is_fresh():
        cannot_test("there is no page: make page builds it")
    copy(folder)
    for made in (page.BUILT.parent, ROOT / wasm_kernels.OUT.parent, site.ENGINE):
        if made.exists():
            shutil.copytree(made, folder / made.relative_to(ROOT))
    make(folder, ".venv/.envs")
    return folder


def check_play(folder: Path) -> None:
    """`make play` starts the server and says where it is."""
    words = ["make", "play", f"OPTIONS=--port 0 --data {folder / 'tables.sqlite'}"]
    variables = environment() | {"BROWSER": "true"}  # the command that shall open the page: it does nothing
    started = subprocess.Popen(  # noqa: S603
        words, cwd=folder, env=variables, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert started.stdout is not None
    try:
        assert any("http://" in line for line in started.stdout)
    finally:
        os.killpg(started.pid, signal.SIGTERM)
        started.communicate()


def check_clean(folder: Path) -> None:
    """`make clean` leaves nothing that git ignores."""
    make(folder, "clean")
    assert not [
        name
        for name in (
            ".venv",
            ".tools",
            "screenshots",
            "site",
            "site-docs",
            "src/reihum/server/page",
            "src/reihum/server/engine",
        )
        if (folder / name).exists()
    ]
    assert not list(folder.rglob("__pycache__"))


def check_audit(folder: Path) -> None:
    """`make audit` says that all is well only if it has asked; where it cannot ask, it fails and says so."""
    words = ["make", "--no-print-directory", "audit"]
    done = subprocess.run(words, cwd=folder, env=environment(), capture_output=True, text=True, check=False)  # noqa: S603
    *_, last = done.stdout.splitlines()
    assert last.startswith("audit: ")
    assert (done.returncode == 0) == ("no known vulnerabilities" in last)


def check_publish(folder: Path) -> None:
    """`make publish` writes the site and pushes it to a repository."""
    if not (folder / wasm_kernels.OUT.relative_to(ROOT)).exists():
        cannot_test(wasm_kernels.NEEDED)
    for words in (["init", "--bare", "host"], ["init"], ["config", "user.name", "x"], ["config", "user.email", "x"]):
        subprocess.run(["git", *words], cwd=folder, env=environment(), capture_output=True, check=True)  # noqa: S603, S607
    make(folder, "publish", "TO=host")
    listing = ["git", "-C", "host", "ls-tree", "--name-only", "pages"]
    listed = subprocess.run(listing, cwd=folder, capture_output=True, text=True, check=True).stdout.split()  # noqa: S603
    assert {"index.html", "engine", "worker.js"} <= {*listed}


SPECIAL = {"play": check_play, "audit": check_audit, "publish": check_publish, "clean": check_clean}
"""Targets that need more than to be run."""


def test_every_target_is_run_somewhere() -> None:
    """A target that nothing runs may break unnoticed."""
    run = {*IN_CI, *NEEDED_IN_CI, *SHORT, *SPECIAL}
    assert [target for target in TARGETS if target not in run] == []
    assert {*SHORT, *SPECIAL} <= {*TARGETS}


def test_every_target_is_described() -> None:
    """`make help` lists every target but the one that only serves others."""
    listed = [line.split()[1] for line in make(ROOT, "help").splitlines()]
    assert listed == [target for target in TARGETS if target != "programs"]


@pytest.mark.full
def test_every_target_works_in_a_fresh_copy(tmp_path: Path) -> None:
    """One after the other, each in a short form."""
    folder = set_up(tmp_path)
    for target, words in SHORT.items():
        make(folder, target, *words)
    for check in SPECIAL.values():
        check(folder)
