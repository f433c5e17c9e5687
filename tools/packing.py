"""Packs the engine for browsers. This runs inside Pyodide, whose own Python compiles the modules: see tools/site.py.

It writes three archives of compiled modules: ``library.zip`` with what is imported of the standard library,
``packages.zip`` with the packages from wheels and the compiled kernels, and ``reihum.zip`` with our modules and texts.
``nets.zip`` has the nets of the trained players, which seldom change: a new version need not load them again.
Nothing inside them is compressed: each archive is compressed as a whole, which makes it smaller.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.util import MAGIC_NUMBER
from marshal import dumps
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile, ZipInfo

STARTED = frozenset(sys.modules)
"""What Pyodide itself imports when it starts."""

FOUND_BY_NAME = ("encodings.ascii", "encodings.cp437", "encodings.latin_1", "encodings.utf_8")
"""What is imported without an import statement; archives name their files in cp437."""

OURS = "reihum"
LEFT_OUT = (
    *("api/engine_files", "arena/", "cli/", "client/", "envs/", "server/", "testing.py", "__main__.py"),
    *("store/backup", "store/postgres", "store/sqlite"),
    "bots/trained/numpy_network",
)
"""How the paths begin of what a browser does not need."""

KINDS = (".py", ".json")
"""The files that make up our package: modules and texts."""

NETS = "bots/trained/nets"

UNUSED = frozenset(
    (
        "_pydatetime _pydecimal _pyio _pyrepl argparse asyncio.proactor_events asyncio.windows_events "
        "asyncio.windows_utils concurrent.futures.interpreter concurrent.futures.process concurrent.interpreters "
        "ctypes.macholib ctypes.util difflib doctest email ftplib getopt http importlib.metadata mimetypes "
        "multiprocessing optparse pdb platform py_compile pydoc rlcompleter sqlite3 tarfile tomllib "
        "tracemalloc unittest urllib.request webbrowser wsgiref xml xmlrpc "
    ).split()
)
"""Modules that others mention, but never import in a browser. The build checks that all our modules can be imported."""

DOCUMENTED = ("_pyodide", "pyodide")
"""These read their own docstrings."""

Sources = dict[str, bytes]
"""The files of an archive: path -> contents."""


def pack(source: Path, standard: Path, wheels: Path, kernels: Path, out: Path) -> None:
    """Write the archives. ``source`` holds our package, ``standard`` is Pyodide's library, ``wheels`` a folder;
    ``kernels`` are the simulator's, compiled, and may be missing."""
    library = read_archive(standard)
    packages = {name: data for wheel in sorted(wheels.glob("*.whl")) for name, data in read_archive(wheel).items()}
    ours = dict(read_ours(source))
    kept = list_needed(library, [*ours.items(), *packages.items()])
    write(out / "library.zip", {path: library[path] for path in kept})
    extracted = {path: data for path, data in packages.items() if path.endswith((".py", ".so"))}
    if kernels.exists():
        extracted[kernels.name] = kernels.read_bytes()
    write(out / "packages.zip", extracted)
    write(out / "reihum.zip", ours)
    write(out / "nets.zip", {net.name: net.read_bytes() for net in (source / OURS / NETS).glob("*.npz")})


def check(archive: Path, kernels: Path, nets: Path) -> None:
    """Import all our modules from a packed archive, and load the kernels, if there are any, and the nets."""
    with ZipFile(archive) as opened:
        names = [name.removesuffix(".pyc").replace("/", ".") for name in opened.namelist() if name.endswith(".pyc")]
    for name in names:
        import_module(name.removesuffix(".__init__"))
    import_module("reihum.browser").prepare(str(kernels), str(nets))
    for net in nets.glob("*.npz"):
        import_module("reihum.bots.trained.network").load_network(net.stem)


def read_archive(archive: Path) -> Sources:
    """All files of an archive."""
    with ZipFile(archive) as opened:
        return {name: opened.read(name) for name in opened.namelist() if not name.endswith("/")}


def read_ours(source: Path) -> Iterator[tuple[str, bytes]]:
    """Our modules and texts."""
    for path in sorted((source / OURS).rglob("*")):
        inside = path.relative_to(source / OURS).as_posix()
        if path.suffix in KINDS and not inside.startswith(LEFT_OUT):
            yield f"{OURS}/{inside}", path.read_bytes()


def list_needed(library: Sources, users: Iterable[tuple[str, bytes]]) -> list[str]:
    """The paths of all modules of the library that Pyodide or the users import, directly or through others."""
    needed: set[str] = set()
    waiting = [
        *STARTED,
        *FOUND_BY_NAME,
        *(name for path, data in users if path.endswith(".py") for name in list_imports(path, data)),
    ]
    while waiting:
        name = waiting.pop()
        path = find_module(library, name)
        if path is None or path in needed or (is_unused(name) and name not in STARTED):
            continue
        needed.add(path)
        waiting += [name.rpartition(".")[0], *list_imports(path, library[path])]
    return sorted(needed)


def find_module(library: Sources, name: str) -> str | None:
    """The path of a module inside the library."""
    base = name.replace(".", "/")
    return next((path for path in (f"{base}/__init__.py", f"{base}.py") if path in library), None)


def is_unused(name: str) -> bool:
    """Whether the module, or a package that holds it, is never used."""
    parts = name.split(".")
    return any(".".join(parts[: count + 1]) in UNUSED for count in range(len(parts)))


def list_imports(path: str, source: bytes) -> Iterator[str]:
    """The names of all modules that a module may import, also inside its functions."""
    package = path.split("/")[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def write(archive: Path, files: Sources) -> None:
    """Write an archive of compiled modules and other files; the same files always make the same bytes."""
    with ZipFile(archive, "w", ZIP_STORED) as opened:
        for path, data in sorted(files.items()):
            if path.endswith(".py"):
                opened.writestr(ZipInfo(f"{path}c"), MAGIC_NUMBER + bytes(12) + compile_module(path, data))
            else:
                opened.writestr(ZipInfo(path), data)


def compile_module(path: str, source: bytes) -> bytes:
    """The bytecode of a module, without docstrings."""
    tree = ast.parse(source)
    if not path.startswith(DOCUMENTED):
        remove_docstrings(tree)
    return dumps(compile(tree, path, "exec", dont_inherit=True))


def remove_docstrings(tree: ast.Module) -> None:
    """Remove every docstring."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(
            node
        ):
            node.body = node.body[1:] or [ast.copy_location(ast.Pass(), node.body[0])]
