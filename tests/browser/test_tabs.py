"""Two tabs of one site: each has a host, and they share their tables."""

from __future__ import annotations

import asyncio
from random import Random

import msgspec

from databases import MemorySite
from house import Quick, awaited
from network import Talk
from ports import open_page
from reihum.bots import offered
from reihum.matches import MatchView, verify
from reihum.tables.chain import verify_chain
from waiting import wait_until


async def play_now_and_then(talk: Talk, name: str) -> int:
    """Make the first move offered until the round is over, or leave it to the other tab; gives how many succeed."""
    made, dice = 0, Random(name)
    for number in range(3_000):
        shown = await talk.now()
        view = msgspec.convert(shown["view"], MatchView).view
        if view.outcome is not None:
            break
        if not view.players[0].acts:
            await talk.heard("event")
        elif dice.random() < 0.5:
            answer = await talk.say("move", f"{name} {number}", move=offered(view)[0])
            made += answer["type"] == "done"
    return made


@awaited
async def test_many_moves_from_two_tabs_at_one_table() -> None:
    """Both tabs move for the same seat as fast as they can: every move is made once, both see the same table, and the
    chain and the record are sound."""
    site = MemorySite()
    async with open_page(site, bots=Quick()) as one, open_page(site, bots=Quick()) as two:
        table = (await one.table(game="classic", seats=3, rounds=1, fill="sensible"))["table"]
        async with one.socket(table) as here, two.socket(table) as there:
            await here.do("start", "s")
            await there.heard("event")
            made = await asyncio.gather(play_now_and_then(here, "one"), play_now_and_then(there, "two"))
            rooms = [await page.host.room(table) for page in (one, two)]
            await wait_until(lambda: rooms[0].table.number == rooms[1].table.number)
            assert (await here.now())["view"] == (await there.now())["view"]
        rows = await one.host.log.read(table)
        verify_chain(table, rows)
        _, record = await two.ask("GET", f"api/tables/{table}/record")
        match = verify(record)
        assert match.outcome is not None
        assert sum(made) == sum('"seat":0' in line for line in record.splitlines())
        assert min(made) > 0


@awaited
async def test_a_tab_sees_what_the_other_does() -> None:
    """A table made in one tab is found in the other, and its moves come without asking."""
    site = MemorySite()
    async with open_page(site, bots=Quick()) as one, open_page(site, bots=Quick()) as two:
        table = (await one.table(game="classic", seats=3, fill="sensible"))["table"]
        assert [found["table"] for found in (await two.ask("GET", "api/me/tables"))[1]["tables"]] == [table]
        async with two.socket(table) as watching:
            await watching.now()
            async with one.socket(table) as talk:
                await talk.do("start", "s")
                await watching.heard("event")
