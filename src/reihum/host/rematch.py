"""The next table of the same people: its settings, and who sits where."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from reihum.games.registry import facts_of
from reihum.tables.commands import Rematch
from reihum.tables.seats import Seat, find_seat
from reihum.tables.settings import Settings
from reihum.tables.table import Table


def choose_settings(settings: Settings, command: Rematch, people: int) -> Settings:
    """The settings of a rematch: the same, unless another game is named. Another game has a seat for each of these
    people, if it has that many; an option that this number needs must be named."""
    if not command.game:
        return settings
    facts = facts_of(command.game)
    seats = min(max(settings.seats, people, facts.seats[0]), facts.seats[-1])
    match = {"rounds": command.rounds, "until": command.until}
    wanted = replace(settings, game=command.game, seats=seats, options=command.options, **match)
    wanted.check()
    return wanted


def choose_seats(table: Table, settings: Settings, waiting: Sequence[str]) -> list[Seat]:
    """Everybody at their seat. If there are fewer seats, people come before bots; new seats are free. People who have
    waited without a seat take a free one, or a bot's that nobody has chosen."""
    kept = [replace(seat, away=False) for seat in table.seats]
    if settings.seats < len(kept):
        kept = sorted(kept, key=lambda seat: not seat.person)[: settings.seats]
    facts = facts_of(settings.game)
    seats = [
        replace(seat, level=facts.usual_level) if seat.level and seat.level not in facts.levels else seat
        for seat in [*kept, *[Seat()] * (settings.seats - len(kept))]
    ]
    for person in waiting:
        if (number := find_seat(seats)) is not None:
            seats[number] = Seat(person=person, name=table.people[person])
    return seats
