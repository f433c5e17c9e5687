"""The options of a game as OpenSpiel's parameters, which have a type: whole numbers, words, or yes and no."""

from __future__ import annotations

from typing import Any

from reihum.engine import Facts, Game
from reihum.engine.options import RANDOM, Option
from reihum.envs.encoding import fits

USUAL_SEATS = 4
BY_LOT = -1
"""The value of the parameter ``first`` for a lot."""


def usual_game(facts: Facts) -> Game | None:
    """The game with its usual options and number of seats, or the nearest that fits. None if nothing fits."""
    seats = min(max(USUAL_SEATS, facts.seats[0]), facts.seats[-1])
    return next((game for game in facts.variations() if game.seats == seats and fits(game)), None)


def default_parameters(facts: Facts) -> dict[str, Any]:
    """The parameters of a game. An option with both words and numbers as values is left out, because a parameter has
    one type."""
    game = usual_game(facts)
    assert game is not None
    found: dict[str, Any] = {"players": game.seats, "reward": "win"}
    for name, option in facts.options.items():
        if len({str(value).isdecimal() for value in option.choices}) < 2:
            value = game.options[name]
            found[name] = to_parameter(option, option.default if value is None else value)
    return found


def to_parameter(option: Option, value: Any) -> str | int | bool:
    """An option's value as OpenSpiel's parameter: numbers are numbers, and a lot for who begins is −1."""
    if option.kind == "seat":
        return BY_LOT if value == RANDOM else int(value)
    return value if isinstance(value, bool) or not str(value).isdecimal() else int(value)


def game_from_parameters(facts: Facts, params: dict[str, Any]) -> Game:
    """The game with its parameters. A value equal to the option's default counts as not given."""
    given = {name: params[name] for name in facts.options if name in params}
    wanted = {
        name: RANDOM if facts.options[name].kind == "seat" and value == BY_LOT else value
        for name, value in given.items()
        if value != to_parameter(facts.options[name], facts.options[name].default)
    }
    return facts.game(params["players"], **wanted)
