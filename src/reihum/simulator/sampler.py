"""Sampling hidden cards: worlds that agree with everything a player has seen, likelier ones more often.

Every hidden card is in a *slot*: one of the cards that a player got, or of the stock. A slot has an owner, a time since
when, and cards that it cannot hold. A card that its owner has laid must have been in one of the owner's slots before.
From one way of filling the slots to the next, two cards swap slots if both may (Metropolis): always if that makes the
moves seen likelier, otherwise with a probability that falls with their likelihood. Weights tell how likely a move was.

Players are of several kinds, each with its own weights. A player's kind is also guessed: from time to time a seat gets
a new kind, drawn by how well each kind explains the seat's moves (Gibbs).

All worlds of a chain come from one stream of dice, so the same chain gives the same worlds.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

from reihum.simulator.compiler import Weights, Words, copy, entry, kernel, kernels_version
from reihum.simulator.dice import below, shuffle, throw
from reihum.simulator.logarithms import exp, log
from reihum.simulator.master import likelihood as master_likelihood
from reihum.simulator.master.parameters import ANY
from reihum.simulator.master.position import JOKERS_OF
from reihum.simulator.parameters import SEATS
from reihum.simulator.policies import WEIGHTS
from reihum.simulator.position import DICE, DRY, HANDS, TOP
from reihum.simulator.rows import likelihood as row_likelihood
from reihum.simulator.words import place_to_words

# A record is what was known when a player chose: its head, then a position with the hand of that player.
WHO, WHEN, MOVE, LATE = range(4)
RECORD_HEAD = 4

NEVER = 1 << 40
"""The time at which a card is laid that is still hidden."""
CHANCE_STEPS = 1 << 30
STEPS_PER_KIND = 256
"""The kind of each player is guessed anew once in this many steps, on average."""


class Chain(NamedTuple):
    """The slots and the cards in them, the records of moves, and what the kernels write to."""

    master: bool
    position_words: int
    """How many numbers a position has."""
    stock_cards: int
    """How many cards its stock can have."""
    owner: Words
    """The owner of each slot: a seat, or the number of seats for the stock."""
    since: Words
    banned: Words
    """Two words for each slot: the cards that it cannot hold."""
    card: Words
    """The number of the card in each slot."""
    place: Words
    """The place of each card."""
    laid_by: Words
    """The seat that has laid each card, or −1."""
    laid_at: Words
    kinds: Words
    """The kind of each seat."""
    kind_weights: Weights
    """Room for the likelihood of each kind."""
    records: Words
    log_likelihoods: Weights
    """The logarithm of the likelihood of each record's move."""
    new_log_likelihoods: Weights
    """The same after a change."""
    changed: Words
    """1 for each record that the change concerns."""
    position: Words
    dice: Words


@kernel
def move_card(positions: Words, at: int, seat: int, place: int, sign: int) -> None:
    """Put a card into a hand (1) or take it out (−1), in the position that begins at an index."""
    if place == ANY:
        positions[at + JOKERS_OF + seat] += sign
    else:
        card, card2 = place_to_words(place)
        positions[at + HANDS + 2 * seat] ^= card
        positions[at + HANDS + 2 * seat + 1] ^= card2


@kernel
def is_allowed(chain: Chain, slot: int, card: int) -> bool:
    """Whether a card may be in a slot."""
    place, by = chain.place[card], chain.laid_by[card]
    if chain.banned[2 * slot + (place >> 6)] >> (place & 63) & 1:
        return False
    return by < 0 or (by == chain.owner[slot] and chain.since[slot] < chain.laid_at[card])


@kernel
def update_records(chain: Chain, slot: int, card: int, sign: int) -> None:
    """Put a slot's card into the hands of all records in which it was there, or take it out."""
    seat, since, until = chain.owner[slot], chain.since[slot], chain.laid_at[card]
    for number in range(len(chain.log_likelihoods)):
        at = (RECORD_HEAD + chain.position_words) * number
        if chain.records[at + WHO] == seat and since < chain.records[at + WHEN] <= until:
            move_card(chain.records, at + RECORD_HEAD, seat, chain.place[card], sign)
            chain.changed[number] = 1


@kernel
def likelihood_gain(game: Words, chain: Chain, weights: Weights, least: float) -> float:
    """How much likelier a change makes the moves of all changed records, as a logarithm. Stops early once the result is
    certain to be below ``least``."""
    change = 0.0
    for number in range(len(chain.log_likelihoods)):
        if chain.changed[number]:
            change -= chain.log_likelihoods[number]  # no move is likelier than a certain one
    for number in range(len(chain.log_likelihoods)):
        if chain.changed[number]:
            at = (RECORD_HEAD + chain.position_words) * number
            move, late, kind = chain.records[at + MOVE], chain.records[at + LATE], chain.kinds[chain.records[at + WHO]]
            copy(chain.records, at + RECORD_HEAD, chain.position, 0, chain.position_words)
            if chain.master:
                likely = master_likelihood.move_likelihood(game, chain.position, move, late, weights, WEIGHTS * kind)
            else:
                likely = row_likelihood.move_likelihood(game, chain.position, move, late, weights, WEIGHTS * kind)
            chain.new_log_likelihoods[number] = likely
            change += likely
            if change < least:
                return change
    return change


