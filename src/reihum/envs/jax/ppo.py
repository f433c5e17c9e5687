"""Proximal policy optimisation (Schulman et al. 2017) with Adam: one update of the net from a rollout."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from reihum.envs.jax.league import LEARNER, League
from reihum.envs.jax.network import Weights, evaluate
from reihum.envs.jax.rollout import NetDecision, Position, observe_tables, roll_out, share_of_win

CLIP = 0.2
VALUE_SHARE = 0.5
LARGEST_STEP = 0.5
BETAS = (0.9, 0.999)


class TrainingSettings(NamedTuple):
    """How a net is trained."""

    tables: int
    steps: int
    moves_between: int
    """The moves of simple policies, at most, between two decisions of a net."""
    batches: int
    epochs: int = 1
    learning_rate: float = 6e-4
    smoothing: float = 0.97
    """λ of generalised advantage estimation."""
    entropy: float = 0.003
    averaging: float = 0.97
    """How much of the averaged weights stays with every update."""
    dtype: str = "float32"


class Learner(NamedTuple):
    """Everything that training changes, but the tables."""

    weights: Weights
    first: Weights
    second: Weights
    """Adam's moments."""
    averaged: Weights
    count: Any
    """Adam's steps so far."""


class Progress(NamedTuple):
    """What an update reports: rounds finished against ``solid`` alone, how many of them the learner won and how many
    would be fair, all rounds, the learner's decisions, and means over them."""

    rounds: Any
    won: Any
    fair: Any
    all_rounds: Any
    decisions: Any
    entropy: Any
    moved: Any
    explained: Any


def make_learner(weights: Weights) -> Learner:
    """A learner that begins with some weights."""
    nothing = jax.tree.map(jnp.zeros_like, weights)
    return Learner(weights, nothing, nothing, weights, jnp.int32(0))


def update(
    league: League,
    settings: TrainingSettings,
    learner: Learner,
    earlier: Weights,
    now: Position,
    key: Any,
    rate: Any,
) -> tuple[Learner, Position, Progress]:
    """Play, then learn from it."""
    dtype = jnp.dtype(settings.dtype)
    play_key, learn_key = jax.random.split(key)
    now, decisions = roll_out(
        league,
        learner.weights,
        earlier,
        now,
        play_key,
        steps=settings.steps,
        moves_between=settings.moves_between,
        dtype=dtype,
    )
    last = _values(league, learner.weights, now, dtype)
    gains = estimate_gains(decisions, last, settings.smoothing)
    learner, (entropy, moved) = _learn(league, settings, learner, decisions, gains, learn_key, rate)
    averaged = jax.tree.map(
        lambda old, new: settings.averaging * old + (1 - settings.averaging) * new, learner.averaged, learner.weights
    )
    return learner._replace(averaged=averaged), now, _progress(league, decisions, gains, entropy, moved)


def estimate_gains(decisions: NetDecision, last: Any, smoothing: float) -> Any:
    """How much better each decision was than expected (generalised advantage estimation). Every seat has its own
    chain of decisions; ``last`` are the values of all seats at the end."""
    seats = jnp.arange(last.shape[-1])

    def step(state: tuple[Any, Any], decision: NetDecision) -> tuple[tuple[Any, Any], Any]:
        following, gain = state
        over = decision.over[:, None]
        following, gain = jnp.where(over, decision.rewards, following), jnp.where(over, 0.0, gain)
        own = (decision.seat[:, None] == seats) & decision.learns[:, None]
        new = following - decision.value[:, None] + smoothing * gain
        following, gain = jnp.where(own, decision.value[:, None], following), jnp.where(own, new, gain)
        return (following, gain), jnp.sum(jnp.where(own, new, 0.0), axis=-1)

    gains: Any = jax.lax.scan(step, (last, jnp.zeros_like(last)), decisions._replace(position=None), reverse=True)[1]
    return gains


def _values(league: League, weights: Weights, now: Position, dtype: Any) -> Any:
    """What the net thinks of the tables, seat by seat."""
    values = []
    for seat in range(league.policies.shape[1]):
        seen = jax.vmap(league.family.observe, in_axes=(0, 0, None))(league.parameters, now, seat)
        values.append(evaluate(league.family, weights, seen, dtype)[1])
    return jnp.stack(values, axis=-1)


