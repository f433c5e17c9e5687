"""The messages between the page and the engine in its worker (docs/protocol.md)."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class PageRequest(Struct, tag_field="type", tag="request"):
    """The page asks something. The path is relative to the root of the site."""

    id: int
    method: str
    path: str
    body: str = ""
    language: str = ""


class Cancel(Struct, tag_field="type", tag="cancel"):
    """The page does not want the answer any more."""

    id: int


class Open(Struct, tag_field="type", tag="open"):
    """The page connects to a table."""

    id: int
    path: str


class Send(Struct, tag_field="type", tag="send"):
    """The page sends a text over a connection."""

    id: int
    text: str


class Close(Struct, tag_field="type", tag="close"):
    """The page ends a connection."""

    id: int


class GuestText(Struct, tag_field="type", tag="guest"):
    """A message of a guest, or to a guest, as JSON: the page passes it on (docs/nearby.md)."""

    guest: int
    text: str


class GuestLeft(Struct, tag_field="type", tag="guest-left"):
    """A guest has gone, or is sent away."""

    guest: int


class Hello(Struct, tag_field="type", tag="hello"):
    """A guest comes back with the secret of an earlier visit."""

    secret: str


GuestMessage: TypeAlias = PageRequest | Cancel | Open | Send | Close | Hello
PageMessage: TypeAlias = PageRequest | Cancel | Open | Send | Close | GuestText | GuestLeft


class EngineResponse(Struct, tag_field="type", tag="response", omit_defaults=True):
    """The answer to a request. With ``more`` chunks follow until the end."""

    id: int
    status: int
    media: str
    body: str
    more: bool = False


class Chunk(Struct, tag_field="type", tag="chunk"):
    """A part of an answer."""

    id: int
    text: str


class End(Struct, tag_field="type", tag="end", omit_defaults=True):
    """The end of an answer that came in chunks. ``failed``: the rest of it could not be made."""

    id: int
    failed: bool = False


class Opened(Struct, tag_field="type", tag="opened"):
    """The page is connected to a table."""

    id: int


class EngineMessage(Struct, tag_field="type", tag="message"):
    """A text that comes over a connection."""

    id: int
    text: str


class WireClosed(Struct, tag_field="type", tag="closed"):
    """A connection has ended, with the code and the reason of a WebSocket."""

    id: int
    code: int
    reason: str


class Secret(Struct, tag_field="type", tag="secret"):
    """A guest gets a secret to keep; an empty one is to be forgotten."""

    secret: str


AnyEngineMessage: TypeAlias = (
    EngineResponse | Chunk | End | Opened | EngineMessage | WireClosed | Secret | GuestText | GuestLeft
)
