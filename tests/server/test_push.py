"""Notices for people whose page is closed, sent to a push service that speaks the real protocol on loopback."""

from __future__ import annotations

import asyncio
import json
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from house import MemoryLog, StillClock, awaited, play_out
from network import Net, net
from reihum.host.notices import Notice
from reihum.protocol.http import Device
from reihum.server.push.encoding import decode_base64, encode_base64
from reihum.server.push.endpoints import BadEndpoint, EndpointRules, PushResponse, post
from reihum.tables.keys import PUSH
from reihum.tables.listings import Listing
from waiting import wait_until

ec = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ec")

from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature  # noqa: E402
from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: E402
from cryptography.hazmat.primitives.hashes import SHA256  # noqa: E402

from reihum.server.push.encryption import CURVE, derive_keys, encode_point  # noqa: E402
from reihum.server.push.sender import RETRY_SECONDS, PushSender  # noqa: E402

DAY = 24 * 3600


class PushService:
    """A push service (RFC 8030): it keeps what it gets and answers with ``status``. ``browser`` is the device."""

    def __init__(self) -> None:
        self.status = 201
        self.retry_after = ""
        self.requests: list[tuple[str, dict[str, str], bytes]] = []
        self.private = ec.generate_private_key(CURVE)
        self.auth = os.urandom(16)
        self.address = ""

    def subscription(self, path: str = "/device", language: str = "de") -> dict[str, str]:
        """What a browser tells the server when somebody taps the bell."""
        return {
            "endpoint": self.address + path,
            "p256dh": encode_base64(encode_point(self.private.public_key())),
            "auth": encode_base64(self.auth),
            "language": language,
        }

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.requests.append((head[0], headers, body))
        wait = f"Retry-After: {self.retry_after}\r\n" if self.retry_after else ""
        writer.write(f"HTTP/1.1 {self.status} Answer\r\n{wait}Content-Length: 0\r\n\r\n".encode())
        writer.close()

    def decrypt(self, body: bytes) -> Any:
        """The payload of a request, as the device reads it (RFC 8291)."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        assert len(record) <= size
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        key, nonce = derive_keys(shared, self.auth, salt, encode_point(self.private.public_key()), sender)
        text, mark, padding = AESGCM(key).decrypt(nonce, record, None).rpartition(b"\2")
        assert mark
        assert not padding.strip(b"\0")
        return json.loads(text)


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    """A push service at a free port."""
    service = PushService()
    server = await asyncio.start_server(service.serve, "127.0.0.1", 0)
    service.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield service


@asynccontextmanager
async def server(**settings: Any) -> AsyncIterator[Net]:
    """A server that may send to loopback."""
    async with net(**settings) as up:
        if up.up.service.push is not None:
            up.up.service.push.rules = EndpointRules(loopback=True)
        yield up


async def lasting_table(up: Net) -> tuple[dict[str, str], str, str]:
    """A table that lasts for days with two people, dealt: the invitation and the two cookies."""
    made, paul = await up.table(pace="days", turn_seconds=DAY, game="hoechste-karte")
    tessa = await up.guest(made)
    async with up.socket(made["table"], tessa) as talk:
        await talk.say("sit", "sit", seat=1)
    async with up.socket(made["table"], paul) as talk:
        await talk.do("start", "start")
    return made, paul, tessa


async def lay(up: Net, table: str, cookie: str, seat: int) -> None:
    """Make a move over a connection that ends at once."""
    room = await up.host.room(table)
    async with up.socket(table, cookie, f"?seat={seat}") as talk:
        assert room.table.state is not None
        await talk.do("move", f"m{room.table.number}", move=str(room.table.state.legal(seat)[0]))
    await wait_until(lambda: not room.subscriptions)


def check_token(authorization: str, audience: str) -> str:
    """Check a VAPID header (RFC 8292); returns the server's public key."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    header, claims, signature = parts["t"].split(".")
    assert scheme == "vapid"
    assert json.loads(decode_base64(header)) == {"typ": "JWT", "alg": "ES256"}
    told = json.loads(decode_base64(claims))
    assert told["aud"] == audience
    raw = decode_base64(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode_base64(parts["k"]))
    key.verify(pair, f"{header}.{claims}".encode(), ec.ECDSA(SHA256()))
    return parts["k"]


