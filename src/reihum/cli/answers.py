"""What a typed answer means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reihum.cli.card_symbols import parse_card
from reihum.cli.labels import label_argument, label_verb
from reihum.cli.menu import Menu, MenuItem
from reihum.engine.moves import Grammar
from reihum.texts import Texts


def to_notation(answer: str, grammar: Grammar, family: str, texts: Texts) -> str:
    """Translate an answer to the notation: labels of verbs and names of colours become its words."""
    words = answer.split()
    labels = {label_verb(verb.word, family, texts).casefold(): verb.word for verb in grammar.verbs}
    for size in range(len(words), 0, -1):
        if verb := labels.get(" ".join(words[:size]).casefold()):
            words[:size] = [verb]
            break
    return " ".join(_join_cards(words, texts))


def _join_cards(words: Sequence[str], texts: Texts) -> Iterator[str]:
    """Join a colour and a number that follow each other to a card."""
    rest = list(words)
    while rest:
        for size in (2, 1):
            if len(rest) >= size and (card := parse_card(" ".join(rest[:size]), texts)):
                yield card
                del rest[:size]
                break
        else:
            yield rest.pop(0)


def find_choice(answer: str, menu: Menu, grammar: Grammar, family: str, texts: Texts) -> MenuItem | str:
    """Find the item that an answer means; else the answer in notation."""
    text = answer.strip()
    if item := menu.find(text):
        return item
    move = to_notation(text, grammar, family, texts)
    words = {text.casefold(), move.casefold()}
    named = [item for item in menu.items if not words.isdisjoint(_names(item, family, texts))]
    return named[0] if len(named) == 1 else move


def _names(item: MenuItem, family: str, texts: Texts) -> set[str]:
    """What an answer may call an item: the move, or a value of it, in notation or in words."""
    names = {item.text}
    names |= {value for _, value in item.args if isinstance(value, str)}
    names |= {label_argument(*arg, family, texts) for arg in item.args}
    return {name.casefold() for name in names}


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
