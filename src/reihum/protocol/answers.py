"""The messages of the server: the table as it stands, updates, and an answer to every request."""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import Struct, field

from reihum.errors import ReihumError
from reihum.messages import Message
from reihum.tables.updates import Dismissed, Presence, Snapshot, Update

VERSION = 1
"""The version of this protocol. It rises when an old client could misunderstand a message."""


class _Answer(Struct, frozen=True, tag_field="type", kw_only=True, omit_defaults=True):
    """A message from the server."""


class Welcome(_Answer, frozen=True, tag="welcome"):
    """The first message. The missed events or the whole table follow."""

    protocol: int
    table: str
    you: str


class Done(_Answer, frozen=True, tag="done"):
    """A command has been carried out and is on disk. ``number`` is the last event it has caused."""

    id: str
    number: int


class Refused(_Answer, frozen=True, tag="refused"):
    """A request was refused, and why. Where ``wait`` is given, try again after this many seconds."""

    id: str
    code: str
    message: Message
    wait_seconds: int = field(default=0, name="wait")


class Because(_Answer, frozen=True, tag="why"):
    """Why a card or a move is not possible now. Without a message it is possible."""

    id: str
    about: str
    message: Message | None = None


class Hinted(_Answer, frozen=True, tag="hint"):
    """What an expert would do now and why, with the chance to win where it is known. ``level`` is the level that has
    answered instead, as long as the expert is not ready."""

    id: str
    move: str
    why: Message
    chance: float | None = None
    level: str = ""


class Closing(_Answer, frozen=True, tag="closing"):
    """The server stops. Come back after this many seconds; nothing is lost."""

    seconds: float


Answer: TypeAlias = Welcome | Snapshot | Update | Presence | Done | Refused | Because | Hinted | Closing | Dismissed

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Answer)


def decode(text: str | bytes) -> Answer:
    """The message in a frame of the server."""
    return _decoder.decode(text)


def encode(answer: Answer) -> bytes:
    """The frame of a message."""
    return _encoder.encode(answer)


def make_refusal(id: str, error: ReihumError, wait_seconds: int = 0) -> Refused:
    """An error as an answer."""
    return Refused(id=id, code=error.code, message=error.message, wait_seconds=wait_seconds)