@awaited
async def test_a_notice_comes_when_it_is_your_turn() -> None:
    """The push service learns nothing, the device learns the table and the kind of news, and nothing of the cards."""
    async with push_service() as service, server() as up:
        made, paul, tessa = await lasting_table(up)
        key = (await up.ask("GET", "/api/push")).data["key"]
        device = service.subscription()
        assert (await up.ask("POST", "/api/push", device, cookie=paul)).status == 204
        await lay(up, made["table"], paul, 0)
        await lay(up, made["table"], tessa, 1)
        await wait_until(lambda: service.requests)
        line, headers, body = service.requests[0]
        assert line == "POST /device HTTP/1.1"
        assert headers["content-encoding"] == "aes128gcm"
        assert int(headers["ttl"]) > 0
        assert headers["urgency"] == "normal"
        assert headers["topic"] == made["table"]
        assert check_token(headers["authorization"], service.address) == key
        assert service.decrypt(body) == {"kind": "your-turn", "place": made["table"], "language": "de"}
        assert len(service.requests) == 1


@awaited
async def test_who_is_connected_gets_no_notice() -> None:
    """A person who looks at the table sees it there."""
    async with push_service() as service, server() as up:
        made, paul, tessa = await lasting_table(up)
        await up.ask("POST", "/api/push", service.subscription(), cookie=paul)
        async with up.socket(made["table"], paul, "?seat=0"):
            await lay_while_watched(up, made["table"], paul, 0)
            await lay_while_watched(up, made["table"], tessa, 1)
        await lay(up, made["table"], paul, 0)
        await lay(up, made["table"], tessa, 1)
        await wait_until(lambda: service.requests)
        assert len(service.requests) == 1


async def lay_while_watched(up: Net, table: str, cookie: str, seat: int) -> None:
    """Make a move while others watch."""
    room = await up.host.room(table)
    async with up.socket(table, cookie, f"?seat={seat}") as talk:
        assert room.table.state is not None
        await talk.do("move", f"w{room.table.number}", move=str(room.table.state.legal(seat)[0]))


@pytest.mark.parametrize("status", [404, 410])
@awaited
async def test_a_subscription_that_has_ended_is_forgotten(status: int) -> None:
    """A push service that does not know the device any more is not asked again."""
    async with push_service() as service, server() as up:
        made, paul, tessa = await lasting_table(up)
        await up.ask("POST", "/api/push", service.subscription(), cookie=paul)
        push = up.up.service.push
        assert push is not None
        service.status = status
        await lay(up, made["table"], paul, 0)
        await lay(up, made["table"], tessa, 1)
        await wait_until(lambda: service.requests)
        await wait_until(
            lambda: all(listing.data == b"" for key, listing in up.log.listings.items() if key[:2] == "p-")
        )
        assert await push.devices.find(made["you"]) == []


@asynccontextmanager
async def sending(service: PushService, clock: StillClock) -> AsyncIterator[PushSender]:
    """A sender with a still clock, and one person who has a device at the service."""
    sender = PushSender(MemoryLog(), clock, rules=EndpointRules(loopback=True))
    await sender.devices.add("paul", msgspec.convert(service.subscription(), Device))
    task = asyncio.create_task(sender.run())
    try:
        yield sender
    finally:
        task.cancel()


async def expect_retry(service: PushService, clock: StillClock, tries: int) -> None:
    """Wait until this many tries have failed and the next one is planned."""
    await wait_until(lambda: len(service.requests) == clock.planned == tries)


async def expect_silence(service: PushService, sender: PushSender, clock: StillClock) -> None:
    """Wait until everything is dealt with, and check that nothing follows within a day."""
    count = len(service.requests)
    service.status = 201
    sender.send(Notice("paul", "t-2", "round"))  # notices are sent one after another
    await wait_until(lambda: len(service.requests) == count + 1)
    await clock.forward(DAY)
    assert len(service.requests) == count + 1


@awaited
async def test_what_one_person_cannot_be_sent_keeps_nobody_else_waiting(caplog: pytest.LogCaptureFixture) -> None:
    """A device whose entry in the store is damaged is an error in the log; the next notice is sent."""
    clock = StillClock()
    async with push_service() as service, sending(service, clock) as sender:
        await sender._log.append(PUSH + "damaged", [], Listing(False, (PUSH + "tessa",), b"{", 0))
        sender.send(Notice("tessa", "t-1", "your-turn"))
        await expect_silence(service, sender, clock)
    assert caplog.messages == ["A notice could not be sent"]


