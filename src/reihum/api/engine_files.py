"""The files of the engine for browsers, which `make site` builds: a site without a server has them, and a server offers
them for times without a connection."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

ENGINE_LIST = "engine.json"
"""The name of the list of all other files."""

WASM = " 'wasm-unsafe-eval'"
"""What a content policy must allow the engine besides scripts of the same host."""

Files = dict[str, bytes]
"""The files of a site: path -> contents."""


def read_engine(folder: Path) -> tuple[str, Files]:
    """The path of the list of the engine's files, which changes with them, and all files by their paths. Both are empty
    if the engine is not built."""
    if not (folder / ENGINE_LIST).exists():
        return "", {}
    files = {f"engine/{path.name}": path.read_bytes() for path in sorted(folder.iterdir())}
    return add_named(files, "engine/engine", files.pop(f"engine/{ENGINE_LIST}")), files


def add_named(files: Files, name: str, data: bytes) -> str:
    """Add a JSON file under a name that changes with its contents; returns it."""
    path = f"{name}-{sha256(data).hexdigest()[:8]}.json"
    files[path] = data
    return path
