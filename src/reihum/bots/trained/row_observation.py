"""What a trained player sees of a row game: planes with one number for each card, and single numbers.

It is the observation of ``reihum.envs.jax`` for the seat on turn, from its view and its memory; docs/envs.md describes
it, and tests compare the two.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from reihum.bots.bot import own_hand
from reihum.bots.search.weights import WEIGHTS
from reihum.bots.trained.planes import Planes, list_bits
from reihum.bots.trained.row_memory import BAN, CARDS, MAX_AGE, PLACE, RowMemory
from reihum.engine import Game, View
from reihum.engine.views import Pile
from reihum.games.rows.bits import mask
from reihum.games.rows.layout import Layout
from reihum.simulator.policies import LATE_CARDS

MAX_SEATS = 6
COLOURS, NUMBERS = 4, CARDS // 4
OWN_PLANES, OPPONENT_PLANES = 8, 3
HAND, TABLE, FITS, RECENT, LEGAL, SCORE, BEHIND, OTHERS_BEHIND = range(OWN_PLANES)
MAX_HAND = 20
"""Hands of more cards count as hands of this size."""
SCORE_UNIT = 4000
"""This many thousandths of ``solid``'s sums are 1 in an observation."""
WORDS = ("draw", "take3", "end", "pass")
"""The moves other than laying."""

_WEIGHTS = {feature: round(1000 * weight) for feature, weight in WEIGHTS["rows"].items()}
_ROW = (1 << NUMBERS) - 1


class RowObservation(NamedTuple):
    """What the net gets, and what its preferences begin with."""

    planes: Planes
    numbers: array[float]
    lays: tuple[int, ...]
    """The places of the cards that may be laid."""
    goes_out: bool
    """Whether the whole hand can be laid in this turn."""
    other_score: float | None
    """What ``solid`` thinks of the move other than laying, if there is one."""


class Situation(NamedTuple):
    """What a view says, in the form in which this module counts. A row is a whole number: bit n is the card n."""

    hand: tuple[int, ...]
    table: tuple[int, ...]
    fits: tuple[int, ...]
    lays: tuple[int, ...]
    """The places of the cards that may be laid."""
    other: str
    sizes: tuple[int, ...]
    stock: int
    late: bool


def observe(
    game: Game, view: View, moves: Sequence[str], memory: RowMemory, max_seats: int = MAX_SEATS
) -> RowObservation:
    """What the seat on turn may know, with room for ``max_seats``."""
    assert view.seat is not None
    layout: Layout = game.setup
    now = _read_view(view, moves, memory)
    planes = Planes(count_planes(max_seats), NUMBERS)
    _fill_own_planes(planes, layout, now, memory)
    others = [(view.seat + step) % game.seats for step in range(1, game.seats)]
    _fill_opponent_planes(planes, memory, others)
    goes_out = _can_go_out(layout, now)
    score = _weigh_other(now) / SCORE_UNIT if now.other else None
    numbers = array("f", bytes(4 * max_seats * (MAX_HAND + 3)))
    for order, size in enumerate(now.sizes):
        numbers[order * (MAX_HAND + 1) + min(size, MAX_HAND)] = 1
        numbers[max_seats * (MAX_HAND + 1) + order] = 1
    numbers[max_seats * (MAX_HAND + 2)] = 1  # whose turn it is: this seat's
    numbers.extend(
        (
            now.stock / 20,
            now.stock == 0,
            now.late,
            goes_out,
            memory.following != 0,
            len(now.lays) / 8,
            *(now.other == word for word in WORDS),
            score or 0,
            True,  # it is this seat's turn
            *_describe_options(layout),
        )
    )
    return RowObservation(planes, numbers, now.lays, goes_out, score)


def count_planes(seats: int) -> int:
    """The number of planes for a number of seats."""
    return OWN_PLANES + OPPONENT_PLANES * (seats - 1)


def count_seats(planes: int) -> int:
    """The number of seats for a number of planes."""
    return 1 + (planes - OWN_PLANES) // OPPONENT_PLANES


def _read_view(view: View, moves: Sequence[str], memory: RowMemory) -> Situation:
    seats = len(view.players)
    assert view.seat is not None
    sizes = tuple(int(view.players[(view.seat + step) % seats].cards) for step in range(seats))
    lays = tuple(PLACE[move[4:]] for move in moves if move.startswith("lay "))
    return Situation(
        hand=_split(mask(own_hand(view))),
        table=_split(memory.table),
        fits=_split(memory.fits),
        lays=lays,
        other=next((move for move in moves if move in WORDS), ""),
        sizes=sizes,
        stock=next(int(zone.pile.count) for zone in view.zones if isinstance(zone, Pile)),
        late=any(0 < size <= LATE_CARDS for size in sizes[1:]),
    )


