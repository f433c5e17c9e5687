"""Bots with one simple idea, a module for each game."""
