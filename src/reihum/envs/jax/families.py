"""The families of games: what the environment and the training need to know about each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from reihum.engine import Game
from reihum.envs.jax.master import choices as master_choices
from reihum.envs.jax.master import observation as master_observation
from reihum.envs.jax.master import parameters as master_parameters
from reihum.envs.jax.master import policies as master_policies
from reihum.envs.jax.master import position as master_position
from reihum.envs.jax.master import rewards as master_rewards
from reihum.envs.jax.master import rules as master_rules
from reihum.envs.jax.rows import choices as row_choices
from reihum.envs.jax.rows import observation as row_observation
from reihum.envs.jax.rows import parameters as row_parameters
from reihum.envs.jax.rows import policies as row_policies
from reihum.envs.jax.rows import position as row_position
from reihum.envs.jax.rows import rewards as row_rewards
from reihum.envs.jax.rows import rules as row_rules
from reihum.errors import BadOption
from reihum.games.master.rules import MasterState
from reihum.games.rows.rules import GAMES, RowsState

Function = Callable[..., Any]


class GameFamily(NamedTuple):
    """The rules, policies and observations of a family as pure functions. Most of them take parameters and a
    position."""

    name: str
    numbers: int
    """The numbers of a row."""
    kinds: int
    """How many different things a net may choose for each card."""
    has_neighbours: bool
    """Whether it matters which rows lie beside a row."""
    parameters_of: Function
    deal: Function
    legal_mask: Function
    count_choices: Function
    make_move: Function
    choose_simple: Function
    reward_win: Function
    reward_places: Function
    reward_points: Function
    observe: Function
    count_planes: Function
    count_numbers: Function
    legal_choices: Function
    prior: Function
    to_action: Function


ROWS = GameFamily(
    name="rows",
    numbers=row_parameters.NUMBERS,
    kinds=1,
    has_neighbours=False,
    parameters_of=row_parameters.parameters_of,
    deal=row_position.deal,
    legal_mask=row_rules.legal_mask,
    count_choices=row_rules.count_choices,
    make_move=row_rules.make_move,
    choose_simple=row_policies.choose_simple,
    reward_win=row_rewards.reward_win,
    reward_places=row_rewards.reward_places,
    reward_points=row_rewards.reward_points,
    observe=row_observation.observe,
    count_planes=row_observation.count_planes,
    count_numbers=row_observation.count_numbers,
    legal_choices=row_choices.legal_choices,
    prior=row_choices.prior,
    to_action=row_choices.to_action,
)
MASTER = GameFamily(
    name="master",
    numbers=master_parameters.NUMBERS,
    kinds=len(master_policies.KINDS),
    has_neighbours=True,
    parameters_of=master_parameters.parameters_of,
    deal=master_position.deal,
    legal_mask=master_rules.legal_mask,
    count_choices=master_rules.count_choices,
    make_move=master_rules.make_move,
    choose_simple=master_policies.choose_simple,
    reward_win=master_rewards.reward_win,
    reward_places=master_rewards.reward_places,
    reward_points=master_rewards.reward_points,
    observe=master_observation.observe,
    count_planes=master_observation.count_planes,
    count_numbers=master_observation.count_numbers,
    legal_choices=master_choices.legal_choices,
    prior=master_choices.prior,
    to_action=master_choices.to_action,
)


def family_of(game: Game) -> GameFamily:
    """The family of a game."""
    families = {RowsState: ROWS, MasterState: MASTER}
    if game.facts.state not in families:
        expected = ", ".join([*(facts.id for facts in GAMES), MASTER.name])
        raise BadOption("not-in-jax", expected=expected, got=game.id)
    return families[game.facts.state]


def stack_parameters(games: Sequence[Game], seats: int) -> Any:
    """The parameters of many tables, with room for a number of seats."""
    distinct = {game: family_of(game).parameters_of(game, seats) for game in dict.fromkeys(games)}
    return jax.tree.map(lambda *leaves: jnp.asarray(np.stack(leaves)), *(distinct[game] for game in games))
