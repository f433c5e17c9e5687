"""The options of a game as flags of the command line, in any order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from reihum.engine import Facts
from reihum.engine.options import RANDOM, YOUNGEST, Option
from reihum.engine.rule_pages import option_value
from reihum.games import GAMES
from reihum.texts import Texts

MAX_VALUES_SHOWN = 6
MAX_DIGITS = 9

ASKS_PEOPLE = ("rules", "play", "join")
"""The commands about tables with people: the youngest of them may begin. Bots have no age."""

ON_OFF = ("on", "off", "true", "false", "yes", "no", "1", "0")


def split_game_options(words: Sequence[str], own: Iterable[str]) -> tuple[list[str], dict[str, str]]:
    """Split the words into those for the command, whose flags are ``own``, and the options of the game.

    >>> split_game_options(["--blocking", "take3", "classic", "-s", "4", "--no-extra", "--edition=60"], ["-s"])
    (['classic', '-s', '4'], {'blocking': 'take3', 'extra': 'off', 'edition': '60'})

    People count seats from 1, the engine from 0:

    >>> split_game_options(["--first", "2"], [])[1]
    {'first': '1'}
    """
    known = set(own)
    rest: list[str] = []
    options: dict[str, str] = {}
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
            name, value = _take_value(name, queue)
        options[name] = _count_from_zero(value) if name in seat_options() else value
    return rest, options


def _take_value(name: str, queue: list[str]) -> tuple[str, str]:
    """An option and its value: the next word, unless the option is on or off and needs none."""
    flags = _flags()
    if name.startswith("no_") and name[3:] in flags:
        return name[3:], "off"
    follows = bool(queue) and not queue[0].startswith("-")
    if name in flags:
        return name, queue.pop(0) if follows and queue[0].casefold() in flags[name] else "on"
    return name, queue.pop(0) if follows else ""


def seat_options() -> frozenset[str]:
    """The names of the options whose value is a seat."""
    return frozenset(
        option.name for facts in GAMES.values() for option in facts.options.values() if option.kind == "seat"
    )


def _count_from_zero(seat: str) -> str:
    return str(int(seat) - 1) if seat.isdecimal() and len(seat) < MAX_DIGITS else seat


def count_from_one(seat: str) -> str:
    """A seat as people count; other words stay.

    >>> count_from_one("0"), count_from_one("random")
    ('1', 'random')
    """
    return str(int(seat) + 1) if re.fullmatch(r"-?\d{1,8}", seat) else seat


def replace_youngest(options: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """The options, with a seat in the place of the youngest player.

    >>> replace_youngest({"first": "youngest"}, 2), replace_youngest({"first": "random"}, 2)
    ({'first': '2'}, {'first': 'random'})
    """
    return {**options} | ({"first": str(seat)} if begins_youngest(options) else {})


def begins_youngest(options: Mapping[str, Any]) -> bool:
    """Whether the youngest player begins."""
    return options.get("first") == YOUNGEST


def _flags() -> dict[str, tuple[str, ...]]:
    """The options that can be switched on and off, with the words that may follow them."""
    options = [option for facts in GAMES.values() for option in facts.options.values()]
    flags = [option for option in options if option.kind == "flag" or "on" in option.aliases]
    return {option.name: (*ON_OFF, *map(option_value, option.choices)) for option in flags}


def spell_flag(name: str, value: object = None) -> str:
    """An option, perhaps with a value, as it is typed.

    >>> spell_flag("stop_calls"), spell_flag("edition", "60"), spell_flag("bluff", True), spell_flag("extra", False)
    ('--stop-calls', '--edition 60', '--bluff', '--no-extra')
    """
    word = name.replace("_", "-")
    if isinstance(value, bool):
        return f"--{word}" if value else f"--no-{word}"
    return f"--{word}" if value is None else f"--{word} {value}"


def spell_value(name: str, value: object) -> str:
    """The value of an option as it is typed."""
    text = option_value(value)
    return count_from_one(text) if name in seat_options() else text


def describe_option(option: Option, seats: int, *, youngest: bool = True) -> str:
    """An option as it is typed, with its values, and its default in brackets. ``youngest``: whether there are people,
    so that the youngest of them may begin.

    >>> [describe_option(option, 4) for option in GAMES["false-start"].options.values()][3:5]
    ['--stock yes|no [yes]', '--blocking off|take3|draw [off]']
    """
    values = "|".join(option_value(value) for value in option.values(seats)[:MAX_VALUES_SHOWN])
    if len(option.values(seats)) > MAX_VALUES_SHOWN:
        values += "|…"
    if option.kind == "number":
        values = f"{option.low}…{option.high}"
    elif option.kind == "each":
        return f"{spell_flag(option.name)} {option.low}…{option.high},…"
    elif option.kind == "seat":
        default = count_from_one(option_value(option.default))
        words = [f"1…{seats}", RANDOM, *([YOUNGEST] if youngest else [])]
        return f"{spell_flag(option.name)} {'|'.join(words)} [{default}]"
    return f"{spell_flag(option.name)} {values} [{option_value(option.default)}]"


def describe_options(facts: Facts, *, youngest: bool = True) -> list[str]:
    """Every option of a game as it is typed."""
    return [describe_option(option, facts.seats[-1], youngest=youngest) for option in facts.options.values()]


def label_options(options: Mapping[str, Option], values: Mapping[str, Any], texts: Texts) -> Iterator[tuple[str, str]]:
    """The options in force as label and value, without those that mean nothing now."""
    from reihum.protocol.gamelist import label_value  # here, so that the help does not load the protocol

    for name, value in values.items():
        if value is not None:
            yield texts.text(f"option.{name}"), label_value(options[name], value, texts)


def describe_players(facts: Facts, texts: Texts) -> str:
    """The numbers of players, and which of them need an option."""
    plain = [seats for seats in facts.seats if seats not in facts.seats_need]
    low, high = plain[0], plain[-1]
    needs = [
        texts.text("cli.games.seats-need", seats=seats, flag=spell_flag(*need))
        for seats, need in sorted(facts.seats_need.items())
    ]
    return "; ".join([str(low) if low == high else f"{low}–{high}", *needs])
