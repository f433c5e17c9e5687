"""``reihum.show`` draws tables as ``reihum play`` does."""

from __future__ import annotations

import pytest

import reihum


def test_a_view_a_state_and_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    """A view shows one hand, a state and a match all hands."""
    match = reihum.match("classic", 3, seed="one")
    for value, hands in ((match.view(0), 1), (match.state.view(0), 1), (match.state, 3), (match, 3)):
        reihum.show(value, "en")
        shown = capsys.readouterr().out
        assert sum("hand" in line.lower() for line in shown.splitlines()) == hands, shown
        assert "R ■ red" in shown


def test_the_language(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Your environment's language, or the one you ask for."""
    view = reihum.game("classic", seats=3).deal("one").view(0)
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    reihum.show(view)
    assert "Rot" in capsys.readouterr().out
    reihum.show(view, "fr")
    assert "rouge" in capsys.readouterr().out
    with pytest.raises(ValueError, match="de, en, fr"):
        reihum.show(view, "klingon")
