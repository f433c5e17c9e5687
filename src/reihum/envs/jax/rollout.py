"""Playing at many tables at once: simple policies and forced moves in small steps, then a decision of the net."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from reihum.envs.jax.league import EARLIER, LEARNER, League
from reihum.envs.jax.network import Weights, evaluate, to_action
from reihum.envs.jax.observation import Observation, observe
from reihum.envs.jax.policies import choose_simple
from reihum.envs.jax.position import RowPosition, deal
from reihum.envs.jax.renewal import renew
from reihum.envs.jax.rewards import reward_win
from reihum.envs.jax.rules import legal_moves, make_move
from reihum.envs.jax.words import count


class NetDecision(NamedTuple):
    """A step at every table: the position, and what the net did there. ``learns`` says whether the learner decided;
    ``over`` and ``rewards`` tell of the round after that."""

    position: Any
    seat: Any
    learns: Any
    choice: Any
    likelihood: Any
    value: Any
    over: Any
    rewards: Any


def deal_tables(league: League, key: Any) -> RowPosition:
    """A new round at every table."""
    keys = jax.random.split(key, league.policies.shape[0])
    dealt: RowPosition = jax.vmap(deal)(league.parameters, keys)
    return dealt


def renew_tables(league: League, now: RowPosition, key: Any) -> RowPosition:
    """A new round where one is over."""

    def deal_some(chosen: Any, keys: Any) -> RowPosition:
        some = jax.tree.map(lambda leaf: leaf[jnp.minimum(chosen, leaf.shape[0] - 1)], league.parameters)
        dealt: RowPosition = jax.vmap(deal)(some, keys)
        return dealt

    renewed: RowPosition = renew(deal_some, now, now.over, key)
    return renewed


def advance(league: League, now: RowPosition, steps: int) -> RowPosition:
    """Let simple policies play, and make forced moves, until a net must decide, but no more than some moves."""

    def advance_table(parameters: Any, policies: Any, position: RowPosition) -> RowPosition:
        policy = policies[position.seat]
        cards, other = legal_moves(parameters, position)
        forced = jnp.sum(count(cards)) + (other > 0) == 1
        moves = ((policy < LEARNER) | forced) & ~position.over
        after = make_move(parameters, position, choose_simple(parameters, position, policy))
        moved: RowPosition = jax.tree.map(lambda new, old: jnp.where(moves, new, old), after, position)
        return moved

    def step(now: RowPosition, _: None) -> tuple[RowPosition, None]:
        return jax.vmap(advance_table)(league.parameters, league.policies, now), None

    advanced: RowPosition = jax.lax.scan(step, now, None, length=steps)[0]
    return advanced


def needs_net(league: League, now: RowPosition) -> tuple[Any, Any]:
    """Whether a net must decide at each table, and the policy on turn."""

    def look(parameters: Any, policies: Any, position: RowPosition) -> tuple[Any, Any]:
        cards, other = legal_moves(parameters, position)
        policy = policies[position.seat]
        choices = jnp.sum(count(cards)) + (other > 0)
        return (policy >= LEARNER) & (choices > 1) & ~position.over, policy

    decides: tuple[Any, Any] = jax.vmap(look)(league.parameters, league.policies, now)
    return decides


def observe_tables(league: League, now: RowPosition) -> Observation:
    """What the seat on turn may know, at every table."""
    seen: Observation = jax.vmap(observe)(league.parameters, now, now.seat)
    return seen


def decide(
    league: League, weights: Weights, earlier: Weights, now: RowPosition, key: Any, dtype: Any
) -> tuple[RowPosition, NetDecision]:
    """One decision of a net at every table that needs one. Learner and earlier nets choose by lot."""
    must, policy = needs_net(league, now)
    seen = observe_tables(league, now)
    preferences, value = evaluate(weights, seen, dtype)
    some = jax.tree.map(lambda leaf: leaf[: league.earlier], seen)
    theirs = evaluate(earlier, some, dtype)[0] if league.earlier else preferences[:0]
    by_earlier = (policy == EARLIER)[: league.earlier, None]
    head = jnp.where(by_earlier, theirs, preferences[: league.earlier])
    used = jnp.concatenate([head, preferences[league.earlier :]])
    choice = jax.random.categorical(key, used, axis=-1)
    likelihood = jnp.take_along_axis(jax.nn.log_softmax(preferences), choice[:, None], axis=-1)[:, 0]
    after = move_tables(league, now, must, to_action(seen, choice))
    rewards = jax.vmap(reward_win)(league.parameters, after)
    learns = must & (policy == LEARNER)
    return after, NetDecision(now, now.seat, learns, choice, likelihood, value, after.over, rewards)


def move_tables(league: League, now: RowPosition, must: Any, actions: Any) -> RowPosition:
    """Make a move at the tables that must make one."""

    def move(parameters: Any, position: RowPosition, must: Any, action: Any) -> RowPosition:
        after = make_move(parameters, position, action)
        moved: RowPosition = jax.tree.map(lambda new, old: jnp.where(must, new, old), after, position)
        return moved

    moved: RowPosition = jax.vmap(move)(league.parameters, now, must, actions)
    return moved


def roll_out(
    league: League,
    weights: Weights,
    earlier: Weights,
    now: RowPosition,
    key: Any,
    *,
    steps: int,
    moves_between: int,
    dtype: Any,
) -> tuple[RowPosition, NetDecision]:
    """Some decisions at every table. Gives the tables, and the decisions step by step."""

    def step(now: RowPosition, key: Any) -> tuple[RowPosition, NetDecision]:
        dealing, choosing = jax.random.split(key)
        now = advance(league, renew_tables(league, now, dealing), moves_between)
        return decide(league, weights, earlier, now, choosing, dtype)

    rolled: tuple[RowPosition, NetDecision] = jax.lax.scan(step, now, jax.random.split(key, steps))
    return rolled


def play_rounds(league: League, weights: Weights, key: Any, *, moves_between: int, dtype: Any) -> RowPosition:
    """One round at every table, to its end. The learner makes the move it prefers."""

    def step(now: RowPosition) -> RowPosition:
        now = advance(league, now, moves_between)
        must, _ = needs_net(league, now)
        seen = observe_tables(league, now)
        preferences, _ = evaluate(weights, seen, dtype)
        return move_tables(league, now, must, to_action(seen, jnp.argmax(preferences, axis=-1)))

    finished: RowPosition = jax.lax.while_loop(lambda now: ~jnp.all(now.over), step, deal_tables(league, key))
    return finished
