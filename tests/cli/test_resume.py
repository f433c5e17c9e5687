"""``reihum play --record`` and ``--continue``: a recorded match goes on as it was."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest

from reihum.matches import verify
from reihum.matches.records import MoveLine, read_lines
from terminal import reihum

GAME = ["play", "classic", "--seed", "kept"]


def own_moves(file: Path) -> list[str]:
    """The moves of seat 0."""
    return [line.move for line in read_lines(file.read_text()) if isinstance(line, MoveLine) and line.seat == 0]


# --- existing files ---


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_a_match_is_not_written_over(language: str, tmp_path: Path) -> None:
    """A file that is not empty is refused."""
    file = tmp_path / "match.jsonl"
    file.write_text("somebody's match\n")
    run = reihum("play", "--record", str(file), "--lang", language)
    assert (run.status, run.out) == (1, "")
    assert f"--continue {file}" in run.errors
    assert file.read_text() == "somebody's match\n"


def test_a_match_goes_on_in_another_file(tmp_path: Path) -> None:
    """An empty file may be used, and so may the record itself."""
    first, second = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    second.touch()
    reihum(*GAME, "--record", str(first), typed="1\nq\n")
    before = first.read_text()
    assert reihum("play", "--continue", str(first), "--record", str(second), typed="1\nq\n").status == 0
    assert first.read_text() == before
    kept, more = own_moves(first), own_moves(second)
    assert more[: len(kept)] == kept != more
    assert reihum("play", "--continue", str(first), "--record", str(first), typed="1\nq\n").status == 0
    assert first.read_text() == second.read_text() != before
    assert reihum("play", "--continue", str(second), "--record", str(first)).status == 1


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """The record is written to the target of the link."""
    real, link = tmp_path / "real.jsonl", tmp_path / "link.jsonl"
    link.symlink_to(real)
    assert reihum("play", "--record", str(link)).status == 0
    assert link.is_symlink()
    assert read_lines(real.read_text())
    assert sorted(tmp_path.iterdir()) == [link, real]


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_what_is_not_a_file_is_left_alone(language: str, tmp_path: Path) -> None:
    """A pipe is neither written to nor replaced; nor is a device."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    run = reihum("play", "--record", str(pipe), "--lang", language)
    assert (run.status, run.out) == (1, "")
    assert str(pipe) in run.errors
    assert pipe.is_fifo()


# --- going on ---


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A match at seat 2 of three, broken off in its first round."""
    file = tmp_path / "match.jsonl"
    sitting = ["--seats", "3", "--seat", "2", "--name", "Lisa", "--bots", "random,eager", "--rounds", "2"]
    reihum(*GAME, "--blocking", "take3", *sitting, "--record", str(file), typed="1\nq\n")
    return file


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seats", "3"], ""),
        (["--bots", "sensible"], ""),
        (["--seat", "2", "--name", "Lisa M."], " --seat 2 --name 'Lisa M.'"),
        (["--seats", "3", "--seat", "3", "--bots", "random,eager"], " --seat 3 --bots random,eager"),
        (["--bots", "random"], " --bots random,random,random"),
    ],
)
def test_the_table_is_as_it_was(words: list[str], said: str, tmp_path: Path) -> None:
    """The command that is printed at the end seats everybody as before, without the defaults."""
    file = tmp_path / "match.jsonl"
    ended = reihum(*GAME, *words, "--record", str(file), typed="1\nq\n")
    command = ended.out.rstrip("\n").rpartition("reihum ")[2]
    assert command == f"play --continue {file}{said}"
    again = reihum(*shlex.split(command))
    assert again.status == 0
    assert _table(again.out) == _table(ended.out)
    assert again.out.endswith(f"reihum {command}\n")


def _table(out: str) -> list[str]:
    """The welcome and the names in their order, without the numbers of cards."""
    players = next(line for line in out.splitlines() if line.startswith("cards:"))
    return [out.splitlines()[0], re.sub(r"[»\d]", "", players)]


@pytest.mark.parametrize("language", ["de", "en", "fr"])
@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["junior"], "classic"),
        (["--seats", "4"], "--seats 3"),
        (["--blocking", "off"], "--blocking take3"),
        (["--edition", "60"], "--edition 80"),
        (["--rounds", "3"], "--rounds 2"),
        (["--until", "50"], "--until –"),
        (["--seed", "other"], "other"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_differs_from_the_record(words: list[str], named: str, language: str, kept: Path) -> None:
    """It is refused in one sentence that names the recorded value, and the record stays."""
    before = kept.read_text()
    run = reihum("play", *words, "--continue", str(kept), "--lang", language)
    assert (run.status, run.out) == (1, "")
    assert named in run.errors
    assert run.errors.count("\n") == 1
    assert kept.read_text() == before


def test_what_agrees_with_the_record(kept: Path, tmp_path: Path) -> None:
    """You may repeat everything; with the seed, further rounds are those of a match that was never broken off."""
    words = ["classic", "--blocking", "take3", "--seats", "3", "--seat", "2", "--name", "Lisa", "--rounds", "2"]
    again = [*words, "--bots", "random,eager", "--seed", "kept"]
    assert reihum("play", *again, "--continue", str(kept), typed="1\n" * 500).status == 0
    whole = tmp_path / "whole.jsonl"
    reihum("play", *again, "--record", str(whole), typed="1\n" * 500)
    assert verify(kept.read_text()).secret == verify(whole.read_text()).secret