@kernel
def finish_change(chain: Chain, stays: bool) -> None:
    """Keep or forget a change: no record counts as changed any more."""
    for number in range(len(chain.log_likelihoods)):
        if chain.changed[number] and stays:
            chain.log_likelihoods[number] = chain.new_log_likelihoods[number]
        chain.changed[number] = 0


@kernel
def exchange(chain: Chain, slot: int, other: int) -> None:
    """Swap the cards of two slots."""
    for here, there in ((slot, other), (other, slot)):
        update_records(chain, here, chain.card[here], -1)
        update_records(chain, here, chain.card[there], 1)
    chain.card[slot], chain.card[other] = chain.card[other], chain.card[slot]


@kernel
def try_exchange(game: Words, chain: Chain, weights: Weights) -> None:
    """Try to swap two cards."""
    dice, slots = chain.dice[0], len(chain.owner)
    slot, dice = below(dice, slots), throw(dice)
    other, dice = below(dice, slots), throw(dice)
    chance, chain.dice[0] = below(dice, CHANCE_STEPS), throw(dice)
    seat, seat2 = chain.owner[slot], chain.owner[other]
    if seat == seat2 and chain.since[slot] == chain.since[other]:
        return
    if is_allowed(chain, slot, chain.card[other]) and is_allowed(chain, other, chain.card[slot]):
        exchange(chain, slot, other)
        least = log((chance + 1) / CHANCE_STEPS)
        stays = likelihood_gain(game, chain, weights, least) >= least
        if not stays:
            exchange(chain, slot, other)
        finish_change(chain, stays)


@kernel
def resample_kind(game: Words, chain: Chain, weights: Weights, seat: int) -> None:
    """Guess a player's kind anew: try each kind, then draw one of them."""
    concerned, kinds = 0, len(chain.kind_weights)
    for number in range(len(chain.log_likelihoods)):
        chain.changed[number] = int(chain.records[(RECORD_HEAD + chain.position_words) * number + WHO] == seat)
        concerned += chain.changed[number]
    for kind in range(kinds + 1 if concerned else 0):
        chain.kinds[seat] = kind if kind < kinds else draw_kind(chain)
        change = likelihood_gain(game, chain, weights, -inf)
        if kind < kinds:
            chain.kind_weights[kind] = change
    finish_change(chain, True)


@kernel
def draw_kind(chain: Chain) -> int:
    """Draw a kind, likelier ones more often."""
    most, total = -inf, 0.0
    for kind in range(len(chain.kind_weights)):
        most = max(most, chain.kind_weights[kind])
    for kind in range(len(chain.kind_weights)):
        chain.kind_weights[kind] = exp(chain.kind_weights[kind] - most)
        total += chain.kind_weights[kind]
    left = total * below(chain.dice[0], CHANCE_STEPS) / CHANCE_STEPS
    chain.dice[0] = throw(chain.dice[0])
    for kind in range(len(chain.kind_weights)):
        left -= chain.kind_weights[kind]
        if left < 0:
            return kind
    return 0


@kernel
def start_chain(game: Words, chain: Chain, weights: Weights) -> None:
    """Fill the hands of the records of a new chain."""
    for slot in range(len(chain.owner)):
        update_records(chain, slot, chain.card[slot], 1)
    for seat in range(game[SEATS]):
        resample_kind(game, chain, weights, seat)


@kernel
def write_world(game: Words, chain: Chain, worlds: Words, at: int, stocks: Words, top: int) -> None:
    """Write the world as a position with its stock."""
    bottom = top
    for slot in range(len(chain.owner)):
        owner, card = chain.owner[slot], chain.card[slot]
        if owner == game[SEATS]:
            stocks[bottom] = chain.place[card]
            bottom += 1
        elif chain.laid_by[card] < 0:
            move_card(worlds, at, owner, chain.place[card], 1)
    chain.dice[0] = shuffle(stocks, top, bottom, chain.dice[0])
    worlds[at + TOP], worlds[at + DRY], worlds[at + DICE] = 0, bottom - top, chain.dice[0]


def make_entries(version: int) -> tuple[Callable[..., Any], ...]:
    """The kernels for the rest of the program. They close over the version of all kernels: see ``kernels_version``."""

    @entry("sample_worlds")
    def sample_worlds(
        game: Words, chain: Chain, weights: Weights, first: int, steps: int, seen: Words, worlds: Words, stocks: Words
    ) -> None:
        """Write some worlds, with ``steps`` steps before each, and ``first`` more before the first world of a new
        chain."""
        _ = version
        if first:
            start_chain(game, chain, weights)
        for number in range(len(worlds) // chain.position_words):
            for _step in range(steps if number else steps + first):
                seat, chain.dice[0] = below(chain.dice[0], STEPS_PER_KIND * game[SEATS]), throw(chain.dice[0])
                if seat < game[SEATS]:
                    resample_kind(game, chain, weights, seat)
                try_exchange(game, chain, weights)
            copy(seen, 0, worlds, chain.position_words * number, chain.position_words)
            write_world(game, chain, worlds, chain.position_words * number, stocks, chain.stock_cards * number)

    @entry("choose_move")
    def choose_move(game: Words, master: bool, position: Words, policies: Words, weights: Weights) -> int:
        """The move that a policy makes in a position."""
        _ = version
        if master:
            return master_likelihood.choose_move(game, position, policies, weights)
        return row_likelihood.choose_move(game, position, policies, weights)

    return sample_worlds, choose_move


sample_worlds, choose_move = make_entries(kernels_version())
