"""The views of all seats at once are those that each seat gets alone."""

from __future__ import annotations

import msgspec
import pytest

import reihum
from reihum.cards import Randomness
from reihum.engine import Game
from reihum.matches import Match, start_match

GAMES = [game for facts in reihum.GAMES.values() for game in facts.variations() if game.seats == max(facts.seats)]
POSITIONS = 120


def check(match: Match) -> None:
    """Each seat, and a spectator, gets the same bytes; the state still shows the same afterwards."""
    seats = (None, *range(match.game.seats))
    together = match.views(seats)
    assert {seat: msgspec.json.encode(view) for seat, view in together.items()} == {
        seat: msgspec.json.encode(match.view(seat)) for seat in seats
    }


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_views_of_several_seats(game: Game) -> None:
    """In every position of a random round."""
    randomness = Randomness(b"shared", game.id)
    match = start_match(game, 1, seed=b"shared")
    check(match)
    for _ in range(POSITIONS):
        if match.state.outcome is not None:
            break
        able = [(seat, move) for seat in range(game.seats) for move in match.state.legal(seat)]
        seat, move = able[randomness.below(len(able))]
        match = match.play(seat, move)
        check(match)
