"""``reihum serve``: what the command line says becomes settings; the server itself is imported when it starts."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

import typer

from reihum.errors import ReihumError
from reihum.texts import Texts

File = Annotated[str | None, typer.Option("--config", metavar="cli.value.file", help="cli.help.serve.config")]
Host = Annotated[str | None, typer.Option(metavar="cli.value.address", help="cli.help.serve.host")]
Port = Annotated[str | None, typer.Option(metavar="cli.value.number", help="cli.help.serve.port")]
Lan = Annotated[bool, typer.Option("--lan", help="cli.help.serve.lan")]
Open = Annotated[bool, typer.Option("--open", help="cli.help.serve.open")]
Data = Annotated[str | None, typer.Option(metavar="cli.value.file", help="cli.help.serve.data")]
Database = Annotated[str | None, typer.Option(metavar="cli.value.address", help="cli.help.serve.database")]
Origin = Annotated[list[str] | None, typer.Option(metavar="cli.value.address", help="cli.help.serve.origin")]
Proxy = Annotated[list[str] | None, typer.Option(metavar="cli.value.address", help="cli.help.serve.proxy")]
RootPath = Annotated[str | None, typer.Option(metavar="cli.value.text", help="cli.help.serve.root-path")]
Figures = Annotated[list[str] | None, typer.Option(metavar="cli.value.address", help="cli.help.serve.metrics")]
Rate = Annotated[str | None, typer.Option(metavar="cli.value.number", help="cli.help.serve.rate")]
AddressRate = Annotated[str | None, typer.Option(metavar="cli.value.number", help="cli.help.serve.address-rate")]
Crowd = Annotated[str | None, typer.Option(metavar="cli.value.number", help="cli.help.serve.address-connections")]
Log = Annotated[str | None, typer.Option(metavar="cli.value.level", help="cli.help.serve.log")]


def serve(
    ctx: typer.Context,
    config: File = None,
    host: Host = None,
    port: Port = None,
    lan: Lan = False,
    open: Open = False,
    data: Data = None,
    database: Database = None,
    origin: Origin = None,
    proxy: Proxy = None,
    root_path: RootPath = None,
    metrics: Figures = None,
    rate: Rate = None,
    address_rate: AddressRate = None,
    address_connections: Crowd = None,
    log: Log = None,
) -> None:
    """Keep tables on the network."""
    flags = {
        "host": host,
        "port": port,
        "lan": lan or None,
        "data": data,
        "database": database,
        "origin": origin or None,
        "proxy": proxy or None,
        "root-path": root_path,
        "metrics": metrics or None,
        "rate": rate,
        "address-rate": address_rate,
        "address-connections": address_connections,
        "log": log,
    }
    start(ctx.obj.texts, flags, config, open_page=open)


def start(texts: Texts, flags: dict[str, Any], file: str | None, *, open_page: bool) -> None:
    """Read the settings and serve until a signal comes."""
    from reihum.server.config import read, strangers

    config = read(flags, os.environ, file)
    for name in strangers(os.environ):
        print(texts.text("serve.stranger", name=name), file=sys.stderr)
    try:
        from reihum.server.banner import announce
        from reihum.server.browser import already, show
        from reihum.server.logs import set_up
        from reihum.server.server import Running, run
    except ModuleNotFoundError as error:
        raise ReihumError("cli.extra", missing=error.name, extra="server") from None
    set_up(config.log)
    if open_page and (there := already(config)):
        print(texts.text("serve.already", address=there))
        show(there)
        return

    def up(running: Running) -> None:
        address = announce(running, texts)
        if open_page:
            show(address)

    run(config, up)
