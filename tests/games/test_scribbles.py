"""States are immutable values (DESIGN §3): changing what a seat was shown changes nothing else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import reihum
from reihum.cards import Randomness
from reihum.engine import Game
from reihum.testing import random_play
from scenario import seen

GAMES = [facts.game(3 if 3 in facts.seats else 2) for facts in reihum.GAMES.values()]
MOST = 60


def scribble(value: Any) -> None:
    """Change everything that can be changed in a value and in what it holds."""
    if isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            scribble(getattr(value, field))
    elif isinstance(value, tuple | list):
        for part in value:
            scribble(part)
    elif isinstance(value, dict):
        for part in value.values():
            scribble(part)
        value["scribble"] = 19
    if isinstance(value, list):
        value.append(19)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_was_shown_belongs_to_its_receiver(game: Game) -> None:
    """Events and views of every seat, from the deal on."""
    state = game.deal("scribbles")
    moves = random_play(state, Randomness(b"scribbles", "play"))
    for _, (_, _, _, after) in zip(range(MOST), moves, strict=False):
        for seat in (None, *range(game.seats)):
            before = seen(after, seat)
            scribble(after.events(seat))
            scribble(after.view(seat))
            assert seen(after, seat) == before


def test_a_claim_stays_what_it_was() -> None:
    """§3.2: what one player does with the claim that was shown to it is nothing to the others."""
    state = reihum.game("mogeln", 3).deal("claims")
    state = state.play(0, state.legal(0)[0])
    state.events(1)[0].values["claim"].values["number"] = 19
    assert state.events(2)[0].values["claim"].values["number"] == 1
