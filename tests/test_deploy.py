"""The files and documents for operators name commands, flags, settings and files that exist."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from configparser import ConfigParser
from pathlib import Path
from zipfile import ZipFile

import click
import pytest
from msgspec.structs import fields
from packaging.requirements import Requirement

from documents import document, table
from missing import cannot_test
from reihum.cli.group import REIHUM
from reihum.server.app import ENDPOINTS
from reihum.server.config import Config, read_config, variable
from tools import page

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
SETTINGS = {variable(field.encode_name) for field in fields(Config)}
PORT = str(Config().port)


def find_unknown(words: list[str]) -> list[str]:
    """Find the words of a command line that do not exist."""
    command = REIHUM.get_command(click.Context(REIHUM), words[0])
    if isinstance(command, click.Group):
        words = words[1:]
        command = command.get_command(click.Context(command), words[0])
    if command is None:
        return words[:1]
    flags = {flag for param in command.params for flag in param.opts}
    return [word for word in words[1:] if word.startswith("--") and word not in flags]


def find_command_lines(text: str) -> list[list[str]]:
    """Find all command lines in a text, without comments."""
    found = re.findall(r"^(?:\S*/)?reihum ([a-z].*)$", text, re.MULTILINE)
    return [shlex.split(line, comments=True) for line in found]


@pytest.mark.parametrize("name", ["deploy", "storage", "protocol", "command"])
def test_commands_in_the_documents(name: str) -> None:
    """They have only flags that exist."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", document(name), re.MULTILINE | re.DOTALL)
    assert [call for block in blocks for call in find_command_lines(block) if find_unknown(call)] == []


def test_planted_faults_are_found() -> None:
    """A command and a flag that do not exist are found."""
    assert find_unknown(["swerve"]) == ["swerve"]
    assert find_unknown(["admin", "swerve"]) == ["swerve"]
    assert find_unknown(["admin", "ban", "--hors", "1"]) == ["--hors"]
    assert find_unknown(["serve", "--prot", "1"]) == ["--prot"]
    assert find_command_lines("reihum serve --lan  # so\n/opt/reihum/bin/reihum backup x\n") == [
        ["serve", "--lan"],
        ["backup", "x"],
    ]


def test_every_setting_is_described() -> None:
    """The table has the flag, variable and default of every setting, and nothing else."""
    rows = table("deploy", "flag")
    assert {flag.strip("`") for flag, *_ in rows} == {f"--{field.encode_name}" for field in fields(Config)}
    assert {name.strip("`") for _, name, *_ in rows} == SETTINGS
    for flag, _, default, _ in rows:
        value = next(field.default for field in fields(Config) if f"--{field.encode_name}" == flag.strip("`"))
        assert not isinstance(value, int) or isinstance(value, bool) or default == str(value)


def test_the_service() -> None:
    """systemd's file has the right command and settings, and leaves enough time to stop."""
    unit = ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(DEPLOY / "reihum.service")
    service = unit["Service"]
    program, *words = shlex.split(service["ExecStart"])
    assert program.endswith("/reihum")
    assert find_unknown(words) == []
    assert service["Environment"].partition("=")[0] in SETTINGS
    assert int(service["TimeoutStopSec"]) > 5
    assert words[words.index("--config") + 1] == "/etc/reihum.toml"


def test_the_settings_of_the_service() -> None:
    """The server accepts the file."""
    config = read_config({}, {}, str(DEPLOY / "reihum.toml"))
    assert config.proxy
    assert config.origin


def test_the_container() -> None:
    """Extras, settings, port, health check and command exist."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (extras,) = re.findall(r"/source\[([a-z,]+)\]", text)
    assert {*extras.split(",")} <= {*project["optional-dependencies"]}
    named = {*re.findall(r"REIHUM_[A-Z_]+", text)}
    assert named <= SETTINGS
    assert f"EXPOSE {PORT}\n" in text
    (path,) = re.findall(rf"127\.0\.0\.1:{PORT}(/\w+)", text)
    assert path in {endpoint.path for endpoint in ENDPOINTS}
    (words,) = re.findall(r"^CMD \[(.*)\]$", text, re.MULTILINE)
    assert find_unknown([word.strip(' "') for word in words.split(",")]) == []


def copy_context(folder: Path) -> Path:
    """Copy what the first stage of the container has before it builds: all files but the ignored ones."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    left_out = [line.removeprefix("**/") for line in (ROOT / ".dockerignore").read_text().split()]
    for words in re.findall(r"^COPY (?!--)(.*)$", text, re.MULTILINE):
        *sources, target = words.split()
        for source in sources:
            place = folder / target.removeprefix("/") / ("" if not target.endswith("/") else source)
            place.parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, place, ignore=make_filter(left_out))
            else:
                shutil.copy2(ROOT / source, place)
    return folder / "source"


def make_filter(left_out: list[str]) -> Callable[[str, list[str]], list[str]]:
    """Make a filter of the files that are not copied."""

    def leave(folder: str, names: list[str]) -> list[str]:
        at = Path(folder).relative_to(ROOT)
        return [name for name in names if name in left_out or (at / name).as_posix() in left_out]

    return leave


def test_the_container_has_all_that_the_build_reads(tmp_path: Path) -> None:
    """The package can be built from the copied files, page and texts included. (What npm would fetch is linked.)"""
    try:
        page.ready()
    except page.NoNode as missing:
        cannot_test(str(missing))
    source = copy_context(tmp_path)
    assert not (source / "web" / "node_modules").exists()
    assert not (source / "src" / "reihum" / "server" / "page").exists()
    (source / "web" / "node_modules").symlink_to(page.WEB / "node_modules")
    shutil.copystat(page.WEB / "package-lock.json", source / "web" / "package-lock.json")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    done = subprocess.run(build, cwd=source, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    (wheel,) = (source / "dist").glob("*.whl")
    assert {"reihum/server/page/index.html", "reihum/texts/catalogues.json"} <= {*ZipFile(wheel).namelist()}


def test_the_container_is_pinned(tmp_path: Path) -> None:
    """The constraints made from the locks have a version of everything that is installed, and no hash."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    (made,) = re.findall(r"^RUN (sed .*) > /source/pins\.txt", text, re.MULTILINE)
    assert "--constraint /source/pins.txt" in text
    command = shlex.split(made.replace("/source", str(copy_context(tmp_path))))
    pins = subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603
    pinned = [Requirement(line) for line in pins.splitlines() if not line.startswith("#")]
    assert all(str(each.specifier).startswith("==") for each in pinned)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (extras,) = re.findall(r"/source\[([a-z,]+)\]", text)
    wanted = project["dependencies"] + [
        each for extra in extras.split(",") for each in project["optional-dependencies"][extra]
    ]
    assert {Requirement(each).name for each in wanted} <= {each.name for each in pinned}


def test_the_proxy() -> None:
    """Caddy's file leads to the usual port, and the command in it is right."""
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert {*re.findall(r"reverse_proxy 127\.0\.0\.1:(\d+)", text)} == {PORT}
    (call,) = re.findall(r"reihum (serve .*) …", text)
    assert find_unknown(shlex.split(call)) == []