def _learn(
    league: League,
    settings: TrainingSettings,
    learner: Learner,
    decisions: NetDecision,
    gains: Any,
    key: Any,
    rate: Any,
) -> tuple[Learner, Any]:
    """Go through the decisions in batches: each has all steps of some of the tables."""
    batches = settings.batches

    def by_batch(leaf: Any) -> Any:
        return jnp.moveaxis(leaf.reshape(leaf.shape[0], -1, batches, *leaf.shape[2:]), 2, 0)

    samples = jax.tree.map(by_batch, (decisions._replace(rewards=None, over=None), gains))
    parameters = jax.tree.map(lambda leaf: by_batch(leaf[None])[:, 0], league.parameters)
    orders = [jax.random.permutation(each, batches) for each in jax.random.split(key, settings.epochs)]

    def step(learner: Learner, number: Any) -> tuple[Learner, Any]:
        batch, gain, rules = jax.tree.map(lambda leaf: leaf[number], (*samples, parameters))
        tables = replace(league, parameters=rules)
        slope, told = jax.grad(_loss, has_aux=True)(learner.weights, tables, settings, batch, gain)
        return _step_adam(learner, slope, rate), told

    learner, told = jax.lax.scan(step, learner, jnp.concatenate(orders))
    return learner, jax.tree.map(jnp.mean, told)


def _loss(
    weights: Weights, league: League, settings: TrainingSettings, batch: NetDecision, gain: Any
) -> tuple[Any, tuple[Any, Any]]:
    seen = jax.vmap(lambda now: observe_tables(league, now))(batch.position)
    preferences, value = evaluate(league.family, weights, seen, jnp.dtype(settings.dtype))
    share = batch.learns / jnp.maximum(jnp.sum(batch.learns), 1)
    centred = gain - jnp.sum(gain * share)
    scaled = centred / (jnp.sqrt(jnp.sum(centred**2 * share)) + 1e-6)
    all_likely = jax.nn.log_softmax(preferences)
    likely = jnp.take_along_axis(all_likely, batch.choice[..., None], axis=-1)[..., 0]
    ratio = jnp.exp(jnp.clip(likely - batch.likelihood, -10, 10))
    policy = jnp.minimum(ratio * scaled, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * scaled)
    missed = (value - (gain + batch.value)) ** 2
    entropy = -jnp.sum(jnp.exp(all_likely) * jnp.maximum(all_likely, -50.0), axis=-1)
    loss = jnp.sum(share * (VALUE_SHARE * missed - policy - settings.entropy * entropy))
    return loss, (jnp.sum(share * entropy), jnp.sum(share * (batch.likelihood - likely)))


def _step_adam(learner: Learner, slope: Weights, rate: Any) -> Learner:
    size = jnp.sqrt(sum(jnp.sum(leaf**2) for leaf in jax.tree.leaves(slope)))
    slope = jax.tree.map(lambda leaf: leaf * jnp.minimum(1.0, LARGEST_STEP / (size + 1e-9)), slope)
    count = learner.count + 1
    first = jax.tree.map(lambda old, new: BETAS[0] * old + (1 - BETAS[0]) * new, learner.first, slope)
    second = jax.tree.map(lambda old, new: BETAS[1] * old + (1 - BETAS[1]) * new**2, learner.second, slope)
    scale = rate * jnp.sqrt(1 - BETAS[1] ** count) / (1 - BETAS[0] ** count)
    weights = jax.tree.map(lambda w, m, v: w - scale * m / (jnp.sqrt(v) + 1e-8), learner.weights, first, second)
    return Learner(weights, first, second, learner.averaged, count)


def _progress(league: League, decisions: NetDecision, gains: Any, entropy: Any, moved: Any) -> Progress:
    over = decisions.over & league.meets_solid
    own = league.policies == LEARNER
    won = jnp.sum(jnp.where(own, share_of_win(league, decisions.rewards), 0.0), axis=-1)
    learns = decisions.learns
    target = gains + decisions.value
    count = jnp.maximum(jnp.sum(learns), 1)
    mean = jnp.sum(target * learns) / count
    spread = jnp.sum((target - mean) ** 2 * learns)
    missed = jnp.sum(gains**2 * learns)
    return Progress(
        rounds=jnp.sum(over),
        won=jnp.sum(over * won),
        fair=jnp.sum(over / league.parameters.seats),
        all_rounds=jnp.sum(decisions.over),
        decisions=jnp.sum(learns),
        entropy=entropy,
        moved=moved,
        explained=1 - missed / jnp.maximum(spread, 1e-9),
    )
