"""The order in which shares take turns."""

from __future__ import annotations

from typing import Any

from house import awaited, house, settled
from reihum.host.bot_runner import BotQuestion, choose_move
from reihum.host.fair_queue import FairQueue, WorkShare
from reihum.tables import commands
from reihum.tables.settings import Settings


def drain(queue: FairQueue[str]) -> list[str]:
    """Take everything, one after the other."""
    found = []
    while taken := queue.take():
        found.append(taken[1])
        queue.end(taken[0])
    return found


def test_addresses_take_turns_and_so_do_their_tables() -> None:
    """Somebody with sixty tables gets one turn while somebody with one table gets one."""
    queue = FairQueue[str](1)
    for number in range(3):
        for table in ("one", "two"):
            queue.add(WorkShare("greedy", table), f"{table} {number}")
    queue.add(WorkShare("modest", "three"), "a")
    queue.add(WorkShare("modest", "three"), "b")
    assert drain(queue) == ["one 0", "a", "two 0", "b", "one 1", "two 1", "one 2", "two 2"]


def test_an_address_does_not_take_every_place() -> None:
    """What runs for one address is limited, so that there is a place left for others."""
    queue = FairQueue[str](2)
    for number in range(5):
        queue.add(WorkShare("greedy"), f"{number}")
    first, second = queue.take(), queue.take()
    assert first is not None
    assert second is not None
    assert queue.take() is None
    queue.add(WorkShare("modest"), "a")
    assert queue.take() == (WorkShare("modest"), "a")
    queue.end(first[0])
    assert queue.take() == (WorkShare("greedy"), "2")
    assert queue.take() is None


def test_nothing_is_left_over() -> None:
    """An empty queue remembers nobody."""
    queue = FairQueue[str](1)
    queue.add(WorkShare("a", "b"), "x")
    assert drain(queue) == ["x"]
    assert queue.take() is None
    assert not queue._waiting
    assert not queue._running


@awaited
async def test_bots_think_for_the_address_of_the_person_in_charge() -> None:
    """Else for somebody who watches; a guest from elsewhere does not pay for the table."""
    home = await house()
    guest, maker = await home.guest(), await home.guest()
    shares: list[WorkShare] = []

    async def choose(question: BotQuestion) -> str:
        shares.append(question.share)
        return choose_move(question)

    bots: Any = home.host.services.bots
    bots.choose = choose
    settings = Settings(game="junior", seats=2, pace="instant")
    room = await home.host.create(maker.id, "Paul", settings, seat=None, fill="random")
    await room.join(guest.id, "Tessa", room.table.key)
    await maker.do(room, commands.Start)
    await room.connect(guest.id, None, guest.got.append, address="192.0.2.1")
    await settled()
    assert shares[-1] == WorkShare("192.0.2.1", room.table.id)
    await room.connect(maker.id, None, maker.got.append, address="192.0.2.2")
    await home.clock.forward(60)
    assert shares[-1] == WorkShare("192.0.2.2", room.table.id)
