"""How simulated players of Master choose: at random, eagerly (the first legal move: number cards, then jokers, then
connections, then swaps), or by weights. A holder is ``reihum.bots.simple.master.BuilderBot``, whose weights these are.

Weights belong to what a move does, ``FEATURES``; the move whose weighted sum is highest is made, the first in the
engine's order if several are; to stop or to draw comes first. Whoever can go out does.
"""

from __future__ import annotations

from typing import TypeAlias

from reihum.games.master.rules import MOST
from reihum.games.master.worth import (
    BONUS,
    FIRST,
    JOKER_SPENT,
    LAST_GAP,
    LINK_SPENT,
    MORE,
    NEW_PLACE,
    OTHER_BEHIND,
    OWN_BEHIND,
)
from reihum.games.master.worth import SWAP as SWAPPED
from reihum.simulator.bits import lowest, size, spread
from reihum.simulator.compiler import Weights, Words, index, kernel
from reihum.simulator.dice import below as shown
from reihum.simulator.dice import thrown
from reihum.simulator.master.position import BONUS_LEFT, LAY_JOKER, LINK_ABOVE, LINK_BELOW, LINKS_OF, SWAP
from reihum.simulator.master.rules import COUNT, PLACES, SEAT, Legal, Now, across, beside, gaps, hand_size
from reihum.simulator.rows.parameters import END, NONE, SEATS
from reihum.simulator.rows.policies import EAGER, LATE, RANDOM, WEIGHTS, above, under
from reihum.simulator.rows.position import HANDS

FEATURES = (
    "number",  # the number on a card laid, or to be laid at the end of a connection
    "joker",  # 1 for a joker that is laid, or has to be
    "link",  # 1 for a connection
    "swap",  # 1 for a swap
    "swap-number",  # the number on the card swapped in
    "bonus",  # 1 for the last gap of a half row, while there are bonus cards
    "gap-own",  # 1 for leaving such a gap for an own card …
    "gap-others",  # … or for somebody else's
    "own-behind",  # own cards that come within reach
    "others-behind",  # other places that come within reach
    "new-places",  # places that fit from now on, and not for own cards
    "number-late",  # the number on the card, once somebody else has at most LATE cards
    "others-late",  # others-behind, then
    "wait",  # 1 for drawing or passing
    "end",  # 1 for ending the turn
    "stop-late",  # 1 for any of the three, late
)
"""What the weights of the weighted policy weigh, in their order."""

BUILDER = {
    "number": 1,
    "joker": 11 + JOKER_SPENT,
    "link": LINK_SPENT,
    "swap": SWAPPED - 11,
    "swap-number": 1,
    "bonus": BONUS,
    "gap-own": LAST_GAP,
    "gap-others": -LAST_GAP,
    "own-behind": OWN_BEHIND,
    "others-behind": OTHER_BEHIND,
    "new-places": NEW_PLACE,
    "wait": FIRST,
    "end": MORE,
}
"""How the sensible bot weighs them."""

Prices: TypeAlias = tuple[float, ...]
"""The weights of the first eleven features, of waiting and of ending the turn, as they are in a position."""

JOKERS, LINKS, SWAPS = 1, 2, 3
STOP = -1
NEVER = -1e300

PRESETS = {"holder": tuple(float(BUILDER.get(feature, 0)) for feature in FEATURES)}


@kernel
def choose(
    game: Words, position: Words, now: Now, legal: Legal, policy: int, weights: Weights, dice: int
) -> tuple[int, int]:
    """The move to make, and the dice after it. ``weights`` are those of all seats, one after another."""
    if policy == RANDOM:
        return any_of(legal, dice), thrown(dice)
    if policy == EAGER:
        return first_of(legal, 0, 0), dice
    if goes_out(position, now):
        seat = index(now[SEAT])
        return first_of(legal, position[HANDS + 2 * seat], position[HANDS + 2 * seat + 1]), dice
    return weigh(game, position, now, legal, weights), dice


