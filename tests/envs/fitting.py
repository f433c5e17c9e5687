"""The games that fit the environments: every game with every option value that needs no calls out of turn."""

from __future__ import annotations

from collections.abc import Iterator

import reihum
from reihum.cards import Randomness
from reihum.engine import Game, State
from reihum.envs import fits

VARIATIONS = [game for facts in reihum.GAMES.values() for game in facts.variations() if fits(game)]
"""Every seat count with the defaults and with every option value."""


def plain(name: str) -> Game:
    """A game with four seats, or as near to that as fits."""
    games = [game for game in VARIATIONS if game.id == name]
    return min(games, key=lambda game: abs(game.seats - 4))


NAMES = list(dict.fromkeys(game.id for game in VARIATIONS))
PLAIN = [plain(name) for name in NAMES]
"""One of each game."""


def played(game: Game, seed: str, most: int = 10_000) -> Iterator[State]:
    """The positions of a random round, from the deal to the end, or up to a number of moves."""
    state = game.deal(seed=seed)
    dice = Randomness(seed.encode(), "played")
    yield state
    while state.outcome is None and most:
        seat = state.to_act[0]
        state = state.play(seat, dice.choice(state.legal(seat)))
        most -= 1
        yield state
