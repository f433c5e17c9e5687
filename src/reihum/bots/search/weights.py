"""The weights of the weighted policy. Those of the row games come from

    python -m tools.tune classic --seats 4 --generations 60 --seed 1

and serve all row games and numbers of seats; those of Master are the sensible bot's."""

from __future__ import annotations

from typing import NamedTuple

from reihum.engine import Game
from reihum.simulator import Policy, features

WEIGHTS: dict[str, dict[str, float]] = {
    "rows": {
        "behind": 1.967,
        "points-behind": 0.028,
        "others-behind": -0.11,
        "dead-end": 2.277,
        "number": 0.0,
        "next-own": -0.66,
        "next-others": 0.981,
        "opens-row": -0.041,
        "number-late": 0.0,
        "others-late": -0.002,
        "end": 7.11,
        "end-fitting": 0.515,
        "end-late": -0.205,
        "block": 0.152,
        "block-fitting": 0.272,
        "block-late": -0.232,
    },
    "master": {
        "number": 1.0,
        "joker": -17.0,
        "link": -28.0,
        "swap": -1.0,
        "swap-number": 1.0,
        "bonus": 60.0,
        "gap-own": 44.0,
        "gap-others": -44.0,
        "own-behind": 6.0,
        "others-behind": -2.0,
        "new-places": -24.0,
        "number-late": 0.0,
        "others-late": 0.0,
        "wait": -18.0,
        "end": -2.0,
        "stop-late": 0.0,
    },
}

HASTE = 8.0
"""How unlikely it is that an eager player stops, as a logarithm."""
DOUBT = {"rows": 0.07, "master": 1.5}
"""How many units of weight make a move of a solid player e times likelier, when hands are guessed from moves …"""
ROUGHLY = 7
"""… and of one who is solid only by and large: so many times as many."""

HURRY = 2.5
"""What ending a turn is worth in a row game to somebody who runs for it."""


class Kind(NamedTuple):
    """A kind of players."""

    model: tuple[float, ...]
    """Which moves are how likely, to guess hands from them …"""
    player: Policy
    """… and how they are expected to play on."""


def weights_for(game: Game) -> tuple[float, ...]:
    """The weights for a game."""
    found = WEIGHTS[game.facts.texts]
    return tuple(found[feature] for feature in features(game))


def kinds_for(game: Game) -> tuple[Kind, ...]:
    """Solid players, roughly solid ones, eager ones, who never stop while a card fits, and those who do anything. Where
    nothing is known about somebody, the first kind counts."""
    usual, doubt = weights_for(game), DOUBT[game.facts.texts]
    hasty = tuple(-HASTE if feature in ("end", "block") else 0.0 for feature in features(game))
    return (
        Kind(tuple(weight / doubt for weight in usual), usual),
        Kind(tuple(weight / doubt / ROUGHLY for weight in usual), usual),
        Kind(hasty, "eager"),
        Kind((0.0,) * len(usual), usual),
    )


def plans_for(game: Game) -> tuple[tuple[float, ...], ...]:
    """How a player may mean to go on: as usual or, in the row games, holding less back. That pays only if one keeps it
    up, so it cannot be found move by move."""
    usual = weights_for(game)
    hurried = tuple(
        HURRY if feature == "end" else weight for feature, weight in zip(features(game), usual, strict=True)
    )
    return (usual, hurried) if game.facts.texts == "rows" else (usual,)
