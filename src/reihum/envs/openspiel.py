"""OpenSpiel games: importing this module registers every game that fits as ``reihum_classic``, ``reihum_master`` …

Chance deals the cards one by one (``dealing``), then the players act in turn. Actions are the numbers of ``actions``,
their texts the notation. docs/envs.md tells about parameters, observations and returns.
"""

from __future__ import annotations

from collections.abc import Iterator
from struct import pack
from typing import Any

import numpy as np
import pyspiel

from reihum.cards import Randomness
from reihum.engine import Facts
from reihum.envs.encoding import Encoding, glimpse
from reihum.envs.nodes import CHANCE, TERMINAL, Node, begun, table_of
from reihum.envs.parameters import defaults, settled, usual
from reihum.envs.rendering import drawn
from reihum.envs.rewards import bounds, check, rewards
from reihum.games import GAMES


class ReihumGame(pyspiel.Game):  # type: ignore[misc,unused-ignore]
    """A game with its parameters: ``players``, ``reward``, and the game's own options."""

    facts: Facts

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = defaults(self.facts) | (params or {})
        check(given["reward"])
        self.table = table_of(settled(self.facts, given), given["reward"])
        dealing = self.table.dealing
        self.start = Node(self.table, None, None, (), dealing.whole) if dealing.nodes else begun(self.table, ())
        super().__init__(game_type(self.facts, self.table.reward), self._info(), given)

    def _info(self) -> pyspiel.GameInfo:
        game, reward = self.table.game, self.table.reward
        least, most = bounds(game, reward)
        return pyspiel.GameInfo(
            num_distinct_actions=len(self.table.encoding.actions),
            max_chance_outcomes=self.table.dealing.outcomes,
            num_players=game.seats,
            min_utility=least,
            max_utility=most,
            utility_sum=None if reward == "points" else 0.0,
            max_game_length=self.facts.bound,
        )

    def max_chance_nodes_in_history(self) -> int:
        """Every card is dealt on its own."""
        return self.table.dealing.nodes

    def new_initial_state(self) -> Round:
        """Before the deal."""
        return Round(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What tells of states in numbers and in words."""
        return Observer(self.table.encoding, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class Round(pyspiel.State):  # type: ignore[misc,unused-ignore]
    """A round, from the deal on."""

    def __init__(self, game: ReihumGame) -> None:
        super().__init__(game)
        self.node = game.start

    def current_player(self) -> int:
        return self.node.player

    def is_terminal(self) -> bool:
        return self.node.player == TERMINAL

    def is_chance_node(self) -> bool:
        return self.node.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """As OpenSpiel's own, for callers from Python: they need no detour."""
        node = self.node
        if node.player == CHANCE:
            return node.table.dealing.possible(node.dealt, node.left)
        if node.player == TERMINAL or player not in (None, node.player):
            return []
        return self._legal_actions(node.player)

    def _legal_actions(self, player: int) -> list[int]:
        node = self.node
        assert node.state is not None
        return sorted(node.table.encoding.actions.legal(node.state, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that are left; then, where a lot decides, who begins."""
        return self.node.table.dealing.odds(self.node.dealt, self.node.left)

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        table = self.node.table
        if player == CHANCE:
            return table.dealing.text(len(self.node.dealt), action)
        return str(table.encoding.actions.moves[action])

    def returns(self) -> list[float]:
        table, state = self.node.table, self.node.state
        if state is None or state.outcome is None:
            return [0.0] * table.game.seats
        return rewards(table.game, state.outcome, table.reward)

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> Round:
        """A state that a player cannot tell from this one: what it has not been shown is dealt anew."""
        node = self.node
        assert node.state is not None
        assert node.memory is not None
        randomness = Randomness(pack("dd", probability_sampler(), probability_sampler()), "resample")
        twin: Round = self.clone()
        world = node.state.imagine(player_id, randomness)
        twin.node = Node(node.table, world, node.memory.imagined(player_id, world))
        return twin

    def __str__(self) -> str:
        node = self.node
        if node.state is None:
            return " ".join(node.table.dealing.text(place, card) for place, card in enumerate(node.dealt)) or "deal"
        return "\n".join(drawn(node.state.view(seat)) for seat in range(node.table.game.seats))


class Observer:
    """Tells of states: in numbers, what a seat sees; in words, what it sees or all that it has been shown."""

    def __init__(self, encoding: Encoding, kind: Any) -> None:
        self.encoding = encoding
        self.recall = kind.perfect_recall
        self.public = kind.public_info
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        parts = [part for part in encoding.parts if (self.private if part.private else self.public)]
        self.tensor: Any = None  # a memory has no fixed length
        self.dict: dict[str, Any] = {}
        if not self.recall:
            self.tensor = np.zeros(sum(part.size for part in parts), np.float32)
            ends = np.cumsum([part.size for part in parts])[:-1]
            self.dict = {part.name: piece for part, piece in zip(parts, np.split(self.tensor, ends), strict=True)}

    def set_from(self, state: Round, player: int) -> None:
        """The numbers of a state; 0 while cards are dealt."""
        self.tensor.fill(0)
        here = state.node.state
        if here is not None:
            view = glimpse(here, player) if self.private else here.view(None)
            seen = np.frombuffer(self.encoding.observe(view, player), np.int8)
            for name, piece in self.dict.items():
                piece[:] = seen[self.encoding.places[name]]

    def string_from(self, state: Round, player: int) -> str:
        """The words of a state."""
        here, memory = state.node.state, state.node.memory
        if here is None or memory is None:
            return "\n".join(self._dealing(state.node, player))
        if self.recall:
            return memory.seen_by(player)
        lines = drawn(here.view(player if self.private else None)).splitlines()
        if not self.public:
            spectator = set(drawn(here.view(None)).splitlines())
            lines = [line for line in lines if line not in spectator]
        return "\n".join(lines)

    def _dealing(self, node: Node, player: int) -> Iterator[str]:
        """While cards are dealt: how many, and the own ones."""
        if self.public:
            yield f"dealt {len(node.dealt)}"
        if self.private:
            yield " ".join(node.table.dealing.hand(node.dealt, player))


def game_type(facts: Facts, reward: str = "win") -> pyspiel.GameType:
    """What OpenSpiel wants to know about a game."""
    kind = pyspiel.GameType
    game = usual(facts)
    assert game is not None
    chance = kind.ChanceMode.EXPLICIT_STOCHASTIC if game.cards else kind.ChanceMode.DETERMINISTIC
    return kind(
        short_name=f"reihum_{facts.id.replace('-', '_')}",
        long_name=f"Reihum: {facts.id}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.GENERAL_SUM if reward == "points" else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=facts.seats[-1],
        min_num_players=facts.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults(facts),
    )


def register() -> None:
    """Make the games known to ``pyspiel.load_game``."""
    known = pyspiel.registered_names()
    for facts in GAMES.values():
        kind = game_type(facts) if usual(facts) else None
        if kind and kind.short_name not in known:
            pyspiel.register_game(kind, type(kind.short_name, (ReihumGame,), {"facts": facts}))


register()
