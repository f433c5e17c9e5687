"""What clients notice of the operator's actions."""

from __future__ import annotations

import asyncio
from pathlib import Path

from house import awaited
from network import net
from reihum.cli.admin import find_user
from reihum.host.admin import AdminCommand
from reihum.server.config import Config
from reihum.server.server import open_server
from reihum.tables.admin_log import AdminAction
from terminal import reihum


def command(action: AdminAction, target: str = "", seconds: int = 60, text: str = "") -> AdminCommand:
    """A command of the operator."""
    return AdminCommand(action=action, by="root", target=target, seconds=seconds, text=text)


@awaited
async def test_a_banned_address_is_refused() -> None:
    """Its connections end, and every request gets a clear text in the reader's language, until the ban is over."""
    async with net() as up:
        made, cookie = await up.table()
        async with up.socket(made["table"], cookie) as socket:
            await up.host.admin.perform(command("ban", "127.0.0.0/8"))
            assert await socket.closed() == (1008, "banned")
        refused = await up.ask("GET", "/api/tables", headers={"Accept-Language": "de"})
        assert (refused.status, refused.data["code"]) == (403, "banned")
        assert "gesperrt" in refused.data["text"]
        page = await up.ask("GET", "/", headers={"Accept": "text/html", "Accept-Language": "fr"})
        assert page.status == 403
        assert page.body.decode().startswith("Cette adresse est bannie")
        await up.host.admin.perform(command("unban", "127.0.0.0/8"))
        assert (await up.ask("GET", "/api/tables")).status == 200


@awaited
async def test_an_announcement_is_for_everybody() -> None:
    """Without one the answer is empty; the operator can take it back."""
    async with net() as up:
        assert (await up.ask("GET", "/api/announcement")).data == {}
        await up.host.admin.perform(command("announce", text="New cards!"))
        found = (await up.ask("GET", "/api/announcement")).data
        assert (found["text"], found["until"] > up.host.clock.now()) == ("New cards!", True)
        await up.host.admin.perform(command("announce", seconds=0))
        assert (await up.ask("GET", "/api/announcement")).data == {}


@awaited
async def test_the_command_reaches_a_running_server(tmp_path: Path) -> None:
    """``reihum admin`` acts on the server that has the file open; the file with the way to it goes with the server."""
    config = Config(port=0, data=str(tmp_path / "store"), lazy=True, no_push=True)
    async with open_server(config) as server:
        run = await asyncio.to_thread(reihum, "admin", "ban", "192.0.2.7", "--data", config.data)
        assert (run.status, run.errors) == (0, "")
        assert [*server.service.host.admin.state.bans] == ["192.0.2.7/32"]
    assert not (tmp_path / "store.admin").exists()
    listed = await asyncio.to_thread(reihum, "admin", "audit", "--data", config.data)
    assert listed.out.split("\t")[1:] == [find_user(), "ban", "192.0.2.7/32", "done\n"]
