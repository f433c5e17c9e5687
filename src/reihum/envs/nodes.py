"""Where an OpenSpiel game stands: the deal by chance, then the engine's state and what has been shown."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pyspiel
from msgspec import Struct
from msgspec.structs import astuple

from reihum.engine import Game, State
from reihum.envs.chance import Dealing, dealing_of
from reihum.envs.encoding import Encoding, encoding_of
from reihum.envs.information_state import Memory, Told
from reihum.games import GAMES

CHANCE = int(pyspiel.PlayerId.CHANCE)
TERMINAL = int(pyspiel.PlayerId.TERMINAL)


class Table(Struct, frozen=True, eq=False):
    """What never changes in a game."""

    game: Game
    reward: str
    encoding: Encoding
    dealing: Dealing


@lru_cache(maxsize=64)
def table_of(game: Game, reward: str) -> Table:
    """All that is needed to play a game."""
    return Table(game, reward, encoding_of(game), dealing_of(game))


class Node:
    """Where a game stands: what chance has dealt and what is left, then the engine's state and what everybody has been
    shown. Never changed, so that copies of a state may share it."""

    __slots__ = ("dealt", "left", "memory", "player", "state", "table")

    def __init__(
        self,
        table: Table,
        state: State | None,
        memory: Memory | None = None,
        dealt: tuple[int, ...] = (),
        left: tuple[int, ...] = (),
    ) -> None:
        self.table = table
        self.state = state
        self.memory = memory
        self.dealt = dealt
        self.left = left
        # where several seats choose at the same time, here they do so one after another, unseen
        self.player = CHANCE if state is None else TERMINAL if state.outcome else state.to_act[0]

    def after(self, action: int) -> Node:
        """Where the game stands after a move, or after chance has decided something."""
        table, state, memory = self.table, self.state, self.memory
        if state is not None and memory is not None:
            state = state.play(self.player, table.encoding.actions.moves[action])
            return Node(table, state, Memory(state, memory))
        dealt, left = (*self.dealt, action), table.dealing.without(action, self.dealt, self.left)
        return Node(table, None, None, dealt, left) if len(dealt) < table.dealing.nodes else begun(table, dealt)

    def __deepcopy__(self, _: object) -> Node:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        game, rules = self.table.game, self.table.game.facts.rules_version
        options = {name: value for name, value in game.options.items() if value is not None}
        fields = None if self.state is None else astuple(self.state)[1:]
        told = None if self.memory is None else self.memory.told
        return _restored, (game.id, rules, game.seats, options, self.table.reward, self.dealt, self.left, fields, told)


def _restored(
    id: str,
    rules: int,
    seats: int,
    options: dict[str, Any],
    reward: str,
    dealt: tuple[int, ...],
    left: tuple[int, ...],
    fields: tuple[Any, ...] | None,
    told: Told | None,
) -> Node:
    game = GAMES[id].by_rules(rules).game(seats, **options)
    table = table_of(game, reward)
    if fields is None:
        return Node(table, None, None, dealt, left)
    state = game.facts.state(game, *fields)
    return Node(table, state, Memory(state, told=told))


def begun(table: Table, dealt: tuple[int, ...]) -> Node:
    """The node behind the deal."""
    state = table.dealing.deal(dealt)
    return Node(table, state, Memory(state))
