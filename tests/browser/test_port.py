"""The port: what a page asks a host in its own browser, and what comes back."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import ANY

import msgspec
import pytest

from databases import MemorySite
from house import Quick, QuickExpert, awaited
from network import played_out
from ports import ADDRESS, Page, open_page
from reihum.bots.review.decisions import Advice, Decision, Judged
from reihum.browser import traffic
from reihum.engine import Game
from reihum.host import bot_runner
from reihum.matches import verify
from reihum.messages import Message
from reihum.texts import LANGUAGES
from waiting import END_SECONDS, wait_until

QUICK: dict[str, Any] = {"bots": Quick(), "make_expert_executor": QuickExpert}


@awaited
async def test_one_person_on_every_visit() -> None:
    """The device knows who plays: in another tab and after a restart, too; and a new person after being forgotten."""
    site = MemorySite()
    async with open_page(site) as page:
        _, you = await page.ask("GET", "api/me")
        async with open_page(site) as other:
            assert (await other.ask("GET", "api/me"))[1] == you
    async with open_page(site) as page:
        assert (await page.ask("GET", "api/me"))[1] == you
        assert (await page.ask("DELETE", "api/me"))[0] == 204
        assert (await page.ask("GET", "api/me"))[0] == 401
        made = await page.table()
        assert made["you"] != you["you"]
        assert (await page.ask("GET", "api/me"))[1] == {"you": made["you"]}


@awaited
async def test_tabs_that_start_at_once_are_one_person() -> None:
    """All find the same secret, and nobody else is left in the store."""
    site = MemorySite()
    pages = [Page(site.open()) for _ in range(3)]
    await asyncio.gather(*(page.start() for page in pages))
    assert len({(await page.ask("GET", "api/me"))[1]["you"] for page in pages}) == 1
    assert len(site.stores["people"]) == 1
    for page in pages:
        await page.host.close()


async def play_table(page: Page, **settings: Any) -> str:
    """A table at which a match was played."""
    table = (await page.table(fill="sensible", **settings))["table"]
    async with page.socket(table) as talk:
        await talk.do("start", "s")
        await played_out(talk)
    return table


@awaited
async def test_a_round_with_its_record_replay_and_history() -> None:
    """After a round over a connection, everything can be asked about it."""
    async with open_page(**QUICK) as page:
        table = await play_table(page)
        _, record = await page.ask("GET", f"api/tables/{table}/record")
        assert verify(record).game.id == "junior"
        assert (await page.ask("GET", f"api/tables/{table}/replay?from=open"))[1]["steps"]
        assert (await page.ask("POST", "api/records/verify", record))[1]["true"] is True
        assert (await page.ask("POST", "api/records/replay?round=0", record))[0] == 200
        assert [match["table"] for match in (await page.ask("GET", "api/history"))[1]["tables"]] == [table]
        assert len((await page.ask("GET", "api/me/tables"))[1]["tables"]) == 1


@awaited
async def test_links_lead_to_the_site() -> None:
    """They begin with the address of the site, also under a path."""
    async with open_page() as page:
        made = await page.table()
        assert made["link"] == f"{ADDRESS}t/{made['table']}#{made['key']}"


class OnlyOnce(Quick):
    """Judges one decision, then thinks until nobody wants to know any more."""

    def __init__(self) -> None:
        self._judged = False

    async def judge(self, game: Game, seat: int, decision: Decision, level: str, address: str = "") -> Judged:
        if self._judged:
            await asyncio.Event().wait()
        self._judged = True
        best = Advice(decision.move, Message("why.only"), 0.5)
        return Judged(number=decision.number, seat=seat, move=decision.move, best=best, chance=0.5)


@awaited
async def test_a_review_comes_line_by_line_and_can_be_cancelled() -> None:
    """Each decision is a chunk. A page that does not want them any more gets none, and another review can begin."""
    async with open_page(bots=OnlyOnce()) as page:
        table = await play_table(page, game="classic")
        number = page.begin("request", method="GET", path=f"api/tables/{table}/review?from=0")
        first, line = await page.hear(number), await page.hear(number)
        assert (first["type"], first["status"], first["body"], first["more"]) == ("response", 200, "", True)
        assert (line["type"], msgspec.json.decode(line["text"])["of"] > 1) == ("chunk", True)
        page.receive({"type": "cancel", "id": number})
        await wait_until(lambda: not page.port._service.reviews.used)
        assert {message["type"] for message in page.posted if message["id"] == number} == {"response", "chunk"}


class Broken(OnlyOnce):
    """Judges one decision, and cannot judge the next one."""

    async def judge(self, game: Game, seat: int, decision: Decision, level: str, address: str = "") -> Judged:
        if self._judged:
            raise MemoryError
        return await super().judge(game, seat, decision, level, address)


@awaited
async def test_a_review_that_breaks_off_ends() -> None:
    """The page is told, so that it does not wait for ever, and another review can begin."""
    async with open_page(bots=Broken()) as page:
        table = await play_table(page, game="classic")
        number = page.begin("request", method="GET", path=f"api/tables/{table}/review?from=0")
        assert [(await page.hear(number))["type"] for _ in range(2)] == ["response", "chunk"]
        assert await page.hear(number) == {"type": "end", "id": number, "failed": True}
        assert not page.port._service.reviews.used


@awaited
async def test_a_device_that_cannot_be_read_answers() -> None:
    """Every request gets an answer, also if the store fails before anybody is known."""
    async with open_page() as page:

        async def fail(_: str) -> str:
            raise OSError("gone")

        page.database.read = fail  # type: ignore[method-assign, assignment]
        assert await page.ask("GET", "api/me") == (503, ANY)


@awaited
async def test_nothing_waits_for_more_than_one_decision_of_a_review(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record, a list, a new table and its moves come at once; then the review goes on."""
    judged: list[int] = []

    def judge(*asked: Any) -> Judged:
        *_, seat, decision, _ = asked
        judged.append(decision.number)
        best = Advice(decision.move, Message("why.only"), 0.5)
        return Judged(number=decision.number, seat=seat, move=decision.move, best=best, chance=0.5)

    monkeypatch.setattr(bot_runner, "judge_decision", judge)
    async with open_page(make_expert_executor=QuickExpert) as page:
        table = await play_table(page, game="classic", rounds=1)
        for _ in range(3):
            number = page.begin("request", method="GET", path=f"api/tables/{table}/review?from=0")
            await page.hear(number)
            with monkeypatch.context() as endless:
                endless.setattr(traffic, "QUIET_SECONDS", END_SECONDS)
                before = len(judged)
                assert (await page.ask("GET", f"api/tables/{table}/record"))[0] == 200
                assert (await page.ask("GET", "api/history"))[0] == 200
                await play_table(page)
                assert len(judged) <= before + 1
            page.receive({"type": "cancel", "id": number})
            await wait_until(lambda: not page.port._service.reviews.used)
        count = len(judged)
        number = page.begin("request", method="GET", path=f"api/tables/{table}/review?from=0")
        while (await page.hear(number))["type"] != "end":
            pass
        assert len(judged) > count + 1


