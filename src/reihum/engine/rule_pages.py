"""The rules page of a game: which texts belong on it, with the options actually in force."""

from __future__ import annotations

from collections.abc import Iterator

from reihum.engine.contract import Game

SECTIONS = ("goal", "setup", "turn", "end", "tips")
EXAMPLES_SECTION = "turn"
"""The section with the drawn examples of a game."""


def rules(game: Game) -> Iterator[tuple[str, list[str]]]:
    """The sections, each with the keys of its texts: its own, then those that an option's value may add, for the game
    or for its whole family. A renderer leaves out keys without a text."""
    for section in SECTIONS:
        keys = [f"{game.id}.rules.{section}"]
        keys += [
            f"{owner}.rules.{section}.{name}.{option_value(value)}"
            for name, value in game.options.items()
            for owner in dict.fromkeys((game.id, game.facts.texts))
            if value is not None
        ]
        yield section, keys


def option_value(value: object) -> str:
    """An option's value as it stands in message keys and on the command line."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
