"""The weights of the weighted policy. Those of the row games come from

    python -m tools.tune classic --seats 4 --generations 60 --seed 1

and serve all row games and numbers of seats; those of Master are the sensible bot's."""

from __future__ import annotations

from collections.abc import Collection

from reihum.bots.fast import features
from reihum.games import Game

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
DOUBT = {"rows": 0.5, "master": 12.0}
"""How many units of weight make a move e times likelier, when hands are guessed from moves."""


def weights_for(game: Game) -> tuple[float, ...]:
    """The weights for a game."""
    found = WEIGHTS[game.facts.texts]
    return tuple(found[feature] for feature in features(game))


def model_for(game: Game, eager: Collection[int]) -> list[float]:
    """The weights by which hands are guessed, for all seats: eager ones never stop while a card fits."""
    doubt = DOUBT[game.facts.texts]
    usual = [weight / doubt for weight in weights_for(game)]
    hasty = [-HASTE if feature in ("end", "block") else 0.0 for feature in features(game)]
    return [weight for seat in range(game.seats) for weight in (hasty if seat in eager else usual)]
