"""A connection: every message is answered, nothing is missed or repeated, and clients that do not stop are dropped."""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from websockets.exceptions import InvalidStatus

from house import StillClock, awaited, play_out
from network import Net, Reply, Talk, net, protocol_of
from reihum.api import connection
from reihum.api.connection import MAX_MISSED_UPDATES, MAX_STRIKES, PING_SECONDS, SILENCE_SECONDS, TableConnection
from reihum.bots.review.decisions import Advice
from reihum.host.bot_runner import BotQuestion
from reihum.tables import commands
from reihum.tables.arbiter import Reaction
from reihum.tables.table import MAX_HISTORY
from waiting import wait_until

BAD: list[tuple[str, str, str, str]] = [
    ("{]", "", "bad-message", "JSON is malformed"),
    ("", "", "bad-message", "truncated"),
    ("[]", "", "bad-message", "Expected `object`, got `array`"),
    ("null", "", "bad-message", "Expected `object`, got `null`"),
    ("{}", "", "unknown-message", ""),
    ('{"type": "dance", "id": "7"}', "7", "unknown-message", "dance"),
    ('{"type": 5, "id": "7"}', "", "bad-message", "`$.type`"),
    ('{"type": "sit", "id": "7"}', "7", "bad-message", "missing required field `seat`"),
    ('{"type": "sit", "id": "7", "seat": "left"}', "7", "bad-message", "Expected `int`, got `str` - at `$.seat`"),
    ('{"type": "sit", "id": "7", "seat": -1}', "7", "bad-message", ">= 0 - at `$.seat`"),
    ('{"type": "start", "id": ""}', "", "bad-message", "`$.id`"),
    ('{"type": "start", "id": "7", "fast": true}', "7", "bad-message", "unknown field `fast`"),
    ('{"type": "move", "id": "7", "move": "' + "x" * 201 + '"}', "7", "bad-message", "`$.move`"),
    ('{"type": "rematch", "id": "7", "options": ' + "[" * 3000 + "]" * 3000 + "}", "", "bad-message", ""),
]


@awaited
async def test_what_cannot_be_read_is_answered() -> None:
    """The answer says what was expected, what came and where, with the id of the message if it can be read."""
    async with net() as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul) as talk:
            for sent, own, code, part in BAD:
                await talk.send(sent)
                answer = await talk.heard("refused")
                assert (answer["id"], answer["code"]) == (own, code), sent
                assert part in str(answer["message"]["values"])
                await talk.do("say", f"behind {len(sent)} {own}", phrase="hello")


@awaited
async def test_a_binary_message_is_read_too() -> None:
    """Bytes work like a text."""
    async with net() as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul) as talk:
            await talk.socket.send(b'{"type": "view", "id": "1"}')
            assert await talk.heard("done", id="1")
            await talk.socket.send(b"\xff\xfe")
            assert (await talk.heard("refused"))["code"] == "bad-message"


@awaited
async def test_garbage_without_end() -> None:
    """A client that sends only garbage is dropped, with a reason."""
    async with net() as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul) as talk:
            for _ in range(MAX_STRIKES):
                await talk.send("garbage")
            assert await talk.closed() == (1008, "garbage")
            assert len([raw for raw in talk.raw if b'"refused"' in raw]) == MAX_STRIKES


@awaited
async def test_too_many_messages() -> None:
    """They are first refused, with the time to wait; then the connection is dropped."""
    async with net(clock=StillClock(), rate=1) as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul) as talk:
            answers = [await talk.say("view", f"v{number}") for number in range(6)]
            assert [answer["type"] for answer in answers] == ["done"] * 4 + ["refused"] * 2
            assert (answers[-1]["code"], answers[-1]["wait"]) == ("too-many", 1)
            for number in range(MAX_STRIKES):
                await talk.send({"type": "view", "id": f"w{number}"})
            assert await talk.closed() == (1008, "rate")


