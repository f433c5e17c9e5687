"""Where the row games differ (RULEBOOK §1), and what their rules need to know, computed once per game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Literal, TypeAlias

from msgspec import Struct

from reihum.cards import COLOURS, NUMBER, Card, edition
from reihum.engine.events import Event, Moment, cards_of
from reihum.engine.lessons import Lesson
from reihum.engine.options import Option, Settings
from reihum.errors import BadOption
from reihum.games.rows.bits import ALL, BIT, ROW_OF, mask

FOLLOWING: dict[str, Callable[[Card], int]] = {"any": lambda _: ALL, "colour": ROW_OF.__getitem__, "one": lambda _: 0}
"""The cards that may follow a card in a turn, by the option ``turn``."""


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
    hands_of_what_is_left: tuple[str, ...] = ()
    """The editions whose hands are three quarters of what is left when cards have been laid out."""
    rules_version: int = 1
    earlier: tuple[Variant, ...] = ()
    """The game by earlier versions of its rules."""
    edition: str = "80"
    options: tuple[Option, ...]
    lesson: Lesson | None = None


Lay: TypeAlias = tuple[int, int, bool, int, tuple[Event, ...], tuple[Event, ...] | None]
"""What laying a card does, for one seat: the card's bit, the places next to it, whether it may open a row, the cards
that may follow in this turn, its events, and those if it fills its row (None for a card that cannot)."""


class Layout(Struct, frozen=True):
    """What the rules need to know about a game with its options, computed once."""

    deck: tuple[Card, ...]
    laid_out: int
    colours: str
    low: int
    high: int
    hands: tuple[int, ...]
    """The cards dealt to each seat."""
    spare: int
    """The number of seats, from the round's first on, that get one card more."""
    starts: int
    by_eleven: bool
    """Whether the holder of the highest-ranking 11 opens the round."""
    duty: int
    """The cards that must be laid before others."""
    openers: frozenset[Card]
    """The cards that may open a row."""
    beside: dict[Card, int]
    """The places next to a card."""
    draws: int
    goes_on: bool
    """Whether the turn goes on after a drawn card was laid."""
    blocking: str
    """``take3``, ``draw``, or nothing."""
    turn: str
    """What may be laid in a turn: ``any`` rows, one ``colour``, or ``one`` card."""
    play_on: bool
    lays: tuple[dict[Card, Lay], ...]
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
    elevens = options.get("elevens")
    laid_out = [card for card in cards if NUMBER[card] in _laid_out(variant, elevens, low, high)]
    starts = [card for card in cards if NUMBER[card] in variant.starts and card not in laid_out]
    deck = tuple(card for card in cards if card not in laid_out)
    drawing = options.get("drawing") or "three"
    hands, spare = _hands(variant, seats, options, cards, deck)
    openers = frozenset(starts or cards)
    beside = {card: mask([near for near in _beside(card) if near in cards]) for card in cards}
    last = cards if variant.ends_laid else [card for card in cards if NUMBER[card] in (low, high)]
    fills = tuple({colour: _fill(seat, colour, low, high) for colour in COLOURS} for seat in range(seats))

    def lay(seat: int, card: Card, events: tuple[Event, ...]) -> Lay:
        filling = (*events, fills[seat][card[0]]) if card in last else None
        return BIT[card], beside[card], card in openers, FOLLOWING[options["turn"]](card), events, filling

    return Layout(
        deck=deck,
        laid_out=mask(laid_out),
        colours="".join(dict.fromkeys(card[0] for card in cards)),
        low=low,
        high=high,
        hands=hands,
        spare=spare,
        starts=mask(starts),
        by_eleven=variant.opener == "eleven" and not laid_out,
        duty=mask(starts) if elevens == "must" else 0,
        openers=openers,
        beside=beside,
        draws={"one": 1, "until": len(deck)}.get(drawing, variant.draws),
        goes_on=drawing == "go-on",
        blocking=(options.get("blocking") or "off").removeprefix("off"),
        turn=options["turn"],
        play_on=options["play_on"],
        lays=tuple(
            {
                card: lay(seat, card, shown)
                for card, shown in _events(seat, "lay", f"hand.{seat}", "rows").items()
                if card in beside
            }
            for seat in range(seats)
        ),
        draws_kept=tuple(_events(seat, "draw", "stock", f"hand.{seat}", private=True) for seat in range(seats)),
        draws_laid=tuple(_events(seat, "draw-lay", "stock", "rows") for seat in range(seats)),
        words=tuple({word: (Event(word, seat),) for word in ("end", "pass")} for seat in range(seats)),
        fills=fills,
    )


def _laid_out(variant: Variant, elevens: str | None, low: int, high: int) -> tuple[int, ...]:
    """The numbers that are laid out before the deal."""
    if variant.ends_laid:
        return low, high
    return (11,) if elevens == "out" else ()


def _hands(
    variant: Variant, seats: int, options: Settings, cards: Sequence[Card], deck: Sequence[Card]
) -> tuple[tuple[int, ...], int]:
    """The cards dealt to each seat, and how many seats get one more."""
    if options["stock"] == "no":
        each, spare = divmod(len(deck), seats)
        return (each,) * seats, spare
    of = deck if options.get("edition") in variant.hands_of_what_is_left else cards
    hand = variant.hand or min(20, len(of) * 3 // 4 // seats)
    fewer = [int(number) for number in (options["fewer"] or ",".join("0" * seats)).split(",")]
    if max(fewer) >= hand:
        raise BadOption("option-value", option="fewer", expected=f"0 … {hand - 1}", got=options["fewer"])
    return tuple(hand - number for number in fewer), 0


def _fill(seat: int, colour: str, low: int, high: int) -> Event:
    """A row is full; its ends stand for it."""
    moment = Moment("row", cards_of(None, (f"{colour}{low}", f"{colour}{high}")), (seat,))
    return Event("row", seat, values={"colour": colour}, moment=moment)


@cache
def _events(seat: int, kind: str, source: str, target: str, *, private: bool = False) -> dict[Card, tuple[Event]]:
    """What a move of a seat shows, by card: the same for every game of the family."""
    seen_by = (seat,) if private else None
    return {card: (Event(kind, seat, (card,), seen_by, None, source, target),) for card in edition("80")}


def _beside(card: Card) -> tuple[Card, Card]:
    return f"{card[0]}{NUMBER[card] - 1}", f"{card[0]}{NUMBER[card] + 1}"
