"""Imports: the log of a table for a match that was played elsewhere, made from its record."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import replace

from reihum.engine import Game
from reihum.errors import BadRecord
from reihum.matches import replay
from reihum.matches.records import DealLine, EndLine, HeaderLine, Line, MoveLine, Step, read_lines
from reihum.tables import entries
from reihum.tables.chain import StoredEntry
from reihum.tables.commands import Level, Name
from reihum.tables.decisions import check_level
from reihum.tables.draft import Draft
from reihum.tables.keys import ID_LENGTH, TABLE, token
from reihum.tables.listings import Listing, make_listing
from reihum.tables.names import clean_name
from reihum.tables.settings import Settings
from reihum.tables.table import Table

MAX_TIME_MS = 2**53
"""The latest time that a client may name."""


class PlayedSeat(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who played at a seat: you, or somebody beside you, under a ``name``; or a bot of a ``level``. A seat with neither
    is somebody else's."""

    name: Name = ""
    level: Level = ""


class PlayedMatch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A match that was played elsewhere: its record, your name, who played at which seat, and when it ended
    (milliseconds since 1970; 0: now)."""

    record: str
    name: Name
    seats: tuple[PlayedSeat, ...] = ()
    at_ms: Annotated[int, Meta(ge=0, le=MAX_TIME_MS)] = field(default=0, name="at")


class ImportedTable(Struct, frozen=True):
    """The log of an imported match, and its listing."""

    table: str
    rows: list[StoredEntry]
    listing: Listing


def make_imported_table(played: PlayedMatch, person: str, key: str, at_ms: int) -> ImportedTable:
    """The log of a match for the person who imports it. Every deal, state and outcome is computed again; raises
    ``BadRecord`` if something is wrong. The same record gets the same id whenever the same person imports it."""
    header, *lines = read_lines(played.record)
    assert isinstance(header, HeaderLine)
    draft: Draft | None = None
    last: Step | None = None
    for last in replay(played.record):
        if draft is None:
            header = replace(header, options=last.match.game.used_options)  # an earlier version may not have named all
            draft = Draft(Table(make_id(person, [header, *lines])), at_ms, bytes, person)
            _set_up(draft, played, header, key, last.match.game)
        _add(draft, last)
    if draft is None or last is None or not isinstance(last.line, EndLine):
        raise BadRecord("record-incomplete", number=last.number if last else 1)
    return ImportedTable(draft.table.id, draft.rows, make_listing(draft.table))


def make_id(person: str, lines: Sequence[Line]) -> str:
    """The id of the table for a person's record. How the record is formatted does not matter."""
    content = [line for line in lines if not isinstance(line, EndLine)]
    digest = sha256(msgspec.json.encode((person, content))).digest()
    return TABLE + token(lambda length: digest[:length], ID_LENGTH)


def _set_up(draft: Draft, played: PlayedMatch, header: HeaderLine, key: str, game: Game) -> None:
    """Add the table, its people and bots, as they were when the match began."""
    at_ms = draft.at_ms
    settings = Settings(
        game=header.game, seats=header.seats, options=header.options, rounds=header.rounds, until=header.until
    )
    draft.add(entries.CreatedEntry(at_ms=at_ms, settings=settings, key=key, rules=header.rules, imported=True))
    draft.add(entries.JoinedEntry(at_ms=at_ms, person=draft.person, name=clean_name(played.name)))
    for number, seat in enumerate(played.seats):
        game.check_seat(number)
        if seat.level:
            draft.add(entries.BotSeatedEntry(at_ms=at_ms, seat=number, level=check_level(game.facts, seat.level)))
        elif seat.name:
            name = clean_name(seat.name)
            draft.add(entries.SeatedEntry(at_ms=at_ms, seat=number, person=draft.person, name=name))


def _add(draft: Draft, step: Step) -> None:
    """Add what a line of the record tells."""
    line, match, at_ms = step.line, step.match, draft.at_ms
    if isinstance(line, DealLine):
        if match.secret is not None:
            draft.add(entries.PromisedEntry(at_ms=at_ms, round=match.round, secret=match.secret.hex()))
        for seat, words in enumerate(match.words):
            if words:
                draft.add(entries.WordedEntry(at_ms=at_ms, seat=seat, words=words))
        draft.add(entries.DealtEntry(at_ms=at_ms, round=match.round, deck=line.deck))
        if draft.table.match != match:  # a table deals every round from a secret, or none of them
            raise BadRecord("record-commitment", number=step.number)
    elif isinstance(line, MoveLine):
        draft.add(entries.PlayedEntry(at_ms=at_ms, seat=line.seat, move=line.move, verdict=line.verdict), match)
    elif isinstance(line, EndLine):
        draft.add(entries.FinishedEntry(at_ms=at_ms))