def _split(cards: int) -> tuple[int, ...]:
    """Cards by colour; bit n is the card n."""
    return tuple((cards >> NUMBERS * colour & _ROW) << 1 for colour in range(COLOURS))


def _fill_own_planes(planes: Planes, layout: Layout, now: Situation, memory: RowMemory) -> None:
    for plane, words in ((HAND, now.hand), (TABLE, now.table), (FITS, now.fits)):
        planes.mark(plane, list_bits(sum((word >> 1) << NUMBERS * colour for colour, word in enumerate(words))))
    for place, laid_at in memory.laid_at.items():
        if (age := memory.moves - laid_at) < MAX_AGE:
            planes.put(RECENT, place, 8 / (8 + age))
    rows = _split(mask(tuple(layout.beside)))
    for place in now.lays:
        colour, number = divmod(place, NUMBERS)
        free = rows[colour] & ~now.table[colour]
        behind = find_reachable(free, 2 << number)
        hand = now.hand[colour]
        planes.put(LEGAL, place, 1)
        planes.put(SCORE, place, _weigh_card(now, colour, number + 1, behind) / SCORE_UNIT)
        planes.put(BEHIND, place, (behind & hand).bit_count() / 8)
        planes.put(OTHERS_BEHIND, place, (behind & ~hand).bit_count() / 8)


def _fill_opponent_planes(planes: Planes, memory: RowMemory, others: list[int]) -> None:
    for plane, seat in zip(count(OWN_PLANES, OPPONENT_PLANES), others):
        for place, ban in memory.banned[seat].items():
            planes.put(plane, place, ban / BAN)
        for place, times in memory.passed[seat].items():
            planes.put(plane + 1, place, times / (1 + times))
        planes.mark(plane + 2, memory.chosen[seat])


def find_reachable(free: int, card: int) -> int:
    """The empty places that can be reached over a card once it lies: outwards to the next laid card or to the end. The
    carry of an addition runs through those above it."""
    above = ((free + card) ^ free) & free ^ card
    below = card - (1 << (~free & (card - 1)).bit_length())
    return above | below


def _weigh_card(now: Situation, colour: int, number: int, behind: int) -> int:
    """The weighted sum of ``solid`` for laying a card, in thousandths."""
    weights, hand, late = _WEIGHTS, now.hand[colour], now.late
    own, beside = behind & hand, behind & (2 << number | 1 << number - 1)
    return (
        weights["behind"] * own.bit_count()
        + weights["points-behind"] * sum(at for at in range(1, NUMBERS + 1) if own >> at & 1)
        + (weights["others-behind"] + weights["others-late"] * late) * (behind & ~hand).bit_count()
        + weights["dead-end"] * (behind == 0)
        + (weights["number"] + weights["number-late"] * late) * number
        + weights["next-own"] * (beside & hand).bit_count()
        + weights["next-others"] * (beside & ~hand).bit_count()
        + weights["opens-row"] * (now.table[colour] == 0)
    )


def _weigh_other(now: Situation) -> int:
    """The weighted sum of ``solid`` for the move other than laying, in thousandths."""
    kind = "end" if now.other == "end" else "block"
    weights = _WEIGHTS
    return weights[kind] + weights[f"{kind}-fitting"] * len(now.lays) + weights[f"{kind}-late"] * now.late


def _can_go_out(layout: Layout, now: Situation) -> bool:
    """Whether the whole hand can be laid in this turn. A new row is opened once; its other cards follow from there."""
    if layout.turn == "one" and now.sizes[0] > 1:
        return False
    if layout.turn == "colour" and sum(hand != 0 for hand in now.hand) > 1:
        return False
    for hand, table, fits in zip(now.hand, now.table, now.fits, strict=True):
        laid = hand & fits
        if not table:
            laid &= -laid
        before = -1
        while laid != before:
            before, laid = laid, (laid | laid << 1 | laid >> 1) & hand
        if laid != hand:
            return False
    return True


def _describe_options(layout: Layout) -> tuple[float, ...]:
    return (
        layout.blocking == "take3",
        layout.blocking == "draw",
        layout.turn != "any",
        layout.turn == "one",
        layout.goes_on,
        layout.play_on,
        min(layout.draws, 8) / 8,
        len(layout.beside) / CARDS,
    )