@awaited
async def test_a_second_connection_does_not_help() -> None:
    """A seat has one limit over all its connections."""
    async with net(clock=StillClock(), rate=1) as up:
        made, paul = await up.table()
        for number in range(4):
            async with up.socket(made["table"], paul) as talk:
                await talk.do("say", f"s{number}", phrase="hello")
        async with up.socket(made["table"], paul) as talk:
            assert (await talk.say("say", "s5", phrase="hello"))["code"] == "too-many"


@awaited
async def test_an_address_has_a_limit_of_its_own() -> None:
    """All seats of one address share a limit for messages, and another for requests."""
    async with net(clock=StillClock(), address_rate=5) as up:
        made, paul = await up.table(open=True)
        async with up.socket(made["table"], paul) as talk:
            for number in range(30):
                await talk.send({"type": "view", "id": str(number)})
            assert (await talk.heard("refused"))["code"] == "too-many"
            assert (await up.ask("GET", "/api/tables")).status == 200
        refused = await ask_too_much(up)
        assert refused.data["code"] == "too-many"
        assert int(refused.headers["retry-after"]) >= 1


async def ask_too_much(up: Net) -> Reply:
    """Ask until the answer is that it is too much."""
    while (answer := await up.ask("GET", "/api/tables")).status == 200:
        pass
    assert answer.status == 429
    return answer


@awaited
async def test_requests_of_others_at_the_address() -> None:
    """A connected client plays on, whatever others at the same address ask for."""
    async with net(clock=StillClock(), address_rate=5) as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul) as talk:
            for number in range(10):
                await ask_too_much(up)
                await talk.do("view", f"v{number}")


@awaited
async def test_a_noisy_connection_does_not_use_up_the_address() -> None:
    """Messages beyond the limit of one connection cost the others nothing."""
    async with net(clock=StillClock(), rate=1, address_rate=5) as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul) as noisy, up.socket(made["table"], await up.guest(made)) as quiet:
            for number in range(MAX_STRIKES):
                await noisy.send({"type": "view", "id": f"n{number}"})
            assert (await noisy.heard("refused", id=f"n{number}"))["code"] == "too-many"
            for number in range(4):
                await quiet.do("view", f"q{number}")


@awaited
async def test_nobody_is_dropped_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the address has used up its limit, messages are refused, and nothing worse happens."""
    async with net() as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul) as talk:
            with monkeypatch.context() as busy:
                busy.setattr(up.up.service.message_limiters, "take", lambda *_: 5.0)
                for number in range(MAX_STRIKES + 5):
                    answer = await talk.say("view", f"v{number}")
                    assert (answer["code"], answer["wait"]) == ("too-many", 5)
            await talk.do("view", "later")


@awaited
async def test_known_people_may_come_back_to_a_busy_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reserve lets known people open a connection, but no others, and not without end."""
    async with net(clock=StillClock(), address_rate=5) as up:
        made, paul = await up.table(open=True)
        monkeypatch.setattr(up.up.service.request_limiters, "take", lambda *_: 5.0)
        assert (await up.ask("GET", "/api/me", cookie=paul)).status == 429
        for stranger in ("", "reihum=0123456789abcdef0123456789abcdef", "reihum=x"):
            assert await try_to_connect(up, made["table"], stranger) == 429
        assert await try_to_connect(up, made["table"], paul) == 101
        assert 429 in [await try_to_connect(up, made["table"], paul) for _ in range(20)]


async def try_to_connect(up: Net, table: str, cookie: str) -> int:
    """The status with which a WebSocket is answered."""
    try:
        async with up.socket(table, cookie):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


@awaited
async def test_too_many_connections() -> None:
    """An address may have a number of connections; one that ends makes room."""
    async with net(address_connections=2) as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul), up.socket(made["table"], paul) as second:
            with pytest.raises(InvalidStatus) as refused:
                await up.socket(made["table"], paul).__aenter__()
            assert refused.value.response.status_code == 429
            await second.socket.close()
            async with up.socket(made["table"], paul) as third:
                await third.heard("table")
        assert not up.up.service.connection_limit._counts


