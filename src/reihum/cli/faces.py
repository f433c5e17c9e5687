"""Cards as a terminal shows them: the shape of the colour and the number, ``■11``; never colour alone."""

from __future__ import annotations

import re

from rich.text import Text

from reihum.cards import COLOURS, JOKER, SHAPES, Card
from reihum.texts import Texts

HOLLOW = {"R": "□", "Y": "▷", "G": "☆", "B": "○"}
"""The shape of a place that is open to a card of the colour."""

STYLES = {"R": "bold red", "Y": "bold yellow", "G": "bold green", "B": "bold bright_blue", JOKER: "bold magenta"}

_LETTERS = {shape: letter for shapes in (SHAPES, HOLLOW) for letter, shape in shapes.items()}
_FACE = re.compile(f"[{''.join(_LETTERS)}]\\d*")
_TYPED = re.compile(r"(\D+?)\s*(\d+)")


class FaceTexts(Texts):
    """Texts in which a card is its face: „Tessa lays ■12.“"""

    def card(self, card: Card) -> str:
        """The face of a card."""
        return face(card)


def face(card: Card) -> str:
    """A card, a joker, a joker for a card, or a link between two cards.

    >>> face("R11"), face("J"), face("J>B7"), face("Y9>B9")
    ('■11', 'J', 'J→●7', '▶9→●9')
    """
    first, arrow, second = card.partition(">")
    if arrow:
        return f"{face(first)}→{face(second)}"
    return SHAPES[first[0]] + first[1:] if first[:1] in SHAPES else first


def painted(text: str, style: str = "") -> Text:
    """A text with every card in it in its colour."""
    drawn = Text(text, style=style)
    for found in _FACE.finditer(text):
        drawn.stylize(STYLES[_LETTERS[found[0][0]]], *found.span())
    return drawn


def typed_card(text: str, texts: Texts) -> Card | None:
    """The card that somebody means: in notation, with its shape, or with (the beginning of) the colour's name.

    >>> [typed_card(text, Texts("de")) for text in ("b15", "■ 3", "gelb 11", "Gr7", "g7", "x1", "11")]
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
