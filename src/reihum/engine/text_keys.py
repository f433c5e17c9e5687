"""The keys of the texts that a game needs: of its options, its rules, and of what its positions tell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from reihum.engine.contract import Game, State
from reihum.engine.options import YOUNGEST, Option
from reihum.engine.rule_pages import option_value, rules
from reihum.engine.views import Text
from reihum.messages import Message

Keys: TypeAlias = tuple[str, ...]
"""Keys of which one needs a text."""


def keys_of_game(game: Game) -> Iterator[Keys]:
    """What people read about a game with these options before they play it, and on its buttons."""
    facts = game.facts
    yield (f"{facts.id}.name",)
    yield (f"{facts.id}.summary",)
    yield (f"points.{facts.texts}",)
    yield from (tuple(keys) for _, keys in rules(game))
    for option in facts.options.values():
        yield (f"option.{option.name}",)
        yield (f"option.{option.name}.help",)
        yield from (
            (_value_key(option, value),) for value in option.values(game.seats) if option.kind not in ("number", "each")
        )
        if option.kind == "seat":
            yield (_value_key(option, YOUNGEST),)
    for verb in game.grammar.verbs:
        if not verb.table:
            yield (facts.verb_key(verb.word),)
            if verb.routine:
                yield (f"{facts.verb_key(verb.word)}.alone",)
            words = (word for slot in verb.slots for word in slot.words)
            yield from (_word_keys(facts.texts, verb.word, word) for word in words)
    yield from ((f"why.{facts.texts}.{verb}",) for verb in facts.why_verbs)
    yield from ((f"{facts.id}.example.{example.name}",) for example in facts.examples)
    if facts.lesson:
        names = ("first", *(step.name for step in facts.lesson.steps), "over")
        yield from ((f"{facts.id}.lesson.{name}", f"{facts.texts}.lesson.{name}") for name in names)


def keys_of_state(state: State) -> Iterator[Keys]:
    """What people read in a position and about the move that led to it."""
    texts = state.game.facts.texts
    for seat in (*range(state.game.seats), None):
        view = state.view(seat)
        shown = [event.message(texts) for event in state.events(seat)]
        if seat is not None:
            own = (event.message(texts).key for event in state.events(seat) if event.seat == seat)
            yield from ((f"{key}.you",) for key in own)
        read = [zone.message for zone in view.zones if isinstance(zone, Text)]
        yield from ((key,) for message in (view.prompt, *shown, *read) for key in _keys_of_message(message))
        for base in {zone.name.split(".")[0] for zone in view.zones if not isinstance(zone, Text)}:
            yield f"zone.{texts}.{base}", f"zone.{base}"
    if state.outcome is not None:
        yield (f"reason.{texts}.{state.outcome.reason}",)


def _keys_of_message(message: Message) -> Iterator[str]:
    """The key of a message, and those of the messages among its values."""
    yield message.key
    for value in message.values.values():
        if isinstance(value, Message):
            yield from _keys_of_message(value)


def _value_key(option: Option, value: Any) -> str:
    if isinstance(value, bool):
        return f"option.{option_value(value)}"
    return "option.first.seat" if option.kind == "seat" and isinstance(value, int) else f"option.{option.name}.{value}"


def _word_keys(texts: str, verb: str, word: str) -> Keys:
    return f"verb.{texts}.{verb}.{word}", f"word.{texts}.{word}", f"zone.{texts}.{word}", f"zone.{word}"
