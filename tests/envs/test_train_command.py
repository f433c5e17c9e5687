"""``reihum train`` at the command line."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

from missing import NOT_TESTED
from reihum.cli import main
from reihum.errors import MissingExtra


def test_without_jax_the_command_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The library is an extra: the refusal names it."""
    for name in [name for name in sys.modules if name.startswith("reihum.envs.jax")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "jax", None)
    assert main(["train", "classic", "--out", str(tmp_path), "--lang", "en"]) == 1
    assert 'pip install "reihum[jax]"' in capsys.readouterr().err
    with pytest.raises(MissingExtra, match=r"reihum\[jax\]"):
        import_module("reihum.envs.jax")


@pytest.mark.full
def test_a_training_is_told_in_the_readers_language(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Without a terminal the command prints the device and the evaluations."""
    pytest.importorskip("jax", reason=f"{NOT_TESTED}: JAX is not installed (pip install reihum[jax])")
    words = f"train junior --seats 2 --tables 16 --updates 1 --out {tmp_path} --lang de".split()
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "Training auf" in out
    assert out.count("gegen solid") == 2
    assert (tmp_path / "weights.npz").exists()
    assert "grün: Bewertungen" in (tmp_path / "curve.svg").read_text(encoding="utf-8")


def test_seats_and_options_are_checked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A refusal says what is needed."""
    pytest.importorskip("jax", reason=f"{NOT_TESTED}: JAX is not installed (pip install reihum[jax])")
    for words in (["--seats", "many"], ["--option", "take3"]):
        assert main(["train", "classic", *words, "--out", str(tmp_path), "--lang", "en"]) != 0
        assert "Give something like" in capsys.readouterr().err


def test_small_games_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The environment in JAX has more games than nets can learn: the refusal names those that they can."""
    pytest.importorskip("jax", reason=f"{NOT_TESTED}: JAX is not installed (pip install reihum[jax])")
    assert main(["train", "ratefix", "--seats", "3", "--out", str(tmp_path), "--lang", "en"]) != 0
    told = capsys.readouterr().err
    assert all(name in told for name in ("classic", "master", "not with ratefix"))
