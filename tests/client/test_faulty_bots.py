"""Bots at a table on a server that fail, break the rules, or think for long; and what the table refuses for a while."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from typing import Any

import pytest

from house import awaited
from network import net
from reihum import Bot, BotFault, Call, View, offered
from reihum.bots import bots_for
from reihum.bots.registry import Player
from reihum.client import Client, Declined, Visitor, play, players
from reihum.engine import Shown
from reihum.games import GAMES
from reihum.messages import Message
from reihum.tables import commands
from reihum.tables.settings import Settings
from waiting import END_SECONDS


class First(Bot):
    """Takes the first move it is offered."""

    def choose(self, view: View) -> str:
        """The first one."""
        return offered(view)[0]


class Blind(First):
    """Fails when it is shown something."""

    def see(self, shown: Sequence[Shown]) -> None:
        """Fail."""
        raise ValueError("no idea")


class Clueless(First):
    """Fails when it is asked for a move."""

    def choose(self, view: View) -> str:
        """Fail."""
        raise ValueError("no idea")


class Mute(First):
    """Fails when it is asked for a call."""

    def call(self, view: View) -> Call | None:
        """Fail."""
        raise ValueError("no idea")


class Loud(First):
    """Calls what the game does not know."""

    def call(self, view: View) -> Call | None:
        """A word of another game."""
        return Call("bingo", 0)


class Cheat(First):
    """Names a move that the game knows and the table does not offer."""

    def choose(self, view: View) -> str:
        """Lay the red 1, which nobody holds: it lies on the table."""
        return "lay R1"


class Babbler(First):
    """Names something that no game knows."""

    def choose(self, view: View) -> str:
        """Nonsense."""
        return "nonsense"


class Sloppy(First):
    """Writes its moves with capital letters."""

    def choose(self, view: View) -> str:
        """The first one."""
        return super().choose(view).upper()


async def play_alone(player: Player, id: str = "junior", **how: Any) -> Client:
    """Let a player play a match against random bots, to its end."""
    async with net(**{"rate": 0, "address_rate": 0} | how) as up:
        visitor = Visitor(up.base)
        settings = Settings(game=id, seats=2, pace="instant", call_pause_ms=0)
        link = (await visitor.create("Paul", settings)).link
        async with Client(link, "Paul", cookie=visitor.cookie) as client:
            await client.do(commands.Start, fill="random")
            await asyncio.wait_for(play(client, player), END_SECONDS)
            return client


@pytest.mark.parametrize(
    ("player", "id", "said"),
    [
        (Blind, "junior", "Blind failed when it was asked to see: ValueError: no idea"),
        (Clueless, "junior", "Clueless failed when it was asked to choose: ValueError: no idea"),
        (Mute, "schnipp-schnapp", "Mute failed when it was asked to call: ValueError: no idea"),
        (Loud, "schnipp-schnapp", "Loud answered “bingo”, which is not legal now; expected: schnapp"),
        (Cheat, "junior", "Cheat answered “lay R1”, which is not legal now; expected: "),
        (Babbler, "junior", "Babbler answered “nonsense”, which is not legal now; expected: "),
    ],
)
@awaited
async def test_the_fault_of_a_bot_is_told(player: type[Bot], id: str, said: str) -> None:
    """An error in a bot, and a move that it was not offered, is a fault that names the bot, its table and its seat."""
    with pytest.raises(BotFault) as told:
        await play_alone(player, id)
    fault = told.value
    assert str(fault).startswith(said)
    assert "seat 1 of the table t-" in str(fault)
    assert ", in round 1, when it had seen " in str(fault)
    assert fault.seat == 0
    assert fault.view is not None
    assert fault.view.game == id
    if player is Clueless:
        assert isinstance(fault.__cause__, ValueError)
        assert "--seat=1 --round=1 --level=py:" in str(fault)


@awaited
async def test_a_move_may_be_written_as_people_write_it() -> None:
    """The case of letters does not matter, as everywhere."""
    client = await play_alone(Sloppy)
    assert client.view is not None
    assert client.view.outcome is not None


@awaited
async def test_a_bot_thinks_beside_the_client() -> None:
    """While it thinks, the event loop goes on: here the loop ends its thinking."""
    loop, thinks = asyncio.get_running_loop(), threading.Event()

    class Slow(First):
        def choose(self, view: View) -> str:
            loop.call_soon_threadsafe(thinks.set)
            assert thinks.wait(END_SECONDS)
            return super().choose(view)

    client = await play_alone(Slow)
    assert client.view is not None
    assert client.view.outcome is not None


def refuse_once(monkeypatch: pytest.MonkeyPatch, code: str, wait: int = 0) -> list[float]:
    """Refuse the first move of all. Returns the pauses that are made; they take no time."""
    done, refused, pauses = Client.do, list[str](), list[float]()

    async def do(self: Client, kind: type[Any], **what: Any) -> int:
        if kind is commands.MakeMove and not refused:
            refused.append(code)
            raise Declined(code, Message(f"error.{code}", {}), wait)
        return await done(self, kind, **what)

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(Client, "do", do)
    monkeypatch.setattr(players, "sleep", pause)
    return pauses


@awaited
async def test_a_refusal_is_told_if_nothing_has_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that is refused though the table is as it saw it would wait for ever."""
    refuse_once(monkeypatch, "not-allowed")
    with pytest.raises(Declined):
        await play_alone(First)


@pytest.mark.parametrize(("code", "wait", "pause"), [("rate", 7, 7), ("too-late", 0, players.AGAIN_SECONDS)])
@awaited
async def test_a_move_that_comes_too_soon_is_made_again(
    monkeypatch: pytest.MonkeyPatch, code: str, wait: int, pause: float
) -> None:
    """After the pause that the server names, or a short one."""
    pauses = refuse_once(monkeypatch, code, wait)
    client = await play_alone(First)
    assert pauses == [pause]
    assert client.view is not None
    assert client.view.outcome is not None


@awaited
async def test_two_bots_at_a_calm_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """They say that they do not call, so that nobody waits for them."""
    monkeypatch.setattr(players, "AGAIN_SECONDS", 0.001)
    async with net(rate=0, address_rate=0, address_connections=0) as up:
        paul = Visitor(up.base)
        settings = Settings(game="schnipp-schnapp", seats=2, calm=True, pace="instant", call_pause_ms=0)
        link = (await paul.create("Paul", settings)).link
        sensible = bots_for(GAMES["schnipp-schnapp"])["sensible"]
        async with Client(link, "Paul", cookie=paul.cookie) as one, Client(link, "Tessa") as other:
            await one.do(commands.Start)
            await asyncio.wait_for(asyncio.gather(play(one, sensible), play(other, sensible)), END_SECONDS)
            assert one.view is not None
            assert one.view.outcome is not None
