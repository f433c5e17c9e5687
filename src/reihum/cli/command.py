"""One command of ``reihum``: its parameters come from a struct, its texts from the catalogues."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct

from reihum.cli.candidates import offer_flags, offer_values
from reihum.cli.errors import UnexpectedWords
from reihum.cli.game_options import ASKS_PEOPLE, split_game_options
from reihum.cli.help import write_game_options, write_head, write_parameters
from reihum.cli.parameters import make_parameters, takes_game_options
from reihum.games import GAMES

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class TerminalCommand(click.Command):
    """A command with help in the reader's language. ``ctx.obj`` is the screen."""

    allow_extra_args = True  # they are refused below, in the reader's language

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words; refuse those that are left over."""
        super().parse_args(ctx, args)
        if ctx.args and not ctx.resilient_parsing:
            raise UnexpectedWords(" ".join(ctx.args))
        return ctx.args

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write usage, purpose, arguments and options."""
        write_head(self, ctx.command_path, formatter, ctx.obj.texts)
        write_parameters(self, formatter, ctx.obj.texts)


class GameCommand(TerminalCommand):
    """A command about a game. Every flag that is not its own is an option of the game."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take the options of the game out, wherever they stand, and read the other words."""
        own = {flag for parameter in self.get_params(ctx) for flag in parameter.opts}
        words, options = split_game_options(args, own)
        ctx.meta["games"] = [GAMES[word] for word in words if word in GAMES]
        ctx.meta["last"] = args[-1] if args else ""
        left = super().parse_args(ctx, words)
        ctx.params["options"] = options
        return left

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Offer the command's own flags and those of the game, and their values."""
        return [
            *super().shell_complete(ctx, incomplete),
            *(offer_flags(ctx, incomplete) if incomplete.startswith("-") else offer_values(ctx, incomplete)),
        ]

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the usual help, and the options of the game if one is named."""
        super().format_help(ctx, formatter)
        write_game_options(ctx.meta["games"], formatter, ctx.obj.texts, youngest=self.name in ASKS_PEOPLE)


def make_command(name: str, arguments: type[Struct], target: str, path: str = "") -> TerminalCommand:
    """Make a command from the struct that declares its parameters. ``target`` is ``module:function``, imported when the
    command runs; the function takes the screen and the struct and may return an exit status. ``path`` are the names of
    the groups around it, each with a dot."""
    kind = GameCommand if takes_game_options(arguments) else TerminalCommand

    def run(**values: Any) -> int | None:
        function: Callable[[Any, Struct], int | None] = _load(target)
        return function(click.get_current_context().obj, arguments(**values))

    return kind(name, params=list(make_parameters(arguments)), callback=run, help=f"cli.help.{path}{name}")


def adopt_command(name: str, command: object) -> click.Command:
    """Give a click command of another package our kind of help and errors; leave subclasses as they are."""
    if not isinstance(command, click.Command):
        raise TypeError(f"expected a click command, got {command!r}")
    if type(command) is not click.Command:
        return command
    return TerminalCommand(name, params=command.params, callback=command.callback, help=command.help)


def _load(target: str) -> Any:
    module, _, name = target.partition(":")
    return getattr(import_module(module), name)
