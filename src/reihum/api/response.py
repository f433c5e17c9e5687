"""A response, whatever carries it away."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct, field

from reihum.api.request import JSON


def do_nothing() -> None:
    """There is nothing to give back."""


class Response(Struct, kw_only=True):
    """A response: its body at once, or chunk by chunk as it is made."""

    body: bytes | AsyncIterator[bytes] = b""
    status: int = 200
    media: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    secret: str | None = None
    """The secret that the client keeps from now on; an empty text: it forgets the one it has."""
    is_public: bool = False
    """Whether everybody gets this body while the program runs: it may be compressed, and clients may keep it."""
    close: Callable[[], None] = do_nothing
    """Called when the response is sent or given up."""


def make_json_response(answer: Any, status: int = 200) -> Response:
    """A response that carries a value as JSON."""
    return Response(body=msgspec.json.encode(answer), status=status, media=JSON)


def make_empty_response() -> Response:
    """A response that only says that it is done."""
    return Response(status=204)