@kernel
def any_of(legal: Legal, dice: int) -> int:
    """Any move, each as likely as another."""
    lays, lays2, jokers, jokers2, above, above2, below, below2, swaps, swaps2, other = legal
    cards, wild = size(lays) + size(lays2), size(jokers) + size(jokers2)
    over, under = size(above) + size(above2), size(below) + size(below2)
    rest = 0 if other == NONE else 1
    number = shown(dice, cards + rest + wild + over + under + size(swaps) + size(swaps2))
    if number < cards:
        return nth(lays, lays2, number)
    number -= cards + rest
    if number < 0:
        return other
    if number < wild:
        return LAY_JOKER + nth(jokers, jokers2, number)
    number -= wild
    if number < over:
        return LINK_ABOVE + nth(above, above2, number)
    number -= over
    if number < under:
        return LINK_BELOW + nth(below, below2, number)
    return SWAP + nth(swaps, swaps2, number - under)


@kernel
def nth(first: int, second: int, number: int) -> int:
    """The place of one of the bits of two words, without a decision about which word it is in."""
    chosen, chosen2 = spread(1 << number, first), spread(1 << number >> size(first), second)
    return lowest(chosen | chosen2) | (64 if chosen2 else 0)


@kernel
def first_of(legal: Legal, hand: int, hand2: int) -> int:
    """A number card if one goes, a connection to a card of the hand, a joker, another connection, a swap; else what
    is left to do. Of equals the first."""
    lays, lays2, jokers, jokers2, above, above2, below, below2, swaps, swaps2, other = legal
    if lays | lays2:
        return first_place(lays, lays2)
    if (above | below) & hand | (above2 | below2) & hand2:
        return first_link(above & hand, above2 & hand2, below & hand, below2 & hand2)
    if jokers | jokers2:
        return LAY_JOKER + first_place(jokers, jokers2)
    if above | above2 | below | below2:
        return first_link(above, above2, below, below2)
    return SWAP + first_place(swaps, swaps2) if swaps | swaps2 else other


@kernel
def first_place(first: int, second: int) -> int:
    """The place of the lowest bit of two words."""
    return lowest(first) if first else 64 + lowest(second)


@kernel
def first_link(above: int, above2: int, below: int, below2: int) -> int:
    """The connection to the first place."""
    return link_to(first_place(above | below, above2 | below2), above, above2)


@kernel
def link_to(place: int, above: int, above2: int) -> int:
    """The connection to a place; from above, if it goes both ways."""
    from_above = (above2 if place & 64 else above) >> (place & 63) & 1
    return (LINK_ABOVE if from_above else LINK_BELOW) + place


@kernel
def weigh(game: Words, position: Words, now: Now, legal: Legal, weights: Weights) -> int:
    """The move with the highest sum of weighted features; of equals what stops, then number cards, jokers, connections
    and swaps, each in the order of the table."""
    lays, lays2, jokers, jokers2, above, above2, below, below2, swaps, swaps2, other = legal
    seat = index(now[SEAT])
    at = WEIGHTS * seat
    asked = weights[at + 11] or weights[at + 12] or weights[at + 15]  # it takes time to find out
    prices = prices_of(position, is_late(game, position, seat) if asked else 0, weights, at)
    best, most = STOP, NEVER if other == NONE else stopping(other, prices)
    words = (lays, lays2, jokers, jokers2, above | below, above2 | below2, swaps, swaps2)
    for which in range(8):
        left, hand = words[which], position[HANDS + 2 * seat + (which & 1)]
        while left:
            card = left & -left
            left ^= card
            worth = worth_of(now, hand, which, card, prices)
            if worth > most:
                best, most = 64 * which + lowest(card), worth
    return move_of(best, above, above2, other)


