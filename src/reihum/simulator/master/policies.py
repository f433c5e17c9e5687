"""How simulated players of Master choose: at random, eagerly (the first legal move: number cards, then jokers, then
connections, then swaps), or by weights. A holder plays like ``reihum.bots.simple.master.BuilderBot``, with the same
weights.

Weights belong to what a move does, ``FEATURES``. The move with the highest weighted sum is made. If several are equal,
stopping or drawing comes first, then the engine's order. A player who can go out does.
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
from reihum.simulator.bits import count_bits, deposit_bits, lowest_bit
from reihum.simulator.compiler import Weights, Words, as_index, kernel
from reihum.simulator.dice import below as shown
from reihum.simulator.dice import throw
from reihum.simulator.master.position import BONUS_LEFT, LAY_JOKER, LINK_ABOVE, LINK_BELOW, LINKS_OF, SWAP
from reihum.simulator.master.rules import (
    COUNT,
    PLACES,
    SEAT,
    LegalMoves,
    Turn,
    count_hand,
    empty_beside,
    half_row_gaps,
    linked_places,
)
from reihum.simulator.parameters import END, NONE, SEATS
from reihum.simulator.policies import EAGER, LATE_CARDS, RANDOM, WEIGHTS
from reihum.simulator.position import HANDS
from reihum.simulator.words import empty_above, empty_below

FEATURES = (
    "number",  # the number on a card laid, or to be laid at the end of a connection
    "joker",  # 1 for a joker that is laid, or has to be
    "link",  # 1 for a connection
    "swap",  # 1 for a swap
    "swap-number",  # the number on the card swapped in
    "bonus",  # 1 for the last gap of a half row, while there are bonus cards
    "gap-own",  # 1 for leaving such a gap for one of your cards
    "gap-others",  # 1 for leaving such a gap for somebody else
    "own-behind",  # own cards that come within reach
    "others-behind",  # other places that come within reach
    "new-places",  # places that fit from now on, and not for own cards
    "number-late",  # the number on the card, once it is late
    "others-late",  # others-behind, once it is late
    "wait",  # 1 for drawing or passing
    "end",  # 1 for ending the turn
    "stop-late",  # 1 for drawing, passing or ending late
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
"""The weights of the first eleven features, of waiting and of ending the turn, as they apply in a position."""

JOKERS, LINKS, SWAPS = 1, 2, 3
STOP = -1
NEVER = -1e300

PRESETS = {"holder": tuple(float(BUILDER.get(feature, 0)) for feature in FEATURES)}


@kernel
def choose(
    game: Words, position: Words, turn: Turn, legal: LegalMoves, policy: int, weights: Weights, dice: int
) -> tuple[int, int]:
    """The move to make, and the dice after it. ``weights`` holds those of all seats, one after another."""
    if policy == RANDOM:
        return choose_any(legal, dice), throw(dice)
    if policy == EAGER:
        return choose_first(legal, 0, 0), dice
    if can_go_out(position, turn):
        seat = as_index(turn[SEAT])
        return choose_first(legal, position[HANDS + 2 * seat], position[HANDS + 2 * seat + 1]), dice
    return choose_weighted(game, position, turn, legal, weights), dice


@kernel
def choose_any(legal: LegalMoves, dice: int) -> int:
    """Any move, all equally likely."""
    lays, lays2, jokers, jokers2, above, above2, below, below2, swaps, swaps2, other = legal
    cards, wild = count_bits(lays) + count_bits(lays2), count_bits(jokers) + count_bits(jokers2)
    over, under = count_bits(above) + count_bits(above2), count_bits(below) + count_bits(below2)
    rest = 0 if other == NONE else 1
    number = shown(dice, cards + rest + wild + over + under + count_bits(swaps) + count_bits(swaps2))
    if number < cards:
        return nth_place(lays, lays2, number)
    number -= cards + rest
    if number < 0:
        return other
    if number < wild:
        return LAY_JOKER + nth_place(jokers, jokers2, number)
    number -= wild
    if number < over:
        return LINK_ABOVE + nth_place(above, above2, number)
    number -= over
    if number < under:
        return LINK_BELOW + nth_place(below, below2, number)
    return SWAP + nth_place(swaps, swaps2, number - under)


@kernel
def nth_place(first: int, second: int, number: int) -> int:
    """The place of the n-th bit of two words, without a branch for the word it is in."""
    chosen, chosen2 = deposit_bits(1 << number, first), deposit_bits(1 << number >> count_bits(first), second)
    return lowest_bit(chosen | chosen2) | (64 if chosen2 else 0)


@kernel
def choose_first(legal: LegalMoves, hand: int, hand2: int) -> int:
    """A number card if possible, else a connection to a card of the hand, a joker, another connection, a swap, or the
    other possible move. The first if several are equal."""
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
    return lowest_bit(first) if first else 64 + lowest_bit(second)


@kernel
def first_link(above: int, above2: int, below: int, below2: int) -> int:
    """The connection to the first place."""
    return link_to(first_place(above | below, above2 | below2), above, above2)


@kernel
def link_to(place: int, above: int, above2: int) -> int:
    """The connection to a place. From above, if both ways are possible."""
    from_above = (above2 if place & 64 else above) >> (place & 63) & 1
    return (LINK_ABOVE if from_above else LINK_BELOW) + place


@kernel
def choose_weighted(game: Words, position: Words, turn: Turn, legal: LegalMoves, weights: Weights) -> int:
    """The move with the highest sum of weighted features. If several are equal, what stops comes first, then number
    cards, jokers, connections and swaps, each in the order of the table."""
    lays, lays2, jokers, jokers2, above, above2, below, below2, swaps, swaps2, other = legal
    seat = as_index(turn[SEAT])
    at = WEIGHTS * seat
    asked = weights[at + 11] or weights[at + 12] or weights[at + 15]  # finding out whether it is late takes time
    prices = load_prices(position, is_late(game, position, seat) if asked else 0, weights, at)
    best, most = STOP, NEVER if other == NONE else weigh_stop(other, prices)
    words = (lays, lays2, jokers, jokers2, above | below, above2 | below2, swaps, swaps2)
    for which in range(8):
        left, hand = words[which], position[HANDS + 2 * seat + (which & 1)]
        while left:
            card = left & -left
            left ^= card
            worth = weigh_move(turn, hand, which, card, prices)
            if worth > most:
                best, most = 64 * which + lowest_bit(card), worth
    return move_code(best, above, above2, other)


@kernel
def load_prices(position: Words, late: int, weights: Weights, at: int) -> Prices:
    """The weights as they apply now: late or not, with bonus cards left or not."""
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
def weigh_stop(other: int, prices: Prices) -> float:
    """What it is worth to end the turn, to draw or to pass."""
    return prices[12] if other == END else prices[11]


@kernel
def weigh_move(turn: Turn, hand: int, which: int, card: int, prices: Prices) -> float:
    """What a move is worth. ``which`` is the index of its word (number cards, jokers, connections and swaps, two words
    each), ``card`` its bit in that word."""
    kind, word, number = which >> 1, which & 1, lowest_bit(card) & 31
    if kind == SWAPS:
        return prices[3] + prices[4] * number
    worth = prices[1] if kind == JOKERS or not card & hand else prices[0] * number
    worth += weigh_reach(turn[word], hand, card, prices)
    worth += weigh_half_row(half_row_gaps(turn[0], turn[1], 64 * word + lowest_bit(card)), hand, card, prices)
    return worth + prices[2] if kind == LINKS else worth


@kernel
def move_code(found: int, above: int, above2: int, other: int) -> int:
    """The number of a move that was found as 64 · index of its word + its bit."""
    kind, place = found >> 7, found & 127
    if found == STOP:
        return other
    if kind == LINKS:
        return link_to(place, above, above2)
    return (LAY_JOKER if kind == JOKERS else SWAP if kind == SWAPS else 0) + place


@kernel
def weigh_reach(table: int, hand: int, card: int, prices: Prices) -> float:
    """The worth of the places that a card newly brings within reach."""
    free, fits = PLACES & ~table, empty_beside(table)
    high = 0 if card << 1 & fits else empty_above(free, card)
    low = 0 if card >> 1 & fits else empty_below(free, card)
    new = (high & card << 1 | low & card >> 1) & ~hand
    own, others = count_bits((high | low) & hand), count_bits((high | low) & ~hand)
    return prices[8] * own + prices[9] * others + prices[10] * count_bits(new)


@kernel
def weigh_half_row(missing: int, hand: int, card: int, prices: Prices) -> float:
    """What a card does for a bonus card, the player's own or another's."""
    place = lowest_bit(card)
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
        if other != seat and count_hand(position, other) <= LATE_CARDS:
            late = 1
    return late


@kernel
def can_go_out(position: Words, turn: Turn) -> bool:
    """Whether the whole hand can be laid in this turn, jokers last, with connections where needed."""
    table, table2, seat = turn[0], turn[1], as_index(turn[SEAT])
    hand, hand2, links = position[HANDS + 2 * seat], position[HANDS + 2 * seat + 1], position[LINKS_OF + seat]
    if count_hand(position, seat) > MOST - turn[COUNT]:
        return False
    while hand | hand2:
        go, go2 = hand & empty_beside(table), hand2 & empty_beside(table2)
        if not go | go2:
            if not links:
                return False
            links -= 1
            over, over2, under, under2 = linked_places(table, table2)
            go, go2 = hand & (over | under) & ~table, hand2 & (over2 | under2) & ~table2
            go, go2 = go & -go, 0 if go else go2 & -go2
            if not go | go2:
                return False
        hand, hand2, table, table2 = hand ^ go, hand2 ^ go2, table | go, table2 | go2
    return True
