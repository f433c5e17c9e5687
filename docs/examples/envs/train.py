"""Learn classic by playing it: one seat learns, the other three play at random. Needs numpy and numba only.

The player weighs what it sees, with one weight for every number of an observation and every move (a softmax policy),
and after each batch of rounds makes those moves likelier that won more than could be expected (REINFORCE). What could
be expected is guessed from the numbers of cards in the hands.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reihum.envs.vector import Tables

Array = NDArray[Any]
TABLES, STEPS, RATE = 1024, 300, 0.01


def chances(weights: Array, seen: Array, masks: Array) -> Array:
    """How likely each move is."""
    worth = np.where(masks == 1, seen @ weights, -np.inf)
    likely = np.exp(worth - worth.max(axis=1, keepdims=True))
    found: Array = likely / likely.sum(axis=1, keepdims=True)
    return found


def play(tables: Tables, weights: Array, dice: np.random.Generator) -> tuple[list[Array], float]:
    """A batch of moves: what the learner saw, might and did, what came of it, and its share of the rounds won."""
    seen, masks, moves, owners, dones, rewards = (list[Array]() for _ in range(6))
    for _ in range(STEPS):
        own = np.flatnonzero(tables.turns == 0)
        seen.append(tables.observations[own].astype(np.float32))
        masks.append(tables.masks[own])
        likely = chances(weights, seen[-1], masks[-1])
        moves.append((likely.cumsum(axis=1) > dice.random((len(own), 1))).argmax(axis=1))
        actions = tables.sample()
        actions[own] = moves[-1]
        owners.append(own)
        _, _, reward, done = tables.step(actions)
        dones.append(done.copy())
        rewards.append(reward[:, 0].copy())
    worth, later = list[Array](), np.full(TABLES, np.nan)
    for own, done, reward in zip(owners[::-1], dones[::-1], rewards[::-1], strict=True):
        later = np.where(done, reward, later)  # a move is worth what its round brought in the end
        worth.append(later[own])
    won = np.concatenate(rewards)[np.concatenate(dones)] > 0
    return [np.concatenate(column) for column in (seen, masks, moves, worth[::-1])], float(won.mean())


def train(batches: int) -> Iterator[float]:
    """The learner's share of the rounds won, batch by batch."""
    tables = Tables("classic", TABLES, seats=4, seed=1)
    counts = tables.encoding.places["hand.counts"]
    dice = np.random.default_rng(1)
    weights = np.zeros((tables.encoding.size, len(tables.encoding.actions)), np.float32)
    drift, spread = np.zeros_like(weights), np.zeros_like(weights)
    for _ in range(batches):
        batch, share = play(tables, weights, dice)
        seen, masks, moves, worth = (column[~np.isnan(batch[3])] for column in batch)  # rounds that were finished
        known = np.c_[seen[:, counts], np.ones(len(seen))]
        better = worth - known @ np.linalg.lstsq(known, worth, rcond=None)[0]
        push = -chances(weights, seen, masks)
        push[np.arange(len(moves)), moves] += 1
        slope = seen.T @ (push * better[:, None]).astype(np.float32) / len(moves)
        drift += 0.1 * (slope - drift)  # Adam, without its corrections
        spread += 0.01 * (slope * slope - spread)
        weights += RATE * drift / (np.sqrt(spread) + 1e-7)
        yield share


if __name__ == "__main__":
    for number, share in enumerate(train(24), 1):
        print(f"batch {number:2}: {share:.1%} of the rounds won")
