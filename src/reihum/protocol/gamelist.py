"""The games as a client shows them before anybody plays: seats, options with all their values, texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

from msgspec import Struct

from reihum.engine import Facts, View
from reihum.engine.examples import Example
from reihum.engine.lessons import LessonStep
from reihum.engine.moves import Sign
from reihum.engine.options import YOUNGEST, Option
from reihum.engine.rule_pages import option_value
from reihum.games import GAMES
from reihum.protocol.effects import describe_effect
from reihum.texts import Texts


class ValueEntry(Struct, frozen=True, omit_defaults=True):
    """A value that an option can have, with its name. ``effect``: what it changes, found by playing many rounds;
    ``picture``: cards that show what it means (``?``: face down)."""

    value: bool | int | str
    label: str
    effect: str = ""
    picture: tuple[str, ...] = ()


class OptionEntry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An option, with a line of ``help``. Numbers go from ``low`` to ``high``, those for ``each`` seat with commas
    between; a ``seat`` is one of the table's, ``random`` or ``youngest``; the others are one of ``values``. ``needs``:
    has a meaning only while that option has that value. ``effect``: what an option without ``values`` changes."""

    name: str
    label: str
    help: str = ""
    kind: Literal["choice", "flag", "number", "seat", "each"]
    default: bool | int | str
    values: tuple[ValueEntry, ...] = ()
    low: int = 0
    high: int = 0
    needs: tuple[str, bool | int | str] | None = None
    effect: str = ""


class SeatsNeed(Struct, frozen=True):
    """A number of players that need an option to have a value."""

    seats: int
    option: str
    value: bool | int | str


class GameEntry(Struct, frozen=True, kw_only=True):
    """A game. ``texts`` begins the keys of its texts, ``levels`` are its bots, the weakest first; ``until`` is the
    option that ends a match by points, if one does."""

    id: str
    texts: str
    name: str
    summary: str
    age: int
    seats: tuple[int, ...]
    options: tuple[OptionEntry, ...]
    seats_need: tuple[SeatsNeed, ...]
    levels: tuple[str, ...]
    calls: tuple[str, ...]
    simultaneous: bool
    secrets: bool
    """Whether players know cards that others do not see."""
    lowest_wins: bool
    until: str
    targets: tuple[int, ...]
    """Points to offer for a match that ends when somebody has reached them."""
    sorting: Literal["colour", "number"]
    """How a hand is sorted, unless the player wants it otherwise."""
    examples: tuple[Example, ...]
    """Pictures for the rules about a turn."""
    lesson: tuple[LessonStep, ...]
    """What a guided first round teaches; empty where there is none."""
    signs: dict[str, Sign]
    """The drawing beside the word of each verb."""
    picture: View
    """A position in the middle of a round, to show what the game looks like."""


class GameList(Struct, frozen=True):
    """All games, in one language."""

    language: str
    games: tuple[GameEntry, ...]


def game_list(language: str, picture: Callable[[Facts], View]) -> GameList:
    """All games, in a language. ``picture`` makes the position that is shown of each."""
    texts = Texts(language)
    return GameList(language, tuple(_entry(facts, texts, picture(facts)) for facts in GAMES.values()))


def _entry(facts: Facts, texts: Texts, picture: View) -> GameEntry:
    return GameEntry(
        id=facts.id,
        texts=facts.texts,
        name=texts.text(f"{facts.id}.name"),
        summary=texts.text(f"{facts.id}.summary"),
        age=facts.age,
        seats=tuple(facts.seats),
        options=tuple(_option(facts, option, texts) for option in facts.options.values()),
        seats_need=tuple(SeatsNeed(seats, *need) for seats, need in facts.seats_need.items()),
        levels=facts.offered_levels,
        calls=facts.capabilities.calls,
        simultaneous=facts.simultaneous,
        secrets=facts.secrets,
        lowest_wins=facts.lowest_wins,
        until=facts.until,
        targets=facts.targets,
        sorting=facts.sorting,
        examples=facts.examples,
        lesson=facts.lesson.steps if facts.lesson else (),
        signs={verb.word: verb.sign for verb in facts.grammar.verbs if verb.sign},
        picture=picture,
    )


def _option(facts: Facts, option: Option, texts: Texts) -> OptionEntry:
    return OptionEntry(
        name=option.name,
        label=texts.text(f"option.{option.name}"),
        help=texts.text(f"option.{option.name}.help"),
        kind=option.kind,
        default=option.default,
        values=tuple(_values(facts, option, texts)),
        low=option.low,
        high=option.high,
        needs=option.needs,
        effect=describe_effect(facts.id, option, "", texts) if option.kind == "each" else "",
    )


def _values(facts: Facts, option: Option, texts: Texts) -> Iterator[ValueEntry]:
    if option.kind not in ("number", "each"):
        for value in option.values(facts.seats[-1]):
            effect = describe_effect(facts.id, option, value, texts)
            picture = tuple(option.pictures.get(value, "").split())
            yield ValueEntry(value, label_value(option, value, texts), effect, picture)
    if option.kind == "seat":
        yield ValueEntry(YOUNGEST, label_value(option, YOUNGEST, texts))


def label_value(option: Option, value: Any, texts: Texts) -> str:
    """A value of an option in words."""
    if isinstance(value, bool):
        return texts.text(f"option.{option_value(value)}")
    if option.kind == "seat" and isinstance(value, int):
        return texts.text("option.first.seat", seat=value)
    if option.kind == "each":
        numbers = [int(number) for number in value.split(",")] if value else []
        key = f"option.{option.name}.seat"
        return texts.list([texts.text(key, seat=seat, number=number) for seat, number in enumerate(numbers) if number])
    return texts.text(f"option.{option.name}.{value}") if option.kind in ("choice", "seat") else str(value)
