"""Players that see only a view: one idea per module."""

from reihum.bots.bot import Bot, Call, offered
from reihum.bots.play import play_round, show
from reihum.bots.registry import bots_for, seat_bots

__all__ = ["Bot", "Call", "bots_for", "offered", "play_round", "seat_bots", "show"]
