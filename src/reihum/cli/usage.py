"""Help and usage errors in the reader's language.

The command's parameters carry message keys instead of texts; they become text here, when somebody reads them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from reihum.cli.flags import flags, sort_out
from reihum.games import GAMES
from reihum.texts import LANGUAGES, Texts

WIDE = 36
"""The widest first column of a list; what is wider gets a line of its own."""

UsageError: type[Exception] = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
"""What typer raises when it cannot read the command line; it has no public name for it."""


class Command(TyperCommand):
    """A command whose help is made from message keys."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Usage, what the command does, its arguments and options."""
        texts: Texts = ctx.obj.texts
        write_help(self, ctx, formatter, texts)
        write_options(self, formatter, texts)


class GameCommand(Command):
    """A command about one game: every word it does not know itself is an option of the game."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take the game's options out, wherever they stand; ``ctx.args`` holds them as ``name=value``."""
        own = [word for param in self.get_params(ctx) for word in (*param.opts, *param.secondary_opts)]
        rest, options = sort_out(args, own)
        ctx.meta["games"] = [GAMES[word] for word in rest if word in GAMES]
        super().parse_args(ctx, rest)
        ctx.args = options
        return options

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The usual help, and the options of the game, if one is named."""
        super().format_help(ctx, formatter)
        texts: Texts = ctx.obj.texts
        for facts in [facts for facts in ctx.meta["games"] if facts.options][:1]:
            with formatter.section(texts.text("cli.help.game-options", name=texts.text(f"{facts.id}.name"))):
                formatter.write_dl(
                    [
                        (flag, texts.text(f"option.{name}"))
                        for name, flag in zip(facts.options, flags(facts), strict=True)
                    ],
                    col_max=WIDE,
                )
        if not ctx.meta["games"]:
            formatter.write_paragraph()
            formatter.write_text(texts.text("cli.help.more-options"))


class Group(TyperGroup):
    """All commands; its help lists them."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Usage, what this is, the commands, the options."""
        texts: Texts = ctx.obj.texts
        write_help(self, ctx, formatter, texts)
        with formatter.section(texts.text("cli.help.commands")):
            formatter.write_dl(
                [(name, _said(command.short_help or "", texts)) for name, command in self.commands.items()]
            )
        write_options(self, formatter, texts)
        formatter.write_paragraph()
        formatter.write_text(texts.text("cli.help.example"))


def write_help(command: Any, ctx: Any, formatter: Any, texts: Texts) -> None:
    """How the command is written and what it does."""
    formatter.write_usage(ctx.command_path, " ".join(_pieces(command, texts)), texts.text("cli.help.usage") + " ")
    formatter.write_paragraph()
    for paragraph in _said(command.help, texts).split("\n\n"):
        formatter.write_text(paragraph)


def _said(key: str, texts: Texts) -> str:
    """The text of a key; a command of another package may bring its texts as they are."""
    return texts.text(key) if texts.has(key) else key


def _pieces(command: Any, texts: Texts) -> Iterator[str]:
    if isinstance(command, TyperGroup):
        yield texts.text("cli.value.command")
    for param in command.params:
        if param.param_type_name == "argument":
            name = _said(param.metavar or param.name, texts)
            yield name if param.required else f"[{name}]"
    yield texts.text("cli.value.options")


def write_options(command: Any, formatter: Any, texts: Texts) -> None:
    """Arguments and options with their meaning."""
    arguments = [
        (_said(param.metavar or param.name, texts), _said(param.help or "", texts))
        for param in command.params
        if param.param_type_name == "argument"
    ]
    if arguments:
        with formatter.section(texts.text("cli.help.arguments")):
            formatter.write_dl(arguments)
    with formatter.section(texts.text("cli.help.options")):
        own = [_option(param, texts) for param in command.params if param.param_type_name == "option"]
        language = ("--lang " + "|".join(LANGUAGES), texts.text("cli.help.lang"))
        formatter.write_dl([*own, language, ("--help", texts.text("cli.help.help"))], col_max=WIDE)


def _option(param: Any, texts: Texts) -> tuple[str, str]:
    written = ", ".join(param.opts)
    return f"{written} {_said(param.metavar, texts)}" if param.metavar else written, _said(param.help or "", texts)


def explain(error: Any, texts: Texts, words: Sequence[str] = ()) -> str:
    """A usage error in one sentence of the reader's language; ``words`` are what was typed."""
    kind = type(error).__name__
    param = getattr(error, "param", None)
    if kind == "NoSuchOption" or kind == "BadOptionUsage":
        return texts.text(f"cli.error.{kind}", name=error.option_name)
    if kind == "MissingParameter":
        return texts.text("cli.error.MissingParameter", name=_name(param, texts))
    if kind == "BadParameter" and param is not None:
        name, least = _typed(param, words) or _name(param, texts), getattr(param.type, "min", None)
        if least is None:
            return texts.text("cli.error.BadNumber", name=name)
        return texts.text("cli.error.BadParameter", name=name, least=least)
    ctx = getattr(error, "ctx", None)
    if ctx is not None and isinstance(ctx.command, Group):
        return texts.text("cli.error.no-such-command", expected=", ".join(ctx.command.commands))
    extra = re.search(r"\(([^()]*)\)$", error.format_message())
    return texts.text("cli.error.extra", words=extra[1] if extra else error.format_message())


def _typed(param: Any, words: Sequence[str]) -> str:
    """The name of an option as it was typed; empty if it was not."""
    before = words[: words.index("--")] if "--" in words else words
    names = [word.partition("=")[0] if word.startswith("--") else word[:2] for word in before]
    return next((name for name in names if name in param.opts), "")


def _name(param: Any, texts: Texts) -> str:
    return param.opts[-1] if param.param_type_name == "option" else _said(param.metavar or param.name, texts)
