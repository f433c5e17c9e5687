"""Every command with every wrong credential is refused, always with the same answer, and changes nothing."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any

import msgspec
import pytest
from websockets.exceptions import InvalidStatus

from house import awaited
from network import Net, Talk, net
from reihum.protocol.requests import message_types

COMMANDS: dict[str, dict[str, Any]] = {
    "move": {"move": "draw"},
    "quiet": {},
    "sit": {"seat": 1},
    "stand": {"seat": 0},
    "agree": {"seat": 0},
    "bot": {"seat": 1, "level": "random"},
    "change": {"calm": True},
    "pace": {"pace": "quick"},
    "start": {},
    "next": {},
    "words": {"words": "abracadabra"},
    "say": {"phrase": "hello"},
    "rename": {"name": "Luca"},
    "leave": {},
    "remove": {"person": "nobody"},
    "rematch": {},
    "look": {"seat": 0},
    "why": {"about": "R11"},
    "hint": {},
}
GUESTS_MAY = {"sit", "say", "rename", "leave"}
"""What a guest without a seat may do."""
ONLY_IN_CHARGE = {"bot", "change", "remove"}
GARBAGE = "reihum=0123456789abcdef0123456789abcdef"
NOT_ALLOWED = {"type": "refused", "id": "x", "code": "not-allowed", "message": {"key": "error.not-allowed"}}


class Scene:
    """A table with two players, and people with all kinds of wrong credentials."""

    def __init__(self, up: Net, made: dict[str, str], cookies: dict[str, str]) -> None:
        self.up = up
        self.table = made["table"]
        self.cookies = cookies

    def state(self) -> bytes:
        """Everything that is stored about the table."""
        return msgspec.msgpack.encode([self.up.log.rows[self.table], self.up.log.listings[self.table]])

    async def refused(self, talk: Talk, command: str) -> Any:
        """The answer to a command that must change nothing."""
        before = self.state()
        answer = await talk.say(command, "x", **COMMANDS[command])
        assert self.state() == before
        return answer


async def scene(up: Net, *, started: bool, open: bool = True) -> Scene:
    """Set the table."""
    made, paul = await up.table(seats=2, open=open)
    tessa = await up.guest(made)
    async with up.socket(made["table"], tessa) as talk:
        await talk.do("sit", "s", seat=1)
    if started:
        async with up.socket(made["table"], paul) as talk:
            await talk.do("start", "begin")
    other, stranger = await up.table(name="Timo", open=True)
    gone = await up.guest(other, "Lisa")
    assert (await up.ask("DELETE", "/api/me", cookie=gone)).status == 204
    cookies = {
        "paul": paul,
        "tessa": tessa,
        "vera": await up.guest(made, "Vera"),
        "none": "",
        "garbage": GARBAGE,
        "malformed": "reihum=\u00e4%00;;=",
        "expired": gone,
        "other table": stranger,
    }
    return Scene(up, made, cookies)


OUTSIDERS = ("none", "garbage", "malformed", "expired", "other table")


def test_every_command_is_tried() -> None:
    """No command is forgotten; ``view`` shows only what the connection shows anyway."""
    assert {*COMMANDS, "view"} == {*message_types()}


@pytest.mark.parametrize("started", [False, True], ids=["lobby", "match"])
@awaited
async def test_strangers_at_an_open_table(started: bool) -> None:
    """All spectators get the same answer to everything."""
    async with net(rate=0, address_rate=0) as up, AsyncExitStack() as stack:
        set_up = await scene(up, started=started)
        for who in OUTSIDERS:
            talk = await stack.enter_async_context(up.socket(set_up.table, set_up.cookies[who]))
            for command in COMMANDS:
                assert await set_up.refused(talk, command) == NOT_ALLOWED, (who, command)


@pytest.mark.parametrize("who", OUTSIDERS)
@awaited
async def test_strangers_at_a_table_by_invitation(who: str) -> None:
    """Outsiders cannot tell it from a table that does not exist: not by its socket, its record, or by joining."""
    async with net(rate=0, address_rate=0) as up:
        set_up = await scene(up, started=True, open=False)
        cookie = set_up.cookies[who]
        before = set_up.state()
        answers = []
        for table in (set_up.table, "t-22222222zz"):
            with pytest.raises(InvalidStatus) as refused:
                await up.socket(table, cookie).__aenter__()
            record = await up.ask("GET", f"/api/tables/{table}/record", cookie=cookie)
            join = await up.ask("POST", f"/api/tables/{table}/join", {"name": "X", "key": "wrong"}, cookie=cookie)
            bodies = [bytes(refused.value.response.body or b""), record.body, join.body]
            statuses = [refused.value.response.status_code, record.status, join.status]
            answers.append([body.replace(table.encode(), b"") for body in bodies] + statuses)
        assert answers[0] == answers[1]
        assert answers[0][3:] == [404, 404, 404]
        assert set_up.state() == before


@pytest.mark.parametrize("started", [False, True], ids=["lobby", "match"])
@awaited
async def test_guests_without_a_seat(started: bool) -> None:
    """A spectator cannot play, nor set the table up."""
    async with net(rate=0, address_rate=0) as up:
        set_up = await scene(up, started=started)
        async with up.socket(set_up.table, set_up.cookies["vera"]) as talk:
            for command in COMMANDS.keys() - GUESTS_MAY:
                assert await set_up.refused(talk, command) == NOT_ALLOWED, command


@awaited
async def test_players_at_another_seat() -> None:
    """A player cannot act for others: the seat comes from the connection, whatever a message says."""
    async with net(rate=0, address_rate=0) as up:
        set_up = await scene(up, started=True)
        async with up.socket(set_up.table, set_up.cookies["tessa"]) as talk:
            for command in [*ONLY_IN_CHARGE, "look", "stand"]:
                assert await set_up.refused(talk, command) == NOT_ALLOWED, command
            named = await talk.say("move", "y", move="draw", seat=0)
            assert named["code"] == "bad-message"
        with pytest.raises(InvalidStatus) as refused:
            await up.socket(set_up.table, set_up.cookies["tessa"], "?seat=0").__aenter__()
        assert refused.value.response.status_code == 403


@awaited
async def test_a_command_that_is_replayed() -> None:
    """The same command again is answered as before and not done twice; its id opens nothing to another command or
    another person."""
    async with net(rate=0, address_rate=0) as up:
        set_up = await scene(up, started=False)
        async with up.socket(set_up.table, set_up.cookies["paul"]) as paul:
            number = await paul.do("say", "once", phrase="hello")
            before = set_up.state()
            assert await paul.do("say", "once", phrase="hello") == number
            assert (await paul.say("change", "once", calm=True))["code"] == "command-reused"
            assert set_up.state() == before
        async with up.socket(set_up.table) as stranger:
            answer = await stranger.say("say", "once", phrase="hello")
            assert answer == NOT_ALLOWED | {"id": "once"}
            assert set_up.state() == before


@awaited
async def test_a_planted_hole_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the server believed the wrong cookie, these tests would notice."""
    async with net(rate=0, address_rate=0) as up:
        set_up = await scene(up, started=False)
        maker = (await up.host.room(set_up.table)).table.maker

        async def believe(*_: object) -> str:
            return maker

        monkeypatch.setattr(up.up.service, "find_person", believe)
        async with up.socket(set_up.table, GARBAGE) as talk:
            before = set_up.state()
            assert await talk.say("say", "x", **COMMANDS["say"]) != NOT_ALLOWED
            assert set_up.state() != before
