"""Master in JAX."""