async def find_connection(up: Net, talk: Talk) -> TableConnection:
    """The server's side of a connection."""
    found: list[TableConnection] = []

    def find() -> bool:
        found[:] = [one for one in up.up.service.connections if protocol_of(one).client == talk.socket.local_address]
        return bool(found)

    await wait_until(find)
    return found[0]


@awaited
async def test_a_silent_connection() -> None:
    """A connection that does not even answer pings is dropped; one that answers them stays."""
    clock = StillClock()
    async with net(clock=clock) as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul) as talk, up.socket(made["table"], paul) as mute:
            answering, silent = await find_connection(up, talk), await find_connection(up, mute)
            mute.socket.transport.pause_reading()
            begun = clock.monotonic()
            while clock.monotonic() <= begun + SILENCE_SECONDS:
                assert not silent.wire.drop_reason
                await clock.forward(PING_SECONDS)
                await wait_until(partial(has_answered, answering, since=clock.monotonic() - PING_SECONDS))
            assert silent.wire.drop_reason == "silent"
            mute.socket.transport.resume_reading()
            assert await mute.closed() == (1001, "silent")
            await talk.do("say", "1", phrase="hello")


def has_answered(connection: TableConnection, since: float) -> bool:
    """Whether anything has come from the other side since then."""
    return connection.wire.arrived_at > since


# --- coming back ---


async def read_numbers(talk: Talk, until: int) -> list[int]:
    """The numbers of the events that come, up to a number."""
    found: list[int] = []
    while not found or found[-1] < until:
        found.append((await talk.heard("event"))["number"])
    return found


@awaited
async def test_coming_back_with_every_number() -> None:
    """Whatever number a client has seen last, it gets all events after it, once and in order, and at the end the
    view."""
    async with net(rate=0, address_rate=0) as up:
        made, paul = await up.table(fill="random")
        async with up.socket(made["table"], paul) as talk:
            await talk.do("start", "1")
            last = await talk.do("say", "2", phrase="hello")
            whole = await talk.now()
        for after in range(last):
            async with up.socket(made["table"], paul, f"?after={after}&seat=0") as again:
                assert (await again.heard("welcome"))["protocol"] == 1
                events = [await again.heard("event") for _ in range(after, last)]
                assert [event["number"] for event in events] == [*range(after + 1, last + 1)]
                assert not any("view" in event or "lobby" in event for event in events[:-1])
                assert events[-1]["view"] == whole["view"]
                await again.heard("presence")
        async with up.socket(made["table"], paul, f"?after={last}&seat=0") as again:
            await again.heard("presence")
            assert [msgspec.json.decode(raw)["type"] for raw in again.raw] == ["welcome", "presence"]


@pytest.mark.parametrize("after", ["1000", "-1", "x", "", "99999999999", "1.0", "０"])
@awaited
async def test_numbers_that_lead_nowhere(after: str) -> None:
    """For a number that the table does not know, the whole table comes."""
    async with net() as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul, f"?after={after}") as talk:
            assert (await talk.heard("table"))["number"] == 4


