"""Commands that other packages bring: entry points of the group ``reihum.commands``, each a function for typer.

Its parameters may have message keys or plain texts as help; so may the command itself: the texts ``cli.help.NAME`` and
``cli.help.NAME-short``, or its docstring.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import typer

from reihum.cli.usage import Command
from reihum.texts import Texts

GROUP = "reihum.commands"


def add_commands(group: Any, texts: Texts) -> Iterator[str]:
    """Add every command that is installed beside ours; those that cannot be loaded are complained about, no more."""
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        if point.name in group.commands:
            continue
        try:
            group.add_command(_command(point, texts), point.name)
        except Exception as error:  # somebody else's mistake must not keep anybody from playing
            package = point.dist.name if point.dist else "–"
            yield texts.text("cli.error.plugin", name=point.name, package=package, detail=str(error))


def _command(point: EntryPoint, texts: Texts) -> Any:
    function = point.load()
    own = (function.__doc__ or point.name).strip()
    keys = (f"cli.help.{point.name}", f"cli.help.{point.name}-short")
    long, short = (key if texts.has(key) else own for key in keys)
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command(point.name, cls=Command, help=long, short_help=short)(function)
    return typer.main.get_command(app)
