"""The table of Master (RULEBOOK §2) as bits: four rows from 1 to 21, one below the other.

A row has 22 bits: 21 places and one that stays empty. So the places beside laid cards are a shift by one, and the
same numbers in the rows above and below a shift by 22.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from reihum.cards import JOKER, NUMBER, RANK, Card, span
from reihum.engine.moves import Move

WIDTH = 22
ROW = (1 << 21) - 1
PLACES = sum(ROW << WIDTH * row for row in range(4))


class Board(Struct, frozen=True):
    """The places of the table for one order of the rows, and the moves and words that go with them."""

    rows: str
    bit: dict[str, int]
    """The place of a card, and of a joker that stands for it: ``R9`` and ``J>R9``."""
    card: dict[int, Card]
    half: dict[int, int]
    """The half row, 1–10 or 12–21, to which a place belongs."""
    row: dict[str, int]
    """The places of a colour."""
    lay: dict[int, Move]
    joker: dict[int, Move]
    swap: dict[int, Move]
    link: dict[tuple[int, int], Move]
    """The connection from a place to another."""

    def cards(self, places: int) -> list[Card]:
        """The cards that belong on some places."""
        return [self.card[bit] for bit in bits(places)]

    def every_move(self, verb: str) -> list[Move] | None:
        """Every move of a verb that names places, in the order of their cards; None for the other verbs."""
        lays = (*self.lay.values(), *self.joker.values())
        known = {"lay": lays, "link": tuple(self.link.values()), "swap": tuple(self.swap.values())}
        if verb not in known:
            return None
        return sorted(known[verb], key=lambda move: [RANK[card] for card in str(move.args[0]).split(">")])

    def mask(self, cards: Sequence[Card]) -> int:
        """The places of some cards; jokers have none."""
        return sum(self.bit[card] for card in cards if card != JOKER)


@lru_cache(maxsize=24)
def board_of(rows: str) -> Board:
    """The board with this order of the rows, from top to bottom."""
    bit = {card: 1 << WIDTH * rows.index(card[0]) + NUMBER[card] - 1 for card in span(1, 21, rows)}
    card_at = {place: card for card, place in bit.items()}
    lower, upper = (sum(bit[f"{rows[0]}{number}"] for number in half) for half in (range(1, 11), range(12, 22)))
    return Board(
        rows=rows,
        bit=bit | {f"J>{card}": place for card, place in bit.items()},
        card=card_at,
        half={bit[card]: (lower if NUMBER[card] < 11 else upper) << WIDTH * rows.index(card[0]) for card in bit},
        row={colour: ROW << WIDTH * row for row, colour in enumerate(rows)},
        lay={place: Move("lay", (card,)) for card, place in bit.items()},
        joker={place: Move("lay", (f"J>{card}",)) for card, place in bit.items()},
        swap={place: Move("swap", (card,)) for card, place in bit.items()},
        link={
            (near, bit[far]): Move("link", (f"{card_at[near]}>{far}",))
            for far in bit
            for near in above_and_below(bit[far])
            if near
        },
    )


def bits(places: int) -> list[int]:
    """The single places, row by row."""
    found = []
    while places:
        bit = places & -places
        found.append(bit)
        places ^= bit
    return found


def beside(table: int) -> int:
    """§2 What fits: empty places next to an occupied one, on either side."""
    return (table << 1 | table >> 1) & PLACES & ~table


def across(table: int) -> int:
    """§2 Connection: empty places right above or below an occupied one, unless they fit directly (Decision)."""
    return (table << WIDTH | table >> WIDTH) & ~(table | beside(table)) & PLACES


def above_and_below(place: int) -> tuple[int, int]:
    """§2: connections lead only to the row directly above or below."""
    return place >> WIDTH, place << WIDTH & PLACES
