"""The zones of a table as lines of text: rows, hands, grids, piles, tokens."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rich.text import Text

from reihum.cards import NUMBER, RANK, SHAPES, Card
from reihum.cli.card_symbols import HOLLOW, STYLES, card_symbol, paint
from reihum.engine.views import Grid, Hand, Pile, Piles, Row, Rows, Stack, Tokens, Zone
from reihum.engine.views import Text as Words
from reihum.texts import Texts

LABEL_WIDTH = 11
"""Columns for the letter, the shape and the name of a colour."""

PLURAL_COUNT = 2
"""A heading stands in the plural, whatever the number of things below it."""


def label_zone(zone: Zone, family: str, texts: Texts) -> str:
    """The name of a zone; empty if it needs none."""
    base = zone.name.split(".")[0]
    for key in (f"zone.{family}.{base}", f"zone.{base}"):
        if texts.has(key):
            return texts.text(key, count=PLURAL_COUNT)
    return ""


def label_colour(letter: str, texts: Texts) -> Text:
    """The letter, the shape and the name of a colour: ``R ■ red``."""
    name = f"{letter} {SHAPES[letter]} {texts.colour(letter)}"
    return Text().append(name.ljust(LABEL_WIDTH), style=STYLES[letter])


def draw_rows(zone: Rows, texts: Texts, width: int, new: Collection[Card] = ()) -> Iterator[Text]:
    """Draw a line of numbers, then a line per row: a full shape is a card, a hollow one an open place."""
    low, high = min(row.low for row in zone.rows), max(row.high for row in zone.rows)
    cell = max(2, min(4, (width - LABEL_WIDTH) // (high - low + 1)))
    every = 1 if cell > 2 else 5  # where numbers would touch, every fifth is written
    numbers = (str(n) if n % every == 0 or n == low else "" for n in range(low, high + 1))
    yield Text(" " * LABEL_WIDTH + "".join(number.rjust(cell) for number in numbers), style="dim")
    for row, below in zip(zone.rows, (*zone.rows[1:], None), strict=True):
        yield _row(row, low, high, cell, texts, new)
        if links := list(find_links(row, below)):
            yield _between(links, low, high, cell)


def _row(row: Row, low: int, high: int, cell: int, texts: Texts, new: Collection[Card]) -> Text:
    jokers = {card.partition(">")[2] for card in row.cards if card.startswith("J>")}
    laid = {card.rpartition(">")[2] for card in row.cards}
    line = label_colour(row.colour, texts)
    for number in range(low, high + 1):
        card = f"{row.colour}{number}"
        if card in laid:
            fresh = not {card, f"J>{card}"}.isdisjoint(new)
            sign, style = "J" if card in jokers else SHAPES[row.colour], STYLES[row.colour]
            line.append(" " * (cell - 1)).append(sign, style=f"{style} reverse" if fresh else style)
        elif card in row.open:
            line.append(HOLLOW[row.colour].rjust(cell), style=STYLES[row.colour])
        else:
            line.append("·".rjust(cell), style="dim")
    return line


def find_links(row: Row, below: Row | None) -> Iterator[int]:
    """The numbers at which a row is connected to the row below it."""
    if below is not None:
        pair = {row.colour, below.colour}
        for link in (*row.links, *below.links):
            start, _, end = link.partition(">")
            if {start[0], end[0]} == pair:
                yield NUMBER[start]


def _between(links: Collection[int], low: int, high: int, cell: int) -> Text:
    places = (("│" if number in links else "").rjust(cell) for number in range(low, high + 1))
    return Text(" " * LABEL_WIDTH + "".join(places), style="bold magenta")


def draw_hand(zone: Hand, texts: Texts, new: Collection[Card] = ()) -> Iterator[Text]:
    """Draw a line per colour: playable cards stand in brackets, new ones are underlined."""
    ready = _ready(zone)
    for letter, cards in _by_colour(zone).items():
        line = (
            label_colour(letter, texts)
            if letter in SHAPES
            else Text().append("J".ljust(LABEL_WIDTH), style=STYLES["J"])
        )
        for card in cards:
            line.append_text(_in_hand(card, card in ready, card in new))
        yield line


def draw_hand_briefly(zone: Hand, name: str, width: int, new: Collection[Card] = ()) -> Iterator[Text]:
    """Draw a hand in as few lines as possible, for small terminals."""
    ready = _ready(zone)
    parts = []
    for letter, cards in _by_colour(zone).items():
        part = Text().append(f"{letter}{SHAPES[letter]}" if letter in SHAPES else "", style=STYLES[letter])
        parts.append(part.append_text(Text().join(_in_hand(card, card in ready, card in new) for card in cards)))
    yield from wrap_parts(Text().append(f"{name}  ", style="bold"), parts, width)


def wrap_parts(head: Text, parts: Sequence[Text], width: int) -> Iterator[Text]:
    """Put parts side by side in as many lines as they need, and break none in two."""
    line, indent = head, len(head)
    for part in parts:
        if len(line) > indent and len(line) + len(part) + 3 > width:
            yield line
            line = Text(" " * indent)
        line.append("   " if len(line) > indent else "").append_text(part)
    yield line


def _ready(zone: Hand) -> set[Card]:
    return {card for mark in ("playable", "chosen") for card in zone.marks.get(mark, ())}


def _by_colour(zone: Hand) -> dict[str, list[Card]]:
    colours: dict[str, list[Card]] = {}
    for card in sorted(zone.cards, key=lambda card: RANK.get(card, len(RANK))):
        colours.setdefault(card[0], []).append(card)
    return colours


def _in_hand(card: Card, ready: bool, new: bool) -> Text:
    number = card[1:] or card
    colour = STYLES[card[0]]
    drawn = Text()
    drawn.append(
        f"[{number}]" if ready else f" {number} ", style=f"{colour} reverse" if ready else f"{colour} not bold"
    )
    if new:
        drawn.stylize("underline")
    return Text(" " * max(0, 4 - len(drawn))).append_text(drawn)


def draw_grid(zone: Grid, name: str, new: Collection[Card] = ()) -> Iterator[Text]:
    """Draw places in lines: the number if the card lies face down, the card if it lies face up, else nothing."""
    if name:
        yield Text(name, style="dim")
    for start in range(0, len(zone.places), zone.columns):
        line = Text()
        for place, card in enumerate(zone.places[start : start + zone.columns], start + 1):
            shown = f"[{place}]" if card == "?" else card_symbol(card)
            drawn = paint(shown.rjust(6), style="dim" if card == "?" else "")
            if card and card in new:
                drawn.stylize("reverse", 6 - len(shown), 6)
            line.append_text(drawn)
        yield line


def draw_inline(zone: Pile | Piles | Tokens | Words, texts: Texts) -> Text:
    """Draw a zone that needs only a part of a line."""
    if isinstance(zone, Words):
        return paint(texts.message(zone.message))
    if isinstance(zone, Tokens):
        return Text(str(zone.count))
    if isinstance(zone, Pile):
        return paint(label_stack(zone.pile))
    numbered = zone.owner is None
    piles = (f"{number})" * numbered + label_stack(pile) for number, pile in enumerate(zone.piles, 1))
    return paint("  ".join(piles) or "–")


def label_stack(pile: Stack) -> str:
    """The top card of a pile, if it shows, and the number of its cards.

    >>> [label_stack(pile) for pile in (Stack(3, "R7"), Stack(1, "R7"), Stack(12), Stack("4-8"), Stack())]
    ['■7×3', '■7', '▒×12', '▒×4-8', '–']
    """
    if pile.count in (0, "0"):
        return "–"
    shown = card_symbol(pile.top) if pile.top else "▒"
    return shown if pile.count == 1 else f"{shown}×{pile.count}"
