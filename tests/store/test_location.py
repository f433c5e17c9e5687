"""Where everything is kept."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from chains import rows
from loop import in_loop
from postgres import Server
from reihum.store.location import Location, default_file
from reihum.store.log import StorageFailed


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {"XDG_DATA_HOME": "/data"}, Path("/data/reihum/reihum.sqlite")),
        ("linux", {"XDG_DATA_HOME": ""}, Path.home() / ".local/share/reihum/reihum.sqlite"),
        ("darwin", {"XDG_DATA_HOME": "/data"}, Path.home() / "Library/Application Support/reihum/reihum.sqlite"),
        ("win32", {"LOCALAPPDATA": "/local"}, Path("/local/reihum/reihum.sqlite")),
        ("win32", {}, Path.home() / "AppData/Local/reihum/reihum.sqlite"),
    ],
)
def test_the_usual_file(platform: str, environment: dict[str, str], expected: Path) -> None:
    """The user's own folder for data, wherever the system has it."""
    assert default_file(environment, platform) == expected


@in_loop
async def test_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is named, and the usual one."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for location in (Location(), Location(data=str(tmp_path / "other"))):
        log = await location.open()
        await log.append("t", rows("t", b"x"))
        async with location.open_snapshot() as snapshot:
            assert await snapshot.tables() == ["t"]
        await log.close()
        assert Path(str(location)).exists()


@in_loop
async def test_a_database(postgres: Server) -> None:
    """A database that is named."""
    location = Location(database=await postgres.new_database())
    log = await location.open()
    await log.append("t", rows("t", b"x"))
    async with location.open_snapshot() as snapshot:
        assert await snapshot.tables() == ["t"]
    await log.close()


@in_loop
async def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL needs an extra, and who lacks it is told its name."""
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    for name in [name for name in sys.modules if name.startswith("reihum.store.postgres")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(StorageFailed) as caught:
        await Location(database="postgresql://127.0.0.1:1/x").open()
    assert "reihum[postgres]" in str(caught.value)
