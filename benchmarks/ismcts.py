"""`python -m benchmarks.ismcts`: a bot of ours against OpenSpiel's IS-MCTS, on the same game through our adapter.

Each deal is played once with our bot at every seat; IS-MCTS plays at all the others. It searches with random rollouts
and gets as much processor time for a decision as our bot typically takes, or ``--seconds``. Moves without a choice are
not counted. It is ``open_spiel.python.algorithms.ismcts``: the one in C++
cannot ask a game that is written in Python to imagine its hidden cards.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from math import sqrt
from statistics import median
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from rich.console import Console
from rich.progress import track

from reihum.bots.registry import bots_for
from reihum.cards import Randomness
from reihum.engine import State
from reihum.envs import openspiel

FIRST_SECONDS = 0.2
"""The time for their search until ours has made a decision."""


class Watch:
    """The decisions of a side that were a choice, and the processor time they took."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    @property
    def typical(self) -> float:
        """The median of the seconds for a decision, since the first ones may wait for the compiler."""
        return median(self.seconds) if self.seconds else FIRST_SECONDS


class Theirs(ismcts.ISMCTSBot):  # type: ignore[misc,unused-ignore]
    """Their search, limited by time: it gets as many simulations as fit into the seconds, judged by its last ones."""

    def __init__(self, game: Any, seed: int, uct: float, worlds: int) -> None:
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(seed))
        super().__init__(game, evaluator, uct, 1, worlds, np.random.RandomState(seed + 1))
        self.each = 0.002
        self.simulations: list[int] = []

    def choose(self, state: Any, seconds: float) -> int:
        """The number of a move."""
        self._max_simulations = max(1, round(seconds / self.each))
        begin = time.process_time()
        action = self.step(state)
        if len(state.legal_actions()) > 1:
            self.each += 0.2 * ((time.process_time() - begin) / self._max_simulations - self.each)
            self.simulations.append(self._max_simulations)
        return int(action)


class Contest:
    """The match, and the time both sides have taken."""

    def __init__(self, wanted: argparse.Namespace) -> None:
        self.wanted = wanted
        self.game = pyspiel.load_game(f"reihum_{wanted.game.replace('-', '_')}(players={wanted.seats})")
        self.setup = self.game.setup
        self.theirs = Theirs(self.game, wanted.seed, wanted.uct, wanted.worlds)
        self.times = {"ours": Watch(), "theirs": Watch()}

    def rounds(self) -> Iterator[float]:
        """The share of the win that our bot gets in each round."""
        for number in range(self.wanted.deals):
            for seat in range(self.wanted.seats):
                yield self.share(f"{self.wanted.seed} {number}", seat)

    def share(self, seed: str, seat: int) -> float:
        """One round, our bot at a seat."""
        state = self.deal(seed)
        bot = bots_for(self.setup.game.facts)[self.wanted.bot](
            self.setup.game, seat, Randomness(f"{seed} {seat}".encode(), "bot")
        )
        while not state.is_terminal():
            ours = state.current_player() == seat
            begin = time.process_time()
            if ours:
                action = self.setup.encoding.actions.number(bot.choose(here(state).view(seat)))
            else:
                action = self.theirs.choose(state, self.wanted.seconds or self.times["ours"].typical)
            if len(state.legal_actions()) > 1:
                self.times["ours" if ours else "theirs"].seconds.append(time.process_time() - begin)
            state.apply_action(action)
            bot.see(here(state).events(seat))
        outcome = here(state).outcome
        assert outcome is not None
        return 1 / len(outcome.winners) if seat in outcome.winners else 0.0

    def deal(self, seed: str) -> Any:
        """Deal a round; the same seed gives the same cards."""
        state = self.game.new_initial_state()
        dice = random.Random(seed)
        while state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(outcomes, odds)[0])
        return state


def here(state: Any) -> State:
    """The engine's state."""
    found = state.node.state
    assert isinstance(found, State)
    return found


def interval(shares: list[float]) -> tuple[float, float]:
    """The mean, and how far the true one may be from it (95 %)."""
    mean = sum(shares) / len(shares)
    spread = sum((share - mean) ** 2 for share in shares) / max(1, len(shares) - 1)
    return mean, 1.96 * sqrt(spread / len(shares))


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--game", default="classic")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--bot", default="expert")
    parser.add_argument("--seconds", type=float, default=0.0, help="for each of their decisions; 0: as ours take")
    parser.add_argument("--uct", type=float, default=2.0, help="their exploration constant")
    parser.add_argument("--worlds", type=int, default=-1, help="how many worlds they imagine at most; -1: any number")
    parser.add_argument("--seed", type=int, default=1)
    openspiel.register_games()
    contest = Contest(parser.parse_args())
    console = Console()
    rounds = contest.wanted.deals * contest.wanted.seats
    shares = list(track(contest.rounds(), "rounds", rounds, console=console))
    mean, error = interval(shares)
    console.print(
        f"{contest.wanted.bot} against OpenSpiel's IS-MCTS, {contest.wanted.game}, {contest.wanted.seats} seats,"
        f" {rounds} rounds: {mean:.1%} ± {error:.1%} of the wins (fair: {1 / contest.wanted.seats:.1%})",
        soft_wrap=True,
    )
    for side, watch in contest.times.items():
        console.print(f"{side}: {len(watch.seconds)} decisions, typically {watch.typical * 1e3:.1f} ms each")
    console.print(f"their simulations for a decision: {median(contest.theirs.simulations):.0f}")


if __name__ == "__main__":
    main()
