"""``reihum admin``, with and without a server."""

from __future__ import annotations

import asyncio
import json
import stat
from pathlib import Path

import pytest

from evening import play_an_evening
from postgres import Server
from reihum.cli.admin import find_user
from reihum.host.admin_socket import listen
from reihum.host.host import Host
from reihum.store.location import Location
from reihum.texts import LANGUAGES
from terminal import reihum


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """A store with some tables, as the flags name it."""
    if request.param == "sqlite":
        flags, location = ("--data", str(tmp_path / "store")), Location(data=str(tmp_path / "store"))
    else:
        server: Server = request.getfixturevalue("postgres")
        address = server.database()
        flags, location = ("--database", address), Location(database=address)

    async def fill() -> None:
        log = await location.open()
        await play_an_evening(log)
        await log.close()

    asyncio.run(fill())
    return flags


def admin(store: tuple[str, str], *words: str) -> list[list[str]]:
    """The columns that a command prints."""
    run = reihum("admin", *words, *store)
    assert (run.status, run.errors) == (0, "")
    return [line.split("\t") for line in run.out.splitlines()]


def audit(store: tuple[str, str]) -> list[list[str]]:
    """What was done, without the times."""
    return [row[1:] for row in admin(store, "audit")]


def test_a_table_is_closed_and_deleted(store: tuple[str, str]) -> None:
    """The commands work while no server runs, and everything is in the audit log with the user's name."""
    first, second, *_ = [row[0] for row in admin(store, "list")]
    admin(store, "close", first)
    admin(store, "hide", second)
    admin(store, "delete", second, "--yes")
    assert second not in [row[0] for row in admin(store, "list")]
    user = find_user()
    assert audit(store) == [
        [user, "close", first, "done"],
        [user, "hide", second, "done"],
        [user, "delete", second, "begun"],
        [user, "delete", second, "done"],
    ]
    assert reihum("check", *store).status == 0


def test_the_list_names_nobody_unless_asked(store: tuple[str, str]) -> None:
    """Names are shown with --names only."""
    assert "Paul" not in str(admin(store, "list"))
    assert "Paul" in str(admin(store, "list", "tables", "--names"))
    assert reihum("admin", "list", "people", "--names", *store).status == 1


def test_a_person_is_exported_and_deleted(store: tuple[str, str], tmp_path: Path) -> None:
    """The file has the tables of the person and can be read by its owner alone; afterwards the person is gone."""
    table, file = admin(store, "list")[0][0], tmp_path / "person.jsonl"
    admin(store, "export", table, str(tmp_path / "table.jsonl"))
    person = json.loads((tmp_path / "table.jsonl").read_text().splitlines()[0])["entry"]["by"]
    admin(store, "export", person, str(file))
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert lines[0]["person"] == person
    assert any("table" in line and line["name"] for line in lines)
    assert reihum("admin", "export", person, str(file), *store).status == 1  # nothing is overwritten
    run = reihum("admin", "delete", person, *store)
    assert (run.status, "--yes" in run.errors) == (1, True)
    admin(store, "delete", person, "--yes")
    assert person not in [row[0] for row in admin(store, "list", "people")]
    assert [row[1:] for row in audit(store)] == [
        ["export", table, "done"],
        ["export", person, "done"],
        ["delete", person, "begun"],
        ["delete", person, "done"],
    ]


def test_a_table_is_exported(store: tuple[str, str], tmp_path: Path) -> None:
    """Every entry is a line of JSON."""
    table = admin(store, "list")[0][0]
    admin(store, "export", table, str(tmp_path / "table.jsonl"))
    lines = [json.loads(line) for line in (tmp_path / "table.jsonl").read_text().splitlines()]
    assert [line["seq"] for line in lines] == [*range(1, len(lines) + 1)]
    assert lines[0]["entry"]["entry"] == "created"


def test_bans_and_announcements(store: tuple[str, str]) -> None:
    """A ban is listed until it is taken back."""
    admin(store, "ban", "192.0.2.7", "--hours", "2")
    assert [row[0] for row in admin(store, "list", "bans")] == ["192.0.2.7/32"]
    admin(store, "unban", "192.0.2.7")
    assert admin(store, "list", "bans") == []
    admin(store, "announce", "New cards!", "--minutes", "1")
    admin(store, "announce", "--minutes", "0")
    assert [row[1:] for row in audit(store)] == [
        ["ban", "192.0.2.7/32", "done"],
        ["unban", "192.0.2.7/32", "done"],
        ["announce", "New cards!", "done"],
        ["announce", "–", "done"],
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_running_server_obeys(tmp_path: Path, language: str) -> None:
    """A command reaches the server that has the file open; without the way to it the error says so."""
    path = tmp_path / "store"

    async def serve() -> None:
        host = await Host.open(await Location(data=str(path)).open())
        ban = ("admin", "ban", "192.0.2.7", "--data", str(path), "--lang", language)
        run = await asyncio.to_thread(reihum, *ban)
        assert (run.status, str(path) in run.errors) == (1, True)
        async with listen(host.admin, path, host.clock):
            run = await asyncio.to_thread(reihum, *ban)
            assert (run.status, run.errors) == (0, "")
            assert "192.0.2.7" in run.out
        assert [*host.admin.state.bans] == ["192.0.2.7/32"]
        await host.close()

    asyncio.run(serve())


def test_a_misspelt_file_is_refused(tmp_path: Path) -> None:
    """It must not become a new store."""
    run = reihum("admin", "list", "--data", str(tmp_path / "nothing"))
    assert (run.status, "nothing" in run.errors) == (1, True)
    assert reihum("admin", "close", "t-1", "--data", str(tmp_path / "nothing")).status == 1
    assert not (tmp_path / "nothing").exists()


def test_without_a_command_the_help_comes() -> None:
    """It lists the commands; an unknown one is refused."""
    run = reihum("admin")
    assert run.status == 0
    assert "announce" in run.out
    assert reihum("admin", "exlode").status == 2
    assert "reihum admin close TABLE" in reihum("admin", "close", "--help").out


def test_columns_have_heads_on_a_terminal(store: tuple[str, str]) -> None:
    """People see what is what."""
    assert "Last change" in reihum("admin", "list", *store, terminal=True).out
