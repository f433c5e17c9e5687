"""Replays: a finished round step by step, from a seat, as a spectator, or with all cards open."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from house import awaited
from network import Net, Reply, net, played_out
from reihum.matches import commitment


class ReplayedTable:
    """A table at which one round is finished and the next one runs."""

    def __init__(self, up: Net, made: dict[str, str], paul: str) -> None:
        self.up, self.made, self.paul = up, made, paul

    async def ask(self, query: str = "", cookie: str | None = None) -> Reply:
        """Ask for a replay."""
        path = f"/api/tables/{self.made['table']}/replay{query}"
        return await self.up.ask("GET", path, cookie=self.paul if cookie is None else cookie)

    async def hands(self, query: str) -> list[list[str] | None]:
        """The hands after the deal, as they are shown: cards, or None for covered ones."""
        first = (await self.ask(query)).data["steps"][0]["view"]
        zones = {zone["name"]: zone for zone in first["zones"]}
        return [zones.get(f"hand.{seat}", {}).get("cards") for seat in range(3)]


@asynccontextmanager
async def play_round() -> AsyncIterator[ReplayedTable]:
    """Paul has played a round of junior against two bots."""
    async with net(rate=0) as up:
        made, paul = await up.table(seats=3, rounds=2, fill="sensible")
        back = ReplayedTable(up, made, paul)
        assert (await back.ask()).data["code"] == "no-record"
        async with up.socket(made["table"], paul) as talk:
            await talk.do("start", "s")
            await played_out(talk)
            await talk.do("next", "n")
            assert (await talk.now())["view"]["view"].get("outcome") is None
        yield back


@awaited
async def test_a_round_step_by_step() -> None:
    """From the deal to the end of the round, with the people at their seats."""
    async with play_round() as back:
        found = (await back.ask("?from=0")).data
        assert (found["game"], found["round"], found["rounds"], found["yours"]) == ("junior", 0, 1, [0])
        assert [seat["name"] for seat in found["seats"][:1]] == ["Paul"]
        assert found["steps"][0].get("move", "") == ""
        assert all(step["move"] and "seat" in step for step in found["steps"][1:])
        assert found["steps"][-1]["view"]["outcome"]["places"]
        assert all(step["view"].get("outcome") is None for step in found["steps"][:-1])


@awaited
async def test_whose_cards_are_shown() -> None:
    """Those of one seat, of none, or of all."""
    async with play_round() as back:
        everything = await back.hands("?from=open")
        assert all(everything)
        assert await back.hands("?from=0") == [everything[0], None, None]
        assert await back.hands("?from=2") == [None, None, everything[2]]
        assert await back.hands("") == [None, None, None]


@awaited
async def test_the_running_round_stays_secret() -> None:
    """Whatever the request, only finished rounds can be replayed."""
    async with play_round() as back:
        for query in ("?round=1", "?round=1&from=open", "?round=1&from=0", "?round=2"):
            answer = await back.ask(query)
            assert (answer.status, answer.data["code"]) == (400, "record-round")
        assert (await back.ask("?round=0&from=open")).data["rounds"] == 1


@awaited
async def test_who_may_look_back() -> None:
    """People at the table may, and people with its key; for others there is no such table."""
    async with play_round() as back:
        assert (await back.ask(cookie="")).data["code"] == "unknown-table"
        assert (await back.ask("?key=wrong", cookie="")).data["code"] == "unknown-table"
        with_key = (await back.ask(f"?key={back.made['key']}", cookie="")).data
        assert with_key["steps"]
        assert "yours" not in with_key


@pytest.mark.parametrize("query", ["?round=-1", "?round=x", "?from=first", "?round=99999", "?from=7"])
def test_what_cannot_be_asked_for(query: str) -> None:
    """The error says what was expected."""

    @awaited
    async def asked() -> None:
        async with play_round() as back:
            answer = await back.ask(query)
            assert answer.status == 400
            assert answer.data["code"] in ("bad-number", "seat")

    asked()


@awaited
async def test_the_deal_can_be_checked() -> None:
    """The secret matches the commitment before the deal, and the deck is the cards in another order."""
    async with play_round() as back:
        found: Any = (await back.ask()).data
        assert commitment(bytes.fromhex(found["secret"])) == found["commitment"]
        assert sorted(found["deck"]) == sorted(found["cards"])
        assert found["deck"] != found["cards"]


@awaited
async def test_a_record_that_somebody_brings() -> None:
    """An uploaded record shows the same steps; a damaged one is refused."""
    async with play_round() as back:
        path = f"/api/tables/{back.made['table']}/record"
        record = (await back.up.ask("GET", path, cookie=back.paul)).body
        brought = await back.up.ask("POST", "/api/records/replay?from=open", record)
        assert brought.data["steps"] == (await back.ask("?from=open")).data["steps"]
        assert "seats" not in brought.data
        damaged = await back.up.ask("POST", "/api/records/replay", record[: len(record) // 2])
        assert damaged.status == 400
        assert msgspec.json.decode(damaged.body)["text"]


@awaited
async def test_a_table_from_outside() -> None:
    """The summary of a table, for people who may look at it."""
    async with net(rate=0) as up:
        made, paul = await up.table()
        path = f"/api/tables/{made['table']}"
        assert (await up.ask("GET", path)).data["code"] == "unknown-table"
        assert (await up.ask("GET", f"{path}?key=wrong")).data["code"] == "unknown-table"
        seen = (await up.ask("GET", path, cookie=paul)).data
        assert (seen["game"], seen["seats"]) == ("junior", ["Paul", None])
        assert (await up.ask("GET", f"{path}?key={made['key']}")).data == seen
