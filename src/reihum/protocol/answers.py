"""What the server says: the table as it stands, what happens there, and an answer to everything that was asked."""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import Struct

from reihum.errors import ReihumError
from reihum.messages import Message
from reihum.tables.updates import Dismissed, Presence, Snapshot, Update

VERSION = 1
"""The version of this protocol: raised when an old client could misunderstand a message."""


class _Answer(Struct, frozen=True, tag_field="type", kw_only=True, omit_defaults=True):
    """A message from the server."""


class Welcome(_Answer, frozen=True, tag="welcome"):
    """The first message. Behind it come the events that were missed, or the whole table."""

    protocol: int
    table: str
    you: str


class Done(_Answer, frozen=True, tag="done"):
    """A command has been carried out and will not be forgotten. ``number``: the last event it has caused."""

    id: str
    number: int


class Refused(_Answer, frozen=True, tag="refused"):
    """Something was not done, and why. ``wait``: so many seconds later it may be tried again."""

    id: str
    code: str
    message: Message
    wait: int = 0


class Because(_Answer, frozen=True, tag="why"):
    """Why a card or a move does not go now; without a message it goes."""

    id: str
    about: str
    message: Message | None = None


class Hinted(_Answer, frozen=True, tag="hint"):
    """What an expert would do now, why, and with what chance to win, where that can be told."""

    id: str
    move: str
    why: Message
    chance: float | None = None


class Closing(_Answer, frozen=True, tag="closing"):
    """The server stops. Come back in so many seconds: nothing is lost."""

    seconds: float


Answer: TypeAlias = Welcome | Snapshot | Update | Presence | Done | Refused | Because | Hinted | Closing | Dismissed

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Answer)


def read(text: str | bytes) -> Answer:
    """The message of a server."""
    return _decoder.decode(text)


def write(answer: Answer) -> bytes:
    """A message as it is sent."""
    return _encoder.encode(answer)


def refusal(id: str, error: ReihumError, wait: int = 0) -> Refused:
    """An error as an answer."""
    return Refused(id=id, code=error.code, message=error.message, wait=wait)
