"""The rules page of a game: which texts belong on it, with the options actually in force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from reihum.engine.contract import Game

SECTIONS = ("goal", "setup", "turn", "end", "tips")
EXAMPLES_SECTION = "turn"
"""The section with the drawn examples of a game."""


def rules(game: Game, told: Mapping[str, Any] | None = None) -> Iterator[tuple[str, list[str]]]:
    """The sections, each with the keys of its texts: its own, then those that the options' values may add, for the game
    or for its whole family. A value adds one alone, or together with an earlier option's value: the number of cards
    dealt depends on two. ``told``: values to tell instead of the game's, such as ``youngest``. A renderer leaves out
    keys without a text."""
    options = game.options | dict(told or {})
    values = [f"{name}.{_value_word(game, name, value)}" for name, value in options.items() if value is not None]
    conditions = [
        condition
        for number, value in enumerate(values)
        for condition in (*(f"{earlier}.{value}" for earlier in values[:number]), value)
    ]
    owners = dict.fromkeys((game.id, game.facts.texts))
    for section in SECTIONS:
        added = [f"{owner}.rules.{section}.{condition}" for condition in conditions for owner in owners]
        yield section, [f"{game.id}.rules.{section}", *added]


def _value_word(game: Game, name: str, value: object) -> str:
    """An option's value in the keys of rules: a number for each seat says only that there are some."""
    if game.facts.options[name].kind == "each":
        return "some" if value else "none"
    return option_value(value)


def option_value(value: object) -> str:
    """An option's value as it stands in message keys and on the command line."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
