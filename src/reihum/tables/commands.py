"""Commands: what people ask of a table. The sender chooses the id of a command, so that a repeat is harmless."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias
from zlib import crc32

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from reihum.tables.settings import Pace

__all__ = [
    "Agree",
    "Change",
    "Command",
    "Leave",
    "MakeMove",
    "Next",
    "Quiet",
    "Rematch",
    "Remove",
    "Rename",
    "Say",
    "SeatBot",
    "SetPace",
    "Sit",
    "Stand",
    "Start",
    "Words",
]

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Name: TypeAlias = Annotated[str, Meta(max_length=40)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=63)]
Level: TypeAlias = Annotated[str, Meta(max_length=40)]


class _Command(Struct, frozen=True, tag_field="type", kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A command. Its answer names the same id."""

    id: Id


class MakeMove(_Command, frozen=True, tag="move"):
    """Make a move or a call at the seat you look from."""

    move: Annotated[str, Meta(max_length=200)]


class Quiet(_Command, frozen=True, tag="quiet"):
    """Do not call, at a calm table."""


class Sit(_Command, frozen=True, tag="sit"):
    """Take a free seat or a bot's. A second seat needs the name of the person who plays there. While a round runs, the
    seated people are asked first."""

    seat: SeatNumber
    name: Name = ""


class Stand(_Command, frozen=True, tag="stand"):
    """Give a seat up; in a running match a bot takes it."""

    seat: SeatNumber


class Agree(_Command, frozen=True, tag="agree"):
    """Say whether somebody may take a bot's seat while the round runs. Without everybody's consent they sit down when
    the round is over."""

    seat: SeatNumber
    agree: bool = True


class SeatBot(_Command, frozen=True, tag="bot"):
    """Put a bot at a seat, change its level, or take it away (empty level)."""

    seat: SeatNumber
    level: Level = ""


class Change(_Command, frozen=True, tag="change"):
    """Change settings before the match begins; settings you do not name stay."""

    game: Annotated[str, Meta(max_length=40)] | UnsetType = UNSET
    seats: int | UnsetType = UNSET
    options: dict[str, Any] | UnsetType = UNSET
    rounds: int | str | UnsetType | None = UNSET
    until: int | UnsetType | None = UNSET
    open: bool | UnsetType = UNSET
    pace: Pace | UnsetType = UNSET
    calm: bool | UnsetType = UNSET
    tie_window_ms: int | UnsetType = field(default=UNSET, name="tie_window")
    call_pause_ms: int | UnsetType = field(default=UNSET, name="call_pause")
    wrong_pause_ms: int | UnsetType = field(default=UNSET, name="wrong_pause")
    turn_seconds: int | UnsetType = UNSET
    grace_seconds: int | UnsetType = UNSET
    chat: bool | UnsetType = UNSET


class SetPace(_Command, frozen=True, tag="pace"):
    """Change how fast bots play, at any time; everybody who has a seat may."""

    pace: Pace


class Start(_Command, frozen=True, tag="start"):
    """Begin the match; bots of the level ``fill`` take the empty seats. ``youngest`` is the seat of the youngest
    player, if that player begins."""

    fill: Level = ""
    youngest: SeatNumber | None = None


class Next(_Command, frozen=True, tag="next"):
    """Deal the next round."""


class Words(_Command, frozen=True, tag="words"):
    """Add your words to the next deal, at the seat you look from."""

    words: Annotated[str, Meta(max_length=100)]


class Say(_Command, frozen=True, tag="say"):
    """Say a preset phrase, or free words if the table allows them."""

    phrase: Annotated[str, Meta(max_length=40)] = ""
    words: Annotated[str, Meta(max_length=200)] = ""


class Rename(_Command, frozen=True, tag="rename"):
    """Take a new name."""

    name: Name


class Leave(_Command, frozen=True, tag="leave"):
    """Leave the table."""


class Remove(_Command, frozen=True, tag="remove"):
    """Remove somebody from the table."""

    person: Annotated[str, Meta(max_length=40)]


class Rematch(_Command, frozen=True, tag="rematch"):
    """Make another table with the same people, for the same game or another one."""

    game: Annotated[str, Meta(max_length=40)] = ""
    options: dict[str, Any] = {}
    rounds: int | str | None = None
    until: int | None = None


Command: TypeAlias = (
    MakeMove
    | Quiet
    | Sit
    | Stand
    | Agree
    | SeatBot
    | Change
    | SetPace
    | Start
    | Next
    | Words
    | Say
    | Rename
    | Leave
    | Remove
    | Rematch
)
"""Any command."""


def make_checksum(command: Command) -> str:
    """A few characters that tell a repeated command from another one with the same id.

    >>> make_checksum(Leave(id="1")) == make_checksum(Next(id="1"))
    False
    """
    return f"{crc32(msgspec.json.encode(command)):08x}"
