"""Guests of a page: they play from other devices, each as somebody else than the owner."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from house import Quick, QuickExpert, awaited
from network import played_out
from ports import GuestPage, Page, open_page
from reihum.browser.guests import MAX_GUESTS
from reihum.matches import verify
from waiting import wait_until

QUICK: dict[str, Any] = {"bots": Quick(), "make_expert_executor": QuickExpert}


async def seat(owner: Page, guest: GuestPage) -> tuple[str, dict[str, Any]]:
    """The owner makes a table, and the guest takes the other seat. Returns the table, and what the guest got."""
    made = await owner.table()
    body = {"name": "Vera", "key": made["key"]}
    status, joined = await guest.ask("POST", f"api/tables/{made['table']}/join", body)
    assert status == 200, joined
    return made["table"], joined


@awaited
async def test_a_guest_is_somebody_else() -> None:
    """A guest gets a secret and is known by it on a later visit. The owner stays who they were."""
    async with open_page(**QUICK) as owner:
        guest = GuestPage(owner, 1)
        assert (await guest.ask("GET", "api/me"))[0] == 401
        _, joined = await seat(owner, guest)
        _, you = await owner.ask("GET", "api/me")
        assert joined["you"] != you["you"]
        (secret,) = [message["secret"] for message in guest.posted if message["type"] == "secret"]
        later = GuestPage(owner, 2)
        later.receive({"type": "hello", "secret": secret})
        assert (await later.ask("GET", "api/me"))[1] == {"you": joined["you"]}
        assert (await owner.ask("GET", "api/me"))[1] == you


@awaited
async def test_a_round_between_two_devices() -> None:
    """Each sees the table from their own seat. They play a round to its end, and its record is true."""
    async with open_page(**QUICK) as owner:
        guest = GuestPage(owner, 1)
        table, _ = await seat(owner, guest)
        async with owner.socket(table) as first, guest.socket(table) as second:
            await second.do("sit", "sit", seat=1)
            await first.do("start", "s")
            shown = [(await talk.now())["view"]["view"] for talk in (first, second)]
            assert [view["seat"] for view in shown] == [0, 1]
            await asyncio.gather(played_out(first), played_out(second))
        _, record = await owner.ask("GET", f"api/tables/{table}/record")
        assert verify(record).game.id == "junior"


@pytest.mark.parametrize("text", ["", "{", '{"type":"guest","guest":2,"text":""}', '{"type":"request"}'])
@awaited
async def test_a_guest_who_sends_nonsense_is_sent_away(text: str) -> None:
    """A guest cannot bring guests either. The owner's page is told, and plays on."""
    async with open_page(**QUICK) as owner:
        owner.receive({"type": "guest", "guest": 1, "text": text})
        assert owner.posted == [{"type": "guest-left", "guest": 1}]
        assert (await owner.ask("GET", "api/me"))[0] == 200


@awaited
async def test_a_page_has_a_limited_number_of_guests() -> None:
    """One more is sent away; when somebody goes, there is room again."""
    async with open_page(**QUICK) as owner:
        for number in range(MAX_GUESTS):
            assert (await GuestPage(owner, number).ask("GET", "api/me"))[0] == 401
        GuestPage(owner, MAX_GUESTS).receive({"type": "hello", "secret": ""})
        assert owner.posted[-1] == {"type": "guest-left", "guest": MAX_GUESTS}
        owner.receive({"type": "guest-left", "guest": 0})
        assert (await GuestPage(owner, MAX_GUESTS).ask("GET", "api/me"))[0] == 401


@awaited
async def test_a_guest_who_leaves_is_away() -> None:
    """The connections of a guest end with it."""
    async with open_page(**QUICK) as owner:
        guest = GuestPage(owner, 1)
        table, _ = await seat(owner, guest)
        async with owner.socket(table) as talk:
            async with guest.socket(table):
                room = owner.host.rooms[table]
                assert len([*room.subscriptions]) == 2
                owner.receive({"type": "guest-left", "guest": 1})
                await wait_until(lambda: len([*room.subscriptions]) == 1)
            await talk.now()
