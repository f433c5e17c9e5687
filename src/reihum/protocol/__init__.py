"""The messages between clients and the server, the bodies of HTTP requests, and their schema."""

from reihum.protocol.answers import VERSION, Answer
from reihum.protocol.requests import BadMessage, TableRequest

__all__ = ["VERSION", "Answer", "BadMessage", "TableRequest"]
