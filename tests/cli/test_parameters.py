"""Parameters of the command: declared once as fields of a struct."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import click
import pytest
from msgspec import Struct

from reihum.cli.group import COMMANDS, REIHUM
from reihum.cli.parameters import GameOptions, argument, make_parameters, option, takes_game_options
from reihum.texts import LANGUAGES, Texts

ALL = [
    pytest.param(name, parameter, id=f"{name} {parameter.name}")
    for name, (arguments, _) in COMMANDS.items()
    for parameter in make_parameters(arguments)
]


class Sample(Struct, kw_only=True):
    """One field of every kind."""

    files: Annotated[tuple[Path, ...], argument("file", help="files")]
    count: Annotated[int, option("--count", "-n", value="number", minimum=2, help="count")] = 5
    quiet: Annotated[bool, option("--quiet", help="quiet")] = False
    names: Annotated[tuple[str, ...], option("--name", value="text", help="names")] = ()
    options: GameOptions = {}


def parse(*words: str) -> dict[str, object]:
    """The values that click reads."""
    command = click.Command("sample", params=list(make_parameters(Sample)))
    return command.make_context("sample", list(words)).params


def test_values_and_defaults_follow_from_the_fields() -> None:
    """Types and defaults are those of the struct; its field for game options is not a parameter."""
    assert parse("a", "b") == {"files": (Path("a"), Path("b")), "count": 5, "quiet": False, "names": ()}
    read = parse("-n", "7", "--quiet", "--name", "x", "--name", "y", "a")
    assert Sample(**read) == Sample(files=(Path("a"),), count=7, quiet=True, names=("x", "y"))  # type: ignore[arg-type]
    assert takes_game_options(Sample)
    for words in ([], ["a", "-n", "1"], ["a", "-n", "x"]):
        with pytest.raises(click.UsageError):
            parse(*words)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("command", "parameter"), ALL)
def test_every_key_has_a_text(command: str, parameter: click.Parameter, language: str) -> None:
    """What a parameter means, and what stands for its value, can be read in every language."""
    texts = Texts(language)
    assert texts.has(f"cli.help.{command}")
    assert parameter.help is not None
    assert texts.has(parameter.help)
    is_flag = isinstance(parameter, click.Option) and parameter.is_flag
    assert is_flag == (parameter.metavar is None)
    assert is_flag or texts.has(parameter.metavar or "")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_can_be_loaded(name: str) -> None:
    """The module and the function that the table names exist."""
    module, _, function = COMMANDS[name][1].partition(":")
    assert callable(getattr(__import__(module, fromlist=[function]), function))
    assert REIHUM.get_command(click.Context(REIHUM), name) is not None
