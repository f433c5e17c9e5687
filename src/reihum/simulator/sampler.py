"""Guessing hidden cards: worlds that agree with all a player has seen, the likelier the oftener.

Every hidden card is in a *slot*: one of the cards somebody got, or of the stock. A slot knows whose it is, since when,
and which cards it cannot be; a card that its owner has laid since must have been there before. From one way to fill
the slots to the next, two cards change places where both may (Metropolis): always if that makes what the others have
done likelier, else the more seldom the less likely it gets. How likely a move was, weights tell.

Players are of several kinds, each with weights of its own, and of which kind somebody is has to be guessed, too: now
and then a seat gets a kind anew, the likelier the better it explains what that seat has done (Gibbs).

All worlds of a chain come from one stream of dice, so the same chain gives the same worlds.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, inf, log
from typing import Any, NamedTuple

from reihum.simulator.compiler import Weights, Words, copy, entry, kernel, stamp
from reihum.simulator.dice import below, thrown
from reihum.simulator.master import likelihood as master_guesses
from reihum.simulator.master.parameters import ANY
from reihum.simulator.master.position import JOKERS_OF
from reihum.simulator.rows import likelihood as row_guesses
from reihum.simulator.rows.deals import shuffle
from reihum.simulator.rows.parameters import SEATS
from reihum.simulator.rows.policies import WEIGHTS
from reihum.simulator.rows.position import DICE, DRY, HANDS, TOP
from reihum.simulator.rows.rules import words_of

# A record is what was known when somebody chose: its head, then a position with the hand of whoever chose.
WHO, WHEN, MOVE, LATE = range(4)
HEAD = 4

NEVER = 1 << 40
"""When a card is laid that still is hidden."""
FINE = 1 << 30
SELDOM = 256
"""The kind of a player is guessed anew once in so many steps."""


class Chain(NamedTuple):
    """The slots and the cards in them, the records, and what is written to."""

    master: bool
    words: int
    """The numbers of a position …"""
    cards: int
    """… and of its stock."""
    owner: Words
    """Of each slot: a seat, or the number of seats for the stock …"""
    since: Words
    banned: Words
    """… two words with the cards it cannot be …"""
    filled: Words
    """… and the number of the card in it."""
    place: Words
    """Of each card …"""
    laid_by: Words
    """… the seat that has laid it, or −1 …"""
    laid_at: Words
    kinds: Words
    """Of each seat …"""
    likely: Weights
    """… and room for how likely each kind is."""
    records: Words
    doubts: Weights
    """How likely the move of each record was, as a logarithm …"""
    doubts_then: Weights
    """… and after a change …"""
    touched: Words
    """… which concerns those that are 1 here."""
    position: Words
    dice: Words


@kernel
def hold(positions: Words, at: int, seat: int, place: int, sign: int) -> None:
    """Put a card into a hand (1) or take it out (−1), in the position that begins there."""
    if place == ANY:
        positions[at + JOKERS_OF + seat] += sign
    else:
        card, card2 = words_of(place)
        positions[at + HANDS + 2 * seat] ^= card
        positions[at + HANDS + 2 * seat + 1] ^= card2


@kernel
def may_be(chain: Chain, slot: int, card: int) -> bool:
    """Whether a card may be in a slot."""
    place, by = chain.place[card], chain.laid_by[card]
    if chain.banned[2 * slot + (place >> 6)] >> (place & 63) & 1:
        return False
    return by < 0 or (by == chain.owner[slot] and chain.since[slot] < chain.laid_at[card])


@kernel
def remember(chain: Chain, slot: int, card: int, sign: int) -> None:
    """Put a card of a slot into the hands of all records in which it was there, or take it out."""
    seat, since, until = chain.owner[slot], chain.since[slot], chain.laid_at[card]
    for number in range(len(chain.doubts)):
        at = (HEAD + chain.words) * number
        if chain.records[at + WHO] == seat and since < chain.records[at + WHEN] <= until:
            hold(chain.records, at + HEAD, seat, chain.place[card], sign)
            chain.touched[number] = 1


@kernel
def doubted(game: Words, chain: Chain, weights: Weights, least: float) -> float:
    """How much likelier the moves of all touched records are than before a change, as a logarithm. Once it is sure to
    be less than asked for, the rest does not count."""
    change = 0.0
    for number in range(len(chain.doubts)):
        if chain.touched[number]:
            change -= chain.doubts[number]  # no move is likelier than a certain one
    for number in range(len(chain.doubts)):
        if chain.touched[number]:
            at = (HEAD + chain.words) * number
            move, late, kind = chain.records[at + MOVE], chain.records[at + LATE], chain.kinds[chain.records[at + WHO]]
            copy(chain.records, at + HEAD, chain.position, 0, chain.words)
            if chain.master:
                likely = master_guesses.likelihood(game, chain.position, move, late, weights, WEIGHTS * kind)
            else:
                likely = row_guesses.likelihood(game, chain.position, move, late, weights, WEIGHTS * kind)
            chain.doubts_then[number] = likely
            change += likely
            if change < least:
                return change
    return change


@kernel
def settle(chain: Chain, stays: bool) -> None:
    """A change stays, or has been undone: nothing is touched any more."""
    for number in range(len(chain.doubts)):
        if chain.touched[number] and stays:
            chain.doubts[number] = chain.doubts_then[number]
        chain.touched[number] = 0


@kernel
def exchange(chain: Chain, slot: int, other: int) -> None:
    """Two cards change places."""
    for here, there in ((slot, other), (other, slot)):
        remember(chain, here, chain.filled[here], -1)
        remember(chain, here, chain.filled[there], 1)
    chain.filled[slot], chain.filled[other] = chain.filled[other], chain.filled[slot]


@kernel
def step(game: Words, chain: Chain, weights: Weights) -> None:
    """Try to exchange two cards."""
    dice, slots = chain.dice[0], len(chain.owner)
    slot, dice = below(dice, slots), thrown(dice)
    other, dice = below(dice, slots), thrown(dice)
    chance, chain.dice[0] = below(dice, FINE), thrown(dice)
    seat, seat2 = chain.owner[slot], chain.owner[other]
    if seat == seat2 and chain.since[slot] == chain.since[other]:
        return
    if may_be(chain, slot, chain.filled[other]) and may_be(chain, other, chain.filled[slot]):
        exchange(chain, slot, other)
        least = log((chance + 1) / FINE)
        stays = doubted(game, chain, weights, least) >= least
        if not stays:
            exchange(chain, slot, other)
        settle(chain, stays)


@kernel
def judge(game: Words, chain: Chain, weights: Weights, seat: int) -> None:
    """Guess anew of which kind a player is: try each, then the one that is chosen from them."""
    concerned, kinds = 0, len(chain.likely)
    for number in range(len(chain.doubts)):
        chain.touched[number] = int(chain.records[(HEAD + chain.words) * number + WHO] == seat)
        concerned += chain.touched[number]
    for kind in range(kinds + 1 if concerned else 0):
        chain.kinds[seat] = kind if kind < kinds else chosen(chain)
        change = doubted(game, chain, weights, -inf)
        if kind < kinds:
            chain.likely[kind] = change
    settle(chain, True)


@kernel
def chosen(chain: Chain) -> int:
    """A kind, the likelier the oftener."""
    most, total = -inf, 0.0
    for kind in range(len(chain.likely)):
        most = max(most, chain.likely[kind])
    for kind in range(len(chain.likely)):
        chain.likely[kind] = exp(chain.likely[kind] - most)
        total += chain.likely[kind]
    left = total * below(chain.dice[0], FINE) / FINE
    chain.dice[0] = thrown(chain.dice[0])
    for kind in range(len(chain.likely)):
        left -= chain.likely[kind]
        if left < 0:
            return kind
    return 0


@kernel
def begin(game: Words, chain: Chain, weights: Weights) -> None:
    """Fill the hands of the records of a new chain."""
    for slot in range(len(chain.owner)):
        remember(chain, slot, chain.filled[slot], 1)
    for seat in range(game[SEATS]):
        judge(game, chain, weights, seat)


@kernel
def write(game: Words, chain: Chain, worlds: Words, at: int, stocks: Words, top: int) -> None:
    """The world as a position, with its stock."""
    bottom = top
    for slot in range(len(chain.owner)):
        owner, card = chain.owner[slot], chain.filled[slot]
        if owner == game[SEATS]:
            stocks[bottom] = chain.place[card]
            bottom += 1
        elif chain.laid_by[card] < 0:
            hold(worlds, at, owner, chain.place[card], 1)
    chain.dice[0] = shuffle(stocks, top, bottom, chain.dice[0])
    worlds[at + TOP], worlds[at + DRY], worlds[at + DICE] = 0, bottom - top, chain.dice[0]


def entries(version: int) -> tuple[Callable[..., Any], ...]:
    """The kernels for the rest of the program. They close over the version of all others: see ``stamp``."""

    @entry
    def guess(
        game: Words, chain: Chain, weights: Weights, first: int, steps: int, seen: Words, worlds: Words, stocks: Words
    ) -> None:
        """Write some worlds, with so many steps before each, and more before the first one of a new chain."""
        _ = version
        if first:
            begin(game, chain, weights)
        for number in range(len(worlds) // chain.words):
            for _step in range(steps if number else steps + first):
                lot, chain.dice[0] = below(chain.dice[0], SELDOM * game[SEATS]), thrown(chain.dice[0])
                if lot < game[SEATS]:
                    judge(game, chain, weights, lot)
                step(game, chain, weights)
            copy(seen, 0, worlds, chain.words * number, chain.words)
            write(game, chain, worlds, chain.words * number, stocks, chain.cards * number)

    @entry
    def decide(game: Words, master: bool, position: Words, policies: Words, weights: Weights) -> int:
        """The move that a policy makes in a position."""
        _ = version
        if master:
            return master_guesses.decide(game, position, policies, weights)
        return row_guesses.decide(game, position, policies, weights)

    return guess, decide


guess, decide = entries(stamp())
