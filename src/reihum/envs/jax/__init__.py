"""The row games in JAX: an environment in the manner of pgx, on the processor or an accelerator (extra ``jax``).

``train`` trains players in it: ``reihum train`` or ``python -m reihum.envs.jax.train``.
"""

from reihum.envs.jax.env import Env, EnvState

__all__ = ["Env", "EnvState"]
