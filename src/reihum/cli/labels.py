"""Moves and menus in the reader's words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.text import Text

from reihum.cli.card_symbols import card_symbol, paint
from reihum.cli.menu import Menu, MenuItem
from reihum.cli.zones import wrap_parts
from reihum.engine.moves import Arg, Grammar, Move, SlotKind
from reihum.texts import Texts

LabelledArg = tuple[SlotKind, Arg]
"""A value of a move, and what it is."""


def label_verb(verb: str, family: str, texts: Texts) -> str:
    """The name of a kind of move or of a call, as on a button."""
    key = f"verb.{family}.{verb}"
    return texts.text(key) if texts.has(key) else verb


def label_move(verb: str, args: Sequence[LabelledArg], family: str, texts: Texts) -> str:
    """A move in words: “Lay ■9”. Some have a text of their own: “To my pile”, “Ask Ada for ■9”."""
    own = find_own_label(verb, args, family, texts) or _fill_phrase(verb, args, family, texts)
    return own or " ".join((label_verb(verb, family, texts), *(label_argument(*arg, family, texts) for arg in args)))


def find_own_label(verb: str, args: Sequence[LabelledArg], family: str, texts: Texts) -> str:
    """The text that a move has of its own; else empty."""
    key = ".".join(("verb", family, verb, *(str(value) for _, value in args)))
    return texts.text(key) if args and texts.has(key) else ""


def _fill_phrase(verb: str, args: Sequence[LabelledArg], family: str, texts: Texts) -> str:
    """The text for moves with values of these kinds, filled with the values; else empty."""
    key = ".".join(("verb", family, verb, *(kind for kind, _ in args)))
    return texts.text(key, **dict(args)) if args and texts.has(key) else ""


def has_cards(grammar: Grammar) -> bool:
    """Whether people name cards in this game."""
    return any(slot.kind in ("card", "link") for verb in grammar.verbs for slot in verb.slots)


def choose_key(key: str, grammar: Grammar) -> str:
    """The key of a text about what to type, for games with and without cards to name."""
    return f"{key}.cards" if has_cards(grammar) else key


def pair_with_kinds(move: Move, grammar: Grammar) -> list[LabelledArg]:
    """The values of a move, each with its kind. Only the last slot takes several values."""
    verb = grammar.verb(move.verb)
    kinds = [slot.kind for slot in verb.slots] if verb else []
    return list(zip([*kinds, *kinds[-1:] * len(move.args)], move.args, strict=False))


def draw_menu(menu: Menu, family: str, texts: Texts, width: int) -> Iterator[Text]:
    """Draw a menu: one line per verb; moves of a single word share the last line."""
    words = []
    for verb, group in groupby(menu.items, lambda item: item.verb):
        items = list(group)
        if not items[0].args:
            words.append(_entry(items[0].key, label_verb(verb, family, texts)))
        else:
            yield from _lines(label_verb(verb, family, texts), items, family, texts, width)
    if words:
        yield from wrap_parts(Text(), words, width)


def draw_calls(calls: Sequence[str], family: str, texts: Texts) -> Text:
    """Draw the calls with their keys in one line."""
    entries = [_entry(key, label_verb(call, family, texts)) for key, call in assign_call_keys(calls).items()]
    return Text(texts.text("cli.play.calls") + "  ").append_text(Text("   ").join(entries))


def assign_call_keys(calls: Sequence[str]) -> dict[str, str]:
    """Give every call a letter that is quick to type: the first that no other call has.

    >>> assign_call_keys(["schnapp", "schnipp"]), assign_call_keys(["stop"])
    ({'a': 'schnapp', 'i': 'schnipp'}, {'s': 'stop'})
    """
    keys: dict[str, str] = {}
    for call in calls:
        others = "".join(other for other in calls if other != call)
        free = [letter for letter in call if letter not in others and letter not in keys and letter not in "hq?"]
        keys[free[0] if free else call] = call
    return keys


def _lines(name: str, items: Sequence[MenuItem], family: str, texts: Texts, width: int) -> Iterator[Text]:
    fixed = _count_common(items)
    head = Text(texts.text("cli.table.label", name=name) + "  ")
    for value in items[0].args[:fixed]:
        head.append_text(paint(label_argument(*value, family, texts))).append("  ")
    numbers = [int(item.key) for item in items if item.is_numbered]
    parts = [_entry(item.key, _label_rest(item, fixed, family, texts)) for item in items if not item.is_numbered]
    yield from wrap_parts(head, [*map(_run, find_runs(numbers)), *parts], width)


def _label_rest(item: MenuItem, fixed: int, family: str, texts: Texts) -> str:
    """What a menu writes behind the name of the verb and the values that all items have."""
    own = find_own_label(item.verb, item.args, family, texts)
    return own or " ".join(label_argument(*arg, family, texts) for arg in item.args[fixed:])


def find_runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Split ascending numbers into runs without gaps, each as first and last.

    >>> list(find_runs([1, 2, 3, 7, 9, 10]))
    [(1, 3), (7, 7), (9, 10)]
    """
    for _, group in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        yield run[0], run[-1]


def _run(run: tuple[int, int]) -> Text:
    first, last = run
    return Text(str(first) if first == last else f"{first} … {last}", style="bold cyan")


def _count_common(items: Sequence[MenuItem]) -> int:
    """Count the values that all items begin with."""
    fixed = 0
    while len(items) > 1 and all(len(item.args) > fixed + 1 for item in items):
        if len({item.args[fixed] for item in items}) > 1:
            break
        fixed += 1
    return fixed


def _entry(key: str, text: str) -> Text:
    return Text().append(key, style="bold cyan").append(") ", style="dim").append_text(paint(text))


def label_argument(kind: SlotKind, value: Arg, family: str, texts: Texts) -> str:
    """A value of a move in words: a card, a player, a place."""
    if isinstance(value, str) and kind in ("card", "link"):
        return card_symbol(value)
    if isinstance(value, str):
        keys = (f"word.{family}.{value}", f"zone.{family}.{value}", f"zone.{value}")
        return next((texts.text(key) for key in keys if texts.has(key)), value)
    if kind == "seat":
        return texts.player(value)
    return f"→{value}" if kind == "pile" else str(value)
