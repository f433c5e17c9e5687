"""What a trained player sees of Master: planes with one number for each place, and single numbers.

It is the observation of ``reihum.envs.jax`` for the seat on turn, from its view and its memory; docs/envs.md describes
it, and tests compare the two.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import count
from typing import NamedTuple

from reihum.bots.search.weights import WEIGHTS
from reihum.bots.simple.master import BoardView, read_view
from reihum.bots.trained.master_memory import BAN, MAX_AGE, NUMBERS, MasterMemory, list_places, place_of
from reihum.bots.trained.planes import Planes
from reihum.cards import JOKER, NUMBER
from reihum.engine import Game, View
from reihum.engine.views import Pile, Rows, Tokens
from reihum.games.master.board import PLACES, Board, across, beside
from reihum.games.master.rules import BONUS_CARDS, MOST
from reihum.simulator.policies import LATE_CARDS

MAX_SEATS = 6
(HAND, TABLE, WILD, OPEN, LINKED, RECENT), LEGAL, SCORES, (BEHIND, OTHERS_BEHIND, GAPS) = (
    range(6),
    6,
    10,
    range(14, 17),
)
"""The planes; ``LEGAL`` and ``SCORES`` are the first of four, one for each of ``KINDS``."""
OWN_PLANES = 17
PLANES = OWN_PLANES + 3 * (MAX_SEATS - 1)
LAY, LAY_JOKER, LINK, SWAP = KINDS = range(4)
MAX_HAND = 24
"""Hands of more cards count as hands of this size."""
SCORE_UNIT = 40_000
"""This many thousandths of ``solid``'s sums are 1 in an observation."""
OUT_STEP = 40_000
"""How much a player who can go out prefers one kind of move to the next."""
WORDS = ("draw", "end", "pass")
"""The moves that name no place."""

_WEIGHTS = {feature: round(1000 * weight) for feature, weight in WEIGHTS["master"].items()}


class MasterObservation(NamedTuple):
    """What the net gets. Then the kind and the place of each move that names a place and, for the other one, what
    ``solid`` thinks of it."""

    planes: Planes
    numbers: array[float]
    choices: dict[str, tuple[int, int]]
    other_score: float


class PlaceWorth(NamedTuple):
    """What laying on a place does: how many of the player's cards and how many other places come newly within reach,
    what that and the half row are worth to ``solid`` in thousandths, and the gaps of the half row."""

    own: int
    others: int
    worth: int
    gaps: int


def observe(game: Game, view: View, moves: Sequence[str], memory: MasterMemory) -> MasterObservation:
    """What the seat on turn may know."""
    assert view.seat is not None
    board: Board = game.setup
    sight = read_view(view)
    memory.begin_turn(view.seat, sight.table)
    sizes = [int(view.players[(view.seat + step) % game.seats].cards) for step in range(game.seats)]
    late = any(0 < size <= LATE_CARDS for size in sizes[1:])
    goes_out = sight.can_go_out(MOST - memory.laid)
    choices = {move: read_move(board, move) for move in moves if " " in move}
    planes = Planes(PLANES, NUMBERS)
    target = _find_target(view, sight)
    _fill_table(planes, view, sight, target, memory)
    _fill_choices(planes, sight, choices.values(), late=late, goes_out=goes_out)
    others = [(view.seat + step) % game.seats for step in range(1, game.seats)]
    _fill_opponents(planes, memory, others)
    other = next((move for move in moves if " " not in move), "")
    score = _weigh_other(other, late=late, goes_out=goes_out) / SCORE_UNIT if other else 0.0
    stock = next(int(zone.pile.count) for zone in view.zones if isinstance(zone, Pile))
    numbers = _tell_seats(view, sizes, memory)
    numbers.extend(
        (
            stock / 20,
            stock == 0,
            late,
            goes_out,
            memory.laid / MOST,
            memory.won > 0,
            target != 0,
            memory.passes / 4,
            sight.bonus / BONUS_CARDS,
            sight.bonus == 0,
            sight.jokers / 2,
            sum(NUMBER[card] for card in board.cards(sight.hand)) / 100,
            (len(set(choices.values())) + bool(other)) / 16,
            *(other == word for word in WORDS),
            score,
            True,  # it is this seat's turn
        )
    )
    return MasterObservation(planes, numbers, choices, score)


def read_move(board: Board, move: str) -> tuple[int, int]:
    """The kind of a move that names a place, and the place, from 0 to 83."""
    verb, what = move.split()
    kind = {"lay": LAY_JOKER if what[0] == JOKER else LAY, "link": LINK, "swap": SWAP}[verb]
    return kind, place_of(board, what.split(">")[-1])


def _find_target(view: View, sight: BoardView) -> int:
    """The place that a connection has led to: then no other place is open."""
    open_ = sum(sight.board.bit[card] for card in _cards(view, "open"))
    return 0 if open_ == beside(sight.table) else open_


