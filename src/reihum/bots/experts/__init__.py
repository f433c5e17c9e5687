"""Experts for the games that the simulator does not play: one idea and one module for each."""
