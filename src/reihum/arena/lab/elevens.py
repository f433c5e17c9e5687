"""Who opens classic, and with which eleven (RULEBOOK §1.1): exact chances, and the value of an eleven in the hand."""

from __future__ import annotations

from math import comb

from msgspec import Struct

from reihum import simulator
from reihum.arena.intervals import Estimate, wilson
from reihum.arena.policies import policy_of
from reihum.cards import NUMBER, Randomness
from reihum.engine import Game
from reihum.games.rows.bits import mask
from reihum.games.rows.layout import Layout
from reihum.games.rows.rules import RowsState
from reihum.simulator.dice import SEED_LIMIT

MOST_DEALS = 10_000
"""At most this many deals are examined for the value of elevens in the hand."""


class Elevens(Struct, frozen=True):
    """Facts about the elevens."""

    opens: dict[str, float]
    """How likely the eleven of each colour opens the game."""
    again: float
    """How likely nobody has one, so the cards are dealt again."""
    held: dict[int, Estimate]
    """How often a hand wins, by its number of elevens."""


def has_elevens(game: Game) -> bool:
    """Whether an eleven opens the game."""
    return isinstance(game.setup, Layout) and game.setup.by_eleven


def find_elevens(game: Game, bot: str, seed: bytes, deals: int) -> Elevens:
    """The facts for a game that an eleven opens."""
    layout: Layout = game.setup
    cards, dealt = len(layout.deck), sum(layout.hands) + layout.spare
    ranked = [card[0] for card in layout.deck if NUMBER[card] == 11]
    again = comb(cards - len(ranked), dealt) / comb(cards, dealt)
    return Elevens(
        opens={
            colour: comb(cards - before - 1, dealt - 1) / comb(cards, dealt) / (1 - again)
            for before, colour in enumerate(ranked)
        },
        again=again,
        held=_held_wins(game, bot, Randomness(seed, "elevens").below(SEED_LIMIT), min(deals, MOST_DEALS)),
    )


def _held_wins(game: Game, bot: str, seed: int, deals: int) -> dict[int, Estimate]:
    layout: Layout = game.setup
    starts = mask([card for card in layout.deck if NUMBER[card] == 11])
    winners = simulator.simulate(game, deals, policy_of(game, bot), seed=seed, each=True).column("winner")
    hands, wins = [0] * 5, [0] * 5
    for number in range(deals):
        state = simulator.state(simulator.deal(game, seed, number))
        assert isinstance(state, RowsState)
        for seat, hand in enumerate(state.hands):
            count = (hand & starts).bit_count()
            hands[count] += 1
            wins[count] += int(winners[number]) == seat
    return {count: Estimate(*wilson(wins[count], hands[count])) for count in range(5) if hands[count]}
