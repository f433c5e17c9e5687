"""Other libraries' random card games by their own loops, as fast as their wheels allow: games a second of a processor.

- OpenSpiel, crazy eights for four: ``evaluate_bots`` deals and plays a whole game in C++ with random bots in C++, and
  is called from Python once for each game. Faster still are the rollouts of its search in C++, which plays many games
  in one call, but from a position that has been dealt before: its best case.
- RLCard, UNO: ``env.run`` with its random agents, which is how RLCard plays, for two, the only number its environment
  knows; and the game beneath it alone, for four, without observations, by the shortest loop in Python that plays it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec

Rate = Callable[[], float]
"""Plays some games; gives the number in a second of processor time."""

SEATS = 4


def by_processor(games: int, play: Callable[[], object]) -> float:
    """Games a second of processor time."""
    start = time.process_time()
    play()
    return games / (time.process_time() - start)


def installed() -> Iterator[tuple[str, Rate]]:
    """The peers that are installed, with their names."""
    if find_spec("pyspiel"):
        yield from openspiel()
    if find_spec("rlcard"):
        yield from rlcard()


def openspiel(games: int = 2_000) -> Iterator[tuple[str, Rate]]:
    """OpenSpiel's loops in C++."""
    spiel = import_module("pyspiel")
    game = spiel.load_game(f"crazy_eights(players={SEATS})")
    bots = [spiel.make_uniform_random_bot(seat, seat) for seat in range(SEATS)]

    def whole() -> None:
        for number in range(games):
            spiel.evaluate_bots(game.new_initial_state(), bots, number)

    dealt = game.new_initial_state()
    while dealt.is_chance_node():
        dealt.apply_action(random.choice(dealt.legal_actions()))
    evaluator = spiel.RandomRolloutEvaluator(n_rollouts=games, seed=1)
    search = spiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False)  # one simulation that has all rollouts
    yield "OpenSpiel crazy_eights, 4 seats, C++: evaluate_bots", lambda: by_processor(games, whole)
    yield (
        "OpenSpiel crazy_eights, 4 seats, C++: rollouts after the deal",
        lambda: by_processor(games, lambda: search.mcts_search(dealt)),
    )


def rlcard(games: int = 100) -> Iterator[tuple[str, Rate]]:
    """RLCard's UNO."""
    library = import_module("rlcard")
    agent = import_module("rlcard.agents.random_agent").RandomAgent
    uno = import_module("rlcard.games.uno").Game
    env = library.make("uno", config={"seed": 1})
    env.set_agents([agent(env.num_actions) for _ in range(env.num_players)])

    def whole() -> None:
        for _ in range(games):
            env.run(is_training=False)

    def alone() -> None:
        for _ in range(games):
            game = uno(num_players=SEATS)
            game.init_game()
            while not game.is_over():
                game.step(random.choice(game.get_legal_actions()))

    yield "RLCard uno, 2 seats, Python: env.run", lambda: by_processor(games, whole)
    yield "RLCard uno, 4 seats, Python: the game alone", lambda: by_processor(games, alone)
