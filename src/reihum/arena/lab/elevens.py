"""Who opens classic, and with which eleven (RULEBOOK §1.1): exact chances, and what an eleven in the hand is worth."""

from __future__ import annotations

from math import comb

from msgspec import Struct

from reihum import simulator as fast
from reihum.arena.intervals import Estimate, wilson
from reihum.arena.lab.simulator_trials import SEEDS, player
from reihum.cards import NUMBER, Randomness
from reihum.engine import Game
from reihum.games.rows.bits import mask
from reihum.games.rows.layout import Layout
from reihum.games.rows.rules import RowsState

MOST = 10_000
"""No more deals than this are looked at to see what elevens in the hand are worth."""


class Elevens(Struct, frozen=True):
    """Facts about the elevens."""

    opens: dict[str, float]
    """How likely the eleven of each colour opens the game."""
    again: float
    """How likely nobody holds one, so that the cards are dealt again."""
    held: dict[int, Estimate]
    """How often a hand with so many elevens wins."""


def has_elevens(game: Game) -> bool:
    """Whether an eleven opens the game."""
    return getattr(game.facts.data, "opener", "") == "eleven"


def elevens(game: Game, bot: str, seed: bytes, deals: int) -> Elevens:
    """The facts for a game that an eleven opens."""
    layout: Layout = game.setup
    cards, dealt = len(layout.deck), layout.hand * game.seats
    ranked = [card[0] for card in layout.deck if NUMBER[card] == 11]
    again = comb(cards - len(ranked), dealt) / comb(cards, dealt)
    return Elevens(
        opens={
            colour: comb(cards - before - 1, dealt - 1) / comb(cards, dealt) / (1 - again)
            for before, colour in enumerate(ranked)
        },
        again=again,
        held=_held(game, bot, Randomness(seed, "elevens").below(SEEDS), min(deals, MOST)),
    )


def _held(game: Game, bot: str, seed: int, deals: int) -> dict[int, Estimate]:
    layout: Layout = game.setup
    starts = mask([card for card in layout.deck if NUMBER[card] == 11])
    winners = fast.simulate(game, deals, player(game, bot), seed=seed, each=True).column("winner")
    hands, wins = [0] * 5, [0] * 5
    for number in range(deals):
        state = fast.state(fast.deal(game, seed, number))
        assert isinstance(state, RowsState)
        for seat, hand in enumerate(state.hands):
            count = (hand & starts).bit_count()
            hands[count] += 1
            wins[count] += int(winners[number]) == seat
    return {count: Estimate(*wilson(wins[count], hands[count])) for count in range(5) if hands[count]}
