"""The bodies of HTTP requests and answers: tables, circles, records (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from reihum.engine.outcome import Outcome
from reihum.messages import Message
from reihum.tables.circles import CircleSummary, HouseRules, MatchScored
from reihum.tables.commands import Level, Name, SeatNumber
from reihum.tables.listings import Summary
from reihum.tables.settings import Settings

Key = Annotated[str, Meta(max_length=80)]
DeviceText = Annotated[str, Meta(max_length=1000)]


class NewTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to make: your name at it, its settings, your seat (null: none yet), and the level of the bots at the
    other seats (empty: the seats stay free)."""

    name: Name
    settings: Settings
    seat: SeatNumber | None = 0
    fill: Level = ""


class Join(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Come to a table or into a circle: your name there, and the key from the link."""

    name: Name
    key: Key = ""


class JoinTable(Join, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Come to a table. ``sit``: take the first free seat, or a bot's that nobody has chosen; while a
    round runs, ask for it."""

    sit: bool = False


class Invitation(Struct, frozen=True, kw_only=True):
    """A table you belong to: your id there, its key, and the link with the key for others."""

    table: str
    you: str
    key: str
    link: str


class NewCircle(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A circle to make: your name in it, and the circle's name."""

    name: Name
    circle: Name


class NewName(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new name for a circle, or for its house rules."""

    name: Name


class NewRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A circle's house rules of a game; null: it plays by the booklet again."""

    game: Annotated[str, Meta(max_length=40)]
    rules: HouseRules | None = None


class CircleList(Struct, frozen=True):
    """Circles, the last changed first."""

    circles: tuple[CircleSummary, ...]


class CircleMatches(Struct, frozen=True):
    """Matches of a circle, the newest first."""

    matches: tuple[MatchScored, ...]


class TableList(Struct, frozen=True):
    """Tables, the last changed first."""

    tables: tuple[Summary, ...]


class You(Struct, frozen=True):
    """Your id on this server, and nothing else."""

    you: str


class TransferLink(Struct, frozen=True, kw_only=True):
    """A link that takes your identity to another device, also as a QR code (SVG), and how long it is valid."""

    link: str
    code: str
    seconds: int


class TransferWord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The word after the # of such a link."""

    word: Annotated[str, Meta(max_length=60)]


class NoticeKey(Struct, frozen=True):
    """The public key by which push services know this server; empty if it sends no notices."""

    key: str


class Device(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A device that wants notices: the address of its push service, its public key and its secret as its browser
    encodes them, and the reader's language."""

    endpoint: DeviceText
    p256dh: DeviceText
    auth: DeviceText
    language: Literal["de", "en", "fr"] = "en"


class DeviceAddress(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A device that wants no more notices, by the address of its push service."""

    endpoint: DeviceText


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


class ImportedMatch(Struct, frozen=True, kw_only=True):
    """The table of a match that was played elsewhere. ``new``: it was not in your history before."""

    table: str
    new: bool


class Health(Struct, frozen=True, omit_defaults=True):
    """The state of the server."""

    status: Literal["ok", "stopping", "storage"]
    version: str = ""
    protocol: int = 0
    warm: bool = False
    backup: Literal["", "ok", "failed"] = ""


class Announcement(Struct, frozen=True, omit_defaults=True):
    """What the operator announces ``until`` a time (milliseconds since 1970); 0: nothing. Without a ``text`` the
    server restarts then."""

    until_ms: int = field(default=0, name="until")
    text: str = ""


class Fault(Struct, frozen=True):
    """Why a request is refused: a code for programs, a message, and its text in the reader's language."""

    code: str
    message: Message
    text: str
