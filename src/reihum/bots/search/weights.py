"""The weights of the weighted policy.

Those of the row games serve all row games and numbers of seats. They come from

    python -m tools.tune classic --seats 4 --generations 60 --seed 1

Those of Master are the sensible bot's.
"""

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

EAGER_RELUCTANCE = 8.0
"""How unlikely it is that an eager player stops, as a logarithm."""
WEIGHT_SCALE = {"rows": 0.07, "master": 1.5}
"""How many units of weight make a solid player's move e times likelier, when hands are guessed from moves."""
ROUGH_FACTOR = 7
"""A roughly solid player needs this many times as many units."""

HURRIED_END = 2.5
"""What ending a turn is worth in a row game to a player who hurries."""


class PlayerModel(NamedTuple):
    """A kind of player."""

    weights: tuple[float, ...]
    """How likely each move is, to guess hands from moves."""
    policy: Policy
    """How such players are expected to play on."""


def weights_for(game: Game) -> tuple[float, ...]:
    """The weights for a game."""
    found = WEIGHTS[game.facts.texts]
    return tuple(found[feature] for feature in features(game))


def models_for(game: Game) -> tuple[PlayerModel, ...]:
    """Solid players, roughly solid ones, eager ones who never stop while a card fits, and players who make any move. If
    nothing is known about a player, the first model applies."""
    usual, doubt = weights_for(game), WEIGHT_SCALE[game.facts.texts]
    hasty = tuple(-EAGER_RELUCTANCE if feature in ("end", "block") else 0.0 for feature in features(game))
    return (
        PlayerModel(tuple(weight / doubt for weight in usual), usual),
        PlayerModel(tuple(weight / doubt / ROUGH_FACTOR for weight in usual), usual),
        PlayerModel(hasty, "eager"),
        PlayerModel((0.0,) * len(usual), usual),
    )


def plans_for(game: Game) -> tuple[tuple[float, ...], ...]:
    """How a player may continue: as usual or, in the row games, holding fewer cards back. That pays only if the player
    keeps it up, so a search move by move cannot find it."""
    usual = weights_for(game)
    hurried = tuple(
        HURRIED_END if feature == "end" else weight for feature, weight in zip(features(game), usual, strict=True)
    )
    return (usual, hurried) if game.facts.texts == "rows" else (usual,)
