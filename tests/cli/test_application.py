"""The command line itself: help, languages, exit statuses, and what happens when nobody reads on."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
from pathlib import Path
from unittest import mock

import click
import pytest

from reihum.cli import main
from reihum.cli.game_options import spell_flag
from reihum.cli.group import ADMIN_COMMANDS, REIHUM
from reihum.games import GAMES
from reihum.texts import LANGUAGES
from terminal import reihum

COMMANDS = [
    "games",
    "rules",
    "play",
    "join",
    "serve",
    "train",
    "simulate",
    "replay",
    "verify",
    "review",
    "site",
    "check",
    "compact",
    "backup",
    "restore",
    "admin",
    *(f"admin {name}" for name in ADMIN_COMMANDS),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("words", [[], ["--help"], *([*name.split(), "--help"] for name in COMMANDS)], ids=" ".join)
def test_help(words: list[str], language: str) -> None:
    """Help is complete in every language, and no message key is shown in place of a text."""
    run = reihum(*words, "--lang", language)
    assert (run.status, run.errors) == (0, "")
    assert "--help" in run.out
    assert "cli." not in run.out
    assert "[required]" not in run.out


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_help_shows_the_options_of_the_game(game: str, language: str) -> None:
    """The options that a game declares become flags."""
    out = reihum("play", game, "--help", "--lang", language).out
    assert all(f"--{name.replace('_', '-')}" in out for name in GAMES[game].options)


def test_no_flag_means_two_things() -> None:
    """No flag of a command is also an option of a game."""
    ctx = click.Context(REIHUM)
    commands = [REIHUM.get_command(ctx, name) for name in REIHUM.list_commands(ctx)]
    own = {flag for command in commands if command for param in command.get_params(ctx) for flag in param.opts}
    assert {"--seats", "-s", "--continue", "--help"} <= own
    options = {spell_flag(name) for facts in GAMES.values() for name in facts.options}
    assert not options & {*own, "--lang", "--version"}


@pytest.mark.parametrize(
    ("environment", "word"),
    [
        ({"LANG": "de_AT"}, "Aufruf"),
        ({"LANG": "fr"}, "Usage\u00a0:"),
        ({"LANG": "C"}, "Usage:"),
        ({"LC_ALL": "de"}, "Aufruf"),
    ],
)
def test_the_environment_names_the_language(environment: dict[str, str], word: str) -> None:
    """Without --lang the environment chooses the language."""
    assert word in reihum("--help", environment=environment).out


@pytest.mark.parametrize("words", [["--lang", "de", "games"], ["games", "--lang=de"], ["games", "--lang", "de"]])
def test_the_language_may_stand_anywhere(words: list[str]) -> None:
    """--lang may stand before or after the command."""
    assert "Elfer-Klassiker" in reihum(*words).out


def test_version() -> None:
    """--version prints one line."""
    assert reihum("--version").out.startswith("reihum 0.")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["nosuch"], "Diesen Befehl gibt es nicht"),
        (["rules"], "Es fehlt: SPIEL"),
        (["games", "--zz"], "Den Schalter --zz gibt es hier nicht"),
        (["verify", "a", "b"], "Das gehört nicht hierher: b"),
        (["simulate", "classic", "-n", "many"], "-n braucht eine ganze Zahl, mindestens 1"),
        (["simulate", "classic", "-n", "0"], "-n braucht eine ganze Zahl, mindestens 1"),
        (["simulate", "classic", "--games", "0"], "--games braucht eine ganze Zahl, mindestens 1"),
        (["play", "classic", "-s", "abc"], "-s braucht eine ganze Zahl."),
        (["play", "classic", "--seats=abc"], "--seats braucht eine ganze Zahl."),
        (["play", "classic", "--seat", "abc", "--", "-s"], "--seat braucht eine ganze Zahl, mindestens 1."),
        (["serve", "--port", "abc"], "--port: „abc“ ist kein Port; das ist eine ganze Zahl von 0 bis 65535."),
        (["serve", "--port", "99999"], "--port: „99999“ ist kein Port; das ist eine ganze Zahl von 0 bis 65535."),
        (["serve", "--rate", "-1"], "--rate: „-1“ geht nicht; nötig ist eine ganze Zahl, mindestens 0"),
        (["serve", "--address-rate", "x"], "--address-rate: „x“ geht nicht"),
        (["serve", "--log", "foo"], "--log: „foo“ gibt es nicht; es gibt: debug, info, warning, error."),
        (["serve", "--metrics", "foo"], "--metrics: „foo“ ist keine IP-Adresse"),
        (["play", "classic", "--seed"], "Hinter --seed fehlt der Wert"),
        (["play", "classic", "two", "words"], "Das gehört nicht hierher: two words"),
    ],
)
def test_what_is_not_understood(words: list[str], part: str) -> None:
    """A usage error is one sentence in the reader's language, on the error channel, with status 2."""
    run = reihum(*words, "--lang", "de")
    assert (run.status, run.out) == (2, "")
    assert run.errors.startswith(part)
    assert run.errors.count("\n") == 1


