"""Help in the reader's language. Commands and parameters carry message keys; they become texts here."""

from __future__ import annotations

from collections.abc import Iterator

import click

from reihum.cli.game_options import describe_options
from reihum.engine import Facts
from reihum.engine.rule_pages import option_value
from reihum.texts import LANGUAGES, Texts

FIRST_COLUMN_WIDTH = 36
"""A wider first column pushes its description to the next line."""


def translate(key: str | None, texts: Texts) -> str:
    """The text for a key. A command of another package may bring plain texts instead."""
    return texts.text(key) if key and texts.has(key) else key or ""


def describe_command(name: str, texts: Texts, fallback: str = "") -> str:
    """One sentence about a command, for the list of commands."""
    keys = (f"cli.help.{name}-short", f"cli.help.{name}")
    return next((texts.text(key) for key in keys if texts.has(key)), fallback)


def describe_arguments(command: click.Command, texts: Texts) -> Iterator[tuple[str, str]]:
    """What stands for every argument of a command, and what it means."""
    for parameter in command.params:
        if isinstance(parameter, click.Argument):
            yield translate(parameter.human_readable_name, texts), translate(parameter.help, texts)


def describe_flags(command: click.Command, texts: Texts) -> Iterator[tuple[str, str]]:
    """Every option of a command as it is typed, with its default, and what it means."""
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            yield _spell_option(parameter, texts), translate(parameter.help, texts)
    yield "--lang " + "|".join(LANGUAGES), texts.text("cli.help.lang")
    yield "--help", texts.text("cli.help.help")


def _spell_option(parameter: click.Option, texts: Texts) -> str:
    parts = [", ".join(parameter.opts), translate(parameter.metavar, texts)]
    default = parameter.show_default if isinstance(parameter.show_default, str) else parameter.to_info_dict()["default"]
    if default not in (None, False, ()):
        parts.append(f"[{default}]")
    return " ".join(filter(None, parts))


def describe_usage(command: click.Command, texts: Texts) -> str:
    """What follows the name of a command."""
    parts = [texts.text("cli.value.command")] if isinstance(command, click.Group) else []
    for parameter in command.params:
        if isinstance(parameter, click.Argument):
            name = translate(parameter.human_readable_name, texts)
            parts.append(name if parameter.required else f"[{name}]")
    return " ".join([*parts, texts.text("cli.value.options")])


def write_head(command: click.Command, path: str, formatter: click.HelpFormatter, texts: Texts) -> None:
    """Write how the command is typed and what it does."""
    formatter.write_usage(path, describe_usage(command, texts), texts.text("cli.help.usage") + " ")
    formatter.write_paragraph()
    for paragraph in translate(command.help, texts).split("\n\n"):
        formatter.write_text(paragraph)


def write_parameters(command: click.Command, formatter: click.HelpFormatter, texts: Texts) -> None:
    """Write the arguments and options of a command."""
    if arguments := list(describe_arguments(command, texts)):
        write_list("arguments", arguments, formatter, texts)
    write_list("options", list(describe_flags(command, texts)), formatter, texts)


def write_game_options(games: list[Facts], formatter: click.HelpFormatter, texts: Texts, *, youngest: bool) -> None:
    """Write the options of the game that was named, or say where to find them."""
    if not games:
        formatter.write_paragraph()
        formatter.write_text(texts.text("cli.help.more-options"))
    for facts in games[:1]:
        if facts.options:
            rows = list(describe_game_options(facts, texts, youngest=youngest))
            with formatter.section(texts.text("cli.help.game-options", name=texts.text(f"{facts.id}.name"))):
                formatter.write_dl(rows, col_max=FIRST_COLUMN_WIDTH)


def describe_game_options(facts: Facts, texts: Texts, *, youngest: bool) -> Iterator[tuple[str, str]]:
    """Every option of a game as it is typed, and what it means; below it, what its values change."""
    from reihum.protocol.effects import describe_effect  # here, so that the short help does not load the protocol

    for option, flag in zip(facts.options.values(), describe_options(facts, youngest=youngest), strict=True):
        yield flag, texts.text(f"option.{option.name}")
        for value in ("",) if option.kind == "each" else option.values(facts.seats[-1]):
            if effect := describe_effect(facts.id, option, value, texts):
                yield f"  {option_value(value)}", effect


def write_list(title: str, rows: list[tuple[str, str]], formatter: click.HelpFormatter, texts: Texts) -> None:
    """Write a titled list in two columns."""
    with formatter.section(texts.text(f"cli.help.{title}")):
        formatter.write_dl(rows, col_max=FIRST_COLUMN_WIDTH)
