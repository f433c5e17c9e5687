"""A menu on the screen, and what somebody means who types an answer to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.text import Text

from reihum.cli.faces import face, painted, typed_card
from reihum.cli.menu import Item, Menu
from reihum.cli.zones import flowing
from reihum.engine.moves import Arg, Grammar, SlotKind
from reihum.texts import Texts


def verb_label(verb: str, family: str, texts: Texts) -> str:
    """The name of a move or call: what a button would say."""
    key = f"verb.{family}.{verb}"
    return texts.text(key) if texts.has(key) else verb


def move_label(item: Item, family: str, texts: Texts) -> str:
    """A move for people: „Lay ■9“."""
    return " ".join((verb_label(item.verb, family, texts), *(described(*arg, family, texts) for arg in item.args)))


def draw_menu(menu: Menu, family: str, texts: Texts, width: int) -> Iterator[Text]:
    """The choices, those of one verb in one line; lone words share the last line."""
    words = []
    for verb, group in groupby(menu.items, lambda item: item.verb):
        items = list(group)
        if not items[0].args:
            words.append(_entry(items[0].key, verb_label(verb, family, texts)))
        else:
            yield from _lines(verb_label(verb, family, texts), items, family, texts, width)
    if words:
        yield from flowing(Text(), words, width)


def _lines(name: str, items: Sequence[Item], family: str, texts: Texts, width: int) -> Iterator[Text]:
    fixed = _common(items)
    head = Text(texts.text("cli.table.label", name=name) + "  ")
    for value in items[0].args[:fixed]:
        head.append_text(painted(described(*value, family, texts))).append("  ")
    numbers = [int(item.key) for item in items if item.own_number]
    parts = [
        _entry(item.key, " ".join(described(*arg, family, texts) for arg in item.args[fixed:]))
        for item in items
        if not item.own_number
    ]
    yield from flowing(head, [*map(_run, runs(numbers)), *parts], width)


def runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Numbers without gaps between them, as first and last.

    >>> list(runs([1, 2, 3, 7, 9, 10]))
    [(1, 3), (7, 7), (9, 10)]
    """
    for _, group in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        yield run[0], run[-1]


def _run(run: tuple[int, int]) -> Text:
    first, last = run
    return Text(str(first) if first == last else f"{first} … {last}", style="bold cyan")


def _common(items: Sequence[Item]) -> int:
    """How many values are chosen already."""
    fixed = 0
    while len(items) > 1 and all(len(item.args) > fixed + 1 for item in items):
        if len({item.args[fixed] for item in items}) > 1:
            break
        fixed += 1
    return fixed


def _entry(key: str, text: str) -> Text:
    return Text().append(key, style="bold cyan").append(") ", style="dim").append_text(painted(text))


def described(kind: SlotKind, value: Arg, family: str, texts: Texts) -> str:
    """A value of a move for people: a face, a player, a place."""
    if isinstance(value, str) and kind in ("card", "link"):
        return face(value)
    if isinstance(value, str):
        keys = (f"word.{family}.{value}", f"zone.{family}.{value}", f"zone.{value}")
        return next((texts.text(key) for key in keys if texts.has(key)), value)
    if kind == "seat":
        return texts.player(value)
    return f"→{value}" if kind == "pile" else str(value)


def in_notation(answer: str, grammar: Grammar, family: str, texts: Texts) -> str:
    """An answer with the game's own words: the label of a verb and the names of colours are understood too."""
    words = answer.split()
    labels = {verb_label(verb.word, family, texts).casefold(): verb.word for verb in grammar.verbs}
    for size in range(len(words), 0, -1):
        if verb := labels.get(" ".join(words[:size]).casefold()):
            words[:size] = [verb]
            break
    return " ".join(_cards(words, texts))


def _cards(words: Sequence[str], texts: Texts) -> Iterator[str]:
    """Words in which a colour and a number have become a card."""
    rest = list(words)
    while rest:
        for size in (2, 1):
            if len(rest) >= size and (card := typed_card(" ".join(rest[:size]), texts)):
                yield card
                del rest[:size]
                break
        else:
            yield rest.pop(0)


def meant(answer: str, menu: Menu, grammar: Grammar, family: str, texts: Texts) -> Item | str:
    """The item somebody chose, or a move in notation."""
    text = answer.strip()
    if item := menu.find(text):
        return item
    move = in_notation(text, grammar, family, texts)
    words = {text.casefold(), move.casefold()}
    named = [item for item in menu.items if not words.isdisjoint(_names(item, family, texts))]
    return named[0] if len(named) == 1 else move


def _names(item: Item, family: str, texts: Texts) -> set[str]:
    """What an item is called: all of it, or what is chosen, as people and as the notation write it."""
    names = {item.text}
    names |= {value for _, value in item.args if isinstance(value, str)}
    names |= {described(*arg, family, texts) for arg in item.args}
    return {name.casefold() for name in names}


def call_keys(calls: Sequence[str]) -> dict[str, str]:
    """A letter for every call, quick to type: the first that no other call has.

    >>> call_keys(["schnapp", "schnipp"]), call_keys(["stop"])
    ({'a': 'schnapp', 'i': 'schnipp'}, {'s': 'stop'})
    """
    keys: dict[str, str] = {}
    for call in calls:
        others = "".join(other for other in calls if other != call)
        free = [letter for letter in call if letter not in others and letter not in keys and letter not in "hq?"]
        keys[free[0] if free else call] = call
    return keys
