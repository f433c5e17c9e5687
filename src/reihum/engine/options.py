"""Options, declared once per game: they give validation, the command's flags, the page's form, the rules page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct

from reihum.cards import COLOURS
from reihum.errors import BadOption

Settings = dict[str, Any]
"""Option name → settled value; ``None`` where an option has no meaning because its need is not met."""

RANDOM = "random"

YOUNGEST = "youngest"
"""A table takes this word for a seat, asks who that is, and puts the seat in its place. Games never get it."""

_FLAGS = {
    "on": True,
    "off": False,
    "true": True,
    "false": False,
    "yes": True,
    "no": False,
    "1": True,
    "0": False,
}


class Option(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One option: its name, what values it takes, its default, and which other option's value it needs."""

    name: str
    kind: Literal["choice", "flag", "number", "seat", "each"]
    default: Any
    choices: tuple[Any, ...] = ()
    low: int = 0
    high: int = 0
    needs: tuple[str, Any] | None = None
    aliases: Mapping[str, Any] = {}
    """Other words for some values, in small letters."""
    pictures: Mapping[Any, str] = {}
    """Cards that show what a value means; ``?`` is the back of a card."""

    def values(self, seats: int) -> tuple[Any, ...]:
        """Every value the option takes with a number of seats; of a range, both ends and the default; of numbers for
        each seat, the default and one other."""
        if self.kind == "seat":
            return (*range(seats), RANDOM)
        if self.kind == "number":
            return tuple(sorted({self.low, self.default, self.high}))
        if self.kind == "each":
            return self.default, ",".join(["1", *["0"] * (seats - 1)])
        return self.choices

    def read(self, value: Any, seats: int) -> Any:
        """The value as the game uses it, from a Python value or the text of a command line."""
        text = str(value).strip().casefold()
        if self.kind == "flag" and text in _FLAGS:
            return _FLAGS[text]
        if self.kind == "number" and len(text) < 10 and text.isdecimal() and self.low <= int(text) <= self.high:
            return int(text)
        if self.kind == "each" and (numbers := self._read_each(text, seats)) is not None:
            return ",".join(map(str, numbers)) if any(numbers) else self.default
        for allowed in self.values(seats) if self.kind in ("choice", "seat") else ():
            if text == str(allowed).casefold():
                return allowed
        if text in self.aliases:
            return self.aliases[text]
        raise BadOption("option-value", option=self.name, expected=self.expected(seats), got=value)

    def _read_each(self, text: str, seats: int) -> list[int] | None:
        """The number of each seat; None if that is not what the text says."""
        words = [word.strip() for word in text.split(",")] if text else ["0"] * seats
        if len(words) != seats or not all(len(word) < 10 and word.isdecimal() for word in words):
            return None
        numbers = [int(word) for word in words]
        return numbers if all(self.low <= number <= self.high for number in numbers) else None

    def expected(self, seats: int) -> str:
        """What the option takes, for people: ``off, take3, draw`` or ``1 … 10``."""
        if self.kind == "each":
            return ",".join([f"{self.low}…{self.high}"] * seats)
        if self.kind == "number":
            return f"{self.low} … {self.high}"
        if self.kind == "flag":
            return "on, off"
        return ", ".join(str(value) for value in self.values(seats))


def choice(
    name: str,
    *choices: Any,
    default: Any = None,
    needs: tuple[str, Any] | None = None,
    on: Any = None,
    off: Any = None,
    aliases: Mapping[str, Any] | None = None,
    pictures: Mapping[Any, str] | None = None,
) -> Option:
    """An option with a few values; the first is the default unless another is named. ``on`` and ``off``: the values
    that these words stand for, for an option that was a flag once. ``aliases``: other words for values."""
    words = {} if on is None else {word: on if meant else off for word, meant in _FLAGS.items()}
    return Option(
        name=name,
        kind="choice",
        choices=choices,
        default=choices[0] if default is None else default,
        needs=needs,
        aliases=words | dict(aliases or {}),
        pictures=pictures or {},
    )


def flag(name: str, *, default: bool = False) -> Option:
    """An option that is on or off."""
    return Option(name=name, kind="flag", choices=(False, True), default=default)


def number(name: str, low: int, high: int, default: int) -> Option:
    """An option that is a number."""
    return Option(name=name, kind="number", low=low, high=high, default=default)


def each(name: str, low: int, high: int, *, needs: tuple[str, Any] | None = None) -> Option:
    """An option that is a number for each seat, as text: ``0,2,0``. The default is empty: 0 for all."""
    return Option(name=name, kind="each", low=low, high=high, default="", needs=needs)


def first(default: int | str = 0, *, needs: tuple[str, Any] | None = None) -> Option:
    """Who begins (RULEBOOK §0): a seat, or ``random``; it moves on with the rounds of a match."""
    return Option(name="first", kind="seat", default=default, needs=needs)


def without() -> Option:
    """The colour that edition ``60`` leaves out (RULEBOOK §0)."""
    pictures = {colour: f"{colour}11" for colour in COLOURS}
    return choice("without", *COLOURS, default="B", needs=("edition", "60"), pictures=pictures)


def length(*, needs: tuple[str, Any] | None = None) -> Option:
    """A short form of a game that takes long: it ends in about ten minutes at a table."""
    return choice("length", "full", "short", needs=needs)


def by_name(*options: Option) -> dict[str, Option]:
    """The options of a game by their names."""
    return {option.name: option for option in options}


def find_needs(options: Mapping[str, Option], option: Option) -> Settings:
    """All that an option needs: a value of another option, and what that one needs."""
    if option.needs is None:
        return {}
    name, value = option.needs
    return find_needs(options, options[name]) | {name: value}


def settle_options(options: Mapping[str, Option], given: Mapping[str, Any], seats: int) -> Settings:
    """All options of a game with their values: what was given, checked, and the defaults for the rest."""
    for name in given:
        if name not in options:
            raise BadOption("option-unknown", option=name, expected=", ".join(options) or "–")
    settled: Settings = {}
    for name, option in options.items():
        wanted = given.get(name)
        settled[name] = option.default if wanted is None else option.read(wanted, seats)
    for name, option in options.items():
        if option.needs and settled[option.needs[0]] != option.needs[1]:
            if given.get(name) is not None:
                needed, value = option.needs
                raise BadOption("option-needs", option=name, needed=needed, value=value, got=settled[needed])
            settled[name] = None
    return settled


def variations(options: Mapping[str, Option], seats: int) -> Iterator[Settings]:
    """The defaults, then every other value of every option, one at a time, with what it needs."""
    yield {}
    for name, option in options.items():
        for value in option.values(seats):
            if value != option.default or option.needs:
                yield {name: value} | find_needs(options, option)
