"""The cookie that identifies a person: how long it lasts, and cookies of other servers beside it."""

from __future__ import annotations

import re
from itertools import count

from documents import document
from house import StillClock, awaited
from network import Net, net
from reihum.host.people import FORGET_AFTER_MS

DAY = 24 * 3600.0


def secret(cookie: str) -> str:
    """The secret in a cookie."""
    return cookie.partition("=")[2]


async def me(up: Net, cookie: str) -> str:
    """The person whom a cookie identifies; an empty text if nobody."""
    answer = await up.ask("GET", "/api/me", cookie=cookie)
    return str(answer.data["you"]) if answer.status == 200 else ""


@awaited
async def test_each_visit_makes_the_cookie_last() -> None:
    """The first answer of a day sends the cookie again, to a request, a refused one, or a WebSocket."""
    clock = StillClock()
    async with net(clock=clock) as up:
        made, paul = await up.table()
        assert (await up.ask("GET", "/api/me", cookie=paul)).cookie == ""
        clock.jump(2 * DAY)
        again = await up.ask("GET", "/api/me", cookie=paul)
        assert again.cookie == paul
        assert f"Max-Age={FORGET_AFTER_MS // 1000};" in again.headers["set-cookie"]
        assert (await up.ask("GET", "/api/me", cookie=paul)).cookie == ""
        clock.jump(2 * DAY)
        assert (await up.ask("GET", "/api/circles/c-2222222222", cookie=paul)).cookie == paul
        clock.jump(2 * DAY)
        async with up.socket(made["table"], paul) as talk:
            assert talk.socket.response is not None
            assert talk.socket.response.headers["set-cookie"].startswith(f"{paul}; ")
        clock.jump(2 * DAY)
        assert secret((await up.ask("DELETE", "/api/me", cookie=paul)).cookie) == '""'


def test_the_document_says_how_long() -> None:
    """The server knows a person as long as the browser keeps the cookie, and the document says how long."""
    (days,) = re.findall(r"not used it for (\d+) days", document("protocol"))
    assert int(days) * DAY * 1000 == FORGET_AFTER_MS


@awaited
async def test_servers_side_by_side() -> None:
    """Browsers send cookies of one machine to all its ports: two servers leave each other's alone."""
    async with net() as one, net() as other:
        _, here = await one.table()
        there = (await other.ask("POST", "/api/circles", {"name": "Paul", "circle": "Sunday"}, cookie=here)).cookie
        assert here.partition("=")[0] != there.partition("=")[0]
        both = f"{there}; {here}"
        assert await me(one, both) == await me(one, here) != ""
        assert await me(other, both) == await me(other, there) != ""
        gone = await one.ask("DELETE", "/api/me", cookie=both)
        assert gone.cookie == f'{here.partition("=")[0]}=""'
        assert await me(other, both)


@awaited
async def test_a_cookie_with_another_name() -> None:
    """A cookie without a port, and one of another port with the same store, are read; this server's comes first."""
    async with net() as up:
        _, paul = await up.table()
        _, vera = await up.table(name="Vera")
        for name in ("reihum", "reihum-1"):
            assert await me(up, f"{name}={secret(paul)}") == await me(up, paul)
            assert await me(up, f"{name}={secret(paul)}; {vera}") == await me(up, vera)
        for name in ("other", "reihum-x", "reihum-123456", "Reihum"):
            assert await me(up, f"{name}={secret(paul)}") == ""


@awaited
async def test_few_cookies_are_tried() -> None:
    """A request with hundreds of cookies does not cause hundreds of look-ups in the store."""
    async with net() as up:
        asked: list[bytes] = []
        find, numbers = up.log.find_person, count(1)

        async def counted(hashed: bytes) -> object:
            asked.append(hashed)
            return await find(hashed)

        up.log.find_person = counted  # type: ignore[method-assign, assignment]
        many = "; ".join(f"reihum-{port}={next(numbers):032x}" for port in range(1, 200))
        assert await me(up, many) == ""
        assert 0 < len(asked) <= 4
