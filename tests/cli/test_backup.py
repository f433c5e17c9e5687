"""``reihum backup``, ``reihum restore``, ``reihum check`` and ``reihum compact``."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from pathlib import Path
from random import Random

import pytest

from chains import rows
from evening import play_an_evening
from postgres import Server
from reihum.store.location import Location
from reihum.store.log import Log
from reihum.texts import LANGUAGES
from terminal import reihum


def fill(location: Location) -> None:
    """Fill a store."""

    async def run() -> None:
        log = await location.open()
        await play_an_evening(log)
        await log.close()

    asyncio.run(run())


def tables(location: Location) -> list[str]:
    """The tables of a store."""

    async def run() -> list[str]:
        async with location.open_snapshot() as found:
            return await found.tables()

    return asyncio.run(run())


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with some tables."""
    fill(Location(data=str(tmp_path / "store")))
    return tmp_path / "store"


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_and_back_again(store: Path, tmp_path: Path, language: str) -> None:
    """Both commands say what was copied and where, in the reader's language."""
    backup, new = str(tmp_path / "backup"), str(tmp_path / "new")
    for words in (["backup", backup, "--data", str(store)], ["restore", backup, "--data", new]):
        run = reihum(*words, "--lang", language)
        assert (run.status, run.errors) == (0, "")
        assert run.out.startswith("✓ ")
        assert "3" in run.out
        assert backup in run.out
    assert tables(Location(data=new)) == tables(Location(data=str(store)))


def test_the_environment_names_the_store(store: Path, tmp_path: Path) -> None:
    """Without flags the store is REIHUM_DATA or the usual file, as for the server."""
    data = {"REIHUM_DATA": str(store)}
    assert reihum("backup", str(tmp_path / "backup"), environment=data).status == 0
    usual = {"XDG_DATA_HOME": str(tmp_path / "home")}
    assert reihum("restore", str(tmp_path / "backup"), environment=usual).status == 0
    assert (tmp_path / "home" / "reihum" / "reihum.sqlite").exists()
    run = reihum("restore", str(tmp_path / "backup"), environment=usual)
    assert (run.status, run.out) == (1, "")
    assert "only to an empty place" in run.errors


