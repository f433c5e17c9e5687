"""The row games, Master and small turn-based games in JAX (extra ``jax``): an environment in the manner of
pgx, for any device.

``train`` trains players in it: ``reihum train`` or ``python -m reihum.envs.jax.train``.
"""

from reihum.errors import MissingExtra

try:
    from reihum.envs.jax.env import Env, EnvState, play_random
except ModuleNotFoundError as error:
    raise MissingExtra(error, "jax") from error

__all__ = ["Env", "EnvState", "play_random"]
