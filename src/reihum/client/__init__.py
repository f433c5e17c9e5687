"""A client for tables on a server, for people, programs and bots (docs/protocol.md, docs/write-a-bot.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reihum.client.blocking import BlockingClient
from reihum.client.client import Back, Client, Happening, Lost
from reihum.client.errors import BadAddress, Declined, Gone, Unreachable
from reihum.client.web import Visitor

if TYPE_CHECKING:
    from reihum.client.players import play

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


def __getattr__(name: str) -> Any:
    """Load ``play`` when it is used: only programs with bots need the bots."""
    if name != "play":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from reihum.client.players import play

    return play
