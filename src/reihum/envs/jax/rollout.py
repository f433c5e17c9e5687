"""Playing at many tables at once: simple policies and forced moves in small steps, then a decision of the net."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from reihum.envs.jax.league import EARLIER, LEARNER, League
from reihum.envs.jax.network import Weights, evaluate
from reihum.envs.jax.observation import Observation
from reihum.envs.jax.renewal import renew

Position = Any
"""A position of the league's family, or one for each of many tables."""


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


def deal_tables(league: League, key: Any) -> Position:
    """A new round at every table."""
    keys = jax.random.split(key, league.policies.shape[0])
    dealt: Position = jax.vmap(league.family.deal)(league.parameters, keys)
    return dealt


def renew_tables(league: League, now: Position, key: Any) -> Position:
    """A new round where one is over."""

    def deal_some(chosen: Any, keys: Any) -> Position:
        some = jax.tree.map(lambda leaf: leaf[jnp.minimum(chosen, leaf.shape[0] - 1)], league.parameters)
        dealt: Position = jax.vmap(league.family.deal)(some, keys)
        return dealt

    renewed: Position = renew(deal_some, now, now.over, key)
    return renewed


def advance(league: League, now: Position, steps: int) -> Position:
    """Let simple policies play, and make forced moves, until a net must decide, but no more than some moves."""
    family = league.family

    def advance_table(parameters: Any, policies: Any, position: Position) -> Position:
        policy = policies[position.seat]
        forced = family.count_choices(parameters, position) == 1
        moves = ((policy < LEARNER) | forced) & ~position.over
        after = family.make_move(parameters, position, family.choose_simple(parameters, position, policy))
        moved: Position = jax.tree.map(lambda new, old: jnp.where(moves, new, old), after, position)
        return moved

    def step(now: Position, _: None) -> tuple[Position, None]:
        return jax.vmap(advance_table)(league.parameters, league.policies, now), None

    advanced: Position = jax.lax.scan(step, now, None, length=steps)[0]
    return advanced


def needs_net(league: League, now: Position) -> tuple[Any, Any]:
    """Whether a net must decide at each table, and the policy on turn."""

    def look(parameters: Any, policies: Any, position: Position) -> tuple[Any, Any]:
        policy = policies[position.seat]
        choices = league.family.count_choices(parameters, position)
        return (policy >= LEARNER) & (choices > 1) & ~position.over, policy

    decides: tuple[Any, Any] = jax.vmap(look)(league.parameters, league.policies, now)
    return decides


def observe_tables(league: League, now: Position) -> Observation:
    """What the seat on turn may know, at every table."""
    seen: Observation = jax.vmap(league.family.observe)(league.parameters, now, now.seat)
    return seen


def decide(
    league: League, weights: Weights, earlier: Weights, now: Position, key: Any, dtype: Any
) -> tuple[Position, NetDecision]:
    """One decision of a net at every table that needs one. Learner and earlier nets choose by lot."""
    must, policy = needs_net(league, now)
    seen = observe_tables(league, now)
    preferences, value = evaluate(league.family, weights, seen, dtype)
    some = jax.tree.map(lambda leaf: leaf[: league.earlier], seen)
    theirs = evaluate(league.family, earlier, some, dtype)[0] if league.earlier else preferences[:0]
    by_earlier = (policy == EARLIER)[: league.earlier, None]
    head = jnp.where(by_earlier, theirs, preferences[: league.earlier])
    used = jnp.concatenate([head, preferences[league.earlier :]])
    choice = jax.random.categorical(key, used, axis=-1)
    likelihood = jnp.take_along_axis(jax.nn.log_softmax(preferences), choice[:, None], axis=-1)[:, 0]
    after = move_tables(league, now, must, league.family.to_action(seen, choice))
    rewards = jax.vmap(league.family.reward_win)(league.parameters, after)
    learns = must & (policy == LEARNER)
    return after, NetDecision(now, now.seat, learns, choice, likelihood, value, after.over, rewards)


def move_tables(league: League, now: Position, must: Any, actions: Any) -> Position:
    """Make a move at the tables that must make one."""

    def move(parameters: Any, position: Position, must: Any, action: Any) -> Position:
        after = league.family.make_move(parameters, position, action)
        moved: Position = jax.tree.map(lambda new, old: jnp.where(must, new, old), after, position)
        return moved

    moved: Position = jax.vmap(move)(league.parameters, now, must, actions)
    return moved


def roll_out(
    league: League,
    weights: Weights,
    earlier: Weights,
    now: Position,
    key: Any,
    *,
    steps: int,
    moves_between: int,
    dtype: Any,
) -> tuple[Position, NetDecision]:
    """Some decisions at every table. Gives the tables, and the decisions step by step."""

    def step(now: Position, key: Any) -> tuple[Position, NetDecision]:
        dealing, choosing = jax.random.split(key)
        now = advance(league, renew_tables(league, now, dealing), moves_between)
        return decide(league, weights, earlier, now, choosing, dtype)

    rolled: tuple[Position, NetDecision] = jax.lax.scan(step, now, jax.random.split(key, steps))
    return rolled


def share_of_win(league: League, rewards: Any) -> Any:
    """The share of a win that rewards for winning tell of, by table and seat: 1 for the only winner."""
    seats = league.parameters.seats[:, None]
    return (rewards * (seats - 1) + 1) / seats


def play_rounds(league: League, weights: Weights, key: Any, *, moves_between: int, dtype: Any) -> Any:
    """One round at every table, to its end. The learner makes the moves it prefers. Gives shares of wins by seat."""

    def step(now: Position) -> Position:
        now = advance(league, now, moves_between)
        must, _ = needs_net(league, now)
        seen = observe_tables(league, now)
        preferences, _ = evaluate(league.family, weights, seen, dtype)
        return move_tables(league, now, must, league.family.to_action(seen, jnp.argmax(preferences, axis=-1)))

    finished = jax.lax.while_loop(lambda now: ~jnp.all(now.over), step, deal_tables(league, key))
    return share_of_win(league, jax.vmap(league.family.reward_win)(league.parameters, finished))
