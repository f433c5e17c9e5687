"""Bots at a table on a server: any ``reihum.bots.Bot`` can play there, and sees what a person at its seat would see."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias

from reihum.cards import Randomness
from reihum.client.client import Client
from reihum.client.errors import Declined
from reihum.engine import Game, View
from reihum.tables import commands
from reihum.tables.updates import Dealt, Played, Snapshot, Update

if TYPE_CHECKING:
    from reihum.bots import Bot

MakeBot: TypeAlias = "Callable[[Game, int, Randomness], Bot]"


async def play(client: Client, make: MakeBot) -> None:
    """Let a bot make the moves of a client until the match is over or the table is closed. ``make`` is the bot's class.
    If the client is in charge of the table, it deals the next round at once::

        async with Client(link, "Highest") as table:
            await play(table, Highest)
    """
    player = BotPlayer(client, make)
    async for happening in client:
        if isinstance(happening, Snapshot | Update):
            await player.see(happening)
        if client.view is not None and client.view.outcome is not None:
            return
        if client.in_charge and client.view is not None and client.view.view.outcome is not None:
            with suppress(Declined):
                await client.do(commands.Next)


class BotPlayer:
    """A bot with a client. Every round has a new bot, and so has a gap in what was seen."""

    def __init__(self, client: Client, make: MakeBot) -> None:
        self.client = client
        self._make = make
        self._bot: Bot | None = None
        self._calling: asyncio.Task[None] | None = None

    async def see(self, happening: Snapshot | Update) -> None:
        """Let the bot see what has happened, and act if it is its turn."""
        if isinstance(happening, Snapshot) or isinstance(happening.what, Dealt):
            self._bot = self._new()
        if self._bot is None:
            return
        if isinstance(happening, Update) and isinstance(happening.what, Dealt | Played):
            self._bot.see(happening.shown)
        if happening.view is not None:
            await self._act(self._bot, happening.view.view)

    def _new(self) -> Bot | None:
        lobby, seat = self.client.lobby, self.client.seat
        if lobby is None or seat is None:
            return None
        game = lobby.settings.check(lobby.rules)
        return self._make(game, seat, Randomness(secrets.token_bytes(32), "player"))

    async def _act(self, bot: Bot, view: View) -> None:
        """Move if it is the bot's turn, or call. If the table refuses, something else has happened, and the bot will
        see it next."""
        if self._calling is not None:
            self._calling.cancel()
        if view.outcome is not None or self.client.view is None or view is not self.client.view.view:
            return  # the round is over, or there is a newer view
        call = bot.call(view) if view.calls else None
        if call is not None:
            self._calling = asyncio.create_task(self._call(call.word, call.delay / 1000))
        elif view.seat is not None and view.players[view.seat].acts:
            with suppress(Declined):
                await self.client.move(bot.choose(view))

    async def _call(self, word: str, seconds: float) -> None:
        await asyncio.sleep(seconds)
        with suppress(Declined):
            await self.client.move(word)
