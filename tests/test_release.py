"""A release: what describes it agrees, and its wheel runs on every supported Python that is here."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from gzip import decompress
from importlib.metadata import distribution
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from missing import NOT_TESTED, cannot_test
from static_site import check_site
from tools import page, site
from tools.address import make_citation, read_address

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
UV = next(
    (path for path in (str(ROOT / ".tools" / "bin" / "uv"), shutil.which("uv")) if path and Path(path).exists()), ""
)

PURE = ("click", "rich", "markdown-it-py", "mdurl", "pygments")
"""What the command needs besides msgspec: packages in pure Python, which run wherever Python does."""

NO_HOOKS = "HATCH_BUILD_NO_HOOKS"
"""The wheel has the texts and the page as they are here; to build them is another test's business."""

INSTALLED = ("3.11", "3.12", "3.13")
"""The versions that a machine with everything has; newer ones are tested where they are."""

METADATA = "import hatchling.build as build; print(build.prepare_metadata_for_build_wheel('.'))"


def run(*words: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run a program in a folder, with English texts, and without the packages of this test run."""
    left_out = ("PYTHONPATH", "VIRTUAL_ENV", "LANGUAGE", "LC_ALL")
    environment = {name: value for name, value in os.environ.items() if name not in left_out} | {
        "LANG": "en",
        NO_HOOKS: "1",
    }
    return subprocess.run(words, cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=60)  # noqa: S603


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built once."""
    folder = tmp_path_factory.mktemp("wheel")
    built = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder))
    assert built.returncode == 0, built.stderr
    (made,) = folder.glob("*.whl")
    return made


def find_python(version: str) -> str:
    """A Python of this version that runs: on the path, or among those of pyenv; empty if there is none."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    folders = [*os.environ["PATH"].split(os.pathsep), *(str(path) for path in pyenv.glob("versions/*/bin"))]
    found = (shutil.which(f"python{version}", path=folder) for folder in folders)
    return next((path for path in found if path and run(path, "-V").returncode == 0), "")


def find_start(version: str, folder: Path) -> tuple[str, ...]:
    """The words that start a program with this Python and the dependencies of the wheel, from uv's cache or fetched."""
    if not UV:
        cannot_test("there is no uv, which runs wheels")
    python = find_python(version)
    if not python and version not in INSTALLED:
        pytest.skip(f"{NOT_TESTED}: the wheel on Python {version}, which is not here")
    if not python:
        cannot_test(f"the wheel on Python {version}, which is not here")
    start = (UV, "tool", "run", "--no-python-downloads", "--python", python)
    needed = ("--with", ",".join(PROJECT["dependencies"]), "--from", "msgspec")
    ready = (run(*start, *cached, *needed, "python", "-V", cwd=folder) for cached in (["--offline"], []))
    if all(tried.returncode for tried in ready):
        cannot_test(f"the wheel on Python {version}, since its dependencies cannot be had")
    return start


@pytest.mark.full
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_the_wheel_runs_without_installing(version: str, wheel: Path, tmp_path: Path) -> None:
    """`uvx` (as `pipx run`) starts the command from the wheel, with dependencies from its cache or fetched."""
    start = find_start(version, tmp_path)
    for words, told in ((["--version"], f"reihum {PROJECT['version']}"), (["rules", "junior"], "Junior")):
        found = run(*start, "--offline", "--from", str(wheel), "reihum", *words, cwd=tmp_path)
        assert found.returncode == 0, found.stderr
        assert told in found.stdout


