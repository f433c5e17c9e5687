"""The origin of requests, and the headers of responses."""

from __future__ import annotations

import asyncio

import pytest
from websockets.exceptions import InvalidStatus

from house import StillClock, awaited
from network import net
from reihum.server import origins as named
from reihum.server.config import Config
from reihum.server.origins import Origins, find_origins
from reihum.server.security import REFUSAL_SECONDS
from waiting import wait_until

PAGE = {"default-src": "'none'", "script-src": "'self'", "connect-src": "'self'", "frame-ancestors": "'none'"}
WRONG_ORIGINS = [
    "http://evil.example",
    "https://{own}",
    "http://{own}.evil.example",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "http://{own}/",
    "http://user@{own}",
    "null",
    "HTTP://{own}",
    "",
]


@pytest.mark.parametrize("origin", WRONG_ORIGINS)
@awaited
async def test_pages_of_others(origin: str) -> None:
    """A page of another origin can neither write nor listen here, whatever cookie its reader has."""
    async with net() as up:
        made, paul = await up.table(open=True)
        wrong = {"Origin": origin.format(own=f"127.0.0.1:{up.up.port}") or " "}
        rows = {**up.log.rows}
        created = await up.ask("POST", "/api/tables", {"name": "X"}, cookie=paul, headers=wrong)
        assert (created.status, created.data["code"]) == (403, "wrong-origin")
        assert (await up.ask("DELETE", "/api/me", cookie=paul, headers=wrong)).status == 403
        with pytest.raises(InvalidStatus) as refused:
            await up.socket(made["table"], paul, **wrong).__aenter__()
        assert refused.value.response.status_code == 403
        assert up.log.rows == rows


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
@awaited
async def test_our_own_page(name: str) -> None:
    """Every name of this machine is an origin of ours."""
    async with net() as up:
        made, paul = await up.table()
        own = {"Origin": f"http://{name}:{up.up.port}", "Host": f"{name}:{up.up.port}"}
        assert (await up.ask("GET", "/api/me", cookie=paul, headers=own)).status == 200
        async with up.socket(made["table"], paul, Origin=own["Origin"]) as talk:
            assert (await talk.heard("table"))["seat"] == 0


@awaited
async def test_names_that_are_not_ours() -> None:
    """A stranger's name that leads here (DNS rebinding) gets nothing; monitoring may use any name."""
    async with net() as up:
        wrong = {"Host": f"evil.example:{up.up.port}", "Origin": f"http://evil.example:{up.up.port}"}
        answer = await up.ask("GET", "/api/tables", headers=wrong)
        assert (answer.status, answer.data["code"]) == (421, "wrong-host")
        assert "127.0.0.1" not in answer.data["text"]
        assert (await up.ask("GET", "/health", headers={"Host": "anything"})).status == 200


@awaited
async def test_the_metrics_by_address_or_by_our_names() -> None:
    """A stranger's name that leads to this machine does not get the metrics; an address cannot be a stranger's name."""
    async with net() as up:
        for host, status in (("evil.example", 421), ("[", 421), ("localhost", 200), ("192.0.2.7", 200), ("[::1]", 200)):
            answer = await up.ask("GET", "/metrics", headers={"Host": f"{host}:{up.up.port}"})
            assert answer.status == status, host


@awaited
async def test_a_refusal_does_not_tell_our_names() -> None:
    """Strangers do not learn what this machine is called and which addresses it has."""
    async with net(origin=("https://cards.example",)) as up:
        assert b"cards.example" not in (await up.ask("GET", "/api/tables")).body
        wrong = {"Host": "cards.example", "Origin": "https://evil.example"}
        assert b"cards.example" not in (await up.ask("POST", "/api/tables", {}, headers=wrong)).body


@awaited
async def test_origins_in_the_settings() -> None:
    """If the settings name origins, there are no others."""
    async with net(origin=("https://cards.example",)) as up:
        assert (await up.ask("GET", "/api/tables")).status == 421
        right = {"Host": "cards.example", "Origin": "https://cards.example"}
        assert (await up.ask("POST", "/api/tables", {}, headers=right)).status == 400
        assert (
            await up.ask("POST", "/api/tables", {}, headers=right | {"Origin": "http://cards.example"})
        ).status == 403


def test_origins_of_this_machine() -> None:
    """Loopback names; in the home network also its addresses and names there. Usual ports are left out."""
    assert find_origins(Config(), 8011).all == ("http://localhost:8011", "http://127.0.0.1:8011", "http://[::1]:8011")
    assert "http://192.168.0.7" in find_origins(Config(lan=True, host="192.168.0.7"), 80).all
    assert "http://[fd00::7]:8011" in find_origins(Config(lan=True, host="fd00::7"), 8011).all
    assert any(name.endswith(".local:8011") for name in find_origins(Config(lan=True), 8011).all)


@awaited
async def test_an_address_that_came_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """A network that is joined while the server runs gives the machine another address, at which the page is ours
    too."""
    monkeypatch.setattr(named, "LOCAL", ("localhost",))
    async with net() as up:
        here = f"127.0.0.1:{up.up.port}"
        assert f"http://{here}" not in up.up.origins.all
        made, paul = await up.table()
        own = {"Host": here, "Origin": f"http://{here}"}
        assert (await up.ask("DELETE", "/api/me", cookie=await up.guest(made), headers=own)).status == 204
        async with up.socket(made["table"], paul, Origin=own["Origin"]) as talk:
            assert (await talk.heard("table"))["seat"] == 0
        for host in ("127.0.0.2", "evil.example", "127.0.0.1.evil.example", "2130706433", "[::1]"):
            wrong = f"{host}:{up.up.port}"
            assert (await up.ask("GET", "/api/tables", headers={"Host": wrong})).status == 421, host
            away = own | {"Origin": f"http://{wrong}"}
            assert (await up.ask("POST", "/api/tables", {}, headers=away)).status == 403, host
        for origin in (f"https://{here}", "http://127.0.0.1", "http://127.0.0.1:1", f"http://{here}/"):
            assert (await up.ask("POST", "/api/tables", {}, headers=own | {"Origin": origin})).status == 403, origin


