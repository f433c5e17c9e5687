"""Endpoints for circles: a family with its tables and its score book, hidden from others."""

from __future__ import annotations

import asyncio

import pytest

from house import awaited
from network import net, played_out


@awaited
async def test_an_evening_of_a_circle() -> None:
    """A circle is founded, joined with its key and played in; the score book knows who has won."""
    async with net(rate=0, address_rate=0) as up:
        founded = await up.ask("POST", "/api/circles", {"name": "Paul", "circle": "Sunday"})
        circle, paul = founded.data, founded.cookie
        path = f"/api/circles/{circle['circle']}"
        tessa = (await up.ask("POST", f"{path}/join", {"name": "Tessa", "key": circle["key"]})).cookie
        settings = {"game": "junior", "seats": 2, "pace": "instant", "circle": circle["circle"]}
        made = (await up.ask("POST", "/api/tables", {"name": "Paul", "settings": settings}, cookie=paul)).data
        join = {"name": "Tessa", "key": made["key"]}
        assert (await up.ask("POST", f"/api/tables/{made['table']}/join", join, cookie=tessa)).status == 200
        async with up.socket(made["table"], paul) as first, up.socket(made["table"], tessa) as second:
            await second.do("sit", "1", seat=1)
            await first.do("start", "2")
            await asyncio.gather(played_out(first), played_out(second))
        seen = (await up.ask("GET", path, cookie=tessa)).data
        assert {*seen["people"].values()} == {"Paul", "Tessa"}
        assert [table["table"] for table in seen["tables"]] == [made["table"]]
        assert len(seen["matches"]) == 1
        assert sum(line["wins"] for line in seen["standings"]) >= 1
        own = (await up.ask("GET", "/api/me/circles", cookie=paul)).data["circles"]
        assert [one["circle"] for one in own] == [circle["circle"]]


@pytest.mark.parametrize(("open_to_all", "status"), [(False, 200), (True, 404)])
@awaited
async def test_a_guest_may_join_the_circle_after_a_match(open_to_all: bool, status: int) -> None:
    """Somebody who has played at a table of the circle needs no link of the circle, unless everybody could play."""
    async with net(rate=0, address_rate=0) as up:
        founded = await up.ask("POST", "/api/circles", {"name": "Paul", "circle": "Sunday"})
        join, paul = f"/api/circles/{founded.data['circle']}/join", founded.cookie
        settings = {"game": "junior", "seats": 2, "pace": "instant", "circle": founded.data["circle"]}
        asked = {"name": "Paul", "settings": settings | {"open": open_to_all}}
        made = (await up.ask("POST", "/api/tables", asked, cookie=paul)).data
        guest = await up.guest(made)
        assert (await up.ask("POST", join, {"name": "Ben"}, cookie=guest)).status == 404
        async with up.socket(made["table"], paul) as first, up.socket(made["table"], guest) as second:
            await second.do("sit", "1", seat=1)
            await first.do("start", "2")
            await asyncio.gather(played_out(first), played_out(second))
        await up.ask("GET", join.removesuffix("/join"), cookie=paul)  # now the result is in the book
        assert (await up.ask("POST", join, {"name": "Ben"}, cookie=guest)).status == status


@awaited
async def test_a_page_asks_whether_there_is_news() -> None:
    """Nothing is sent again while nothing has changed; a new name, a new member and a new table are news."""
    async with net(rate=0, address_rate=0) as up:
        founded = await up.ask("POST", "/api/circles", {"name": "Paul", "circle": "Sunday"})
        circle, paul = founded.data, founded.cookie
        path = f"/api/circles/{circle['circle']}"

        async def news() -> bool:
            nonlocal circle
            answer = await up.ask("GET", f"{path}?after={circle['number']}", cookie=paul)
            if answer.status == 200:
                circle = answer.data
            return answer.status == 200

        assert not await news()
        tessa = (await up.ask("POST", f"{path}/join", {"name": "Tessa", "key": circle["key"]})).cookie
        assert await news()
        assert not await news()
        assert (await up.ask("POST", f"{path}/name", {"name": "Friday"}, cookie=tessa)).data["name"] == "Friday"
        assert await news()
        settings = {"game": "junior", "seats": 2, "circle": circle["circle"]}
        await up.ask("POST", "/api/tables", {"name": "Paul", "settings": settings}, cookie=paul)
        assert await news()
        assert (await up.ask("DELETE", f"/api/me{path.removeprefix('/api')}", cookie=tessa)).status == 204
        assert await news()
        assert [*circle["people"].values()] == ["Paul"]
        for method, where in (("GET", path), ("DELETE", f"/api/me/circles/{circle['circle']}")):
            assert (await up.ask(method, where, cookie=tessa)).data["code"] == "unknown-circle"
        assert (await up.ask("POST", f"{path}/name", {"name": "x"}, cookie=tessa)).data["code"] == "unknown-circle"


