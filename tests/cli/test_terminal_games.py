"""Every game is played to its end in a real terminal, in both modes."""

from __future__ import annotations

import shutil
from itertools import cycle, product

import pytest

from missing import cannot_test
from reihum.games import GAMES
from reihum.texts import LANGUAGES
from tools.terminal_games import find_keys, play

SHORT = "junior"
"""This game is played by `make test-all`, the others by `make soak`."""

SIZES = ((80, 24), (120, 40))
TERMINALS = cycle(product(SIZES, LANGUAGES))
CASES = [
    pytest.param(game, plain, *terminal, marks=pytest.mark.full if game == SHORT else pytest.mark.soak)
    for (plain, game), terminal in zip(product((False, True), GAMES), TERMINALS, strict=False)
]


def test_the_keys_of_a_choice_may_take_several_lines() -> None:
    """All lines between the question and the last line of the screen."""
    keys = ["1 Play J→▶6   2 Play J→▶13", "10 Play J→★20", "esc Never mind"]
    found = dict(find_keys(["│ ■2││ ★1│", "Which one?", *keys, "? help  h hint"]))
    assert found == {
        "1 Play J→▶6": ["1", "Enter"],
        "2 Play J→▶13": ["2", "Enter"],
        "10 Play J→★20": ["1", "0", "Enter"],
    }


@pytest.mark.parametrize(("game", "plain", "size", "language"), CASES)
def test_a_game_ends_in_tmux(game: str, plain: bool, size: tuple[int, int], language: str) -> None:
    """No screen is higher than the terminal."""
    if not shutil.which("tmux"):
        cannot_test("there is no tmux, the terminal of these tests")
    course = play(game, size, language, plain=plain)
    assert course.end == "finished"
    assert 0 < course.highest <= size[1]
