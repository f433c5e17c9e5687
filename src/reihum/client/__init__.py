"""A client for tables on a server, for people, programs and bots (docs/protocol.md, docs/write-a-bot.md)."""

from reihum.client.blocking import Table
from reihum.client.client import Back, Client, Happening, Lost
from reihum.client.errors import BadAddress, Declined, Gone, Unreachable
from reihum.client.players import play
from reihum.client.web import Visitor

__all__ = [
    "Back",
    "BadAddress",
    "Client",
    "Declined",
    "Gone",
    "Happening",
    "Lost",
    "Table",
    "Unreachable",
    "Visitor",
    "play",
]
