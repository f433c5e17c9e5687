"""`python -m benchmarks.guesses`: how good the guesses about hidden cards are, from which a search chooses its moves.

Bots of one kind play. At some of its decisions the first seat guesses who has each hidden card, and the guess is
compared with the truth. ``surprise`` is the mean negative logarithm of the probability given to the truth: lower is
better. Beside it stands the surprise of guesses that learn nothing from moves. And cards that are guessed with 30 %
should be there in 30 % of the cases.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from rich.table import Table

import reihum
from reihum.bots import seat_bots, show_events
from reihum.bots.search.knowledge import Knowledge
from reihum.bots.search.search import TRACKERS
from reihum.bots.search.tracker import Tracker
from reihum.bots.search.weights import PlayerModel, models_for
from reihum.bots.search.worlds import Worlds
from reihum.cards import Randomness
from reihum.engine import Game
from reihum.simulator.families import family_of
from reihum.simulator.master.parameters import ANY
from reihum.simulator.position import HANDS

EVERY = 8
"""The first seat guesses at every eighth decision."""
FIRST, WORLDS, STEPS = 30_000, 256, 500
BOUNDS = (0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.98)


class Moment(NamedTuple):
    """A decision: what the player knows, and the true position."""

    game: Game
    knowledge: Knowledge
    truth: tuple[int, ...]


class Guess(NamedTuple):
    """How likely it is that each hidden card is in each other hand or, last, in the stock; and who has it."""

    odds: NDArray[np.float64]
    owners: NDArray[np.int64]

    @property
    def surprise(self) -> NDArray[np.float64]:
        """The surprise of each card. An owner who had the card in no imagined world counts as half a world."""
        found = self.odds[np.arange(len(self.owners)), self.owners]
        surprise: NDArray[np.float64] = -np.log((found * WORLDS + 0.5) / (WORLDS + 0.5 * self.odds.shape[1]))
        return surprise


def moments(game: Game, bot: str, deals: int) -> Iterator[Moment]:
    """Some decisions of the first seat."""
    for number in range(deals):
        state, bots = game.deal(f"guesses {number}"), seat_bots(game, [bot] * game.seats, b"guesses %d" % number)
        tracker: Tracker = TRACKERS[game.facts.state](game, 0)
        decisions = number  # rounds differ in the decisions at which the seat guesses
        while state.outcome is None:
            seat = state.to_act[0]
            if seat == 0 and len(state.legal(0)) > 1:
                decisions += 1
                if decisions % EVERY == 0:
                    truth = family_of(game).from_state(state, None).words
                    yield Moment(game, tracker.knowledge(state.view(0)), truth)
            state = state.play(seat, bots[seat].choose(state.view(seat)))
            show_events(state, bots)
            tracker.observe(state.events(0))


def guess(moment: Moment, kinds: tuple[PlayerModel, ...]) -> Guess:
    """Guess at a decision."""
    worlds = Worlds(moment.knowledge, kinds, Randomness(b"guesses", "worlds"), FIRST)
    positions = np.array(worlds.sample(WORLDS, STEPS)[0]).reshape(WORLDS, -1)
    places = [place for place in moment.knowledge.position.unseen if place != ANY]
    others = range(1, moment.game.seats)
    odds = np.array([[_has(positions, seat, place).mean() for seat in others] for place in places])
    true = np.array([moment.truth])
    owners = [next((seat - 1 for seat in others if _has(true, seat, place)), len(others)) for place in places]
    return Guess(np.column_stack([odds, 1 - odds.sum(axis=1)]), np.array(owners))


def _has(positions: NDArray[np.int64], seat: int, place: int) -> NDArray[np.int64]:
    """Whether a seat has a card, in each of some positions."""
    held: NDArray[np.int64] = positions[:, HANDS + 2 * seat + (place >> 6)] >> (place & 63) & 1
    return held


def reliability(guesses: list[Guess]) -> Iterator[tuple[str, ...]]:
    """The guessed probabilities in groups, and how often the guesses of each group were true."""
    odds = np.concatenate([guess.odds.ravel() for guess in guesses])
    true = np.concatenate([(np.arange(guess.odds.shape[1]) == guess.owners[:, None]).ravel() for guess in guesses])
    spans = np.digitize(odds, BOUNDS)
    for span in np.unique(spans):
        here = true[spans == span]
        error = 1.96 * sqrt(here.var() / len(here))
        yield f"{odds[spans == span].mean():.1%}", f"{here.mean():.1%} ± {error:.1%}", f"{len(here):,}"


def main() -> None:
    """Guess and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    games = [name for name, facts in reihum.GAMES.items() if facts.state in TRACKERS]
    parser.add_argument("--game", default="classic", choices=games)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--bot", default="solid")
    parser.add_argument("--deals", type=int, default=60)
    wanted = parser.parse_args()
    game = reihum.game(wanted.game, seats=wanted.seats)
    kinds = models_for(game)
    console, found, ignorant = Console(), [], []
    for moment in track(list(moments(game, wanted.bot, wanted.deals)), "decisions", console=console):
        found.append(guess(moment, kinds))
        ignorant.append(guess(moment._replace(knowledge=replace(moment.knowledge, choices=())), kinds))
    if not found:
        parser.error(f"--deals: expected enough rounds for {EVERY} decisions, got {wanted.deals}")
    for name, guesses in (("guessed from moves", found), ("moves tell nothing", ignorant)):
        surprise = np.concatenate([guess.surprise for guess in guesses])
        console.print(f"{name}: surprise {surprise.mean():.3f} for each of {len(surprise):,} cards")
    printed = Table(title=f"{wanted.game}, {wanted.seats} seats, {wanted.bot}")
    for head in ("guessed", "true", "cases"):
        printed.add_column(head, justify="right")
    for row in reliability(found):
        printed.add_row(*row)
    console.print(printed)


if __name__ == "__main__":
    main()
