"""Which games have secrets: their facts say what their views do."""

from __future__ import annotations

from itertools import islice

import pytest
from msgspec.structs import replace

from reihum.cards import Randomness
from reihum.engine import State
from reihum.games.registry import GAMES
from reihum.testing import random_play

MOVES = 40


def has_secrets(state: State) -> bool:
    """Whether a seat sees more cards than a spectator; marks only say what can be done."""
    seen = [[replace(zone, marks={}) for zone in state.view(seat).zones] for seat in (None, *range(state.game.seats))]
    return any(zones != seen[0] for zones in seen)


@pytest.mark.parametrize("game", GAMES)
def test_the_facts_tell_whether_there_are_secrets(game: str) -> None:
    """Without secrets every seat sees what a spectator sees, in every position."""
    facts = GAMES[game]
    dealt = facts.game(min(4, facts.seats[-1])).deal("open")
    found = islice(random_play(dealt, Randomness(b"open", "play")), MOVES)
    assert facts.secrets == any(has_secrets(after) for *_, after in found)
