"""``reihum join``: come to a table on a server by its link, or make one there."""

from __future__ import annotations

import asyncio

from reihum.cli import cookies
from reihum.cli.arguments import JoinArguments
from reihum.cli.game_choice import choose_game
from reihum.cli.inbox import Inbox
from reihum.cli.online import Online
from reihum.cli.questions import Quit
from reihum.cli.screen import Screen
from reihum.client import Client, Table, Visitor
from reihum.client.address import Address, read
from reihum.errors import ReihumError
from reihum.tables.settings import Settings


def join(screen: Screen, arguments: JoinArguments) -> None:
    """Play at a table until its end, then at the next one with the same people."""
    address = read(arguments.address)
    name = arguments.name or screen.text("cli.play.guest")
    inbox = Inbox(screen)
    link = _link(address) if address.table else _made(inbox, address, name, arguments)
    inbox.start()
    try:
        _play(inbox, link, name, arguments)
    except Quit as leaving:
        inbox.say("cli.play.input-ended" if leaving.ended else "cli.play.bye")


def _play(inbox: Inbox, link: str, name: str, arguments: JoinArguments) -> None:
    """One table after another."""
    while link:
        base = read(link).base
        client = Client(link, name, seat=arguments.seat, watch=arguments.watch, cookie=cookies.known(base))
        with Table(client, inbox.queue) as table:
            cookies.keep(base, client.visitor.cookie)
            online = Online(inbox, table)
            inbox.say("cli.online.welcome", name=inbox.text(f"{online.game.id}.name"))
            inbox.say("cli.play.hint", style="dim")
            following = online.run()
        link = _link(Address(base, following.table, following.key)) if following else ""


def _link(address: Address) -> str:
    return f"{address.base}/t/{address.table}#{address.key}"


def _made(screen: Screen, address: Address, name: str, arguments: JoinArguments) -> str:
    """The link to a new table on a server; says so if no game was named."""
    visitor = Visitor(address.base, cookies.known(address.base))
    if arguments.game is None:
        found = asyncio.run(visitor.tables()).tables
        links = [_link(Address(address.base, table.table)).rstrip("#") for table in found]
        raise ReihumError("cli.no-table", address=address.base, tables=links or ["–"])
    game = choose_game(arguments.game, arguments.seats, arguments.options)
    settings = Settings(game=game.id, seats=game.seats, options=dict(arguments.options), rounds=arguments.rounds)
    made = asyncio.run(visitor.create(name, settings, seat=None if arguments.watch else arguments.seat or 0))
    cookies.keep(address.base, visitor.cookie)
    screen.say("cli.online.link", link=made.link, whole=True)
    return made.link
