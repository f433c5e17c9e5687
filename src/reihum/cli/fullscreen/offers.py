"""The keys of the moves: a letter for every kind of move and word, and the numbers that people see on the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from string import ascii_lowercase
from typing import NamedTuple

from reihum.cards import JOKER
from reihum.cli.fullscreen.move_builder import MoveBuilder
from reihum.cli.fullscreen.move_drafts import MoveOption, NumberRange
from reihum.cli.labels import find_own_label, label_argument, label_move, label_verb
from reihum.engine.moves import Grammar
from reihum.texts import Texts

COMMAND_KEYS = {"help": "?", "hint": "h", "points": "p", "rules": "r", "manual": "m", "quit": "q"}
"""The keys that work at all times, by what they do."""

SEND = "send"
BACK = "back"


class Offer(NamedTuple):
    """Something that a key does now. ``options`` are what it chooses; ``action`` says what else it does."""

    key: str
    label: str
    options: tuple[MoveOption, ...] = ()
    action: str = ""


def assign_letters(grammar: Grammar, family: str, texts: Texts) -> dict[str, str]:
    """Give every verb and every word of a game a letter of its name, calls first. They stay the same in all positions.

    >>> from reihum.games import GAMES
    >>> assign_letters(GAMES["schnipp-schnapp"].grammar, "schnipp_schnapp", Texts("en"))
    {'schnapp': 's', 'schnipp': 'c', 'turn': 't'}
    """
    verbs = sorted((verb for verb in grammar.verbs if not verb.table), key=lambda verb: not verb.call)
    names = {verb.word: label_verb(verb.word, family, texts) for verb in verbs}
    for kind, word in ((verb.word, word) for verb in verbs for slot in verb.slots for word in slot.words):
        own = find_own_label(kind, [("word", word)], family, texts)
        names.setdefault(word, own or label_argument("word", word, family, texts))
    letters: dict[str, str] = {}
    for word, name in names.items():
        taken = {*COMMAND_KEYS.values(), *letters.values(), JOKER.lower()}
        wanted = [*name.lower(), *word, *ascii_lowercase]
        letters[word] = next(letter for letter in wanted if letter in ascii_lowercase and letter not in taken)
    return letters


def list_offers(builder: MoveBuilder, letters: dict[str, str], family: str, texts: Texts) -> list[Offer]:
    """What the keys do now, without the numbers on cards and places and without calls."""
    if builder.asked:
        labels = [_label(option, family, texts) for option in builder.asked]
        numbered = zip(builder.asked, labels, strict=True)
        offers = [Offer(str(key), label, (option,)) for key, (option, label) in enumerate(numbered, 1)]
        return [*offers, Offer("esc", texts.text("page.cancel"), action=BACK)]
    offers = []
    if builder.draft is not None and builder.ready:
        offers.append(Offer("enter", label_verb(builder.draft.verb, family, texts), action=SEND))
    for option in builder.options:
        if option.value is None:
            offers.append(Offer(letters[option.verb], label_verb(option.verb, family, texts), (option,)))
        elif option.number is None and option.value in letters:
            offers.append(Offer(letters[str(option.value)], _label(option, family, texts), (option,)))
        elif option.kind == "seat" and not option.zone:
            offers.append(Offer(str(option.number), _label(option, family, texts), (option,)))
    jokers = tuple(option for option in builder.options if option.number and str(option.value).startswith(f"{JOKER}>"))
    if jokers and not builder.held:
        offers.append(Offer(JOKER.lower(), texts.text("card.joker"), jokers))
    if builder.is_begun:
        offers.append(Offer("esc", texts.text("page.cancel"), action=BACK))
    return offers


MAX_NUMBERS = 8


def list_numbers(builder: MoveBuilder) -> dict[str, list[int | str]]:
    """The numbers of what can be pointed at now, by verb; of many only the first and the last."""
    found: dict[str, list[int | str]] = {}
    for option in () if builder.asked else builder.options:
        if option.number is not None and (option.kind != "seat" or option.zone):
            numbers = found.setdefault(option.verb, [])
            if option.number not in numbers:
                numbers.append(option.number)
    for verb, numbers in found.items():
        numbers.sort(key=int)
        if len(numbers) > MAX_NUMBERS:
            found[verb] = [numbers[0], "…", numbers[-1]]
    return found


def _label(option: MoveOption, family: str, texts: Texts) -> str:
    """An option in words. A link names both ends."""
    value = [] if option.kind is None or option.value is None else [(option.kind, option.value)]
    return label_move(option.verb, value, family, texts)


class Typed(NamedTuple):
    """What a typed number means: the options with this number, the verb that names it, and whether it can go on."""

    options: tuple[MoveOption, ...] = ()
    verb: str = ""
    can_grow: bool = False


def read_number(typed: str, options: Sequence[MoveOption], ranges: Iterable[NumberRange]) -> Typed:
    """Find what a typed number means now."""
    numbers = {option.number for option in options if option.number is not None}
    named = {number: each.verb for each in ranges for number in each.numbers}
    number = int(typed)
    found = tuple(option for option in options if option.number == number)
    longer = any(str(other).startswith(typed) and other != number for other in (*numbers, *named))
    return Typed(found, named.get(number, ""), longer)
