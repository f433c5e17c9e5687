"""Live tables: rooms, bots, clocks and workers, without any network."""

from reihum.host.bot_runner import BotProcesses, InlineBotRunner
from reihum.host.circles import UnknownCircle
from reihum.host.host import Host, UnknownTable
from reihum.host.people import Person
from reihum.host.room import Room
from reihum.host.subscriptions import Subscription
from reihum.host.workers import InlineExecutor, WorkerPool

__all__ = [
    "BotProcesses",
    "Host",
    "InlineBotRunner",
    "InlineExecutor",
    "Person",
    "Room",
    "Subscription",
    "UnknownCircle",
    "UnknownTable",
    "WorkerPool",
]
