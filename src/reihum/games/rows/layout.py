"""Where the row games differ (RULEBOOK §1), and what their rules need to know, computed once per game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from reihum.cards import COLOURS, NUMBER, Card, edition
from reihum.engine.events import Event, Moment, cards_of
from reihum.engine.lessons import Lesson
from reihum.engine.options import Option, Settings
from reihum.games.rows.bits import mask


class Variant(Struct, frozen=True, kw_only=True):
    """Where the games of the family differ."""

    id: str
    section: str
    age: int = 7
    ends_laid: bool = False
    """The lowest and highest number of every colour are laid out before the deal."""
    starts: tuple[int, ...] = ()
    """The numbers that open a row; none: the number of the first card laid."""
    opener: Literal["eleven", "first"] = "first"
    """Who opens an empty table: the holder of the highest-ranking 11 with it, or the seat that begins."""
    draws: int = 3
    hand: int | None = None
    """Cards dealt to each player; None: three quarters of the edition, at most 20 each."""
    edition: str = "80"
    options: tuple[Option, ...]
    lesson: Lesson | None = None


class Layout(Struct, frozen=True):
    """What the rules need to know about a game with its options, computed once."""

    deck: tuple[Card, ...]
    laid_out: int
    colours: str
    low: int
    high: int
    hand: int
    starts: int
    openers: frozenset[Card]
    """The cards that may open a row."""
    beside: dict[Card, int]
    """The places next to a card."""
    draws: int
    blocking: str
    """``take3``, ``draw``, or nothing."""
    lays: tuple[dict[Card, tuple[Event]], ...]
    draws_kept: tuple[dict[Card, tuple[Event]], ...]
    draws_laid: tuple[dict[Card, tuple[Event]], ...]
    words: tuple[dict[str, tuple[Event]], ...]
    fills: tuple[dict[str, Event], ...]
    """By seat, what laying or drawing a card, saying a word or filling a row shows: made once and shared."""


def layout_of(variant: Variant, seats: int, options: Settings) -> Layout:
    """The layout of a game with its seats and options."""
    cards = edition(options.get("edition", variant.edition), options.get("without"))
    numbers = sorted({NUMBER[card] for card in cards})
    low, high = numbers[0], numbers[-1]
    starts = [card for card in cards if NUMBER[card] in variant.starts]
    ends = [card for card in cards if NUMBER[card] in (low, high)] if variant.ends_laid else []
    return Layout(
        deck=tuple(card for card in cards if card not in ends),
        laid_out=mask(ends),
        colours="".join(dict.fromkeys(card[0] for card in cards)),
        low=low,
        high=high,
        hand=variant.hand or min(20, len(cards) * 3 // 4 // seats),
        starts=mask(starts),
        openers=frozenset(starts or cards),
        beside={card: mask([near for near in _beside(card) if near in cards]) for card in cards},
        draws=variant.draws,
        blocking=options.get("blocking", "off").removeprefix("off"),
        lays=_events(seats, cards, "lay", "hand.{0}", "rows"),
        draws_kept=_events(seats, cards, "draw", "stock", "hand.{0}", private=True),
        draws_laid=_events(seats, cards, "draw-lay", "stock", "rows"),
        words=tuple({word: (Event(word, seat),) for word in ("end", "pass")} for seat in range(seats)),
        fills=tuple({colour: _fill(seat, colour, low, high) for colour in COLOURS} for seat in range(seats)),
    )


def _fill(seat: int, colour: str, low: int, high: int) -> Event:
    """A row is full; its ends stand for it."""
    moment = Moment("row", cards_of(None, (f"{colour}{low}", f"{colour}{high}")), (seat,))
    return Event("row", seat, values={"colour": colour}, moment=moment)


def _events(
    seats: int, cards: Sequence[Card], kind: str, source: str, target: str, *, private: bool = False
) -> tuple[dict[Card, tuple[Event]], ...]:
    return tuple(
        {
            card: (
                Event(
                    kind, seat, (card,), (seat,) if private else None, None, source.format(seat), target.format(seat)
                ),
            )
            for card in cards
        }
        for seat in range(seats)
    )


def _beside(card: Card) -> tuple[Card, Card]:
    return f"{card[0]}{NUMBER[card] - 1}", f"{card[0]}{NUMBER[card] + 1}"
