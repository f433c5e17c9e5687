"""The small turn-based games in JAX, a module each, with the same functions in every module."""
