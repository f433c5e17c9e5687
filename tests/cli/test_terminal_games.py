"""A game is played to its end in a real terminal, in both modes."""

from __future__ import annotations

import shutil

import pytest

from missing import cannot_test
from tools.terminal_games import play


@pytest.mark.full
@pytest.mark.parametrize("plain", [False, True], ids=["full screen", "line by line"])
def test_a_short_game_ends_in_tmux(plain: bool) -> None:
    """No screen is higher than the terminal."""
    if not shutil.which("tmux"):
        cannot_test("there is no tmux, the terminal of these tests")
    course = play("junior", (80, 24), "en", plain=plain)
    assert course.end == "finished"
    assert 0 < course.highest <= 24
