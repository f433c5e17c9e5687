"""Bots at a table on a server: any ``reihum.bots.Bot`` can play there, and sees what a person at its seat would see."""

from __future__ import annotations

import asyncio
import secrets
import shlex
from asyncio import sleep
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from typing import Any, TypeVar

from reihum.bots import Bot, BotFault, Call
from reihum.bots.errors import blame, check_advice, check_call
from reihum.bots.registry import Player, make_bot, refer_to
from reihum.cards import Randomness
from reihum.client.client import Client, Happening
from reihum.client.errors import Declined
from reihum.engine import View
from reihum.matches import MatchView
from reihum.messages import Message
from reihum.tables import commands
from reihum.tables.commands import Command
from reihum.tables.updates import Dealt, Played, Snapshot, Update

A = TypeVar("A")

UNTIMELY = ("too-late", "call-pause", "calm-pause", "calm-waiting")
"""Refusals of what is possible a little later: others may still call, or this seat has just called."""

AGAIN_SECONDS = 0.5
"""The pause before an untimely command is repeated."""


async def play(client: Client, player: Player) -> None:
    """Let a bot make the moves of a client until the match is over or the table is closed. ``player`` is the bot's
    class, a function that makes it, or its name. If the client is in charge of the table, it deals the next round at
    once. Raises ``BotFault`` if the bot fails or names a move that it was not offered::

        async with Client(link, "Highest") as table:
            await play(table, Highest)
    """
    await BotPlayer(client, player).run()


