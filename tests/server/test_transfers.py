"""Taking one's identity to another device: once, for a short time, revocable, and not readable in the store."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from house import StillClock, awaited
from network import Net, net
from reihum.host.transfers import KEPT_MS, VALID_MS
from reihum.tables.keys import TRANSFER


async def find_you(up: Net, cookie: str) -> str:
    """The person of a cookie; an empty text if nobody."""
    answer = await up.ask("GET", "/api/me", cookie=cookie)
    return str(answer.data["you"]) if answer.status == 200 else ""


async def make_word(up: Net, cookie: str) -> str:
    """The word of a new link."""
    made = await up.ask("POST", "/api/me/transfer", cookie=cookie)
    assert made.data["code"].lstrip().startswith("<?xml")
    assert made.data["seconds"] * 1000 == VALID_MS
    assert "/device#" in made.data["link"]
    return str(made.data["link"].partition("#")[2])


@awaited
async def test_another_device_is_the_same_person_once() -> None:
    """The link works once; a replay is refused, and so is everybody without a cookie who wants a link."""
    async with net() as up:
        _, paul = await up.table()
        word = await make_word(up, paul)
        taken = await up.ask("POST", "/api/transfer", {"word": word})
        assert await find_you(up, taken.cookie) == await find_you(up, paul) == taken.data["you"]
        again = await up.ask("POST", "/api/transfer", {"word": word})
        assert (again.data["code"], again.cookie) == ("transfer-over", "")
        assert (await up.ask("POST", "/api/me/transfer")).status == 401


@awaited
async def test_two_devices_race_for_one_link() -> None:
    """One of them wins."""
    async with net() as up:
        _, paul = await up.table()
        word = await make_word(up, paul)
        answers = await asyncio.gather(*(up.ask("POST", "/api/transfer", {"word": word}) for _ in range(4)))
        assert sorted(answer.status for answer in answers)[:2] == [200, 400]


@pytest.mark.parametrize("how", ["revoked", "replaced", "late", "forgotten", "unknown"])
@awaited
async def test_a_link_that_is_not_valid_any_more(how: str) -> None:
    """It was revoked, a newer one was made, it is too old, the person is forgotten, or nobody made it."""
    clock = StillClock()
    async with net(clock=clock, rate=0, address_rate=0) as up:
        _, paul = await up.table()
        word = "nobody" if how == "unknown" else await make_word(up, paul)
        if how == "revoked":
            assert (await up.ask("DELETE", "/api/me/transfer", cookie=paul)).status == 204
        elif how == "replaced":
            await make_word(up, paul)
        elif how == "late":
            clock.jump(VALID_MS / 1000 + 1)
        elif how == "forgotten":
            await up.ask("DELETE", "/api/me", cookie=paul)
        answer = await up.ask("POST", "/api/transfer", {"word": word})
        assert answer.data["code"] == ("who-are-you" if how == "forgotten" else "transfer-over")
        assert answer.cookie == ""


@awaited
async def test_other_devices_are_signed_out() -> None:
    """The old secret opens nothing any more, also on connections that are open."""
    async with net() as up:
        made, paul = await up.table()
        you = await find_you(up, paul)
        async with up.socket(made["table"], paul) as talk:
            await talk.now()
            renewed = await up.ask("POST", "/api/me/renew", cookie=paul)
            assert (renewed.status, await find_you(up, paul), await find_you(up, renewed.cookie)) == (204, "", you)
            assert (await talk.closed())[0] == 1012
        async with up.socket(made["table"], renewed.cookie) as talk:
            assert (await talk.now())["you"] == you


@awaited
async def test_nobody_can_use_what_is_stored() -> None:
    """Neither the word nor the secret is in the store."""
    async with net() as up:
        _, paul = await up.table()
        word = await make_word(up, paul)
        stored = msgspec.json.encode([up.log.rows, up.log.listings]).decode()
        assert word not in stored
        assert paul.partition("=")[2] not in stored


@awaited
async def test_old_links_leave_the_store() -> None:
    """A day after it was made or used, nothing of a link is left; a newer one stays."""
    clock = StillClock()
    async with net(clock=clock, rate=0, address_rate=0) as up:
        _, paul = await up.table()
        _, tessa = await up.table()
        await make_word(up, paul)
        word = await make_word(up, tessa)
        await up.ask("POST", "/api/transfer", {"word": word})
        clock.jump(KEPT_MS / 1000 - 1)
        await make_word(up, paul)  # this ends the first one, which counts from now on
        assert await up.host.transfers.remove_old(clock.now()) == 0
        clock.jump(2)
        assert await up.host.transfers.remove_old(clock.now()) == 1
        assert len([key for key in await up.host.log.tables() if key.startswith(TRANSFER)]) == 2
        clock.jump(KEPT_MS / 1000)
        assert await up.host.transfers.remove_old(clock.now()) == 2