@pytest.mark.parametrize("words", [["games", "--lang", "it"], ["games", "--lang"], ["--lang=", "games"]])
def test_a_language_that_is_not_there(words: list[str]) -> None:
    """An unknown language is refused with a list of the languages."""
    run = reihum(*words)
    assert run.status == 2
    assert "de, en, fr" in run.errors


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["play", "nosuch"], "nosuch"),
        (["rules", "nosuch"], "classic, false-start"),
        (["play", "classic", "-s", "7"], "2–6"),
        (["play", "classic", "--blocking", "maybe"], "off, take3, draw"),
        (["play", "--blocking=maybe", "classic"], "off, take3, draw"),
        (["play", "classic", "--blocking"], "off, take3, draw"),
        (["play", "classic", "--colour", "red"], "--colour"),
        (["play", "classic", "--colour", "red"], "--edition, --without, --elevens, --turn, --stock"),
        (["rules", "classic", "--without", "R"], "--edition 60"),
        (["play", "mogeln", "--edition", "60", "--no-full-deck"], "--full-deck"),
        (["play", "quartett", "-s", "2"], "--bluff"),
        (["play", "classic", "--bots", "nobody"], "nobody"),
        (["play", "classic", "--rounds", "0"], "players"),
        (["play", "classic", "--seat", "5"], "1 … 4"),
        (["simulate", "classic", "--bots", "random,nobody"], "nobody"),
        (["simulate", "classic", "--versus", "nobody"], "nobody"),
        (["replay", "no/such/file"], "no/such/file"),
        (["verify", "."], "."),
        (["play", "--record", "no/such/folder/file"], "no/such/folder/file"),
    ],
)
def test_what_is_refused(words: list[str], named: str, language: str) -> None:
    """What the engine or the disk refuses gives one clear sentence and status 1, never a traceback."""
    run = reihum(*words, "--lang", language)
    assert (run.status, run.out) == (1, "")
    assert named in run.errors
    assert run.errors.count("\n") == 1
    assert "Traceback" not in run.errors


def started(*words: str, **how: object) -> subprocess.Popen[str]:
    """The command as a process of its own; missing texts are errors there too."""
    environment = os.environ | {"PYTHONWARNINGS": "error"}
    call = [sys.executable, "-c", "import sys; from reihum.cli import main; sys.exit(main())", *words]
    return subprocess.Popen(call, env=environment, text=True, stderr=subprocess.PIPE, **how)  # type: ignore[call-overload, no-any-return]  # noqa: S603


@pytest.mark.parametrize("words", [["games"], ["rules", "classic"], ["--help"]], ids=" ".join)
def test_nobody_reads_on(words: list[str]) -> None:
    """``reihum games | head -1`` ends quietly."""
    reader, writer = os.pipe()
    os.close(reader)
    process = started(*words, stdout=writer)
    os.close(writer)
    assert process.communicate()[1] == ""
    assert process.returncode == 0


