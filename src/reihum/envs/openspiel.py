"""OpenSpiel games: importing this module registers every game that fits as ``reihum_classic``, ``reihum_master`` …

Chance deals the cards one by one (``chance``), then the players act in turn. Actions are the numbers of ``actions``,
and their texts are the notation. docs/envs.md describes parameters, observations and returns.
"""

from __future__ import annotations

from collections.abc import Iterator
from struct import pack
from typing import Any

from reihum.errors import MissingExtra

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as error:
    raise MissingExtra(error, "envs") from error

from reihum.cards import Randomness
from reihum.engine import Facts
from reihum.engine.rendering import render_view
from reihum.envs.encoding import Encoding, observable_view
from reihum.envs.nodes import CHANCE, TERMINAL, Node, start_node, tree_setup_of
from reihum.envs.parameters import default_parameters, game_from_parameters, usual_game
from reihum.envs.rewards import check_reward, reward_bounds, rewards_of
from reihum.games import GAMES

__all__ = ["ReihumGame", "ReihumObserver", "ReihumState", "game_type", "register_games"]


class ReihumGame(pyspiel.Game):  # type: ignore[misc,unused-ignore]
    """A game with its parameters: ``players``, ``reward``, and the game's own options."""

    facts: Facts

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = default_parameters(self.facts) | (params or {})
        check_reward(given["reward"])
        self.setup = tree_setup_of(game_from_parameters(self.facts, given), given["reward"])
        chance = self.setup.chance
        self.start = Node(self.setup, None, None, (), chance.whole) if chance.nodes else start_node(self.setup, ())
        super().__init__(game_type(self.facts, self.setup.reward), self._info(), given)

    def _info(self) -> pyspiel.GameInfo:
        game, reward = self.setup.game, self.setup.reward
        least, most = reward_bounds(game, reward)
        return pyspiel.GameInfo(
            num_distinct_actions=len(self.setup.encoding.actions),
            max_chance_outcomes=self.setup.chance.outcomes,
            num_players=game.seats,
            min_utility=least,
            max_utility=most,
            utility_sum=None if reward == "points" else 0.0,
            max_game_length=self.facts.bound,
        )

    def max_chance_nodes_in_history(self) -> int:
        """Every card is dealt on its own."""
        return self.setup.chance.nodes

    def new_initial_state(self) -> ReihumState:
        """The state before the deal."""
        return ReihumState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> ReihumObserver:
        """An observer of states, as numbers and as text."""
        return ReihumObserver(self.setup.encoding, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class ReihumState(pyspiel.State):  # type: ignore[misc,unused-ignore]
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
        """The same as OpenSpiel's own method, but faster for callers from Python."""
        node = self.node
        if node.player == CHANCE:
            return node.setup.chance.possible(node.dealt, node.left)
        if node.player == TERMINAL or player not in (None, node.player):
            return []
        return self._legal_actions(node.player)

    def _legal_actions(self, player: int) -> list[int]:
        node = self.node
        assert node.state is not None
        return sorted(node.setup.encoding.actions.legal(node.state, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that are left. Then, if a lot decides, who begins."""
        return self.node.setup.chance.odds(self.node.dealt, self.node.left)

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        setup = self.node.setup
        if player == CHANCE:
            return setup.chance.text(len(self.node.dealt), action)
        return str(setup.encoding.actions.moves[action])

    def returns(self) -> list[float]:
        setup, state = self.node.setup, self.node.state
        if state is None or state.outcome is None:
            return [0.0] * setup.game.seats
        return rewards_of(setup.game, state.outcome, setup.reward)

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> ReihumState:
        """A state that a player cannot tell from this one: what it has not been shown is dealt again."""
        node = self.node
        assert node.state is not None
        assert node.information is not None
        randomness = Randomness(pack("dd", probability_sampler(), probability_sampler()), "resample")
        twin: ReihumState = self.clone()
        world = node.state.imagine(player_id, randomness)
        twin.node = Node(node.setup, world, node.information.imagine(player_id, world))
        return twin

    def __str__(self) -> str:
        node = self.node
        if node.state is None:
            return " ".join(node.setup.chance.text(place, card) for place, card in enumerate(node.dealt)) or "deal"
        return "\n".join(render_view(node.state.view(seat)) for seat in range(node.setup.game.seats))


class ReihumObserver:
    """Observes states: as numbers, what a seat sees; as text, what it sees or everything it has been shown."""

    def __init__(self, encoding: Encoding, kind: Any) -> None:
        self.encoding = encoding
        self.recall = kind.perfect_recall
        self.public = kind.public_info
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        parts = [part for part in encoding.parts if (self.private if part.private else self.public)]
        self.tensor: Any = None  # a text has no fixed length
        self.dict: dict[str, Any] = {}
        if not self.recall:
            self.tensor = np.zeros(sum(part.size for part in parts), np.float32)
            ends = np.cumsum([part.size for part in parts])[:-1]
            self.dict = {part.name: piece for part, piece in zip(parts, np.split(self.tensor, ends), strict=True)}

    def set_from(self, state: ReihumState, player: int) -> None:
        """Write the numbers of a state. All are 0 during the deal."""
        self.tensor.fill(0)
        here = state.node.state
        if here is not None:
            view = observable_view(here, player) if self.private else here.view(None)
            seen = np.frombuffer(self.encoding.observe(view, player), np.int8)
            for name, piece in self.dict.items():
                piece[:] = seen[self.encoding.places[name]]

    def string_from(self, state: ReihumState, player: int) -> str:
        """The text of a state."""
        here, information = state.node.state, state.node.information
        if here is None or information is None:
            return "\n".join(self._dealing(state.node, player))
        if self.recall:
            return information.seen_by(player)
        lines = render_view(here.view(player if self.private else None)).splitlines()
        if not self.public:
            spectator = set(render_view(here.view(None)).splitlines())
            lines = [line for line in lines if line not in spectator]
        return "\n".join(lines)

    def _dealing(self, node: Node, player: int) -> Iterator[str]:
        """During the deal: how many cards have been dealt, and the seat's own."""
        if self.public:
            yield f"dealt {len(node.dealt)}"
        if self.private:
            yield " ".join(node.setup.chance.hand(node.dealt, player))


def game_type(facts: Facts, reward: str = "win") -> pyspiel.GameType:
    """What OpenSpiel has to know about a game."""
    kind = pyspiel.GameType
    game = usual_game(facts)
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
        parameter_specification=default_parameters(facts),
    )


def register_games() -> None:
    """Make the games known to ``pyspiel.load_game``."""
    known = pyspiel.registered_names()
    for facts in GAMES.values():
        kind = game_type(facts) if usual_game(facts) else None
        if kind and kind.short_name not in known:
            pyspiel.register_game(kind, type(kind.short_name, (ReihumGame,), {"facts": facts}))


register_games()
