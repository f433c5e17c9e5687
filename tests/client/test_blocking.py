"""The client without ``await``."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

import pytest

from house import awaited
from network import net
from reihum.bots import offered
from reihum.client import BlockingClient, Client, Declined, Unreachable, Visitor
from reihum.tables import commands
from reihum.tables.settings import Settings
from reihum.tables.updates import Dismissed, Snapshot
from waiting import END_SECONDS

T = TypeVar("T")


async def aside(work: Callable[[], T]) -> T:
    """Do something that blocks, in a thread, while the server serves."""
    return await asyncio.wait_for(asyncio.to_thread(work), 40)


@awaited
async def test_a_match_without_await() -> None:
    """Happenings come one after another; moves return when they are made; refusals are errors."""
    async with net(rate=0, address_rate=0) as up:
        paul = Visitor(up.base)
        link = (await paul.create("Paul", Settings(game="junior", seats=2, pace="instant"), fill="random")).link

        def play() -> int:
            moves = 0
            with BlockingClient(Client(link, "Paul", cookie=paul.cookie)) as table:
                table.do(commands.Start)
                with pytest.raises(Declined):
                    table.look(1)
                for _ in table:
                    view = table.client.view
                    if view is not None and view.outcome is not None:
                        return moves
                    if view is not None and table.client.my_turn:
                        assert table.why(offered(view.view)[0]) is None
                        table.move(offered(view.view)[0])
                        moves += 1
            return -1

        assert await aside(play) > 5


@awaited
async def test_one_thing_at_a_time() -> None:
    """``next`` returns None if nothing happens in its time, and at the end."""
    async with net() as up:
        paul = Visitor(up.base)
        link = (await paul.create("Paul", Settings(game="junior", seats=2))).link

        def look() -> None:
            with BlockingClient(Client(link, "Paul", cookie=paul.cookie)) as table:
                assert isinstance(table.next(END_SECONDS), Snapshot)
                while table.next(0) is not None:
                    pass
                table.do(commands.Leave)
                happened = []
                while (found := table.next(END_SECONDS)) is not None:
                    happened.append(found)
                assert isinstance(happened[-1], Dismissed)

        await aside(look)


def test_nobody_answers() -> None:
    """The error comes where the table is opened, and the thread is gone."""
    with pytest.raises(Unreachable), BlockingClient(Client("http://127.0.0.1:1/t/t-2", "Paul")):
        pass
