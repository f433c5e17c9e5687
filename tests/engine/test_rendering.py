"""States and views as text: short in a list, readable when printed."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from reihum.engine import Facts
from reihum.engine.rendering import render_moves, render_view
from reihum.games import GAMES, game


def test_a_state_in_a_line() -> None:
    """``repr`` says which game it is and who must act, and names no card."""
    state = game("classic", seats=4).deal(seed="one")
    assert repr(state) == "<State of reihum.game('classic', seats=4): to act: 0>"
    assert repr(state.view(1)) == "<View of classic for seat 1: to act: 0>"
    assert repr(state.view(None)) == "<View of classic for a spectator: to act: 0>"


def test_the_end_in_a_line() -> None:
    """After the round ``repr`` says why it ended."""
    state = game("hoechste-karte", seats=2).deal(seed="one")
    while state.outcome is None:
        seat = state.to_act[0]
        state = state.play(seat, state.legal(seat)[0])
    assert repr(state).endswith(": over>")
    assert f"over ({state.outcome.reason}), points" in repr(state.view(0))


@pytest.mark.parametrize("facts", GAMES.values(), ids=lambda facts: facts.id)
def test_what_is_printed_has_a_line_per_zone(facts: Facts) -> None:
    """Every game prints, a state with every hand, a view with yours; ``repr`` is one line."""
    seats = facts.seats[-1]
    state = facts.game(seats, **facts.needs(seats)).deal(b"one")
    view = state.view(0)
    for value in (state, view):
        assert "\n" not in repr(value)
        assert len(str(value).splitlines()) >= len(view.zones)
    assert len(str(view)) < 6_000


def test_many_moves_are_cut() -> None:
    """People see the first moves and three dots; the learning environments get all moves."""
    view = game("quartett", seats=4).deal(b"one").view(0)
    moves = [text for form in view.moves for text in form.texts()]
    assert len(moves) > 12
    assert render_moves(view, 12) == ", ".join(moves[:12]) + ", …"
    assert render_moves(view, len(moves)) == render_moves(view) == ", ".join(moves)
    assert render_view(view).splitlines()[-1].split(maxsplit=1)[1] == ", ".join(moves)


def test_the_games_have_a_readable_repr() -> None:
    """A line for each game; the map cannot be changed and is a mapping like any other."""
    assert repr(GAMES["false-start"]) == "<Facts of false-start: §1.2, 2–6 players, age 7+, rules version 2>"
    first, *lines, last = repr(GAMES).splitlines()
    assert (first, last) == (f"<{len(GAMES)} games:", ">")
    assert [line.strip().partition(":")[0].strip("'") for line in lines] == [*GAMES]
    assert all(len(line) <= 100 for line in lines)
    assert isinstance(GAMES, Mapping)
    assert dict(GAMES) == GAMES
    assert GAMES.get("chess") is None
    with pytest.raises(TypeError):
        GAMES["chess"] = GAMES["classic"]  # type: ignore[index]
