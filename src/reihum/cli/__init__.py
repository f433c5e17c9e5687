"""The command ``reihum``: play in the terminal, read the rules, simulate, replay and verify."""

from reihum.cli.application import main

__all__ = ["main"]
