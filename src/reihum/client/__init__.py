"""A client for tables on a server, for people, programs and bots (docs/protocol.md, docs/write-a-bot.md)."""

from reihum.client.blocking import BlockingClient
from reihum.client.client import Back, Client, Happening, Lost
from reihum.client.errors import BadAddress, Declined, Gone, Unreachable
from reihum.client.players import play
from reihum.client.web import Visitor

__all__ = [
    "Back",
    "BadAddress",
    "BlockingClient",
    "Client",
    "Declined",
    "Gone",
    "Happening",
    "Lost",
    "Unreachable",
    "Visitor",
    "play",
]
