"""The file of a contest: what is finished is kept, what was cut off is forgotten, and nothing else is ever touched."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from reihum.arena.contest import Contest, Deal, contest, deals
from reihum.arena.errors import ArenaError
from reihum.arena.journal import Journal, read_seed
from reihum.games import game

SETTINGS = contest(game("junior", 2), ["holder", "random"], "s")


@pytest.fixture(scope="module")
def played() -> list[Deal]:
    """Four deals."""
    return list(deals(SETTINGS, range(4)))


@pytest.fixture
def file(tmp_path: Path, played: list[Deal]) -> Path:
    """The file of a contest with three finished deals."""
    path = tmp_path / "contest.jsonl"
    with Journal(path, SETTINGS) as journal:
        for deal in played[:3]:
            journal.add(deal)
    return path


def kept(path: Path, settings: Contest = SETTINGS) -> list[Deal]:
    """The deals in a file."""
    with Journal(path, settings) as journal:
        return journal.deals


def refused(path: Path, settings: Contest = SETTINGS) -> str:
    """Why a file is refused; it stays as it was."""
    before = path.read_bytes()
    with pytest.raises(ArenaError) as error:
        Journal(path, settings)
    assert path.read_bytes() == before
    return f"{error.value.code}: {error.value}"


def test_what_is_finished_is_kept(file: Path, played: list[Deal]) -> None:
    """A line for the settings, one for every deal; read again they are the same, and more can follow."""
    assert len(file.read_text().splitlines()) == 4
    with Journal(file, SETTINGS) as journal:
        assert journal.deals == played[:3]
        journal.add(played[3])
    assert kept(file) == played
    assert read_seed(file) == "s"


@pytest.mark.parametrize("cut", [1, 2, 30])
def test_a_last_line_that_was_cut_off_is_forgotten(file: Path, played: list[Deal], cut: int) -> None:
    """Even if only its end is missing; the deal is played again and the file is whole again."""
    whole = file.read_bytes()
    file.write_bytes(whole[:-cut])
    with Journal(file, SETTINGS) as journal:
        assert journal.deals == played[:2]
        journal.add(played[2])
    assert file.read_bytes() == whole


def test_a_last_line_of_rubbish_is_forgotten(file: Path, played: list[Deal]) -> None:
    """A crash may leave anything at the end."""
    whole = file.read_bytes()
    file.write_bytes(whole + b"\0\0\0\n")
    assert kept(file) == played[:3]
    assert file.read_bytes() == whole


def test_damage_elsewhere_is_told(file: Path) -> None:
    """With the line."""
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([lines[0], lines[1][:-9] + b"\n", *lines[2:]]))
    assert refused(file).startswith("arena.line:")
    assert "line 2" in refused(file)


def test_a_missing_line_is_told(file: Path) -> None:
    """Deals come in order, so none can be lost unnoticed."""
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:2], lines[3]]))
    assert "line 3" in refused(file)


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        (replace(SETTINGS, seed="t"), ["seed", '"s"', '"t"']),
        (replace(SETTINGS, bots=("holder", "eager")), ["bots", '["holder","random"]', '["holder","eager"]']),
        (replace(SETTINGS, options={"first": 1}), ["options", '"first":0', '{"first":1}']),
        (replace(SETTINGS, rules=99), ["rules", "99"]),
        (replace(SETTINGS, version="9.9"), ["version", "9.9"]),
        (replace(SETTINGS, mixed=True), ["mixed", "true"]),
        (replace(SETTINGS, patience=3), ["patience", "10.0", "3"]),
    ],
)
def test_other_settings_are_refused(file: Path, changed: Contest, named: list[str]) -> None:
    """The first difference is named: what is there, what was wanted."""
    reason = refused(file, changed)
    assert reason.startswith("arena.other-settings:")
    assert all(word in reason for word in named), reason


@pytest.mark.parametrize("content", ["my diary", "my diary\n", '{"arena":2,"settings":{}}\n', "{}\n[]\n", "\n"])
def test_somebody_elses_file_is_left_alone(tmp_path: Path, content: str) -> None:
    """A file that is not a journal is never written to."""
    path = tmp_path / "diary"
    path.write_text(content)
    assert refused(path).startswith("arena.no-contest:")
    assert read_seed(path) is None


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    """A folder is not a file."""
    with pytest.raises(ArenaError) as error:
        Journal(tmp_path, SETTINGS)
    assert error.value.code == "arena.file"
    assert read_seed(tmp_path / "nothing") is None
