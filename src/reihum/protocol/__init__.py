"""What goes over the wire: messages of clients and of the server, bodies of requests, and their schema."""

from reihum.protocol.answers import VERSION, Answer
from reihum.protocol.requests import BadMessage, Request

__all__ = ["VERSION", "Answer", "BadMessage", "Request"]
