"""What people ask of a table. Each command carries an id chosen by its sender, so that a repeat is harmless."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from reihum.tables.settings import Pace

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Name: TypeAlias = Annotated[str, Meta(max_length=40)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=63)]
Level: TypeAlias = Annotated[str, Meta(max_length=40)]


class _Command(Struct, frozen=True, tag_field="type", kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A command. Its answer names the same id."""

    id: Id


class Move(_Command, frozen=True, tag="move"):
    """Make a move, or call, at the seat the sender looks from."""

    move: Annotated[str, Meta(max_length=200)]


class Quiet(_Command, frozen=True, tag="quiet"):
    """Do not call, at a table that decides calls in peace."""


class Sit(_Command, frozen=True, tag="sit"):
    """Take a seat that is free or a bot's. A second one needs the name of who plays there."""

    seat: SeatNumber
    name: Name = ""


class Stand(_Command, frozen=True, tag="stand"):
    """Give a seat up; in a running match a bot goes on."""

    seat: SeatNumber


class SeatBot(_Command, frozen=True, tag="bot"):
    """Put a bot at a seat, change its level, or (empty level) take it away."""

    seat: SeatNumber
    level: Level = ""


class Change(_Command, frozen=True, tag="change"):
    """Change settings before the match begins; what is not named stays."""

    game: Annotated[str, Meta(max_length=40)] | UnsetType = UNSET
    seats: int | UnsetType = UNSET
    options: dict[str, Any] | UnsetType = UNSET
    rounds: int | str | UnsetType | None = UNSET
    open: bool | UnsetType = UNSET
    pace: Pace | UnsetType = UNSET
    calm: bool | UnsetType = UNSET
    tie_window: int | UnsetType = UNSET
    call_pause: int | UnsetType = UNSET
    turn_seconds: int | UnsetType = UNSET
    grace_seconds: int | UnsetType = UNSET
    chat: bool | UnsetType = UNSET


class Start(_Command, frozen=True, tag="start"):
    """Begin the match; bots of the level named in ``fill`` take the empty seats."""

    fill: Level = ""


class Next(_Command, frozen=True, tag="next"):
    """Deal the next round."""


class Words(_Command, frozen=True, tag="words"):
    """Add own words to the next deal, at the seat the sender looks from."""

    words: Annotated[str, Meta(max_length=100)]


class Say(_Command, frozen=True, tag="say"):
    """Say a preset phrase, or free words where the table allows them."""

    phrase: Annotated[str, Meta(max_length=40)] = ""
    words: Annotated[str, Meta(max_length=200)] = ""


class Rename(_Command, frozen=True, tag="rename"):
    """Be called otherwise from now on."""

    name: Name


class Leave(_Command, frozen=True, tag="leave"):
    """Leave the table."""


class Remove(_Command, frozen=True, tag="remove"):
    """Send somebody away from the table."""

    person: Annotated[str, Meta(max_length=40)]


class Rematch(_Command, frozen=True, tag="rematch"):
    """Another table with the same people: the same game again, or another one."""

    game: Annotated[str, Meta(max_length=40)] = ""
    options: dict[str, Any] = {}
    rounds: int | str | None = None


Command: TypeAlias = (
    Move | Quiet | Sit | Stand | SeatBot | Change | Start | Next | Words | Say | Rename | Leave | Remove | Rematch
)
