"""``reihum join``: come to a table on a server by its link, or make one there."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from reihum.cli import cookies
from reihum.cli.inbox import Inbox
from reihum.cli.online import Online
from reihum.cli.play import chosen_game
from reihum.cli.questions import Quit
from reihum.cli.screen import Screen
from reihum.client import Client, Table, Visitor
from reihum.client.address import Address, read
from reihum.errors import ReihumError
from reihum.tables.settings import Settings


class Wishes(Struct, frozen=True, kw_only=True):
    """What the command line asks for."""

    address: str
    game: str | None = None
    options: Mapping[str, Any] = {}
    seats: int | None = None
    rounds: str | None = None
    name: str | None = None
    seat: int | None = None
    watch: bool = False


def join(screen: Screen, wishes: Wishes) -> None:
    """Play at a table until its end, and at the next one with the same people."""
    address = read(wishes.address)
    name = wishes.name or screen.text("cli.play.guest")
    inbox = Inbox(screen)
    link = _link(address) if address.table else _made(inbox, address, name, wishes)
    inbox.start()
    try:
        _play(inbox, link, name, wishes)
    except Quit as leaving:
        inbox.say("cli.play.input-ended" if leaving.ended else "cli.play.bye")


def _play(inbox: Inbox, link: str, name: str, wishes: Wishes) -> None:
    """One table after another."""
    while link:
        base = read(link).base
        client = Client(link, name, seat=wishes.seat, watch=wishes.watch, cookie=cookies.known(base))
        with Table(client, inbox.queue) as table:
            cookies.keep(base, client.visitor.cookie)
            online = Online(inbox, table)
            inbox.say("cli.online.welcome", name=inbox.text(f"{online.game.id}.name"))
            inbox.say("cli.play.hint", style="dim")
            following = online.run()
        link = _link(Address(base, following.table, following.key)) if following else ""


def _link(address: Address) -> str:
    return f"{address.base}/t/{address.table}#{address.key}"


def _made(screen: Screen, address: Address, name: str, wishes: Wishes) -> str:
    """The link to a new table on a server; says so if no game was named."""
    visitor = Visitor(address.base, cookies.known(address.base))
    if wishes.game is None:
        found = asyncio.run(visitor.tables()).tables
        links = [_link(Address(address.base, table.table)).rstrip("#") for table in found]
        raise ReihumError("cli.no-table", address=address.base, tables=links or ["–"])
    game = chosen_game(wishes.game, wishes.seats, wishes.options)
    settings = Settings(game=game.id, seats=game.seats, options=dict(wishes.options), rounds=wishes.rounds)
    made = asyncio.run(visitor.create(name, settings, seat=None if wishes.watch else wishes.seat or 0))
    cookies.keep(address.base, visitor.cookie)
    screen.say("cli.online.link", link=made.link, whole=True)
    return made.link