@awaited
async def test_too_much_was_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If very many events were missed, the whole table comes instead."""
    monkeypatch.setattr(connection, "MAX_MISSED_UPDATES", 2)
    async with net() as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul, "?after=1") as talk:
            assert (await talk.heard("table"))["number"] == 4
        async with up.socket(made["table"], paul, "?after=2") as talk:
            assert await read_numbers(talk, 4) == [3, 4]


@awaited
async def test_nothing_is_lost_between_the_past_and_the_present() -> None:
    """One client plays on while another reconnects all the time: every event comes once."""
    async with net(rate=0, address_rate=0) as up:
        made, paul = await up.table(fill="random")
        async with up.socket(made["table"], paul) as talk:
            chatter = asyncio.create_task(chat(talk))
            seen = [0]
            while not chatter.done():
                async with up.socket(made["table"], paul, f"?after={seen[-1]}") as other:
                    seen.append((await other.heard("event"))["number"])
                    seen += [(await other.heard("event"))["number"] for _ in range(2) if not chatter.done()]
            assert all(later == earlier + 1 for earlier, later in pairwise(seen))
            assert len(seen) > 20


async def chat(talk: Talk) -> None:
    """Say many things."""
    for number in range(200):
        await talk.do("say", f"c{number}", phrase="hello")


# --- looking from several seats ---


@awaited
async def test_several_seats_on_one_device() -> None:
    """Pass-and-play: a person with several seats looks from one at a time, and moves at that one."""
    async with net() as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul) as talk:
            await talk.do("sit", "1", seat=1, name="Lisa")
            await talk.do("start", "2")
            for seat in (1, 0, None, 1):
                await talk.do("look", f"look {seat}", seat=seat)
                shown = await talk.now()
                assert shown["seat"] == seat
                assert shown["seats"] == [0, 1]
                assert shown["view"]["view"]["seat"] == seat


# --- calls ---


@awaited
async def test_calls_are_timed_where_they_come_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call carries its reaction time, counted from the card that was sent on the same connection."""
    reactions: list[Reaction | None] = []

    clock = StillClock()
    async with net(clock=clock) as up:
        made, paul = await up.table(game="schnipp-schnapp", seats=3, fill="random", pace="relaxed")
        room = await up.host.room(made["table"])
        handle = room.handle

        async def spy(person: str, seat: int | None, command: Any, reaction: Reaction | None = None) -> Any:
            reactions.append(reaction)
            return await handle(person, seat, command, reaction)

        monkeypatch.setattr(room, "handle", spy)
        async with up.socket(made["table"], paul) as talk:
            await talk.do("start", "1")
            line = (await find_connection(up, talk))._line
            await wait_until(lambda: line._card is None)  # the ping that went with the card is answered
            clock.jump(0.2)
            await talk.say("move", "2", move="schnapp")
        assert reactions == [None, Reaction(200)]