def test_help_is_quick() -> None:
    """Help loads neither the drawing library nor the bots, the host or the server."""
    heavy = "rich numba asyncio reihum.arena reihum.bots reihum.host reihum.server reihum.store"
    check = "import sys; from reihum.cli import main; main(['--help']); "
    check += f"sys.exit({{*'{heavy}'.split()}} & {{*sys.modules}})"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=False)  # noqa: S603
    assert done.stderr == "set()\n"


def test_a_terminal_that_lacks_characters() -> None:
    """A character that the terminal cannot show becomes a question mark, not an error."""
    environment = {"PYTHONIOENCODING": "ascii", "PYTHONWARNINGS": "error"}
    call = [sys.executable, "-c", "from reihum.cli import main; main()", "games", "--lang", "de"]
    found = subprocess.run(call, env=os.environ | environment, capture_output=True, text=True, check=True)  # noqa: S603
    assert "?berall anschlie?en" in found.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_library_speaks_its_own_language(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a cut-off record, a missing server and a bad variable the command has its own sentences."""
    file = tmp_path / "half.jsonl"
    file.write_text((Path(__file__).parent.parent / "golden" / "classic.jsonl").read_text()[:700])
    monkeypatch.setattr("urllib.request.urlopen", _nobody)
    half, nobody = (
        reihum(*words, "--lang", language) for words in (["verify", str(file)], ["join", "127.0.0.1:1", "classic"])
    )
    wrong = reihum("serve", "--lang", language, environment={"REIHUM_PORT": "abc"})
    assert (half.status, nobody.status, wrong.status) == (1, 1, 2)
    assert "truncated" not in half.errors
    assert "14" in half.errors
    assert "http://127.0.0.1:1" in nobody.errors
    assert "refused" not in nobody.errors
    assert wrong.errors.startswith("REIHUM_PORT")
    assert "65535" in wrong.errors


def _nobody(*_: object, **__: object) -> None:
    raise OSError(111, "Connection refused")


class FullDisk(io.StringIO):
    """Standard output to a full disk: writing fails at once or when the buffer is flushed."""

    def __init__(self, *, late: bool) -> None:
        super().__init__()
        self._late = late

    def write(self, text: str) -> int:
        return len(text) if self._late else self._full()

    def flush(self) -> None:
        self._full()

    def _full(self) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("words", [["games"], ["rules", "classic"], ["--help"], ["--version"]], ids=" ".join)
@pytest.mark.parametrize(("language", "part"), [("de", "Die Ausgabe"), ("en", "The output"), ("fr", "Impossible")])
def test_a_full_disk(words: list[str], late: bool, language: str, part: str) -> None:
    """``reihum games > file`` on a full disk gives one sentence and status 1."""
    errors = io.StringIO()
    with mock.patch.multiple(sys, stdout=FullDisk(late=late), stderr=errors):
        assert main([*words, "--lang", language]) == 1
    assert errors.getvalue().startswith(part)
    assert errors.getvalue().count("\n") == 1


def test_a_missing_extra() -> None:
    """Without the library that an extra brings, the command says what to install."""
    check = "import sys; sys.modules['websockets'] = None; from reihum.cli import main; sys.exit(main(['join', 'x']))"
    found = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=False)  # noqa: S603
    assert (found.returncode, found.stdout) == (1, "")
    assert "websockets" in found.stderr
    assert 'pip install "reihum[server]"' in found.stderr


def test_as_a_module() -> None:
    """``python -m reihum`` is the command."""
    call = [sys.executable, "-m", "reihum", "--version"]
    found = subprocess.run(call, capture_output=True, text=True, check=True)  # noqa: S603
    assert found.stdout.startswith("reihum 0.")