def _cards(view: View, part: str) -> list[str]:
    """The cards on the table, or those whose places are open."""
    rows = next(zone.rows for zone in view.zones if isinstance(zone, Rows))
    return [card for row in rows for card in getattr(row, part)]


def _fill_table(planes: Planes, view: View, sight: BoardView, target: int, memory: MasterMemory) -> None:
    wild = sum(sight.board.bit[card] for card in _cards(view, "cards") if card[0] == JOKER)
    for plane, mask in (
        (HAND, sight.hand),
        (TABLE, sight.table),
        (WILD, wild),
        (OPEN, target or beside(sight.table)),
        (LINKED, across(sight.table)),
    ):
        planes.mark(plane, list_places(mask))
    for place, laid_at in memory.laid_at.items():
        if (age := memory.moves - laid_at) < MAX_AGE:
            planes.put(RECENT, place, 8 / (8 + age))


def _fill_choices(
    planes: Planes, sight: BoardView, choices: Iterable[tuple[int, int]], *, late: bool, goes_out: bool
) -> None:
    """What may be done at each place, and what ``solid`` thinks of it."""
    known: dict[int, PlaceWorth] = {}
    for kind, at in set(choices):
        row, number = divmod(at, NUMBERS)
        bit = 1 << row * (NUMBERS + 1) + number
        held = bool(bit & sight.hand)
        planes.put(LEGAL + kind, at, 1)
        if kind == SWAP:
            score = _WEIGHTS["swap"] + _WEIGHTS["swap-number"] * (number + 1)
        else:
            found = known.get(at) or known.setdefault(at, weigh_place(sight, bit, late=late))
            planes.put(BEHIND, at, found.own / 8)
            planes.put(OTHERS_BEHIND, at, found.others / 8)
            planes.put(GAPS, at, found.gaps / 10)
            joker = kind == LAY_JOKER or not held
            of_card = _WEIGHTS["number"] + _WEIGHTS["number-late"] * late
            score = found.worth + (_WEIGHTS["joker"] if joker else of_card * (number + 1))
            score += _WEIGHTS["link"] if kind == LINK else 0
        if goes_out:
            score = OUT_STEP * {LAY: 4, LAY_JOKER: 2, LINK: 3 if held else 1, SWAP: 0}[kind]
        planes.put(SCORES + kind, at, score / SCORE_UNIT)


def weigh_place(sight: BoardView, place: int, *, late: bool) -> PlaceWorth:
    """What laying on a place does."""
    weights, hand = _WEIGHTS, sight.hand
    free, fits = PLACES & ~sight.table, beside(sight.table)
    high = 0 if place << 1 & fits else ((free + place) ^ free) & free ^ place
    low = 0 if place >> 1 & fits else place - (1 << (~free & (place - 1)).bit_length())
    own, others = ((high | low) & hand).bit_count(), ((high | low) & ~hand).bit_count()
    new = ((high & place << 1 | low & place >> 1) & ~hand).bit_count()
    worth = weights["own-behind"] * own + weights["new-places"] * new
    worth += (weights["others-behind"] + weights["others-late"] * late) * others
    missing = sight.board.half[place] & ~sight.table & ~place
    if sight.bonus and missing.bit_count() < 2:
        gap = weights["gap-own"] if missing & hand else weights["gap-others"]
        worth += gap if missing else weights["bonus"]
    return PlaceWorth(own, others, worth, missing.bit_count() + 1)


def _weigh_other(other: str, *, late: bool, goes_out: bool) -> int:
    """What ``solid`` thinks of the move that names no place, in thousandths."""
    stop = _WEIGHTS["end" if other == "end" else "wait"] + _WEIGHTS["stop-late"] * late
    return -OUT_STEP if goes_out else stop


def _fill_opponents(planes: Planes, memory: MasterMemory, others: list[int]) -> None:
    for plane, seat in zip(count(OWN_PLANES, 3), others):
        for place, ban in memory.banned[seat].items():
            planes.put(plane, place, ban / BAN)
        for place, times in memory.passed[seat].items():
            planes.put(plane + 1, place, times / (1 + times))
        planes.mark(plane + 2, memory.chosen[seat])


def _tell_seats(view: View, sizes: list[int], memory: MasterMemory) -> array[float]:
    """By number and seat, from this seat on: the size of the hand as one of 25, whether there is such a seat, whose
    turn it is, connections, bonus cards, and jokers known to be in the hand."""
    told = array("f", bytes(4 * (MAX_HAND + 6) * MAX_SEATS))
    tokens = {zone.name: zone.count for zone in view.zones if isinstance(zone, Tokens)}
    assert view.seat is not None
    for order, size in enumerate(sizes):
        seat = (view.seat + order) % len(sizes)
        told[min(size, MAX_HAND) * MAX_SEATS + order] = 1
        rest = (1, order == 0, tokens[f"links.{seat}"] / 4, tokens[f"bonus.{seat}"] / 3, memory.shown[seat] / 2)
        for line, number in enumerate(rest, MAX_HAND + 1):
            told[line * MAX_SEATS + order] = number
    return told
