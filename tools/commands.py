"""The parts of docs/command.md that follow from the declarations of the command: the list of commands, and every
parameter of each."""

from __future__ import annotations

from collections.abc import Iterator

import click

from reihum.cli.group import REIHUM, AdminGroup
from reihum.cli.help import describe_arguments, describe_command, describe_flags, describe_usage, translate
from reihum.texts import Texts

TEXTS = Texts("en")
EVERYWHERE = ("--lang", "--help")


def list_commands() -> str:
    """All commands, a line each."""
    rows = [
        (f"[`reihum {name}`](#reihum-{name.replace(' ', '-')})", describe_command(name.replace(" ", "."), TEXTS))
        for name, _ in _commands()
    ]
    return make_table("command", rows)


def describe_commands() -> str:
    """A section for every command, with its parameters."""
    return "\n\n".join(part for name, command in _commands() for part in _section(name, command))


def _commands() -> Iterator[tuple[str, click.Command]]:
    ctx = click.Context(REIHUM)
    for name in REIHUM.list_commands(ctx):
        command = REIHUM.get_command(ctx, name)
        assert command is not None
        yield name, command
        if isinstance(command, AdminGroup):
            for part in command.list_commands(ctx):
                found = command.get_command(ctx, part)
                assert found is not None
                yield f"{name} {part}", found


def _section(name: str, command: click.Command) -> Iterator[str]:
    yield f"### reihum {name}"
    yield translate(command.help, TEXTS)
    yield f"`reihum {name} {describe_usage(command, TEXTS)}`"
    flags = [row for row in describe_flags(command, TEXTS) if not row[0].startswith(EVERYWHERE)]
    rows = [(f"`{spelling}`", meaning) for spelling, meaning in [*describe_arguments(command, TEXTS), *flags]]
    if rows:
        yield make_table("parameter", rows)


def make_table(title: str, rows: list[tuple[str, str]]) -> str:
    """A table of two columns."""
    lines = [f"| {title} | meaning |", "|---|---|"]
    return "\n".join([*lines, *(f"| {first.replace('|', chr(92) + '|')} | {second} |" for first, second in rows)])
