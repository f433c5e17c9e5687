"""Mogeln (RULEBOOK §3.2): the worlds that a seat cannot tell apart, with rough numbers of cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import islice
from math import comb
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from reihum.cards import Randomness, in_order

if TYPE_CHECKING:
    from reihum.games.mogeln.rules import MogelnState

S = TypeVar("S", bound="MogelnState")

ROUGHLY = ((0, 0, "0"), (1, 3, "1-3"), (4, 8, "4-8"), (9, 80, "9+"))
"""§3.2: how numbers of cards look to the others while a secret extra card is allowed."""


def imagine(state: S, seat: int | None, randomness: Randomness) -> S:
    """All cards a seat does not see dealt again; where numbers of cards are rough, these change too. What the
    last move turned up stays with the player who took it."""
    seats = state.game.seats
    shown = {card for event in state.last if event.to is None or seat in event.to for card in event.cards}
    groups = (*state.hands, state.pile, *state.aside)
    known = [tuple(card for card in group if at == seat or card in shown) for at, group in enumerate(groups)]
    hidden = [card for group, kept in zip(groups, known, strict=True) for card in group if card not in kept]
    ranges = [
        (max(0, low - len(kept)), high - len(kept))
        for (low, high), kept in zip(_find_ranges(state, seat), known, strict=True)
    ]
    mixed = randomness.shuffled(hidden)
    rest = iter(mixed)
    new = [
        (*islice(rest, size), *kept)
        for size, kept in zip(draw_sizes(ranges, len(hidden), randomness), known, strict=True)
    ]
    pile = new[seats]
    lay = state.lay if set(state.lay) <= shown else in_order(pile[-_imagine_lay(state, len(pile), randomness) :])
    moved = {card: other for card, other in zip(hidden, mixed, strict=True) if card not in shown}
    last = tuple(event.exchange(moved) for event in state.last)
    if lay:
        last = (*last[:-1], replace(last[-1], cards=lay))
    hands = tuple(map(in_order, new[:seats]))
    return replace(state, last=last, hands=hands, pile=pile, aside=tuple(new[seats + 1 :]), lay=lay)


def _find_ranges(state: MogelnState, seat: int | None) -> list[tuple[int, int]]:
    """How many cards each hand, the pile and each pile set aside may have, for all a seat can tell."""
    counts = [len(group) for group in (*state.hands, state.pile, *state.aside)]
    if state.game.setup.most == 1 or not state.made:
        return [(count, count) for count in counts]
    ranges = [rough(count)[:2] for count in counts]
    if seat is not None:
        ranges[seat] = (counts[seat], counts[seat])
    seats, count_to, most = state.game.seats, state.game.setup.count_to, state.game.setup.most
    for at, lays in enumerate([state.claimed] + [count_to] * len(state.aside), seats):  # one card each or more
        ranges[at] = (max(ranges[at][0], lays), min(ranges[at][1], most * lays))
    if seat == state.layer and state.lay:  # the others laid one card each or more, this seat what it knows
        low, high = ranges[seats]
        before = state.claimed - 1
        ranges[seats] = (max(low, before + len(state.lay)), min(high, most * before + len(state.lay)))
    return ranges


def _imagine_lay(state: MogelnState, pile: int, randomness: Randomness) -> int:
    """How many cards the last lay had, in a pile of this size: not more than allowed, and so had each before."""
    before, most = state.claimed - 1, state.game.setup.most
    return randomness.choice([size for size in range(1, most + 1) if before <= pile - size <= most * before])


def rough(count: int) -> tuple[int, int, str]:
    """The range a number of cards is in, and its text.

    >>> rough(5)
    (4, 8, '4-8')
    """
    return next(span for span in ROUGHLY if count <= span[1])


def draw_sizes(ranges: Sequence[tuple[int, int]], total: int, randomness: Randomness) -> list[int]:
    """Random sizes for groups, each in its range, with a given sum: every way to deal the cards out is equally
    likely."""

    @cache
    def ways(at: int, cards: int) -> int:
        if at == len(ranges):
            return int(cards == 0)
        low, high = ranges[at]
        return sum(comb(cards, size) * ways(at + 1, cards - size) for size in range(low, min(high, cards) + 1))

    found = []
    for at, (low, _) in enumerate(ranges):
        chosen = randomness.below(ways(at, total))
        size = low
        while (these := comb(total, size) * ways(at + 1, total - size)) <= chosen:
            chosen -= these
            size += 1
        found.append(size)
        total -= size
    return found