def test_a_database(store: Path, tmp_path: Path, postgres: Server) -> None:
    """A backup can go from a file to a database, and from there to another file."""
    address = postgres.database()
    assert reihum("backup", str(tmp_path / "one"), "--data", str(store)).status == 0
    run = reihum("restore", str(tmp_path / "one"), "--database", address)
    assert run.status == 0
    assert "test" in run.out
    assert "reihum@" not in run.out
    run = reihum("backup", str(tmp_path / "two"), environment={"REIHUM_DATABASE": address})
    assert run.status == 0
    assert tables(Location(data=str(tmp_path / "two"))) == tables(Location(data=str(store)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_store_is_checked(store: Path, tmp_path: Path, language: str) -> None:
    """What is damaged is named: a table, or only its line in the lists, which a backup has in order again."""
    words = ["--data", str(store), "--lang", language]
    run = reihum("check", *words)
    assert (run.status, run.out[:2]) == (0, "✓ ")
    with sqlite3.connect(store) as connection:
        (table,) = connection.execute("SELECT max(table_id) FROM listings WHERE table_id LIKE 't-%'").fetchone()
        connection.execute("UPDATE listings SET changed = changed + 1 WHERE table_id = ?", (table,))
    connection.close()
    run = reihum("check", *words)
    assert (run.status, run.out[: len(table) + 2]) == (1, f"✗ {table}")
    backup = str(tmp_path / "backup")
    assert reihum("backup", backup, *words).status == 0
    assert reihum("check", "--data", backup, "--lang", language).status == 0


def test_damage(store: Path, tmp_path: Path) -> None:
    """Damaged tables are named, and the command ends with an error."""
    with sqlite3.connect(store) as connection:
        table, count = connection.execute(
            "SELECT table_id, count(*) FROM entries GROUP BY 1 ORDER BY 2 DESC LIMIT 1"
        ).fetchone()
        connection.execute("DELETE FROM entries WHERE table_id = ? AND seq = ?", (table, count - 3))
    connection.close()
    backup, new = str(tmp_path / "backup"), str(tmp_path / "new")
    run = reihum("backup", backup, "--data", str(store))
    assert run.status == 1
    assert f"✗ Table {table}: expected entry {count - 3}, got entry {count - 2}." in run.out
    assert "The backup is written, but one thing in it is damaged." in run.errors
    run = reihum("restore", backup, "--data", new)
    assert run.status == 1
    assert "✓" not in run.out
    assert "Nothing was restored" in run.errors
    assert not Path(new).exists()
    run = reihum("restore", backup, "--data", new, "--skip-damaged")
    assert run.status == 1
    assert "✓" in run.out
    assert "One damaged thing was left out." in run.errors
    assert len(tables(Location(data=new))) == 2


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["backup", "new", "--data", "a", "--database", "b"], "either --data or --database"),
        (["backup", "new", "--data", "missing"], "Cannot open missing"),
        (["backup", "store", "--data", "store"], "store already exists"),
        (["restore", "missing", "--data", "new"], "missing"),
        (["restore", "text", "--data", "new"], "Cannot open text: file is not a database"),
        (["restore", "store", "--database", "nonsense"], "postgresql://user:password@host/database"),
    ],
)
@pytest.mark.usefixtures("store")
def test_what_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], part: str) -> None:
    """A refusal is one sentence, and nothing is left behind."""
    monkeypatch.chdir(tmp_path)
    Path("text").write_text("no backup at all")
    run = reihum(*words)
    assert (run.status, run.out) == (1, "")
    assert part in run.errors
    assert run.errors.count("\n") == 1
    assert not Path("new").exists()


def test_somebody_looks(store: Path, tmp_path: Path) -> None:
    """A bar shows the progress, only on a terminal."""
    run = reihum("backup", str(tmp_path / "backup"), "--data", str(store), terminal=True)
    assert run.status == 0
    assert "Backing up" in run.errors


def test_a_store_in_use(store: Path, tmp_path: Path) -> None:
    """A backup can be made while the server runs."""

    async def run() -> Log:
        log = await Location(data=str(store)).open()
        await log.append("c-new", rows("c-new", b"{}"))
        found = await asyncio.to_thread(reihum, "backup", str(tmp_path / "backup"), "--data", str(store))
        assert "✓" in found.out
        await log.close()
        return log

    asyncio.run(run())
    assert "c-new" in tables(Location(data=str(tmp_path / "backup")))


def test_a_store_becomes_smaller(store: Path, postgres: Server) -> None:
    """Removed tables leave room behind; the command gives it back, and what is left is in order. A file that a server
    uses, or that is not there, is refused."""
    address = postgres.database()
    for location in (Location(data=str(store)), Location(database=address)):
        words = ["--database", address] if location.database else ["--data", str(store)]
        asyncio.run(fill_and_remove(location, 300))
        run = reihum("compact", *words)
        assert (run.status, run.errors) == (0, "")
        before, after = map(float, re.findall(r"([0-9.]+) MB", run.out))
        assert after < before / 2
        assert reihum("check", *words).status == 0
    assert reihum("compact", "--data", str(store.with_name("nothing"))).status == 1
    assert not store.with_name("nothing").exists()


async def fill_and_remove(location: Location, tables: int) -> None:
    """Add tables to a store and remove them again; while it is open, a file cannot be compacted."""
    log = await location.open()
    noise = Random(1)
    names = [f"t-{number}" for number in range(tables)]
    await asyncio.gather(*(log.append(name, rows(name, noise.randbytes(4_000))) for name in names))
    await asyncio.gather(*map(log.remove_table, names))
    if not location.database:
        run = await asyncio.to_thread(reihum, "compact", "--data", location.data)
        assert run.status == 1
    await log.close()