@pytest.mark.full
def test_the_wheel_writes_the_site_without_a_server(wheel: Path, tmp_path: Path) -> None:
    """`reihum site FOLDER` needs nothing but the wheel: the document and the engine, all of whose files are there."""
    if not site.is_fresh():
        cannot_test("the site is not built, or older than its sources (make site)")
    start, folder = find_start(INSTALLED[0], tmp_path), tmp_path / "made"
    done = run(*start, "--offline", "--from", str(wheel), "reihum", "site", str(folder), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (listed,) = re.findall(r'name="reihum-engine" content="([^"]+)"', (folder / "index.html").read_text("utf-8"))
    files = json.loads((folder / listed).read_text(encoding="utf-8"))["files"]
    assert {*files} == {*site.PARTS}
    for part in files.values():
        assert (folder / listed).with_name(part["path"]).stat().st_size == part["bytes"]


@pytest.mark.full
def test_the_wheel_runs_on_the_newest_python(wheel: Path, tmp_path: Path) -> None:
    """Python 3.14 as WebAssembly, which is Pyodide, with the wheel, click, rich, and msgspec as Pyodide needs it."""
    check_site()
    packed = json.loads(site.LIST.read_bytes())["files"]["packages"]["path"]
    with ZipFile(wheel) as ours, ZipFile(BytesIO(decompress((site.ENGINE / packed).read_bytes()))) as built:
        ours.extractall(tmp_path)
        built.extractall(tmp_path)
    for name in PURE:
        for file in distribution(name).files or []:
            if file.suffix == ".py":
                (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(str(file.locate()), tmp_path / file)
    for words, told in ((["--version"], f"reihum {PROJECT['version']}"), (["rules", "junior"], "Junior")):
        found = run("node", "scripts/command.mjs", str(tmp_path), *words, cwd=page.WEB)
        assert found.returncode == 0, found.stderr
        assert re.match(r"3\.14\.\d+ .*emscripten$", found.stderr.splitlines()[0])
        assert told in found.stdout


def test_the_citation_names_this_version() -> None:
    """CITATION.cff has the version, the licence and the authors of the package."""
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    told = dict(re.findall(r"^(?:  - )?([\w-]+): (.+)$", citation, re.MULTILINE))
    assert told["cff-version"] == "1.2.0"
    assert (told["version"], told["license"]) == (PROJECT["version"], PROJECT["license"])
    assert told["name"] == PROJECT["authors"][0]["name"]


def prepare(folder: Path, address: str) -> tuple[str, str]:
    """The metadata and the citation of a copy with an address of its repository."""
    shutil.copytree(ROOT / "tools", folder / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "CITATION.cff"):
        shutil.copy(ROOT / name, folder)
    settings = (folder / "pyproject.toml").read_text(encoding="utf-8")
    settings = re.sub(r'^address = ".*?"', f'address = "{address}"', settings, flags=re.MULTILINE)
    (folder / "pyproject.toml").write_text(settings, encoding="utf-8")
    done = run(sys.executable, "-c", METADATA, cwd=folder)
    assert done.returncode == 0, done.stderr
    return (folder / done.stdout.strip() / "METADATA").read_text(encoding="utf-8"), make_citation(
        (folder / "CITATION.cff").read_text(encoding="utf-8"), read_address(folder)
    )


def test_a_release_names_the_address_of_its_repository(tmp_path: Path) -> None:
    """It is set once: then the metadata lead there, the README in them with its pictures, and the citation."""
    address = "https://code.invalid/games/reihum"
    metadata, citation = prepare(tmp_path, f"{address}/")
    assert f"Project-URL: Source, {address}\n" in metadata
    assert f"]({address}/raw/HEAD/docs/pictures/page.png)" in metadata
    assert f"]({address}/blob/HEAD/docs/deploy.md)" in metadata
    assert re.findall(r"\]\((?!https://)[^)]*\)", metadata) == []
    assert f"\nrepository-code: {address}\n" in citation
    assert make_citation(citation, "") == make_citation(make_citation(citation, address), "")


def test_without_an_address_nothing_names_one(tmp_path: Path) -> None:
    """The metadata have the README as it is, and no addresses."""
    metadata, citation = prepare(tmp_path, "")
    assert "Project-URL" not in metadata
    assert metadata.endswith((ROOT / "README.md").read_text(encoding="utf-8"))
    assert "repository-code" not in citation


def test_the_changelog_has_this_version() -> None:
    """The newest section is the version of the package."""
    newest = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)[0]
    assert newest == PROJECT["version"]


def test_the_first_screen_says_how_to_play_and_how_to_try() -> None:
    """The page comes first, then pip for users and make for contributors, all near the top of the README."""
    first = "\n".join((ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:35])
    steps = [first.index(step) for step in ("pen this page", "pip install", "reihum serve", "make play", "make test")]
    assert steps == sorted(steps)
