"""`python -m benchmarks.accelerator`: decisions a second of random play in JAX, with observation and mask, beside pgx.

Needs `reihum[jax]`, and pgx for the comparison. A decision is a step at one table: a random legal move, the position
after it, the next observation and mask, and a new deal where a round has ended. Every environment plays by the same
loop; pgx's are dealt to by its own `auto_reset`. On a processor the seconds are those of its own time, as in
`python -m benchmarks envs`: start it with `taskset -c 0` to compare one core with one core.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any

import jax
import jax.numpy as jnp

from reihum.envs.jax import Env

CLOCK = time.process_time if jax.default_backend() == "cpu" else time.perf_counter
STEPS = 64
PEERS = ("kuhn_poker", "leduc_holdem", "sparrow_mahjong", "2048")
"""The card games of pgx that need no data from the network, and 2048."""

Step = Callable[[Any, Any, Any], Any]


def choose(mask: Any, key: Any) -> Any:
    """A random legal move."""
    rank = jnp.cumsum(mask)
    return jnp.argmax(rank > jax.random.randint(key, (), 0, rank[-1])).astype(jnp.int32)


def measure(init: Callable[[Any], Any], step: Step, tables: int, repeats: int) -> float:
    """Decisions a second: the best of some repeats."""

    def one(states: Any, key: Any) -> tuple[Any, None]:
        choosing, stepping = jax.random.split(key)
        actions = jax.vmap(choose)(states.legal_action_mask, jax.random.split(choosing, tables))
        return step(states, actions, stepping), None

    def play(states: Any, key: Any) -> Any:
        return jax.lax.scan(one, states, jax.random.split(key, STEPS))[0]

    run = jax.jit(play, donate_argnums=0)
    states = jax.jit(jax.vmap(init))(jax.random.split(jax.random.key(0), tables))
    states = jax.block_until_ready(run(states, jax.random.key(1)))
    best = 0.0
    for number in range(repeats):
        began = CLOCK()
        states = jax.block_until_ready(run(states, jax.random.key(2 + number)))
        best = max(best, STEPS * tables / (CLOCK() - began))
    return best


def environments(tables: int) -> Iterator[tuple[str, Callable[[Any], Any], Step]]:
    """Ours, then those of pgx if it is installed."""
    env = Env("classic", seats=4)
    yield "reihum classic, 4 seats", env.init, env.step_tables
    try:
        import pgx
        from pgx.experimental import auto_reset
    except ImportError:
        print("pgx is not installed")
        return
    print(f"pgx {version('pgx')}")
    for name in PEERS:
        peer = pgx.make(name)
        yield f"pgx {name}", peer.init, step_many(auto_reset(peer.step, peer.init), tables)


def step_many(step: Step, tables: int) -> Step:
    """A step at many tables, each with a key of its own."""
    return lambda states, actions, key: jax.vmap(step)(states, actions, jax.random.split(key, tables))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.accelerator", description="Random play in JAX.")
    parser.add_argument("--tables", type=int, nargs="+", default=[1024, 8192, 65_536, 262_144])
    parser.add_argument("--repeats", type=int, default=3)
    given = parser.parse_args()
    print(f"{jax.devices()[0].device_kind}, jax {jax.__version__}; decisions a second, {STEPS} steps a call")
    for tables in given.tables:
        for name, init, step in environments(tables):
            try:
                rate = measure(init, step, tables, given.repeats)
            except Exception as error:  # a peer may not work with this version of JAX
                print(f"{tables:>9,} tables  {name:<26} failed: {error!r:.90}", flush=True)
                continue
            print(f"{tables:>9,} tables  {name:<26} {rate:>14,.0f}", flush=True)


if __name__ == "__main__":
    main()
