"""What requests and their answers carry: making and finding tables, circles, records (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from reihum.engine.outcome import Outcome
from reihum.messages import Message
from reihum.tables.circles import CircleView
from reihum.tables.commands import Level, Name, SeatNumber
from reihum.tables.listings import Summary
from reihum.tables.settings import Settings

Key = Annotated[str, Meta(max_length=80)]


class NewTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to be made: your name at it, its settings, your seat (null: none yet), and the level of the bots that
    take the other seats (empty: they stay free)."""

    name: Name
    settings: Settings
    seat: SeatNumber | None = 0
    fill: Level = ""


class Join(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Come to a table or into a circle: your name there, and the key from the link."""

    name: Name
    key: Key = ""


class Invitation(Struct, frozen=True, kw_only=True):
    """A table you belong to: who you are there, the key to it, and the link with the key that brings others."""

    table: str
    you: str
    key: str
    link: str


class NewCircle(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A circle to be made: your name in it, and its own."""

    name: Name
    circle: Name


class Circles(Struct, frozen=True):
    """Circles, those that changed last first."""

    circles: tuple[CircleView, ...]


class Tables(Struct, frozen=True):
    """Tables, those that changed last first."""

    tables: tuple[Summary, ...]


class You(Struct, frozen=True):
    """Who you are to this server: a number, and nothing else."""

    you: str


class TextList(Struct, frozen=True):
    """All texts of a language. A text is a string, or a list of plural forms; ``plural`` is the expression that picks
    one, valid in C and JavaScript."""

    language: str
    plural: str
    texts: dict[str, str | list[str]]


class Verdict(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Whether a record is true; if not, what is wrong with it."""

    true: bool
    game: str = ""
    outcome: Outcome | None = None
    message: Message | None = None
    text: str = ""


class Health(Struct, frozen=True, omit_defaults=True):
    """How the server is."""

    status: Literal["ok", "stopping", "storage"]
    version: str = ""
    protocol: int = 0


class Fault(Struct, frozen=True):
    """Why a request is refused: a code for programs, a message, and its text in the reader's language."""

    code: str
    message: Message
    text: str
