"""The messages of a client: commands for the table, and a few questions that change nothing."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct

from reihum.errors import ReihumError
from reihum.tables.commands import Command, Id, SeatNumber

MAX_MESSAGE_BYTES = 8 * 1024
"""The longest message a client may send."""


class _Request(Struct, frozen=True, tag_field="type", kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A question. Its answer has the same id."""

    id: Id


class Look(_Request, frozen=True, tag="look"):
    """See the table from another of your seats, or as a spectator (null). Answered by ``table``, then ``done``."""

    seat: SeatNumber | None = None


class Whole(_Request, frozen=True, tag="view"):
    """See the whole table as it stands now. Answered by ``table``, then ``done``."""


class Why(_Request, frozen=True, tag="why"):
    """Ask why a card or a move is not possible now. Answered by ``why``."""

    about: Annotated[str, Meta(min_length=1, max_length=200)]


class Hint(_Request, frozen=True, tag="hint"):
    """Ask what an expert would do now, if all other players are bots. Answered by ``hint``."""


TableRequest: TypeAlias = Command | Look | Whole | Why | Hint

_decoder: msgspec.json.Decoder[TableRequest] = msgspec.json.Decoder(TableRequest)


class BadMessage(ReihumError):
    """A message is not what the protocol expects. ``id`` is the message's id, if it can be read."""

    def __init__(self, code: str, id: str = "", **values: object) -> None:
        super().__init__(code, **values)
        self.id = id


class _Head(Struct):
    """The parts to find in a message that cannot be decoded."""

    id: str = ""
    type: str = ""


def message_types() -> tuple[str, ...]:
    """The types of messages that a client may send."""
    return tuple(str(kind.__struct_config__.tag) for kind in TableRequest.__args__)


def decode(text: str | bytes) -> TableRequest:
    """The message in a frame. The error says what was expected, what came and where.

    >>> decode('{"type": "sit", "id": "1", "seat": "left"}')
    Traceback (most recent call last):
    reihum.protocol.requests.BadMessage: This message cannot be read: Expected `int`, got `str` - at `$.seat`
    """
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise _refusal(text, str(error)) from None


def _refusal(text: str | bytes, detail: str) -> BadMessage:
    """The error for a message that cannot be decoded."""
    try:
        head = msgspec.json.decode(text, type=_Head)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return BadMessage("bad-message", detail=detail)
    if head.type not in message_types():
        return BadMessage("unknown-message", head.id[:40], got=head.type[:40], expected=", ".join(message_types()))
    return BadMessage("bad-message", head.id[:40], detail=detail)


def encode(request: TableRequest) -> bytes:
    """The frame of a message."""
    return msgspec.json.encode(request)
