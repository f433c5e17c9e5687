"""The command ``reihum`` as a whole: its own commands, and those that other packages bring.

Another package adds a command by an entry point of the group ``reihum.commands`` that leads to a click command
(docs/command.md). The screen is ``ctx.obj``; help texts are message keys or plain texts.
"""

from __future__ import annotations

import sys
from functools import cached_property
from typing import TYPE_CHECKING

import click
from msgspec import Struct

from reihum.cli import arguments
from reihum.cli.command import adopt_command, make_command
from reihum.cli.errors import UnknownCommand, describe_error
from reihum.cli.help import describe_command, write_head, write_list, write_parameters
from reihum.errors import ReihumError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from reihum.texts import Texts

ENTRY_POINTS = "reihum.commands"
ADMIN = "admin"

COMMANDS: dict[str, tuple[type[Struct], str]] = {
    "games": (arguments.GamesArguments, "reihum.cli.games:show_games"),
    "rules": (arguments.RulesArguments, "reihum.cli.rules:show_rules"),
    "play": (arguments.PlayArguments, "reihum.cli.play:play"),
    "join": (arguments.JoinArguments, "reihum.cli.join:join_table"),
    "bot": (arguments.BotArguments, "reihum.cli.bot:run_bot"),
    "simulate": (arguments.SimulateArguments, "reihum.cli.simulate:simulate_games"),
    "arena": (arguments.ArenaArguments, "reihum.cli.arena:hold_contest"),
    "lab": (arguments.LabArguments, "reihum.cli.lab:investigate_game"),
    "replay": (arguments.ReplayArguments, "reihum.cli.replay:show_replay"),
    "review": (arguments.ReviewArguments, "reihum.cli.review:review_record"),
    "verify": (arguments.VerifyArguments, "reihum.cli.verify:verify_file"),
    "site": (arguments.SiteArguments, "reihum.cli.site:write_files"),
    "check": (arguments.CheckArguments, "reihum.cli.backup:check"),
    "compact": (arguments.CompactArguments, "reihum.cli.backup:compact"),
    "backup": (arguments.BackupArguments, "reihum.cli.backup:backup"),
    "restore": (arguments.RestoreArguments, "reihum.cli.backup:restore"),
}

ADMIN_COMMANDS: dict[str, tuple[type[Struct], str]] = {
    "list": (arguments.AdminListArguments, "reihum.cli.admin:list_store"),
    "close": (arguments.AdminTableArguments, "reihum.cli.admin:close"),
    "hide": (arguments.AdminTableArguments, "reihum.cli.admin:hide"),
    "show": (arguments.AdminTableArguments, "reihum.cli.admin:show"),
    "export": (arguments.AdminExportArguments, "reihum.cli.admin:export"),
    "delete": (arguments.AdminDeleteArguments, "reihum.cli.admin:delete"),
    "ban": (arguments.AdminBanArguments, "reihum.cli.admin:ban"),
    "unban": (arguments.AdminUnbanArguments, "reihum.cli.admin:unban"),
    "announce": (arguments.AdminAnnounceArguments, "reihum.cli.admin:announce"),
    "audit": (arguments.AdminAuditArguments, "reihum.cli.admin:audit"),
}


class BadPlugin(ReihumError):
    """A command of another package cannot be loaded."""


class AdminGroup(click.Group):
    """The commands of the operator. Without any it shows its help."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words."""
        return super().parse_args(ctx, args or ["--help"])

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name all commands."""
        return [*ADMIN_COMMANDS]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Load a command."""
        return make_command(name, *ADMIN_COMMANDS[name], path="admin.") if name in ADMIN_COMMANDS else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first word names."""
        if not ctx.resilient_parsing and not args[0].startswith("-") and args[0] not in ADMIN_COMMANDS:
            raise UnknownCommand(", ".join(ADMIN_COMMANDS))
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write usage, purpose and commands."""
        texts: Texts = ctx.obj.texts
        write_head(self, ctx.command_path, formatter, texts)
        rows = [(name, describe_command(f"admin.{name}", texts)) for name in ADMIN_COMMANDS]
        write_list("commands", rows, formatter, texts)
        write_parameters(self, formatter, texts)


class CommandGroup(click.Group):
    """All commands, loaded when they are used."""

    @cached_property
    def plugins(self) -> dict[str, EntryPoint]:
        """The entry points of other packages, by command."""
        from importlib.metadata import entry_points  # late: our own commands do without it

        points = sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name)
        return {point.name: point for point in points if point.name not in (*COMMANDS, ADMIN)}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name all commands: ours first, then those of other packages."""
        return [*COMMANDS, ADMIN, *self.plugins]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Load a command."""
        if name in COMMANDS:
            return make_command(name, *COMMANDS[name])
        if name == ADMIN:
            return AdminGroup(ADMIN, help=f"cli.help.{ADMIN}")
        return self._load_plugin(ctx, self.plugins[name]) if name in self.plugins else None

    def _load_plugin(self, ctx: click.Context, point: EntryPoint) -> click.Command | None:
        try:
            return adopt_command(point.name, point.load())
        except Exception as error:
            if ctx.resilient_parsing:  # the shell completes a word, and has no place for a complaint
                return None
            package = point.dist.name if point.dist else "–"
            raise BadPlugin("cli.plugin", name=point.name, package=package, detail=str(error)) from error

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first word names."""
        name = args[0]
        if not ctx.resilient_parsing and not name.startswith("-") and name not in self.list_commands(ctx):
            raise UnknownCommand(", ".join(self.list_commands(ctx)))
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write usage, purpose, commands and options."""
        texts: Texts = ctx.obj.texts
        write_head(self, ctx.command_path, formatter, texts)
        write_list("commands", self._describe_commands(ctx, texts), formatter, texts)
        write_parameters(self, formatter, texts)
        formatter.write_paragraph()
        formatter.write_text(texts.text("cli.help.example"))

    def _describe_commands(self, ctx: click.Context, texts: Texts) -> list[tuple[str, str]]:
        """Describe every command in a sentence. A plugin without a text in our catalogues must be loaded for it."""
        rows = []
        for name in self.list_commands(ctx):
            sentence = describe_command(name, texts)
            try:
                command = None if sentence else self.get_command(ctx, name)
            except BadPlugin as error:  # a broken plugin must not break the list
                print(describe_error(error, texts), file=sys.stderr)
                continue
            rows.append((name, sentence or (command.get_short_help_str() if command else "")))
        return rows


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"reihum {version('reihum')}")
        ctx.exit()


REIHUM = CommandGroup(
    "reihum",
    help="cli.help.reihum",
    params=[
        click.Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_print_version,
            help="cli.help.version",
        )
    ],
)
