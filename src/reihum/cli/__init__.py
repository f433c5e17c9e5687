"""The command ``reihum``: play in the terminal, read the rules, simulate, replay and verify."""

from reihum.cli.command import main

__all__ = ["main"]
