"""A vectorised environment for training: thousands of tables that all step at once, compiled by numba."""

from reihum.envs.vector.tables import Tables

__all__ = ["Tables"]