@awaited
async def test_a_move_that_is_held_back_holds_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands of one connection start in order, and do not wait for each other to end."""
    async with net() as up:
        made, paul = await up.table()
        room = await up.host.room(made["table"])
        handle, gate = room.handle, asyncio.Event()

        async def slow(person: str, seat: int | None, command: Any, reaction: Reaction | None = None) -> Any:
            if isinstance(command, commands.MakeMove):
                await gate.wait()
            return await handle(person, seat, command, reaction)

        monkeypatch.setattr(room, "handle", slow)
        async with up.socket(made["table"], paul) as talk:
            await talk.send({"type": "move", "id": "held", "move": "draw"})
            await talk.do("say", "1", phrase="hello")
            gate.set()
            assert (await talk.heard("refused", id="held"))["code"] == "no-round"


@awaited
async def test_a_mistake_of_the_server(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """It is answered and logged, and the connection stays open."""
    async with net() as up:
        made, paul = await up.table()

        async def broken(*_: object, **__: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(up.host, "handle", broken)
        async with up.socket(made["table"], paul) as talk:
            assert (await talk.say("say", "1", phrase="hello"))["code"] == "failed"
            monkeypatch.undo()
            await talk.do("say", "2", phrase="hello")
        assert "A message of type say has failed" in caplog.text


@awaited
async def test_storage_fails() -> None:
    """What is not on disk is not acknowledged; the client is told, and may go on when the store works again."""
    async with net() as up:
        made, paul = await up.table()
        async with up.socket(made["table"], paul) as talk:
            up.log.failing = True
            assert (await talk.say("say", "1", phrase="hello"))["code"] == "storage"
            up.log.failing = False
            await talk.do("say", "1", phrase="hello")


@awaited
async def test_one_hint_at_a_time() -> None:
    """A second hint is refused while the first is under way; after it, the next is given."""
    async with net(rate=0) as up:
        made, paul = await up.table(fill="sensible", options={"first": 0})
        thinking, gate = up.host.services.bots, asyncio.Event()
        advise = thinking.advise

        async def slowly(question: BotQuestion) -> Advice:
            await gate.wait()
            return await advise(question)

        thinking.advise = slowly  # type: ignore[method-assign]
        async with up.socket(made["table"], paul) as talk:
            await talk.do("start", "s")
            await talk.send({"type": "hint", "id": "1"})
            await talk.send({"type": "hint", "id": "2"})
            assert (await talk.heard("refused"))["code"] == "hint-under-way"
            gate.set()
            assert (await talk.heard("hint"))["id"] == "1"
            await talk.send({"type": "hint", "id": "3"})
            assert (await talk.heard("hint"))["id"] == "3"


def test_what_was_missed_is_in_memory() -> None:
    """A client that comes back is told what it has missed without reading the whole log."""
    assert MAX_HISTORY - MAX_HISTORY // 5 >= MAX_MISSED_UPDATES


@awaited
async def test_a_table_that_is_no_longer_open() -> None:
    """A spectator who is not a guest is dismissed and cannot come back, except with the key."""
    async with net() as up:
        made, paul = await up.table(open=True)
        query = f"?key={made['key']}"
        async with (
            up.socket(made["table"], paul) as maker,
            up.socket(made["table"]) as nobody,
            up.socket(made["table"], query=query) as screen,
        ):
            await maker.do("change", "1", open=False)
            assert await nobody.closed() == (1008, "dismissed")
            await maker.do("say", "2", phrase="hello")
            assert (await screen.heard("event"))["what"]["kind"] == "changed"
            assert (await screen.heard("event"))["what"]["kind"] == "said"
        with pytest.raises(InvalidStatus):
            async with up.socket(made["table"]):
                pass


@awaited
async def test_a_forgotten_person_has_no_connection() -> None:
    """All connections of a forgotten person end, in every window."""
    async with net() as up:
        made, paul = await up.table()
        tessa = await up.guest(made)
        async with up.socket(made["table"], paul) as first, up.socket(made["table"], tessa) as second:
            await second.heard("presence")
            assert (await up.ask("DELETE", "/api/me", cookie=tessa)).status == 204
            assert await second.closed() == (1008, "dismissed")
            await first.do("say", "1", phrase="bye")


@awaited
async def test_a_removed_person_cannot_use_the_old_link() -> None:
    """A removed person cannot rejoin, not even without the cookie. The others see the new link at once."""
    async with net() as up:
        made, paul = await up.table()
        tessa = await up.guest(made)
        you = (await up.ask("GET", "/api/me", cookie=tessa)).data["you"]
        path = f"/api/tables/{made['table']}/join"
        async with up.socket(made["table"], paul) as maker, up.socket(made["table"], tessa) as guest:
            assert (await maker.heard("table"))["key"] == made["key"]
            await maker.do("remove", "1", person=you)
            assert await guest.closed() == (1008, "dismissed")
            key = (await maker.heard("table"))["key"]
        for cookie in ("", tessa):
            refused = await up.ask("POST", path, {"name": "Tessa", "key": made["key"]}, cookie=cookie)
            assert (refused.status, refused.data["code"]) == (404, "unknown-table")
        assert (await up.ask("POST", path, {"name": "Luca", "key": key})).status == 200
        assert (await up.ask("POST", path, {"name": "Paul", "key": made["key"]}, cookie=paul)).data["key"] == key


@awaited
async def test_a_rematch_costs_what_a_new_table_costs() -> None:
    """Rematch after rematch is not a cheaper way to make tables."""
    async with net(clock=StillClock(), address_rate=3) as up:
        made, paul = await up.table()
        table, answers = made["table"], []
        for number in range(3):
            await play_out(await up.host.room(table))
            async with up.socket(table, paul) as talk:
                answers.append(await talk.say("rematch", f"{number}"))
            following = (await up.host.room(table)).table.next
            table = following.table if following else table
        assert [answer["type"] for answer in answers] == ["done", "done", "refused"]
        assert answers[-1]["code"] == "too-many"
