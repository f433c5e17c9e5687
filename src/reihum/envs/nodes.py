"""A node of an OpenSpiel game tree: the deal by chance, then the engine's state and what has been shown."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from reihum.errors import MissingExtra

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise MissingExtra(error, "envs") from error
from msgspec import Struct
from msgspec.structs import astuple

from reihum.engine import Game, State
from reihum.envs.chance import DealChance, deal_chance_of
from reihum.envs.encoding import Encoding, encoding_of
from reihum.envs.information_state import InformationState, ShownText
from reihum.games import GAMES

CHANCE = int(pyspiel.PlayerId.CHANCE)
TERMINAL = int(pyspiel.PlayerId.TERMINAL)


class TreeSetup(Struct, frozen=True, eq=False):
    """What all nodes of a game tree share."""

    game: Game
    reward: str
    encoding: Encoding
    chance: DealChance


@lru_cache(maxsize=64)
def tree_setup_of(game: Game, reward: str) -> TreeSetup:
    """What the nodes of a game share."""
    return TreeSetup(game, reward, encoding_of(game), deal_chance_of(game))


class Node:
    """A node: what chance has dealt and what is left, then the engine's state and what everybody has been shown. A
    node never changes, so copies of a state may share it."""

    __slots__ = ("dealt", "information", "left", "player", "setup", "state")

    def __init__(
        self,
        setup: TreeSetup,
        state: State | None,
        information: InformationState | None = None,
        dealt: tuple[int, ...] = (),
        left: tuple[int, ...] = (),
    ) -> None:
        self.setup = setup
        self.state = state
        self.information = information
        self.dealt = dealt
        self.left = left
        # if several seats choose at the same time, here they choose one after another, unseen
        self.player = CHANCE if state is None else TERMINAL if state.outcome else state.to_act[0]

    def after(self, action: int) -> Node:
        """The node after a move, or after a chance outcome."""
        setup, state, information = self.setup, self.state, self.information
        if state is not None and information is not None:
            state = state.play(self.player, setup.encoding.actions.moves[action])
            return Node(setup, state, InformationState(state, information))
        dealt, left = (*self.dealt, action), setup.chance.without(action, self.dealt, self.left)
        return Node(setup, None, None, dealt, left) if len(dealt) < setup.chance.nodes else start_node(setup, dealt)

    def __deepcopy__(self, _: object) -> Node:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        game, rules = self.setup.game, self.setup.game.facts.rules_version
        fields = None if self.state is None else astuple(self.state)[1:]
        text = None if self.information is None else self.information.text
        options, reward = game.used_options, self.setup.reward
        return _restore, (game.id, rules, game.seats, options, reward, self.dealt, self.left, fields, text)


def _restore(
    id: str,
    rules: int,
    seats: int,
    options: dict[str, Any],
    reward: str,
    dealt: tuple[int, ...],
    left: tuple[int, ...],
    fields: tuple[Any, ...] | None,
    text: ShownText | None,
) -> Node:
    game = GAMES[id].by_rules(rules).game(seats, **options)
    setup = tree_setup_of(game, reward)
    if fields is None:
        return Node(setup, None, None, dealt, left)
    state = game.facts.state(game, *fields)
    return Node(setup, state, InformationState(state, text=text))


def start_node(setup: TreeSetup, dealt: tuple[int, ...]) -> Node:
    """The node after the deal."""
    state = setup.chance.deal(dealt)
    return Node(setup, state, InformationState(state))
