"""An expert's review of a finished round, for the page: line by line, from what the player knew."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from house import awaited
from network import Net, Reply, net, played_out
from reihum.api import service
from reihum.api.service import MAX_ADDRESS_REVIEWS, MAX_REVIEWS
from reihum.bots import offered
from reihum.bots.review.decisions import Advice, Decision, Judged
from reihum.bots.search.search import ExpertBot
from reihum.engine import Game
from reihum.messages import Message
from reihum.protocol.replays import Reviewed
from waiting import wait_until


async def judge_quickly(_: Game, seat: int, decision: Decision, *__: str) -> Judged:
    """Judge as no expert would: the first move offered is the best. The expert's search is compiled on its first use,
    which takes longer than all tests of the server."""
    move = offered(decision.view)[0]
    best = Advice(move, Message("why.only"), 0.5)
    return Judged(number=decision.number, seat=seat, move=decision.move, best=best, chance=0.5)


@asynccontextmanager
async def open_net(*, with_expert: bool = False) -> AsyncIterator[Net]:
    """A server whose reviews need no search, or a short one."""
    async with net(rate=0) as up:
        if not with_expert:
            up.host.services.bots.judge = judge_quickly  # type: ignore[assignment]
        yield up


async def play_round(up: Net, **settings: Any) -> tuple[dict[str, str], str]:
    """A table at which a round has been played, and its maker's cookie."""
    made, paul = await up.table(fill="sensible", **settings)
    async with up.socket(made["table"], paul) as talk:
        await talk.do("start", "s")
        await played_out(talk)
    return made, paul


@pytest.mark.parametrize("with_expert", [False, pytest.param(True, marks=pytest.mark.full)])
def test_every_decision_in_its_order(with_expert: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each comes with the expert's move, a reason, chances and a grade, and says how much of the work is done."""
    monkeypatch.setattr(ExpertBot, "rollouts", 200)
    asyncio.run(review_round(with_expert))


async def review_round(with_expert: bool) -> None:
    """Review a round of three seats."""
    async with open_net(with_expert=with_expert) as up:
        made, paul = await play_round(up, seats=3)
        answer = await up.ask("GET", f"/api/tables/{made['table']}/review?round=0&from=0", cookie=paul)
        lines = [msgspec.json.decode(line, type=Reviewed) for line in answer.body.split(b"\n") if line.startswith(b"{")]
        assert lines
        assert [line.done for line in lines] == list(range(1, lines[0].of + 1))
        assert [line.number for line in lines] == sorted({line.number for line in lines})
        replayed = (await up.ask("GET", f"/api/tables/{made['table']}/replay", cookie=paul)).data["steps"]
        for line in lines:
            assert (replayed[line.number]["move"], replayed[line.number]["seat"]) == (line.move, 0)
            assert (line.grade == "best") == (line.move == line.best)
            assert line.why.key.startswith("why.")
            assert line.chance is not None


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("?round=1&from=0", 400, "record-round"),
        ("?round=x", 400, "bad-number"),
        ("?from=9", 400, "seat"),
        ("?from=", 400, "bad-number"),
    ],
)
def test_what_cannot_be_reviewed(query: str, status: int, code: str) -> None:
    """The error comes in one answer."""

    @awaited
    async def asked() -> None:
        async with open_net() as up:
            made, paul = await play_round(up)
            answer = await up.ask("GET", f"/api/tables/{made['table']}/review{query}", cookie=paul)
            assert (answer.status, answer.data["code"]) == (status, code)

    asked()


@awaited
async def test_nobody_else_may_ask() -> None:
    """A review needs the key, and there is none while the round runs."""
    async with open_net() as up:
        made, _ = await play_round(up)
        path = f"/api/tables/{made['table']}/review"
        assert (await up.ask("GET", path)).data["code"] == "unknown-table"
        assert (await up.ask("GET", f"{path}?key={made['key']}")).status == 200
        running, paul = await up.table(fill="sensible")
        asked = await up.ask("GET", f"/api/tables/{running['table']}/review", cookie=paul)
        assert asked.data["code"] == "no-record"


@awaited
async def test_only_some_reviews_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One more is refused with an error; a client that goes away makes room for another."""
    monkeypatch.setattr(service, "MAX_ADDRESS_REVIEWS", MAX_REVIEWS)
    async with open_net() as up:
        made, paul = await play_round(up)
        thinking, gate = up.host.services.bots, asyncio.Event()
        judge = thinking.judge

        async def slowly(*asked: Any) -> Judged:
            await gate.wait()
            return await judge(*asked)

        thinking.judge = slowly  # type: ignore[method-assign,assignment]
        path = f"/api/tables/{made['table']}/review?from=0"
        under_way = [asyncio.create_task(up.ask("GET", path, cookie=paul)) for _ in range(MAX_REVIEWS + 1)]
        refused, waiting = await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
        answer = refused.pop().result()
        assert (answer.status, answer.data["code"]) == (503, "busy")
        waiting.pop().cancel()
        await wait_until(lambda: up.up.service.reviews.used < MAX_REVIEWS)
        waiting.add(asyncio.create_task(up.ask("GET", path, cookie=paul)))
        gate.set()
        assert {task.result().status for task in (await asyncio.wait(waiting))[0]} == {200}
        await wait_until(lambda: not up.up.service.reviews.used)
        assert (await up.ask("GET", f"{path}&round=7", cookie=paul)).status == 400
        assert not up.up.service.reviews.used


@awaited
async def test_one_address_leaves_a_review_to_others() -> None:
    """However many reviews one address asks for, somebody else gets one at once."""
    async with net(rate=0, proxy=("127.0.0.1",)) as up:
        gate = asyncio.Event()

        async def slowly(*asked: Any) -> Judged:
            await gate.wait()
            return await judge_quickly(*asked)

        up.host.services.bots.judge = slowly  # type: ignore[assignment]
        made, paul = await play_round(up)
        path = f"/api/tables/{made['table']}/review?from=0"

        def review(address: str) -> asyncio.Task[Reply]:
            headers = {"X-Forwarded-For": address, "X-Forwarded-Proto": "http"}
            return asyncio.create_task(up.ask("GET", path, cookie=paul, headers=headers))

        greedy = [review("203.0.113.9") for _ in range(MAX_ADDRESS_REVIEWS + 1)]
        refused, _ = await asyncio.wait(greedy, return_when=asyncio.FIRST_COMPLETED)
        assert refused.pop().result().data["code"] == "busy"
        modest = review("203.0.113.10")
        await wait_until(lambda: up.up.service.reviews.used == MAX_REVIEWS)
        gate.set()
        assert (await modest).status == 200
        await asyncio.gather(*greedy)
