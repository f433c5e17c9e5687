"""Players that see only a view: one idea per module."""

from reihum.bots.bot import Bot, Call, offered
from reihum.bots.errors import BotFault
from reihum.bots.play import play_round, show_events
from reihum.bots.registry import bots_for, find_maker, seat_bots

__all__ = ["Bot", "BotFault", "Call", "bots_for", "find_maker", "offered", "play_round", "seat_bots", "show_events"]
