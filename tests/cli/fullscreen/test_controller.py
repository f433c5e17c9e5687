"""The full screen plays every game by keys, and always fits the terminal."""

from __future__ import annotations

import pytest

from fullscreen_player import SIZE, KeyPlayer, make_session
from reihum.cli.fullscreen.controller import Controller
from reihum.cli.fullscreen.frame import Frame
from reihum.games import GAMES


def check_frame(_: Controller, frame: Frame) -> None:
    """No screen is higher or wider than the terminal."""
    width, height = SIZE
    assert len(frame.lines) <= height
    for line in frame.lines:
        assert line.cell_len <= width, line.plain


@pytest.mark.parametrize("id", GAMES)
def test_every_game_by_keys(id: str) -> None:
    """Every game can be played by the keys that the screen shows."""
    player = KeyPlayer(make_session(id), check_frame, most=25)
    player.play()