@awaited
async def test_the_daily_deal_and_lessons() -> None:
    """They need nobody else."""
    async with open_page(**QUICK) as page:
        status, made = await page.ask("POST", "api/daily", {"name": "Paul"})
        assert status == 200
        async with page.socket(made["table"]) as talk:
            assert (await talk.now())["view"]
        assert len((await page.ask("GET", "api/daily"))[1]["days"]) == 1
        assert (await page.ask("POST", "api/lessons/classic", {"name": "Paul"}))[0] == 200


@pytest.mark.parametrize("language", LANGUAGES)
@awaited
async def test_what_needs_a_server_says_so(language: str) -> None:
    """In the reader's language, with one code for all; lists of such things are empty."""
    async with open_page() as page:
        for method, path in (
            ("POST", "api/circles"),
            ("GET", "api/circles/c-1234567890"),
            ("GET", "api/qr?link=x"),
            ("POST", "api/me/transfer"),
            ("POST", "api/transfer"),
            ("POST", "api/push"),
        ):
            status, fault = await page.ask(method, path, language=language)
            assert (status, fault["code"]) == (501, "needs-server")
            assert not fault["text"].startswith("error.")
        assert await page.ask("GET", "api/me/circles") == (200, {"circles": []})
        assert await page.ask("GET", "api/push") == (200, {"key": ""})


@awaited
async def test_what_is_not_there() -> None:
    """Unknown paths, unknown tables and bodies that cannot be read are refused as a server refuses them."""
    async with open_page() as page:
        assert (await page.ask("GET", "api/nothing"))[1]["code"] == "no-such-page"
        assert (await page.ask("PUT", "api/tables"))[0] == 404
        assert (await page.ask("POST", "api/tables", "{"))[1]["code"] == "bad-message"
        assert (await page.ask("POST", "api/tables", "x" * 10_000))[0] == 413
        assert (await page.ask("GET", "api/tables/t-0123456789"))[0] == 404
        for path in ("ws/tables/t-0123456789", "ws/nothing"):
            closed = await page.hear(page.begin("open", path=path))
            assert (closed["type"], closed["code"]) == ("closed", 1006)


@awaited
async def test_a_full_device_refuses_the_move() -> None:
    """What could not be stored is not shown; the player is told, and the next try may succeed."""
    async with open_page(**QUICK) as page, page.socket((await page.table(fill="sensible"))["table"]) as talk:
        page.database.failing = "QuotaExceededError"
        assert (await talk.say("start", "s"))["code"] == "storage-full"
        page.database.failing = ""
        await talk.do("start", "t")


@awaited
async def test_messages_have_their_turn_while_bots_think() -> None:
    """Many bots play a long game at once; a request is answered before it is over."""
    async with open_page(**QUICK) as page:
        table = (await page.table(game="classic", seats=6, fill="sensible"))["table"]
        async with page.socket(table) as talk:
            await talk.do("start", "s")
            room = await page.host.room(table)
            before = room.table.number
            assert (await page.ask("GET", "api/me"))[0] == 200
            assert room.table.number - before < 20