@pytest.mark.parametrize("status", [429, 500, 503])
@awaited
async def test_another_try_follows_a_fault_that_may_pass(status: int) -> None:
    """The tries come at growing distances; after the last one the notice is dropped."""
    clock = StillClock()
    async with push_service() as service, sending(service, clock) as sender:
        service.status = status
        sender.send(Notice("paul", "t-1", "your-turn"))
        for tries, seconds in enumerate(RETRY_SECONDS, 1):
            await expect_retry(service, clock, tries)
            await clock.forward(seconds - 1)
            assert len(service.requests) == tries
            await clock.forward(1)
        await wait_until(lambda: len(service.requests) == len(RETRY_SECONDS) + 1)
        await expect_silence(service, sender, clock)


@awaited
async def test_a_try_that_succeeds_is_the_last_one() -> None:
    """The push service says when it wants to be asked again; then the notice arrives once."""
    clock = StillClock()
    async with push_service() as service, sending(service, clock) as sender:
        service.status, service.retry_after = 429, "300"
        sender.send(Notice("paul", "t-1", "your-turn"))
        await expect_retry(service, clock, 1)
        service.status = 201
        await clock.forward(299)
        assert len(service.requests) == 1
        await clock.forward(1)
        await wait_until(lambda: len(service.requests) == 2)
        await expect_silence(service, sender, clock)


@awaited
async def test_a_newer_notice_replaces_one_that_waits_for_another_try() -> None:
    """An older notice never comes after a newer one about the same table."""
    clock = StillClock()
    async with push_service() as service, sending(service, clock) as sender:
        service.status = 503
        sender.send(Notice("paul", "t-1", "your-turn"))
        await expect_retry(service, clock, 1)
        service.status = 201
        sender.send(Notice("paul", "t-1", "round"))
        await wait_until(lambda: len(service.requests) == 2)
        await expect_silence(service, sender, clock)
        assert [service.decrypt(body)["place"] for _, _, body in service.requests] == ["t-1", "t-1", "t-2"]


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("", 0),
        ("120", 120),
        ("Mon, 16 Nov 2026 12:00:30 GMT", 30),
        ("Mon, 16 Nov 2026 11:00:00 GMT", 0),
        ("soon", 0),
    ],
)
def test_when_a_push_service_wants_to_be_asked_again(header: str, seconds: float) -> None:
    """Retry-After is a number of seconds or a date; anything else is as if it were missing."""
    noon = 1_794_830_400_000  # 2026-11-16 12:00 UTC
    assert PushResponse(429, header).get_retry_seconds(noon) == seconds


@awaited
async def test_the_bell_can_be_switched_off_again() -> None:
    """A device that is removed, or whose person is forgotten, is gone from the store."""
    async with push_service() as service, server() as up:
        made, paul, _ = await lasting_table(up)
        push, device = up.up.service.push, service.subscription()
        assert push is not None
        await up.ask("POST", "/api/push", device, cookie=paul)
        assert len(await push.devices.find(made["you"])) == 1
        assert (await up.ask("DELETE", "/api/push", {"endpoint": device["endpoint"]}, cookie=paul)).status == 204
        assert await push.devices.find(made["you"]) == []
        await up.ask("POST", "/api/push", device, cookie=paul)
        await up.ask("DELETE", "/api/me", cookie=paul)
        assert await push.devices.find(made["you"]) == []
        assert not any(service.address.encode() in listing.data for listing in up.log.listings.values())


@awaited
async def test_a_person_has_a_limited_number_of_devices() -> None:
    """The newest devices count; a repeated one counts once."""
    async with push_service() as service, server() as up:
        made, paul = await up.table()
        push = up.up.service.push
        assert push is not None
        for number in range(12):
            await up.ask("POST", "/api/push", service.subscription(f"/{number}"), cookie=paul)
        assert len(await push.devices.find(made["you"])) == 8