@awaited
async def test_strangers() -> None:
    """Outsiders cannot tell a circle from one that does not exist, nor play in it."""
    async with net() as up:
        circle = (await up.ask("POST", "/api/circles", {"name": "Paul", "circle": "Sunday"})).data
        _, stranger = await up.table(name="Timo")
        for name in (circle["circle"], "c-2222222222", "t-2222222222"):
            path = f"/api/circles/{name}"
            assert (await up.ask("GET", path, cookie=stranger)).data["code"] == "unknown-circle"
            join = await up.ask("POST", f"{path}/join", {"name": "Timo", "key": "wrong"}, cookie=stranger)
            assert (join.status, join.data["code"]) == (404, "unknown-circle")
        assert (await up.ask("GET", f"/api/circles/{circle['circle']}")).data["code"] == "who-are-you"
        settings = {"game": "junior", "seats": 2, "circle": circle["circle"]}
        made = await up.ask("POST", "/api/tables", {"name": "Timo", "settings": settings}, cookie=stranger)
        assert made.data["code"] in ("not-allowed", "unknown-circle")


NOWHERE = ["/api/circles/c-2222222222/join", "/api/tables/t-2222222222/join"]


@pytest.mark.parametrize("path", NOWHERE)
@awaited
async def test_a_refused_person_is_not_stored(path: str) -> None:
    """A request that fails stores no person and sets no cookie; one that succeeds does both."""
    async with net() as up:
        refused = await up.ask("POST", path, {"name": "Timo", "key": "wrong"})
        assert (refused.status, refused.cookie) == (404, "")
        circle = await up.ask("POST", "/api/circles", {"name": "", "circle": "Sunday"})
        table = await up.ask("POST", "/api/tables", {"name": "Timo", "settings": {"game": "junior", "seats": 99}})
        assert {circle.status, table.status} == {400}
        assert up.log.people == {}
        made = await up.ask("POST", "/api/circles", {"name": "Timo", "circle": "Sunday"})
        assert len(up.log.people) == 1
        assert (await up.ask("GET", "/api/me", cookie=made.cookie)).status == 200


@awaited
async def test_house_rules_of_a_circle() -> None:
    """Members keep and name them; what cannot be played is refused with its reason, and strangers find no circle."""
    async with net(rate=0, address_rate=0) as up:
        founded = await up.ask("POST", "/api/circles", {"name": "Paul", "circle": "Sunday"})
        path, paul = f"/api/circles/{founded.data['circle']}/rules", founded.cookie
        rules = {"seats": 3, "options": {"turn": "one"}, "until": 50}
        kept = await up.ask("POST", path, {"game": "junior", "rules": rules}, cookie=paul)
        assert kept.data["rules"] == {"junior": rules}
        named = await up.ask("POST", f"{path}/name", {"name": "Oma"}, cookie=paul)
        assert named.data["rules_name"] == "Oma"
        wrong = await up.ask("POST", path, {"game": "junior", "rules": {"seats": 3, "rounds": 0}}, cookie=paul)
        assert (wrong.status, wrong.data["code"]) == (400, "rounds")
        stranger = (await up.ask("POST", "/api/circles", {"name": "Vera", "circle": "Other"})).cookie
        assert (await up.ask("POST", path, {"game": "junior"}, cookie=stranger)).status == 404
        assert (await up.ask("POST", path, {"game": "junior"}, cookie=paul)).data["rules"] == {}
