"""The words of the command line that belong to a game: its declared options become flags, in any order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from reihum.engine import Facts
from reihum.engine.options import RANDOM, Option
from reihum.engine.rule_pages import option_value
from reihum.games import GAMES
from reihum.texts import Texts

SHOWN = 6
"""So many values of an option are written out."""

ON_OFF = ("on", "off", "true", "false", "yes", "no", "1", "0")


def sort_out(words: Sequence[str], own: Iterable[str]) -> tuple[list[str], list[str]]:
    """The words for the command itself, and the game's options among them as ``name=value``.

    >>> sort_out(["--blocking", "take3", "classic", "-s", "4", "--no-extra", "--edition=60"], ["-s"])
    (['classic', '-s', '4'], ['blocking=take3', 'extra=off', 'edition=60'])
    """
    known = set(own)
    rest: list[str] = []
    options: list[str] = []
    queue = list(words)
    while queue:
        word = queue.pop(0)
        name, equals, value = word.partition("=")
        if word == "--":
            return [*rest, word, *queue], options
        if not name.startswith("--") or name in known:
            rest.append(word)
            continue
        name = name[2:].replace("-", "_")
        if not equals:
            name, value = _value(name, queue)
        options.append(f"{name}={value}")
    return rest, options


def _value(name: str, queue: list[str]) -> tuple[str, str]:
    """The option and its value: the next word, unless it is a flag that needs none."""
    kinds = _kinds()
    if name.startswith("no_") and kinds.get(name[3:]) == "flag":
        return name[3:], "off"
    follows = bool(queue) and not queue[0].startswith("-")
    if kinds.get(name) == "flag":
        return name, queue.pop(0) if follows and queue[0].casefold() in ON_OFF else "on"
    return name, queue.pop(0) if follows else ""


def _kinds() -> dict[str, str]:
    return {option.name: option.kind for facts in GAMES.values() for option in facts.options.values()}


def settings(words: Iterable[str]) -> dict[str, Any]:
    """The options as the engine takes them; it says what is wrong with them."""
    return dict(word.split("=", 1) for word in words)


def spelt(name: str, value: object = None) -> str:
    """An option, or an option with a value, as somebody types it.

    >>> spelt("stop_calls"), spelt("edition", "60"), spelt("bluff", True), spelt("stop_calls", False)
    ('--stop-calls', '--edition 60', '--bluff', '--no-stop-calls')
    """
    word = name.replace("_", "-")
    if isinstance(value, bool):
        return f"--{word}" if value else f"--no-{word}"
    return f"--{word}" if value is None else f"--{word} {value}"


def flag(option: Option, seats: int) -> str:
    """How an option is written on the command line, with its default in brackets.

    >>> [flag(option, 4) for option in GAMES["false-start"].options.values()][2:]
    ['--blocking off|take3|draw [off]', '--first 0…3|random [0]']
    """
    values = "|".join(option_value(value) for value in option.values(seats)[:SHOWN])
    if len(option.values(seats)) > SHOWN:
        values += "|…"
    if option.kind == "number":
        values = f"{option.low}…{option.high}"
    elif option.kind == "seat":
        values = f"0…{seats - 1}|{RANDOM}"
    return f"{spelt(option.name)} {values} [{option_value(option.default)}]"


def flags(facts: Facts) -> list[str]:
    """Every option of a game as a flag."""
    return [flag(option, facts.seats[-1]) for option in facts.options.values()]


def in_words(option: Option, value: Any, texts: Texts) -> str:
    """An option's value for people."""
    if isinstance(value, bool):
        return texts.text(f"option.{option_value(value)}")
    if option.kind == "seat" and isinstance(value, int):
        return texts.text("option.first.seat", seat=value)
    key = f"option.{option.name}.{value}"
    return texts.text(key) if option.kind in ("choice", "seat") else str(value)


def chosen(options: Mapping[str, Option], values: Mapping[str, Any], texts: Texts) -> Iterator[tuple[str, str]]:
    """Options in force as label and value; those without a meaning now are left out."""
    for name, value in values.items():
        if value is not None:
            yield texts.text(f"option.{name}"), in_words(options[name], value, texts)
