"""Cards as the terminal shows them: the shape of the colour and the number, ``■11``. Colour alone says nothing."""

from __future__ import annotations

import re

from rich.text import Text

from reihum.cards import COLOURS, JOKER, SHAPES, Card
from reihum.texts import Texts

HOLLOW = {"R": "□", "Y": "▷", "G": "☆", "B": "○"}
"""The shape of an open place, where a card of the colour fits."""

STYLES = {"R": "bold red", "Y": "bold yellow", "G": "bold green", "B": "bold bright_blue", JOKER: "bold magenta"}

_LETTERS = {shape: letter for shapes in (SHAPES, HOLLOW) for letter, shape in shapes.items()}
_SYMBOL = re.compile(f"[{''.join(_LETTERS)}]\\d*")
_TYPED = re.compile(r"(\D+?)\s*(\d+)")


class SymbolTexts(Texts):
    """Texts in which a card is its symbol: “Tessa lays ■12.”"""

    def card(self, card: Card) -> str:
        """The symbol of a card."""
        return card_symbol(card)


def card_symbol(card: Card) -> str:
    """The symbol of a card, a joker, a joker for a card, or a link between two cards.

    >>> card_symbol("R11"), card_symbol("J"), card_symbol("J>B7"), card_symbol("Y9>B9")
    ('■11', 'J', 'J→●7', '▶9→●9')
    """
    first, arrow, second = card.partition(">")
    if arrow:
        return f"{card_symbol(first)}→{card_symbol(second)}"
    return SHAPES[first[0]] + first[1:] if first[:1] in SHAPES else first


def paint(text: str, style: str = "") -> Text:
    """Give every card in a text its colour."""
    drawn = Text(text, style=style)
    for found in _SYMBOL.finditer(text):
        drawn.stylize(STYLES[_LETTERS[found[0][0]]], *found.span())
    return drawn


def parse_card(text: str, texts: Texts) -> Card | None:
    """Read a card: in notation, with its shape, or with the name of its colour or the beginning of it.

    >>> [parse_card(text, Texts("de")) for text in ("b15", "■ 3", "gelb 11", "Gr7", "g7", "x1", "11")]
    ['B15', 'R3', 'Y11', 'G7', 'G7', None, None]
    """
    if text.strip().upper() == JOKER:
        return JOKER
    found = _TYPED.fullmatch(text.strip())
    if not found:
        return None
    word, number = found[1].casefold(), found[2].lstrip("0")
    if letter := _LETTERS.get(word):
        return letter + number
    if word.upper() in tuple(COLOURS):
        return word.upper() + number
    named = [letter for letter in COLOURS if texts.colour(letter).casefold().startswith(word)]
    return named[0] + number if len(named) == 1 else None
