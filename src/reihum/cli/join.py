"""``reihum join``: play at a table on a server, or make a table there."""

from __future__ import annotations

import asyncio

from reihum.cli import cookies
from reihum.cli.arguments import JoinArguments
from reihum.cli.fullscreen.mode import fills_terminal
from reihum.cli.game_choice import choose_game
from reihum.cli.game_options import replace_youngest
from reihum.cli.labels import choose_key
from reihum.cli.live_screen import LiveScreen
from reihum.cli.prompts import Quit
from reihum.cli.remote_session import Dismissal, RemoteSession
from reihum.cli.screen import Screen
from reihum.client import BlockingClient, Client, Visitor
from reihum.client.address import Address, parse_address
from reihum.errors import ReihumError
from reihum.tables.settings import Settings


def join_table(screen: Screen, arguments: JoinArguments) -> None:
    """Play at a table until its end, then at the next one with the same people."""
    address = parse_address(arguments.address)
    name = arguments.name or screen.text("cli.play.guest")
    live = LiveScreen(screen)
    session_type: type[RemoteSession] = RemoteSession
    if fills_terminal(screen, plain=arguments.plain):
        from reihum.cli.fullscreen.remote_fullscreen_session import RemoteFullScreenSession

        session_type = RemoteFullScreenSession
    link = address.link if address.table else _make_table(live, address, name, arguments)
    if not session_type.fills_terminal:
        live.start()
    try:
        _play(live, link, name, arguments, session_type)
    except Dismissal:
        live.say("cli.online.dismissed", style="yellow")
    except Quit as leaving:
        live.say("cli.play.input-ended" if leaving.ended else "cli.play.bye")


def _play(live: LiveScreen, link: str, name: str, arguments: JoinArguments, session_type: type[RemoteSession]) -> None:
    """Play at one table after another."""
    while link:
        base = parse_address(link).base
        client = Client(link, name, seat=arguments.seat, watch=arguments.watch, cookie=cookies.load_cookie(base))
        with BlockingClient(client, live.queue) as table:
            cookies.save_cookie(base, client.visitor.cookie)
            session = session_type(live, table, shows_proof=arguments.fair)
            if not session.fills_terminal:
                live.say("cli.online.welcome", name=live.text(f"{session.game.id}.name"))
                live.say(choose_key("cli.play.hint", session.game.grammar), style="dim")
            following = session.run()
        link = Address(base, following.table, following.key).link if following else ""


def _make_table(screen: Screen, address: Address, name: str, arguments: JoinArguments) -> str:
    """Make a table on a server and return its link; refuse if no game is named."""
    visitor = Visitor(address.base, cookies.load_cookie(address.base))
    if arguments.game is None:
        found = asyncio.run(visitor.tables()).tables
        links = [Address(address.base, table.table).link for table in found]
        raise ReihumError("cli.no-table", address=address.base, tables=links or ["–"])
    game = choose_game(arguments.game, arguments.seats, replace_youngest(arguments.options, 0))
    settings = Settings(
        game=game.id,
        seats=game.seats,
        options=dict(arguments.options),
        rounds=arguments.rounds,
        until=arguments.until,
        pace=arguments.pace,
    )
    made = asyncio.run(visitor.create(name, settings, seat=None if arguments.watch else arguments.seat or 0))
    cookies.save_cookie(address.base, visitor.cookie)
    screen.say("cli.online.link", link=made.link, whole=True)
    return made.link