@kernel
def prices_of(position: Words, late: int, weights: Weights, at: int) -> Prices:
    """The weights as they are now: late or not, with bonus cards left or not."""
    left = 1 if position[BONUS_LEFT] else 0
    return (
        weights[at] + weights[at + 11] * late,
        weights[at + 1],
        weights[at + 2],
        weights[at + 3],
        weights[at + 4],
        weights[at + 5] * left,
        weights[at + 6] * left,
        weights[at + 7] * left,
        weights[at + 8],
        weights[at + 9] + weights[at + 12] * late,
        weights[at + 10],
        weights[at + 13] + weights[at + 15] * late,
        weights[at + 14] + weights[at + 15] * late,
    )


@kernel
def stopping(other: int, prices: Prices) -> float:
    """What it is worth to end the turn, or to draw or to pass."""
    return prices[12] if other == END else prices[11]


@kernel
def worth_of(now: Now, hand: int, which: int, card: int, prices: Prices) -> float:
    """What a move is worth: ``which`` of the eight words of number cards, jokers, connections and swaps, and the place
    in it."""
    kind, word, number = which >> 1, which & 1, lowest(card) & 31
    if kind == SWAPS:
        return prices[3] + prices[4] * number
    worth = prices[1] if kind == JOKERS or not card & hand else prices[0] * number
    worth += opening(now[word], hand, card, prices)
    worth += halving(gaps(now[0], now[1], 64 * word + lowest(card)), hand, card, prices)
    return worth + prices[2] if kind == LINKS else worth


@kernel
def move_of(found: int, above: int, above2: int, other: int) -> int:
    """The move that was found: 64 times which word, and the bit in it."""
    kind, place = found >> 7, found & 127
    if found == STOP:
        return other
    if kind == LINKS:
        return link_to(place, above, above2)
    return (LAY_JOKER if kind == JOKERS else SWAP if kind == SWAPS else 0) + place


@kernel
def opening(table: int, hand: int, card: int, prices: Prices) -> float:
    """What comes within reach over a card that was not so before, and what that is worth."""
    free, fits = PLACES & ~table, beside(table)
    high = 0 if card << 1 & fits else above(free, card)
    low = 0 if card >> 1 & fits else under(free, card)
    new = (high & card << 1 | low & card >> 1) & ~hand
    own, others = size((high | low) & hand), size((high | low) & ~hand)
    return prices[8] * own + prices[9] * others + prices[10] * size(new)


@kernel
def halving(missing: int, hand: int, card: int, prices: Prices) -> float:
    """What a card does for a bonus card, one's own or another's."""
    place = lowest(card)
    missing &= ~(1 << (place & 31))
    if missing & (missing - 1):
        return 0.0
    if not missing:
        return prices[5]
    return prices[6] if hand >> (place & 32) & missing else prices[7]


@kernel
def is_late(game: Words, position: Words, seat: int) -> int:
    """1 if somebody else has only a few cards left."""
    late = 0
    for other in range(game[SEATS]):
        if other != seat and hand_size(position, other) <= LATE:
            late = 1
    return late


@kernel
def goes_out(position: Words, now: Now) -> bool:
    """Whether the whole hand can be laid in this turn, jokers last, with connections where they are needed."""
    table, table2, seat = now[0], now[1], index(now[SEAT])
    hand, hand2, links = position[HANDS + 2 * seat], position[HANDS + 2 * seat + 1], position[LINKS_OF + seat]
    if hand_size(position, seat) > MOST - now[COUNT]:
        return False
    while hand | hand2:
        go, go2 = hand & beside(table), hand2 & beside(table2)
        if not go | go2:
            if not links:
                return False
            links -= 1
            over, over2, under, under2 = across(table, table2)
            go, go2 = hand & (over | under) & ~table, hand2 & (over2 | under2) & ~table2
            go, go2 = go & -go, 0 if go else go2 & -go2
            if not go | go2:
                return False
        hand, hand2, table, table2 = hand ^ go, hand2 ^ go2, table | go, table2 | go2
    return True
