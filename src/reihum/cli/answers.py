"""What a typed answer means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from reihum.cli.card_symbols import parse_card
from reihum.cli.labels import label_argument, label_move, label_verb
from reihum.cli.menu import Menu, MenuItem
from reihum.engine import Game
from reihum.texts import Texts


def to_notation(answer: str, game: Game, texts: Texts) -> str:
    """Translate an answer to the notation: labels of verbs, names of players and names of colours become its words.
    People count seats from 1, the notation from 0."""
    words = answer.split()
    labels = {label_verb(verb.word, game.facts.texts, texts).casefold(): verb.word for verb in game.grammar.verbs}
    for size in range(len(words), 0, -1):
        if label := labels.get(" ".join(words[:size]).casefold()):
            words[:size] = [label]
            break
    verb = game.grammar.verb(words[0].casefold()) if words else None
    if verb is not None and any(slot.kind == "seat" for slot in verb.slots):
        words[1:] = _find_seats(words[1:], _name_seats(game.seats, texts))
    return " ".join(_join_cards(words, texts))


def _name_seats(seats: int, texts: Texts) -> dict[str, str]:
    """What people call every seat: its number, or the name of its player if no other player has it."""
    names = [texts.player(seat).casefold() for seat in range(seats)]
    found = {name: str(seat) for seat, name in enumerate(names) if names.count(name) == 1}
    return found | {str(seat + 1): str(seat) for seat in range(seats)}


def _find_seats(words: Sequence[str], seats: Mapping[str, str]) -> list[str]:
    """Replace the first words that mean a seat; a name may have several."""
    for start in range(len(words)):
        for end in range(len(words), start, -1):
            if seat := seats.get(" ".join(words[start:end]).casefold()):
                return [*words[:start], seat, *words[end:]]
    return list(words)


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


def find_choice(answer: str, menu: Menu, game: Game, texts: Texts) -> MenuItem | str:
    """Find the item that an answer means; else the answer in notation."""
    text = answer.strip()
    if item := menu.find(text):
        return item
    move = to_notation(text, game, texts)
    words = {text.casefold(), move.casefold()}
    named = [item for item in menu.items if not words.isdisjoint(_names(item, game.facts.texts, texts))]
    return named[0] if len(named) == 1 else move


def _names(item: MenuItem, family: str, texts: Texts) -> set[str]:
    """What an answer may call an item: the move, or a value of it, in notation or in words."""
    names = {item.text, label_move(item.verb, item.args, family, texts)}
    names |= {value for _, value in item.args if isinstance(value, str)}
    names |= {label_argument(*arg, family, texts) for arg in item.args}
    return {name.casefold() for name in names}
