"""The files and documents for operators name commands, flags, settings and files that exist."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from configparser import ConfigParser
from pathlib import Path
from zipfile import ZipFile

import click
import pytest
from msgspec.structs import fields

from documents import document, table
from missing import NOT_TESTED, cannot_test
from reihum.cli.group import REIHUM
from reihum.server.app import ENDPOINTS
from reihum.server.config import Config, read_config, variable
from tools import page, site
from waiting import block_until

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
SETTINGS = {variable(field.encode_name) for field in fields(Config)}
PORT = str(Config().port)
PATHS = {endpoint.path for endpoint in ENDPOINTS} | {"/ws/tables/{table}"}


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
    """The package can be built from the copied files, page and texts included. (What npm would fetch is linked, and the
    engine for browsers, which takes long, is left out.)"""
    try:
        page.ready()
    except page.NoNode as missing:
        cannot_test(str(missing))
    source = copy_context(tmp_path)
    assert not (source / "web" / "node_modules").exists()
    assert not (source / "src" / "reihum" / "server" / "page").exists()
    (source / "web" / "node_modules").symlink_to(page.WEB / "node_modules")
    shutil.copystat(page.WEB / "package-lock.json", source / "web" / "package-lock.json")
    (source / site.LOCK.name).unlink()
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    done = subprocess.run(build, cwd=source, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    (wheel,) = (source / "dist").glob("*.whl")
    assert {"reihum/server/page/index.html", "reihum/texts/catalogues.json"} <= {*ZipFile(wheel).namelist()}


def test_the_container_is_pinned() -> None:
    """The base image has a digest, and whatever is installed from outside has hashes."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    assert find_loose_parts(text) == []


def find_loose_parts(text: str) -> list[str]:
    """The lines of a Containerfile that take something without a digest or a hash."""
    lines = text.replace("\\\n", " ").splitlines()
    bases = [line for line in lines if line.startswith(("FROM ", "ARG BASE="))]
    loose = [line for line in bases if not re.search(r"@sha256:[0-9a-f]{64}(\s|$)|^FROM \$\{BASE\}( AS \w+)?$", line)]
    for line in lines:
        for step in re.findall(r"pip (?:install|wheel) [^&]*", line):
            locks = re.findall(r"-r /source/(\S+)", step)
            is_ours = "--no-deps" in step and ("--no-index" in step or "--no-build-isolation" in step)
            if not is_ours and not (locks and "--require-hashes" in step):
                loose.append(step.strip())
            loose += [lock for lock in locks if "--hash=sha256:" not in (ROOT / lock).read_text(encoding="utf-8")]
        loose += [line] if line.startswith("RUN") and re.search(r"apt-get|curl|wget", line) else []
    return loose


@pytest.mark.parametrize(
    ("sound", "fault"),
    [
        ("@sha256:", ":sha256-"),
        ("--require-hashes ", ""),
        ("--no-build-isolation ", ""),
        ("--no-index ", ""),
        ("RUN useradd", "RUN apt-get install -y curl && useradd"),
    ],
)
def test_a_loose_container_is_found(sound: str, fault: str) -> None:
    """Planted faults: whatever could change from one build to the next."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    assert sound in text
    assert find_loose_parts(text.replace(sound, fault)) != []


def can_build(name: str) -> bool:
    """Whether a program can build containers here; docker alone cannot, without its daemon."""
    return bool(shutil.which(name)) and not subprocess.run([name, "info"], capture_output=True, check=False).returncode  # noqa: S603


def find_builder() -> str:
    """A program that can build containers here. Not even a complete set of programs includes one."""
    found = next(filter(can_build, ("podman", "docker")), None)
    if found is None:
        pytest.skip(f"{NOT_TESTED}: no builder of containers is at work (podman, or docker with its daemon)")
    return found


@pytest.mark.full
def test_the_container_runs() -> None:
    """It can be built, starts, says that it is ready, and keeps its data in the volume."""
    builder = find_builder()

    def run(*words: str) -> str:
        done = subprocess.run([builder, *words], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
        assert done.returncode == 0, done.stderr[-4000:]
        return done.stdout.strip()

    run("build", "-f", "deploy/Containerfile", "-t", "reihum-test", ".")
    container = run("run", "--detach", "--rm", "reihum-test", "serve", "--lazy")
    try:
        ask = "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8011/ready')"
        words = [builder, "exec", container, "python", "-c", ask]
        block_until(lambda: not subprocess.run(words, capture_output=True, check=False).returncode)  # noqa: S603
        assert "reihum.sqlite" in run("exec", container, "ls", "/data")
    finally:
        run("stop", container)


def test_the_proxy() -> None:
    """Caddy's file leads to the usual port, and the command in it is right."""
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert {*re.findall(r"reverse_proxy 127\.0\.0\.1:(\d+)", text)} == {PORT}
    (call,) = re.findall(r"reihum (serve .*) …", text)
    assert find_unknown(shlex.split(call)) == []


