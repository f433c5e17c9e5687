"""What the operator can do to tables, people and addresses."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from house import Guest, House, MemoryLog, StillClock, awaited, eventually, house, two_houses
from reihum.errors import ReihumError
from reihum.host import Host
from reihum.host.admin import MAX_TEXT_LENGTH, AdminCommand
from reihum.store.backup import replay_entries
from reihum.tables import commands
from reihum.tables.admin_log import ADMIN_LOG, AdminAction, read_entries
from reihum.tables.keys import PUSH
from reihum.tables.listings import Listing
from reihum.tables.updates import Dismissed


@contextmanager
def refused(code: str) -> Iterator[None]:
    """Something is refused for this reason."""
    with pytest.raises(ReihumError) as caught:
        yield
    assert caught.value.code == code


async def act(host: Host, action: AdminAction, target: str = "", seconds: int = 0, text: str = "") -> None:
    """Carry out an action as the operator."""
    await host.admin.perform(AdminCommand(action=action, by="root", target=target, seconds=seconds, text=text))


async def audit(log: MemoryLog) -> list[tuple[str, str, str]]:
    """What the log of the operator says, which replays like every log of a store."""
    rows = await log.read(ADMIN_LOG)
    assert replay_entries(ADMIN_LOG, rows)
    assert {entry.by for entry in read_entries(rows)} == {"root"}
    return [(entry.action, entry.target, entry.result) for entry in read_entries(rows)]


async def begin(home: House) -> tuple[Guest, str]:
    """An open table whose match runs, with its player connected."""
    paul = await home.guest()
    room = await home.table(paul, open=True, fill="random")
    await paul.do(room, commands.Start)
    await paul.connect(room, 0)
    return paul, room.table.id


@awaited
async def test_a_closed_table_stands_still() -> None:
    """The players hear that it is closed, nobody can do anything there, and neither clocks nor stand-ins go on."""
    home = await house()
    paul, tessa = await home.guest(), await home.guest()
    room = await home.table(paul, tessa, open=True, turn_seconds=30)
    table = room.table.id
    await paul.do(room, commands.Start)
    await paul.connect(room, 0)
    gone = await tessa.connect(room, 1)
    await act(home.host, "close", table)
    assert paul.kinds()[-1] == "closed"
    stored = len(await home.log.read(table))
    with refused("not-allowed"):
        await paul.do(room, commands.Leave)
    assert room._driver._jobs == {}
    gone.detach()
    await home.clock.forward(600)
    assert len(await home.log.read(table)) == stored
    assert (await home.host.list_open_tables()).tables == ()
    assert await home.host.tables_of(paul.id) == []
    assert await audit(home.log) == [("close", table, "done")]


@awaited
async def test_a_hidden_table_is_in_no_list() -> None:
    """It goes on for its players; the operator can show it again."""
    home = await house()
    paul, table = await begin(home)
    await act(home.host, "hide", table)
    assert (await home.host.list_open_tables()).tables == ()
    assert [summary.table for summary in await home.host.tables_of(paul.id)] == [table]
    await act(home.host, "show", table)
    assert [summary.table for summary in (await home.host.list_open_tables()).tables] == [table]


@pytest.mark.parametrize("action", ["close", "hide", "delete"])
@awaited
async def test_an_unknown_table_is_refused(action: AdminAction) -> None:
    """The error names it, and the log of the operator has the refusal."""
    home = await house()
    with refused("unknown-table"):
        await act(home.host, action, "t-nothing")
    assert await audit(home.log) == [(action, "t-nothing", "unknown-table")]


@awaited
async def test_a_deleted_table_is_gone_from_all_processes() -> None:
    """Nobody is connected any more, nothing of it is stored, and no other process writes to it again."""
    home, other = await two_houses(StillClock())
    paul, table = await begin(home)
    tessa = Guest(other.host, paul.id, paul.secret)
    await tessa.connect(await other.host.room(table), 0)
    deleting = asyncio.create_task(act(other.host, "delete", table))
    await eventually(deleting.done, home.clock)
    await deleting
    for guest in (paul, tessa):
        assert guest.kinds()[-1] == "closed"
        assert isinstance(guest.got[-1], Dismissed)
    await home.clock.forward(600)
    assert table not in home.log.listings
    assert await home.log.read(table) == []
    assert table not in {**home.host.rooms, **other.host.rooms}
    assert await audit(home.log) == [("delete", table, "begun"), ("delete", table, "done")]


@awaited
async def test_a_deleted_person_is_gone() -> None:
    """Their secret, their devices and their places at tables and in circles go; the tables of the others stay."""
    home = await house()
    paul, tessa = await home.guest(), await home.guest()
    room = await home.table(paul, tessa)
    circle = await home.host.circles.found(paul.id, "Paul", "Fridays")
    await home.host.circles.enter(tessa.id, "Tessa", circle.circle, circle.key)
    await home.log.append(PUSH + "device", [], Listing(False, (PUSH + tessa.id,), b"{}", 1))
    await tessa.connect(room, 1)
    await act(home.host, "delete", tessa.id)
    assert await home.host.people.find(tessa.secret) is None
    assert PUSH + "device" not in home.log.listings
    assert [*room.table.people] == [paul.id]
    assert [*(await home.host.circles.view(paul.id, circle.circle)).people] == [paul.id]
    assert any(isinstance(sent, Dismissed) for sent in tessa.got)
    assert await audit(home.log) == [("delete", tessa.id, "begun"), ("delete", tessa.id, "done")]
    with refused("admin-unknown-person"):
        await act(home.host, "delete", tessa.id)


@awaited
async def test_a_ban_ends() -> None:
    """An address is banned for a time, or until the operator takes the ban back, in all processes."""
    home, other = await two_houses(StillClock())
    rings: list[None] = []
    other.host.admin.on_ban = lambda: rings.append(None)
    await act(home.host, "ban", "192.0.2.7", seconds=60)
    await act(home.host, "ban", "198.51.100.9/24", seconds=60)
    await act(home.host, "unban", "198.51.100.0/24")
    await home.clock.forward(1)
    assert [*other.host.admin.state.find_bans(home.clock.now())] == ["192.0.2.7/32"]
    assert len(rings) == 2
    await home.clock.forward(60)
    assert other.host.admin.state.find_bans(home.clock.now()) == {}
    with refused("admin-not-banned"):
        await act(home.host, "unban", "192.0.2.7")


@pytest.mark.parametrize(
    ("action", "target", "text", "code"),
    [
        ("ban", "everybody", "", "admin-network"),
        ("ban", "192.0.2.0/99", "", "admin-network"),
        ("announce", "", "x" * (MAX_TEXT_LENGTH + 1), "admin-text"),
        ("announce", "", "a\nb", "admin-text"),
    ],
)
@awaited
async def test_bad_commands(action: AdminAction, target: str, text: str, code: str) -> None:
    """They change nothing, but the log of the operator has them."""
    home = await house()
    with refused(code):
        await act(home.host, action, target, 60, text)
    assert await audit(home.log) == [(action, target, code)]
    assert home.host.admin.state.find_bans(home.clock.now()) == {}
    assert home.host.admin.state.find_announcement(home.clock.now()) is None


@awaited
async def test_an_announcement_ends() -> None:
    """It is there after a restart, and until its time is up."""
    home = await house()
    await act(home.host, "announce", "", 300, "New cards!")
    again = await house(home.log, home.clock)
    await again.host.admin.refresh()
    found = again.host.admin.state.find_announcement(home.clock.now())
    assert found is not None
    assert (found.text, found.until_ms) == ("New cards!", home.clock.now() + 300_000)
    await home.clock.forward(300)
    assert again.host.admin.state.find_announcement(home.clock.now()) is None