class BotPlayer:
    """A bot with a client. Every round has a new bot, and so has a gap in what was seen. The bot thinks in a thread of
    its own, so that the client stays connected."""

    def __init__(self, client: Client, player: Player) -> None:
        self.client = client
        self._player = player
        self._thread = ThreadPoolExecutor(1)
        self._bot: Bot | None = None
        self._moves_seen = 0
        """How many moves of this round the bot has seen."""
        self._next_call: tuple[float, Call] | None = None
        """The bot's call, and when it is due, by the clock of the event loop."""

    async def run(self) -> None:
        """Play until the match is over or the table is closed."""
        try:
            async with aclosing(self._watch()) as happenings:
                async for happening in happenings:
                    if happening is None:
                        await self._call()
                    elif isinstance(happening, Snapshot | Update):
                        await self._see(happening)
                    view = self.client.view
                    if view is not None and view.outcome is not None:
                        return
                    if self.client.in_charge and view is not None and view.view.outcome is not None:
                        await self._do(view, commands.Next)
        finally:
            self._thread.shutdown(wait=False, cancel_futures=True)

    async def _watch(self) -> AsyncGenerator[Happening | None]:
        """What happens at the table, first of all how it is now: a program may have read already what led there. None
        when the bot's call is due."""
        if (now := self._look()) is not None:
            yield now
        happenings = aiter(self.client)
        while True:
            coming = asyncio.ensure_future(anext(happenings, None))
            try:
                while not (await asyncio.wait([coming], timeout=self._count_down()))[0]:
                    yield None
            finally:
                coming.cancel()
            happening = coming.result()
            if happening is None:
                return
            yield happening

    def _look(self) -> Snapshot | None:
        """The table as it is now, once a round has begun."""
        client = self.client
        if client.view is None or client.lobby is None or client.number is None:
            return None
        seat, seats = client.seat, client.seats
        return Snapshot(
            number=client.number, you=client.you, seat=seat, seats=seats, lobby=client.lobby, view=client.view
        )

    def _count_down(self) -> float | None:
        """The seconds until the bot's call is due; None if it has none."""
        if self._next_call is None:
            return None
        return max(0, self._next_call[0] - asyncio.get_running_loop().time())

    # --- the bot ---

    async def _see(self, happening: Snapshot | Update) -> None:
        """Let the bot see what has happened, and act if it is its turn."""
        if isinstance(happening, Snapshot) or isinstance(happening.what, Dealt):
            self._moves_seen = 0
            self._bot = await self._make()
        bot = self._bot
        if bot is None:
            return
        if isinstance(happening, Update) and isinstance(happening.what, Dealt | Played):
            await self._ask("see", lambda: bot.see(happening.shown))
            self._moves_seen += isinstance(happening.what, Played)
        if happening.view is None:
            return
        self._next_call = None
        if not self._is_past(happening.view) and happening.view.view.outcome is None:
            await self._act(bot, happening.view)

    async def _make(self) -> Bot | None:
        lobby, seat = self.client.lobby, self.client.seat
        if lobby is None or seat is None:
            return None
        game = lobby.settings.check(lobby.rules)
        randomness = Randomness(secrets.token_bytes(32), "player")
        return await self._think(lambda: make_bot(game, seat, self._player, randomness))

    async def _act(self, bot: Bot, view: MatchView) -> None:
        """Plan a call, or move if it is the bot's turn."""
        seen = view.view
        call = await self._ask("call", lambda: check_call(bot, seen, bot.call(seen))) if seen.calls else None
        if call is not None:
            seconds = 0 if self._is_calm() else call.delay_ms / 1000
            self._next_call = asyncio.get_running_loop().time() + seconds, call
            return
        if self._is_calm() and seen.calls and (seen.moves or not _is_on_turn(seen)):  # others wait until it says so
            await self._do(view, commands.Quiet)
        await self._move(bot, view)

    def _is_calm(self) -> bool:
        """Whether speed does not count at this table."""
        return self.client.lobby is not None and self.client.lobby.settings.calm

    async def _move(self, bot: Bot, view: MatchView) -> None:
        """Make the bot's move, if it is its turn."""
        seen = view.view
        if not _is_on_turn(seen):
            return
        move = await self._ask("choose", lambda: check_advice(bot, seen, bot.choose(seen)))
        await self._do(view, commands.MakeMove, move=move)

    async def _call(self) -> None:
        """Make the call that is due. If it has come too late, the bot moves instead."""
        assert self._next_call is not None
        assert self._bot is not None
        assert self.client.view is not None
        (_, call), view, self._next_call = self._next_call, self.client.view, None
        try:
            await self.client.move(call.word)
        except Declined:
            if not self._is_past(view):
                await self._move(self._bot, view)

    async def _ask(self, asked: str, question: Callable[[], A]) -> A:
        """Ask the bot. Its errors name the table and how to ask it again."""
        bot = self._bot
        assert bot is not None

        def answer() -> A:
            with blame(bot, None, asked):
                return question()

        try:
            return await self._think(answer)
        except BotFault as fault:
            raise self._locate(fault, asked) from fault.__cause__

    async def _think(self, question: Callable[[], A]) -> A:
        return await asyncio.get_running_loop().run_in_executor(self._thread, question)

    def _locate(self, fault: BotFault, asked: str) -> BotFault:
        """The fault with sentences about where it was, and how to ask the bot again."""
        shown = self.client.view
        assert shown is not None
        fault.view = shown.view
        table, number = self.client.address.table, shown.round + 1
        where = {"seat": fault.seat + 1, "table": table, "round": number, "count": self._moves_seen}
        fault.where = (Message("bots.at-table", where),)
        if asked == "choose":
            words = [f"{table}.jsonl", f"--seat={fault.seat + 1}", f"--round={number}"]
            command = shlex.join(["reihum", "review", *words, f"--level={refer_to(self._player)}"])
            record = f"{self.client.address.base}/api/tables/{table}/record"
            fault.where += (Message("bots.review-again", {"record": record, "command": command}),)
        return fault

    # --- the table ---

    async def _do(self, view: MatchView, kind: type[Command], **what: Any) -> None:
        """Give a command about a view. If something else has happened meanwhile, a refusal does not matter: the bot
        sees that next. What only came too soon is repeated."""
        while not self._is_past(view):
            try:
                await self.client.do(kind, **what)
                return
            except Declined as declined:
                seconds = declined.wait_seconds or (AGAIN_SECONDS if declined.code in UNTIMELY else 0)
                if not seconds:
                    if self._is_past(view):
                        return
                    raise
            await sleep(seconds)

    def _is_past(self, view: MatchView) -> bool:
        return self.client.view is not view


def _is_on_turn(view: View) -> bool:
    return view.seat is not None and view.players[view.seat].acts