@awaited
async def test_a_rematch_and_a_circle_tell_those_who_are_gone() -> None:
    """People who have left the page hear that the others go on, and that their circle has a new table."""
    async with push_service() as service, server() as up:
        circle = await up.ask("POST", "/api/circles", {"name": "Paul", "circle": "Friday"})
        paul, friday = circle.cookie, circle.data["circle"]
        joined = await up.ask("POST", f"/api/circles/{friday}/join", {"name": "Tessa", "key": circle.data["key"]})
        await up.ask("POST", "/api/push", service.subscription("/tessa", "en"), cookie=joined.cookie)
        settings = {"game": "junior", "seats": 2, "circle": friday}
        made = await up.ask("POST", "/api/tables", {"name": "Paul", "settings": settings}, cookie=paul)
        await wait_until(lambda: service.requests)
        assert service.decrypt(service.requests[0][2]) == {"kind": "invitation", "place": friday, "language": "en"}
        path = f"/api/tables/{made.data['table']}/join"
        await up.ask("POST", path, {"name": "Tessa", "key": made.data["key"]}, cookie=joined.cookie)
        await play_out(await up.host.room(made.data["table"]))
        async with up.socket(made.data["table"], paul) as talk:
            await talk.do("rematch", "again")
        await wait_until(lambda: len(service.requests) > 1)
        told = service.decrypt(service.requests[1][2])
        assert told["kind"] == "rematch"
        assert told["place"] != made.data["table"]


@awaited
async def test_the_key_is_made_once() -> None:
    """Another start on the same store, or a second server, has the same key."""
    log = MemoryLog()
    async with server(log=log) as up, server(log=log) as other:
        keys = {(await each.ask("GET", "/api/push")).data["key"] for each in (up, other)}
    async with server(log=log) as later:
        assert {(await later.ask("GET", "/api/push")).data["key"]} == keys


@awaited
async def test_an_operator_can_switch_notices_off() -> None:
    """Then no key is offered, and no device is kept."""
    async with push_service() as service, server(no_push=True) as up:
        _, paul = await up.table()
        assert (await up.ask("GET", "/api/push")).data == {"key": ""}
        refused = await up.ask("POST", "/api/push", service.subscription(), cookie=paul)
        assert refused.data["code"] == "push-off"


BAD = (
    "http://push.example/device",
    "https://user@push.example/device",
    "https://push.example:8443/device",
    "https:///device",
    "ftp://push.example/",
    "https://push.example:port/",
    "https://push.example/" + "x" * 1000,
    "https://püsh.example/",
)


@pytest.mark.parametrize("endpoint", BAD)
def test_only_https_endpoints_are_asked(endpoint: str) -> None:
    """Browsers name the endpoint, so it may be anything."""
    with pytest.raises(BadEndpoint):
        EndpointRules().check(endpoint)


@pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fe80::1", "::ffff:10.0.0.1"])
def test_no_endpoint_leads_into_a_private_network(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that leads to a private address is not connected to, even if another of its addresses is public."""

    def resolve(*_: object, **__: object) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, 443)) for each in ("93.184.215.14", address)]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", lambda *_: pytest.fail("it was connected to"))
    with pytest.raises(BadEndpoint):
        post(EndpointRules(), "https://push.example/device", {}, b"")


@awaited
async def test_keys_that_are_not_keys_are_refused() -> None:
    """A device without a proper public key and secret is not kept."""
    async with push_service() as service, server() as up:
        _, paul = await up.table()
        for wrong in ({"p256dh": "AAAA"}, {"auth": "AAAA"}, {"auth": "é"}, {"endpoint": "https://10.0.0.1:99/"}):
            refused = await up.ask("POST", "/api/push", service.subscription() | wrong, cookie=paul)
            assert refused.data["code"] == "push-endpoint"


def test_the_example_of_the_standard() -> None:
    """RFC 8291, appendix A: the same keys give the same key and nonce."""
    receiver, sender = (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
    )
    private = ec.derive_private_key(int.from_bytes(decode_base64("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")), CURVE)
    shared = private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode_base64(sender)))
    auth, salt = decode_base64("BTBZMqHH6r4Tts7J_aSIgg"), decode_base64("DGv6ra1nlYgDCS1FRnbzlw")
    key, nonce = derive_keys(shared, auth, salt, decode_base64(receiver), decode_base64(sender))
    assert (encode_base64(key), encode_base64(nonce)) == ("oIhVW04MRdy2XN9CiKLxTg", "4h_95klXJ5E_qnoN")
