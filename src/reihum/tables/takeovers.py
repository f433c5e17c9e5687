"""Taking over a bot's seat while a round runs. The seated people must agree, because the hand there may be known to
somebody who comes back under another name. Otherwise the newcomer waits and sits down when the round is over."""

from __future__ import annotations

from reihum.tables import entries
from reihum.tables.draft import Draft
from reihum.tables.refusals import CommandRefused
from reihum.tables.seats import Takeover
from reihum.tables.table import Table


def needs_consent(table: Table, person: str, seat: int) -> bool:
    """Whether the seated people must agree before a person sees the hand at this seat."""
    return table.state is not None and seat not in table.held.get(person, ()) and bool(_voters(table, person))


def ask(draft: Draft, seat: int, person: str, name: str) -> None:
    """Ask the seated people for a bot's seat; nothing if the person has asked already."""
    asked = draft.table.takeovers.get(seat)
    if asked is not None and asked.person != person:
        raise CommandRefused("seat-asked", name=asked.name)
    if asked is None:
        draft.add(entries.AskedEntry(at_ms=draft.at_ms, seat=seat, person=person, name=name))


def answer(draft: Draft, seat: int, person: str, agree: bool) -> None:
    """Add a seated person's answer. If all agree, the newcomer sits down at once."""
    asked = draft.table.takeovers.get(seat)
    if asked is None or person not in _voters(draft.table, asked.person):
        raise CommandRefused("not-allowed")
    if asked.answers.get(person) is not agree:
        draft.add(entries.AnsweredEntry(at_ms=draft.at_ms, seat=seat, person=person, agree=agree))
    seat_agreed(draft)


def seat_agreed(draft: Draft) -> None:
    """Seat everybody to whom all seated people agree."""
    for asked in [*draft.table.takeovers.values()]:
        if all(asked.answers.get(voter) for voter in _voters(draft.table, asked.person)):
            _seat(draft, asked)


def seat_waiting(draft: Draft) -> None:
    """Seat everybody who waits for the end of the round."""
    for asked in [*draft.table.takeovers.values()]:
        _seat(draft, asked)


def _seat(draft: Draft, asked: Takeover) -> None:
    draft.add(entries.SeatedEntry(at_ms=draft.at_ms, seat=asked.seat, person=asked.person, name=asked.name))


def _voters(table: Table, person: str) -> set[str]:
    """The people who have a say: everybody who sits here, also if a bot stands in for them."""
    return {seat.person for seat in table.seats if seat.person} - {person}