PROXIES = ("two-processes.Caddyfile", "nginx.conf", "haproxy.cfg")
TELLING_PROXIES = {"nginx.conf": "X-Client-RTT $tcpinfo_rtt;", "haproxy.cfg": "X-Client-RTT %[fc_rtt(us)]"}


@pytest.mark.parametrize("name", PROXIES)
def test_the_proxies_of_two_processes(name: str) -> None:
    """The processes have the ports of the documents. What is asked about a table, and every connection to it, has the
    same key for the choice of a process."""
    text = (DEPLOY / name).read_text(encoding="utf-8")
    processes = re.findall(r"127\.0\.0\.1:(\d+)", text)
    assert processes == [PORT, str(int(PORT) + 1)]
    assert all(f"reihum@{port}" in document("deploy") for port in processes)
    assert {*re.findall(r"GET (/\w+)|health_uri (/\w+)", text)} <= {("/ready", ""), ("", "/ready")}
    assert f"](../deploy/{name})" in document("deploy")
    (pattern,) = re.findall(r"/tables/\([^)]+\)", text)
    about_tables = [path for path in PATHS if "/tables/" in path]
    found = [re.findall(pattern.replace("?<", "?P<"), path.replace("{table}", "t-1")) for path in about_tables]
    assert found == [["t-1"]] * len(about_tables)


@pytest.mark.parametrize("name", TELLING_PROXIES)
def test_proxies_that_tell_the_round_trip(name: str) -> None:
    """They write the header that the server reads, in the form of the documents, whatever a client has sent; and the
    server is told to believe it."""
    text = (DEPLOY / name).read_text(encoding="utf-8")
    assert TELLING_PROXIES[name] in text
    assert re.search(rf"set[-_]header {re.escape(TELLING_PROXIES[name])}", document("deploy"))
    (call,) = re.findall(r"reihum (serve .*) …", text)
    assert find_unknown(shlex.split(call)) == []
    assert read_config({"proxy": "127.0.0.1", "proxy-rtt": "--proxy-rtt" in call}, {}).proxy_rtt
    assert re.search(r"127\.0\.0\.1|localhost", call)


@pytest.mark.parametrize(
    ("program", "name", "check"),
    [
        ("nginx", "nginx.conf", ["nginx", "-t", "-p", ".", "-c"]),
        ("haproxy", "haproxy.cfg", ["haproxy", "-c", "-f"]),
        ("caddy", "two-processes.Caddyfile", ["caddy", "validate", "--adapter", "caddyfile", "--config"]),
    ],
)
def test_the_proxies_accept_their_files(program: str, name: str, check: list[str], tmp_path: Path) -> None:
    """The program itself is asked, if it is here; the certificates are left out."""
    if shutil.which(program) is None:
        pytest.skip(f"{NOT_TESTED}: {program} is not installed")
    text = (DEPLOY / name).read_text(encoding="utf-8")
    text = re.sub(r" ssl(?=;)| ssl crt .*|^\s*ssl_.*$", "", text, flags=re.MULTILINE)
    if program == "nginx":
        text = f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\n{text}\n}}\n"
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    done = subprocess.run([*check, str(file)], cwd=tmp_path, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0 or "syntax is ok" in done.stderr, done.stderr  # nginx also wants folders of its own


def test_the_service_of_two_processes() -> None:
    """The command in the documents makes a service of each port."""
    unit = (DEPLOY / "reihum.service").read_text(encoding="utf-8")
    assert unit.replace("serve", "serve --port %i").count("reihum serve --port %i --config") == 1
