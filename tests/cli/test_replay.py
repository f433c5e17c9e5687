"""``reihum replay`` and ``reihum verify``: records that are true, broken off, cut off or tampered with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from reihum.texts import LANGUAGES
from terminal import reihum


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished match of two rounds."""
    file = tmp_path_factory.mktemp("records") / "match.jsonl"
    reihum("play", "junior", "--rounds", "2", "--seed", "r", "--record", str(file), typed="1\n" * 500)
    return file


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_true_record(record: Path, language: str) -> None:
    """Every check is named and ticked."""
    run = reihum("verify", str(record), "--lang", language)
    assert (run.status, run.errors) == (0, "")
    assert run.out.count("✓") == 7  # the header, two deals, two rounds, the digest, the match


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: text[: len(text) // 2], "Is the file complete?"),
        (lambda text: "\n".join(text.splitlines()[:-1]) + "\n", "stops after"),
        (lambda text: text.replace('"seat":1,"move":"end"', '"seat":2,"move":"end"', 1), "cannot be replayed"),
        (lambda text: text.replace('"commitment":"', '"commitment":"0', 1), "does not match the revealed secret"),
        (lambda text: text.replace('"points":[', '"points":[1', 1), "does not follow from the moves"),
        (lambda text: text.replace('"words":["",', '"words":["a",', 1), "replay"),
        (lambda text: text.replace('"game":"junior"', '"game":"poker"'), "poker"),
        (lambda text: text.replace('"format":1', '"format":99'), "format 99"),
        (lambda _: "", "must begin"),
        (lambda _: "hello\n", "line 1"),
    ],
)
def test_an_untrue_record(record: Path, tmp_path: Path, change: Callable[[str], str], reason: str) -> None:
    """Every change is found, named in one sentence, and gives status 1."""
    text = record.read_text()
    assert change(text) != text
    file = tmp_path / "changed.jsonl"
    file.write_text(change(text))
    for command in ("verify", "replay") if reason != "stops after" else ("verify",):
        run = reihum(command, str(file))
        assert run.status == 1
        assert reason.casefold() in run.errors.casefold()
        assert run.errors.count("\n") == 1


def test_a_reason_in_the_readers_language(record: Path, tmp_path: Path) -> None:
    """The engine's reason behind a bad line is translated too."""
    file = tmp_path / "changed.jsonl"
    file.write_text(record.read_text().replace('"seat":1,"move":"end"', '"seat":2,"move":"end"', 1))
    assert "ist nicht dran" in reihum("verify", str(file), "--lang", "de").errors


def test_what_is_not_a_text(tmp_path: Path) -> None:
    """A file that is not text is not a record."""
    file = tmp_path / "picture.png"
    file.write_bytes(bytes(range(256)))
    assert "it is not text" in reihum("verify", str(file)).errors


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("more", [[], ["--open"], ["--seat", "1"], ["--step"], ["--from", "20"]], ids=" ".join)
def test_replay(record: Path, language: str, more: list[str]) -> None:
    """A record can be read in every way and language."""
    run = reihum("replay", str(record), *more, "--lang", language)
    assert (run.status, run.errors) == (0, "")
    assert "lay " in run.out


def test_what_a_replay_shows(record: Path) -> None:
    """A spectator sees no hands before they are laid open at the end, a seat its own, --open all of them; --from leaves
    the beginning out."""
    spectator = reihum("replay", str(record)).out
    own = reihum("replay", str(record), "--seat", "2").out
    everything = reihum("replay", str(record), "--open").out
    late = reihum("replay", str(record), "--from", "20").out
    step = reihum("replay", str(record), "--step").out
    assert spectator.count("Hand of player") == 3
    assert own.count("Your hand") <= 1
    assert everything.count("Hand of player") >= 2
    assert step.count("Hand of player") == 2 * 3  # at the end of each round
    assert "\n   1  " in spectator
    assert "\n   1  " not in late
    assert "\n  20  " in late


def test_a_seat_that_is_not_there(record: Path) -> None:
    """Seats are counted from 1."""
    run = reihum("replay", str(record), "--seat", "5")
    assert run.status == 1
    assert "1 … 4" in run.errors


def test_a_broken_off_record(tmp_path: Path) -> None:
    """It can be replayed but not verified, because its end is missing."""
    file = tmp_path / "match.jsonl"
    reihum("play", "classic", "--seed", "b", "--record", str(file), typed="1\nq\n")
    assert "broken off" in reihum("replay", str(file)).out
    run = reihum("verify", str(file))
    assert run.status == 1
    assert "then it was broken off" in run.out
    assert "stops after" in run.errors