@pytest.mark.parametrize(
    ("server", "host"),
    [(("fd00::7", 8011), "[fd00::7]:8011"), (("10.0.0.7", 80), "10.0.0.7"), (("cards", 8011), "cards:8011")],
)
def test_the_address_at_which_a_request_arrives(server: tuple[str, int], host: str) -> None:
    """IPv6 in brackets, without the usual port, never a name. If the settings name origins, there are no others."""
    ours, fixed = (
        find_origins(Config(lan=True), 8011),
        find_origins(Config(lan=True, origin=("http://cards.example",)), 8011),
    )
    is_address = "cards" not in host
    assert ours.allows_host(host, server) is is_address
    assert ours.allows(f"http://{host}", server) is is_address
    assert not ours.allows_host(host, None)
    assert not fixed.allows_host(host, server)
    assert not fixed.allows(f"http://{host}", server)


def test_clients_without_an_origin() -> None:
    """A client without an origin is not a browser: programs may come. A host is always required."""
    ours = Origins(("https://cards.example",))
    assert ours.allows(None)
    assert not ours.allows_host(None)
    assert ours.allows_host("CARDS.example")


@pytest.mark.parametrize("path", ["/", "/t/t-abc", "/api/games", "/api/tables", "/nothing", "/api/me", "/landing.css"])
@awaited
async def test_every_response_has_security_headers(path: str) -> None:
    """Strict content policy, no sniffing, no framing, no referrer; nothing about people is cached."""
    async with net() as up:
        headers = (await up.ask("GET", path)).headers
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert policy.items() >= PAGE.items()
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert "cache-control" in headers
        assert "server" not in headers
        assert "strict-transport-security" not in headers


PROXY = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}


@awaited
async def test_a_proxy_that_is_trusted() -> None:
    """The server believes it: who the client is, and that it came by https, which makes the cookie secure."""
    async with net(proxy=("127.0.0.1",), origin=("https://cards.example",), metrics=("203.0.113.9",)) as up:
        headers = PROXY | {"Host": "cards.example"}
        settings = {"game": "junior", "seats": 2}
        made = await up.ask("POST", "/api/tables", {"name": "Paul", "settings": settings}, headers=headers)
        assert made.headers["set-cookie"].startswith("__Host-reihum=")
        assert "; Secure" in made.headers["set-cookie"]
        assert made.data["link"].startswith("https://cards.example/t/")
        assert made.headers["strict-transport-security"] == "max-age=31536000"
        assert (await up.ask("GET", "/metrics", headers=headers)).status == 200


@awaited
async def test_a_proxy_that_is_not_trusted() -> None:
    """Headers that any client may send are not believed."""
    async with net(metrics=("203.0.113.9",)) as up:
        answer = await up.ask("GET", "/", headers=PROXY)
        assert "strict-transport-security" not in answer.headers
        assert (await up.ask("GET", "/metrics", headers=PROXY)).status == 403


@awaited
async def test_clients_cannot_forge_behind_a_proxy() -> None:
    """In a chain of addresses the one counts that the trusted proxy itself has seen."""
    async with net(proxy=("127.0.0.1",), origin=("https://cards.example",), metrics=("203.0.113.9",)) as up:
        forged = PROXY | {"Host": "cards.example", "X-Forwarded-For": "203.0.113.9, 198.51.100.1"}
        assert (await up.ask("GET", "/metrics", headers=forged)).status == 403


@pytest.mark.parametrize("prefix", ["", "/cards"], ids=["stripped", "kept"])
@awaited
async def test_under_a_path(prefix: str) -> None:
    """Whether or not the proxy strips the path, links and cookies have it and everything is found."""
    async with net(root_path="/cards") as up:
        settings = {"game": "junior", "seats": 2}
        made = await up.ask("POST", f"{prefix}/api/tables", {"name": "Paul", "settings": settings})
        assert made.data["link"].startswith(f"{up.base}/cards/t/")
        assert "; Path=/cards;" in made.headers["set-cookie"]
        assert (await up.ask("GET", f"{prefix}/t/t-abc")).status == 200
        page = (await up.ask("GET", f"{prefix}/")).body.decode()
        assert "/cards/landing.css" in page
        assert f"reihum join {up.base}/cards classic" in page
        assert (await up.ask("GET", f"{prefix}/api/openapi.json")).data["servers"] == [{"url": "/cards"}]


@awaited
async def test_refusals_take_their_time() -> None:
    """A client that asks too much waits for its refusal, so that it cannot keep the server busy with refusals; others
    do not wait."""
    clock = StillClock()
    async with net(clock=clock, proxy=("127.0.0.1",), address_rate=1, delays_refusals=True) as up:
        asking = [asyncio.create_task(up.ask("GET", "/health")) for _ in range(6)]
        await wait_until(lambda: sum(task.done() for task in asking) == 4)
        assert (await up.ask("GET", "/health", headers={"X-Forwarded-For": "192.0.2.1"})).status == 200
        assert sum(task.done() for task in asking) == 4
        await clock.forward(REFUSAL_SECONDS)
        assert sorted([(await task).status for task in asking]) == [200] * 4 + [429] * 2
