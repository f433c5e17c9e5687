"""The words that the shell offers at Tab for games, their options, and bots.

The command leaves in ``ctx.meta`` what was typed so far: ``games``, the games among the words, and ``last``, the word
before the one that is completed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import click

from reihum.cli.game_options import ASKS_PEOPLE, spell_flag, spell_value
from reihum.engine.options import YOUNGEST, Option
from reihum.games import GAMES

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from reihum.engine import Facts


def offer_words(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """What may stand for a parameter; after a flag of the game, its values."""
    if isinstance(parameter, click.Argument) and (values := offer_values(ctx, incomplete)):
        return values
    if parameter.metavar == "cli.value.game":
        return _begin({game: f"{game}.name" for game in GAMES}, incomplete)
    before, comma, _ = incomplete.rpartition(",")  # several bots stand in one word
    games = ctx.meta.get("games") or GAMES.values()
    return _begin({f"{before}{comma}{level}": None for facts in games for level in facts.levels}, incomplete)


OFFERED = {f"cli.value.{kind}": offer_words for kind in ("game", "bot", "bots", "contestants", "level")}
"""How the values of parameters are completed, by the keys of what they stand for."""


def offer_flags(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """The options of the games that were named, as flags."""
    return _begin({flag: f"option.{name}" for facts in ctx.meta["games"] for flag, name in _flags(facts)}, incomplete)


def offer_values(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """The values of the game's option that was typed last."""
    values = {
        spell_value(name, value): f"option.{name}.{value}"
        for facts in ctx.meta.get("games", ())
        for flag, name in _flags(facts)
        if flag == ctx.meta["last"]
        for value in _values(facts.options[name], facts.seats[-1], ctx.command.name)
    }
    return _begin(values, incomplete)


def _values(option: Option, seats: int, command: str | None) -> Iterator[object]:
    """The values of an option; where people play, also the word for the youngest of them."""
    yield from option.values(seats)
    if option.kind == "seat" and command in ASKS_PEOPLE:
        yield YOUNGEST


def _flags(facts: Facts) -> Iterator[tuple[str, str]]:
    return ((spell_flag(name), name) for name in facts.options)


def _begin(words: Mapping[str, str | None], incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem  # late: only shells ask

    return [CompletionItem(word, help=key) for word, key in words.items() if word.startswith(incomplete)]
