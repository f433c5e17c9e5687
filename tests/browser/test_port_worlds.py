"""The two-world rule over the port: change anything a seat may not know, and every message to it stays the same."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from random import Random
from typing import Any, cast

import pytest
from msgspec.structs import replace

from house import Quick, entropy
from network import Talk
from ports import Page, open_page
from reihum.cards import Randomness
from reihum.engine import Facts, State
from reihum.games import GAMES
from reihum.host.room import Room
from reihum.messages import Message
from tools.campaigns.worlds import REFUSED, PromptClock, draw_positions, find_common_move, find_hand
from waiting import END_SECONDS

POSITIONS = 5
"""How many positions of each game are compared."""


class PortWorld:
    """A table in a browser: one person has all seats, and a connection for each of them and for a spectator."""

    def __init__(self, page: Page, room: Room, talks: list[Talk]) -> None:
        self.page = page
        self.room = room
        self.talks = talks

    @classmethod
    async def open(cls, stack: AsyncExitStack, facts: Facts, seats: int) -> PortWorld:
        """A table with the cards dealt."""
        how: dict[str, Any] = {"bots": Quick(), "clock": PromptClock(), "entropy": entropy()}
        page = await stack.enter_async_context(open_page(**how))
        table = (await page.table(game=facts.id, seats=seats, call_pause=0))["table"]
        first = await stack.enter_async_context(page.socket(table))
        for seat in range(1, seats):
            await first.do("sit", f"sit {seat}", seat=seat, name=f"P{seat}")
        await first.do("start", "start")
        views = [*(f"?seat={seat}" for seat in range(seats)), "?seat="]
        talks = [await stack.enter_async_context(page.socket(table, view)) for view in views]
        for talk in talks:
            await talk.now()
        return cls(page, await page.host.room(table), talks)

    async def collect_messages(self, state: State, seat: int, move: tuple[int, str] | None) -> list[list[str]]:
        """Everything that is posted to the seat and to the spectator: the table, reasons, refusals, a move."""
        assert self.room.table.match is not None
        self.room.table.match = replace(self.room.table.match, state=state)
        self.page.posted.clear()
        refused = next(move for move in REFUSED if move not in map(str, state.legal(seat)))
        for talk in (self.talks[seat], self.talks[-1]):
            await talk.say("view", "v")
            for card in ("R7", *find_hand(state, seat)):
                await talk.say("why", f"w{card}", about=card)
            await talk.say("move", "m", move=refused)
        if move is not None:
            await self.talks[move[0]].say("move", "made", move=move[1])
        for talk in self.talks:
            await talk.now()
        ids = [cast(Any, talk.socket).id for talk in (self.talks[seat], self.talks[-1])]
        return [[str(message) for message in self.page.posted if message["id"] == number] for number in ids]


async def compare(id: str) -> None:
    """Compare two worlds of a game."""
    facts = GAMES[id]
    dice, seats = Random(id), min(max(3, facts.seats[0]), facts.seats[-1])
    seat = dice.randrange(seats)
    async with AsyncExitStack() as stack:
        here, there = [await PortWorld.open(stack, facts, seats) for _ in range(2)]
        for number, state in enumerate(draw_positions(here.room.table.game, POSITIONS, id, dice)):
            other = state.imagine(seat, Randomness(id.encode(), f"{number}"))
            move = find_common_move(state, other, seat, dice)
            one = await here.collect_messages(state, seat, move)
            two = await there.collect_messages(other, seat, move)
            assert len(one) == 2
            assert all(one)
            assert one == two, f"{id}: what is posted tells two worlds apart"


@pytest.mark.parametrize("id", GAMES)
def test_what_is_posted_does_not_tell_two_worlds_apart(id: str) -> None:
    """Every game: the table, reasons, refusals and events, for a seat and a spectator."""
    asyncio.run(asyncio.wait_for(compare(id), END_SECONDS))


def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host whose reasons depend on hidden cards does not pass."""

    def leak(room: Room, _: str, seat: int, __: str) -> Message:
        state = room.table.state
        assert state is not None
        return Message("why.only", {"cards": " ".join(find_hand(state, (seat + 1) % len(room.table.seats)))})

    monkeypatch.setattr(Room, "why_not", leak)
    with pytest.raises(AssertionError, match="tells two worlds apart"):
        asyncio.run(compare("classic"))
