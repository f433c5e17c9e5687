"""``reihum serve``: every setting of the server is a flag. The server itself is imported when it starts."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

import click
from msgspec.structs import FieldInfo, fields

from reihum.bots.registry import PYTHON_PREFIX
from reihum.engine.bots import add_bot
from reihum.errors import ReihumError
from reihum.server.config import Config, find_unknown_variables, read_config
from reihum.texts import Texts

VALUES = {"data": "file", "bot": "bot", "root-path": "text", "daily": "text"}
"""What stands in the help for the value of a setting that is neither a number nor an address."""


def make_options() -> Iterator[click.Option]:
    """Make an option for every setting."""
    yield click.Option(["--config"], metavar="cli.value.file", help="cli.help.serve.config")
    yield click.Option(["--open"], is_flag=True, help="cli.help.serve.open")
    yield from map(_make_option, fields(Config))


def _make_option(field: FieldInfo) -> click.Option:
    """Make the option of a setting. It has no default: without it, the environment or a file decides."""
    names, text = [field.name, f"--{field.encode_name}"], f"cli.help.serve.{field.encode_name}"
    if field.type is bool:
        return click.Option(names, is_flag=True, help=text)
    return click.Option(
        names,
        multiple=isinstance(field.default, tuple),
        metavar=_describe_value(field),
        show_default=str(field.default) if field.default and isinstance(field.default, str | int) else False,
        help=text,
    )


def _describe_value(field: FieldInfo) -> str:
    """What stands for the value in the help: a message key, or all possible values."""
    if get_origin(field.type) is Literal:
        return "|".join(get_args(field.type))
    kind = "number" if isinstance(field.default, int) else VALUES.get(field.encode_name, "address")
    return f"cli.value.{kind}"


def serve_tables(texts: Texts, flags: dict[str, Any], file: str | None, *, open_page: bool) -> None:
    """Read the settings and serve until a signal comes."""
    config = read_config(flags, os.environ, file)
    for name in find_unknown_variables(os.environ):
        print(texts.text("serve.stranger", name=name), file=sys.stderr)
    try:
        from reihum.server import browser
        from reihum.server.banner import print_banner
        from reihum.server.browser import find_running_server
        from reihum.server.logs import configure_logging
        from reihum.server.server import RunningServer, run
    except ModuleNotFoundError as error:
        raise ReihumError("cli.extra", missing=error.name, extra="server") from None
    configure_logging(config.log, config.log_format)
    for bot in config.bot:
        name, _, reference = bot.partition("=")
        add_bot(name, reference.removeprefix(PYTHON_PREFIX))
    if open_page and (address := find_running_server(config)):
        print(texts.text("serve.already", address=address))
        browser.open_page(address)
        return

    def announce(server: RunningServer) -> None:
        address = print_banner(server, texts)
        if open_page:
            browser.open_page(address)

    run(config, announce)


@click.pass_obj
def _start(screen: Any, /, config: str | None, open: bool, **settings: Any) -> None:
    flags = {name.replace("_", "-"): None if value in ((), False) else value for name, value in settings.items()}
    serve_tables(screen.texts, flags, config, open_page=open)


serve = click.Command("serve", params=list(make_options()), callback=_start, help="cli.help.serve")
