"""Builds the engine for browsers into the package, if it is older than its sources: `python -m tools.site`.

Pyodide comes from npm, and msgspec's wheel for it from the package index, both by their locks. Pyodide's own Python
compiles the modules (tools/packing.py). `reihum site FOLDER` then writes the engine and the page as files for any web
host.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

from tools import page, texts, wasm_kernels
from tools.packing import LEFT_OUT

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "reihum"
ENGINE = SOURCE / "server" / "engine"
LIST = ENGINE / "engine.json"
KERNELS = ROOT / wasm_kernels.OUT
PYODIDE = page.WEB / "node_modules" / "pyodide"
LOCK = ROOT / "requirements-site.lock"
PLATFORM = "pyemscripten_2026_0_wasm32"
PYTHON_VERSION = "3.14"
PARTS = {
    "loader": "pyodide.js",
    "runtime": "pyodide.asm.js",
    "python": "python.wasm",
    "library": "library.zip",
    "packages": "packages.zip",
    "nets": "nets.zip",
    "reihum": "reihum.zip",
}
"""The files of the engine: what the page calls them, and what they are called here."""

LOADED_BY_BROWSER = ("loader", "runtime")
"""These are modules that the browser itself loads, so they stay uncompressed; the host may compress them."""

WITHOUT_KERNELS = f"built without kernels: the best bots play as solid does ({wasm_kernels.NEEDED})"


class NoWheel(page.NoNode):
    """A package for Pyodide's Python cannot be downloaded here."""


def is_fresh() -> bool:
    """Whether the engine is built and not older than its sources."""
    return LIST.exists() and all(source.stat().st_mtime <= LIST.stat().st_mtime for source in sources())


def sources() -> Iterator[Path]:
    """What the engine is made from."""
    yield from (
        LOCK,
        page.WEB / "package-lock.json",
        page.WEB / "scripts" / "engine.mjs",
        ROOT / "tools" / "packing.py",
        *([KERNELS] if KERNELS.exists() else []),
    )
    for path in SOURCE.rglob("*"):
        if path.suffix in (".py", ".po", ".npz") and not path.relative_to(SOURCE).as_posix().startswith(LEFT_OUT):
            yield path


def build() -> None:
    """Build the engine."""
    texts.compile_catalogues()
    npm = page.ready()
    with TemporaryDirectory() as folder:
        wheels, made = Path(folder, "wheels"), Path(folder, "made")
        made.mkdir()
        fetch_wheels(wheels)
        npm("run", "engine", "--", str(wheels), str(made))
        rmtree(ENGINE, ignore_errors=True)
        ENGINE.mkdir()
        listed = {part: install(made / name, packed=part not in LOADED_BY_BROWSER) for part, name in PARTS.items()}
    if not KERNELS.exists():
        print(f"reihum: site: {WITHOUT_KERNELS}", file=sys.stderr)
    release = json.loads((PYODIDE / "pyodide-lock.json").read_text())["info"]
    LIST.write_text(json.dumps({"pyodide": release, "kernels": KERNELS.exists(), "files": listed}, indent=1))


def fetch_wheels(folder: Path) -> None:
    """Download the packages for Pyodide's Python, by their hashes."""
    wanted = ["--platform", PLATFORM, "--python-version", PYTHON_VERSION, "--only-binary", ":all:", "--no-deps"]
    locked = ["--require-hashes", "--requirement", str(LOCK), "--dest", str(folder)]
    words = [sys.executable, *find_pip(), "download", "--quiet", "--disable-pip-version-check", *wanted, *locked]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoWheel(f"pip download\n{done.stdout}{done.stderr}")


def find_pip() -> list[str]:
    """How Python starts pip: as a module, or where uv has made the environment, from the copy that Python brings."""
    if find_spec("pip"):
        return ["-m", "pip"]
    if ensurepip := find_spec("ensurepip"):
        copies = sorted(Path(str(ensurepip.origin)).parent.glob("_bundled/pip-*.whl"))
        return [str(copies[-1] / "pip")] if copies else []
    raise NoWheel("pip is needed, and this Python has none")


def install(file: Path, *, packed: bool) -> dict[str, object]:
    """Put a file into the package, under a name that changes with its contents; returns what the page must know."""
    data = file.read_bytes()
    if packed:
        data = gzip.compress(data, 9, mtime=0)
    # not .gz: some hosts would announce such a file as compressed, and browsers would unpack it too early
    name = f"{file.stem}-{sha256(data).hexdigest()[:8]}{'.bin' if packed else file.suffix}"
    (ENGINE / name).write_bytes(data)
    return {"path": name, "bytes": len(data), "packed": packed}


def main() -> int:
    """Build the page and the engine if necessary; prints what is missing or wrong."""
    status = page.main([])
    if status or is_fresh():
        return status
    print("reihum: site: build", file=sys.stderr)
    try:
        build()
    except page.Fault as fault:
        print(f"reihum: site: {fault}", file=sys.stderr)
        return page.NO_NODE if isinstance(fault, page.NoNode) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
