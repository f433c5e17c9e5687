"""Colours, cards, editions, ordered decks, dealing, and the one source of randomness."""

from reihum.cards.cards import (
    COLOUR_PAIRS,
    COLOURS,
    EDITIONS,
    JOKER,
    NUMBER,
    RANK,
    SHAPES,
    Card,
    edition,
    in_order,
    same_number,
    span,
)
from reihum.cards.decks import Deal, deck_cards, evenly, read_deck
from reihum.cards.randomness import Randomness, Seed, as_seed

__all__ = [
    "COLOURS",
    "COLOUR_PAIRS",
    "EDITIONS",
    "JOKER",
    "NUMBER",
    "RANK",
    "SHAPES",
    "Card",
    "Deal",
    "Randomness",
    "Seed",
    "as_seed",
    "deck_cards",
    "edition",
    "evenly",
    "in_order",
    "read_deck",
    "same_number",
    "span",
]
