"""The row games in JAX."""
