"""``reihum rules``: the rules of a game with the options in force, in the reader's language."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rich.text import Text

from reihum.cli.arguments import RulesArguments
from reihum.cli.card_symbols import card_symbol, paint
from reihum.cli.game_choice import choose_game
from reihum.cli.game_options import (
    begins_youngest,
    describe_options,
    describe_players,
    label_options,
    replace_youngest,
)
from reihum.cli.labels import label_verb
from reihum.cli.screen import Screen
from reihum.engine import Game
from reihum.engine.moves import Verb
from reihum.engine.options import YOUNGEST
from reihum.engine.rule_pages import EXAMPLES_SECTION, rules
from reihum.texts import Texts

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table


def show_rules(screen: Screen, arguments: RulesArguments) -> None:
    """Show facts, rules, options and notation."""
    game = choose_game(arguments.game, arguments.seats, replace_youngest(arguments.options, 0))
    told = {"first": YOUNGEST} if begins_youngest(arguments.options) else {}
    texts = screen.texts
    screen.print(Text(texts.text(f"{game.id}.name"), style="bold underline"))
    screen.print(Text(texts.text(f"{game.id}.summary"), style="italic"))
    facts = texts.text("cli.rules.facts", seats=describe_players(game.facts, texts), age=game.facts.age)
    screen.print(Text(facts, style="dim"), "")
    screen.print(*draw_rules(game, texts, told))
    screen.print(draw_notation(game, texts))
    if game.facts.options:
        screen.print(
            Text(texts.text("cli.rules.flags"), style="bold"), *(f"  {flag}" for flag in describe_options(game.facts))
        )


def draw_rules(game: Game, texts: Texts, told: Mapping[str, Any] | None = None) -> Iterator[RenderableType]:
    """Draw the sections of the rules, then the options in force. ``told``: values to tell instead of the game's."""
    for section, keys in rules(game, told):
        written = [texts.text(key) for key in keys if texts.has(key)]
        if written:
            yield Text(texts.text(f"cli.rules.{section}"), style="bold")
            yield Text("\n\n".join(written) + "\n")
        if section == EXAMPLES_SECTION:
            yield from draw_examples(game, texts)
    if options := list(label_options(game.facts.options, game.options | dict(told or {}), texts)):
        yield Text(texts.text("cli.rules.options"), style="bold")
        yield Text("\n".join(f"  {texts.text('cli.table.label', name=name)} {value}" for name, value in options) + "\n")


def draw_examples(game: Game, texts: Texts) -> Iterator[RenderableType]:
    """Draw the cards of each example, and say below them what they show."""
    for example in game.facts.examples:
        width = max(len(card_symbol(card)) for group in example.groups for card in group)
        groups = (" ".join(card_symbol(card).ljust(width) for card in group).rstrip() for group in example.groups)
        yield paint(("\n" if example.below else "   ").join(groups))
        yield Text(texts.text(f"{game.id}.example.{example.name}") + "\n")


def draw_notation(game: Game, texts: Texts, words: Collection[str] | None = None) -> Table:
    """Draw a table of how moves are written: all kinds, or those that begin with some words."""
    from rich.table import Table

    table = Table(
        title=texts.text("cli.rules.notation"), title_justify="left", title_style="bold", box=None, show_header=False
    )
    for verb in game.grammar.verbs:
        if game.offers(verb) and (words is None or verb.word in words):
            name = label_verb(verb.word, game.facts.texts, texts)
            note = f" – {texts.text('cli.rules.call')}" if verb.call else ""
            table.add_row(describe_verb(verb, texts), name + note)
    return table


def describe_verb(verb: Verb, texts: Texts) -> str:
    """A kind of move with words in place of its values: ``lay CARD``, ``lay CARD [CARD]``."""
    parts = [verb.word]
    for slot in verb.slots:
        values = slot.words if slot.kind == "word" else (*slot.words, texts.text(f"cli.slot.{slot.kind}"))
        parts.append(slot.spell("|".join(values)))
    return " ".join(parts)
