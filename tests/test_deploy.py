"""What helps to run a server names commands, flags, settings and files that exist."""

from __future__ import annotations

import re
import shlex
import tomllib
from configparser import ConfigParser
from pathlib import Path

import pytest
import typer
from msgspec.structs import fields

from documents import document, table
from reihum.cli.command import app
from reihum.cli.plugins import add_commands
from reihum.server.app import ENDPOINTS
from reihum.server.config import Config, read, variable
from reihum.texts import Texts

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
SETTINGS = {variable(field.encode_name) for field in fields(Config)}
PORT = str(Config().port)


def unknown(words: list[str]) -> list[str]:
    """What a call of the command names that is not there."""
    group = typer.main.get_command(app)
    assert list(add_commands(group, Texts("en"))) == []
    known = group.commands  # type: ignore[attr-defined]
    if words[0] not in known:
        return words[:1]
    flags = {flag for param in known[words[0]].params for flag in param.opts}
    return [word for word in words[1:] if word.startswith("--") and word not in flags]


def calls(text: str) -> list[list[str]]:
    """Every call of the command in some text: from its first word on, without comments."""
    found = re.findall(r"^(?:\S*/)?reihum ([a-z].*)$", text, re.MULTILINE)
    return [shlex.split(line, comments=True) for line in found]


@pytest.mark.parametrize("name", ["deploy", "storage", "protocol", "command"])
def test_commands_in_the_documents(name: str) -> None:
    """Each with flags that exist."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", document(name), re.MULTILINE | re.DOTALL)
    assert [call for block in blocks for call in calls(block) if unknown(call)] == []


def test_planted_faults_are_found() -> None:
    """A command and a flag that are not there."""
    assert unknown(["swerve"]) == ["swerve"]
    assert unknown(["serve", "--prot", "1"]) == ["--prot"]
    assert calls("reihum serve --lan  # so\n/opt/reihum/bin/reihum backup x\n") == [["serve", "--lan"], ["backup", "x"]]


def test_every_setting_is_described() -> None:
    """Flag, variable and default stand in the table; nothing else does."""
    rows = table("deploy", "flag")
    assert {flag.strip("`") for flag, *_ in rows} == {f"--{field.encode_name}" for field in fields(Config)}
    assert {name.strip("`") for _, name, *_ in rows} == SETTINGS
    for flag, _, default, _ in rows:
        value = next(field.default for field in fields(Config) if f"--{field.encode_name}" == flag.strip("`"))
        assert not isinstance(value, int) or isinstance(value, bool) or default == str(value)


def test_the_service() -> None:
    """systemd's file: the command, its settings, a stop that leaves enough time."""
    unit = ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(DEPLOY / "reihum.service")
    service = unit["Service"]
    program, *words = shlex.split(service["ExecStart"])
    assert program.endswith("/reihum")
    assert unknown(words) == []
    assert service["Environment"].partition("=")[0] in SETTINGS
    assert int(service["TimeoutStopSec"]) > 5
    assert words[words.index("--config") + 1] == "/etc/reihum.toml"


def test_the_settings_of_the_service() -> None:
    """A file that the server takes."""
    config = read({}, {}, str(DEPLOY / "reihum.toml"))
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
    assert unknown([word.strip(' "') for word in words.split(",")]) == []


def test_the_proxy() -> None:
    """Caddy's file leads to the usual port; the command it mentions is right."""
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert {*re.findall(r"reverse_proxy 127\.0\.0\.1:(\d+)", text)} == {PORT}
    (call,) = re.findall(r"reihum (serve .*) …", text)
    assert unknown(shlex.split(call)) == []
