"""What a client says: the commands of the table, and a few questions that change nothing."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct

from reihum.errors import ReihumError
from reihum.tables.commands import Command, Id, SeatNumber

MOST_BYTES = 8 * 1024
"""The longest message a client may send."""


class _Request(Struct, frozen=True, tag_field="type", kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A question. Its answer names the same id."""

    id: Id


class Look(_Request, frozen=True, tag="look"):
    """See the table from another own seat, or (null) as a spectator; answered by ``table``, then ``done``."""

    seat: SeatNumber | None = None


class Whole(_Request, frozen=True, tag="view"):
    """See everything as it stands now; answered by ``table``, then ``done``."""


class Why(_Request, frozen=True, tag="why"):
    """Ask why a card or a move does not go now; answered by ``why``."""

    about: Annotated[str, Meta(min_length=1, max_length=200)]


class Hint(_Request, frozen=True, tag="hint"):
    """Ask what an expert would do now, where nobody but bots plays against you; answered by ``hint``."""


Request: TypeAlias = Command | Look | Whole | Why | Hint

_decoder: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


class BadMessage(ReihumError):
    """A message is not what the protocol expects. ``id`` is its own, where it has one that can be read."""

    def __init__(self, code: str, id: str = "", **values: object) -> None:
        super().__init__(code, **values)
        self.id = id


class _Head(Struct):
    """What is looked for in a message that cannot be read as a whole."""

    id: str = ""
    type: str = ""


def types() -> tuple[str, ...]:
    """The types of message a client may send."""
    return tuple(str(kind.__struct_config__.tag) for kind in Request.__args__)


def read(text: str | bytes) -> Request:
    """The message in a frame; says what was expected, what came and where if there is none.

    >>> read('{"type": "sit", "id": "1", "seat": "left"}')
    Traceback (most recent call last):
    reihum.protocol.requests.BadMessage: This message cannot be read: Expected `int`, got `str` - at `$.seat`
    """
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise _refusal(text, str(error)) from None


def _refusal(text: str | bytes, detail: str) -> BadMessage:
    """What is wrong with a message, as far as it can be told apart."""
    try:
        head = msgspec.json.decode(text, type=_Head)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return BadMessage("bad-message", detail=detail)
    if head.type not in types():
        return BadMessage("unknown-message", head.id[:40], got=head.type[:40], expected=", ".join(types()))
    return BadMessage("bad-message", head.id[:40], detail=detail)


def write(request: Request) -> bytes:
    """A message as it is sent."""
    return msgspec.json.encode(request)
