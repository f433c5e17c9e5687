"""The next table of the same people: its settings, and who sits where."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from reihum.errors import BadOption
from reihum.games.registry import facts_of
from reihum.tables.commands import Rematch
from reihum.tables.seats import Seat, find_seat
from reihum.tables.settings import Settings
from reihum.tables.table import Table


def choose_settings(table: Table, command: Rematch, waiting: int) -> Settings:
    """The settings of a rematch: the same, unless another game is named; a circle looks again who is the youngest
    player. There is a seat for each person at the table, for each of those who wait, and for each bot that somebody has
    chosen, if the game has that many; an option that another game needs for this number must be named."""
    settings = table.settings.without_first() if table.settings.circle else table.settings
    facts = facts_of(command.game or settings.game)
    players = waiting + sum(bool(seat.person or seat.chosen) for seat in table.seats)
    seats = min(max(settings.seats, players, facts.seats[0]), facts.seats[-1])
    if not command.game:
        return _add_seats(settings, seats)
    match = {"rounds": command.rounds, "until": command.until, "youngest": False}
    wanted = replace(settings, game=command.game, seats=seats, options=command.options, **match)
    wanted.check()
    return wanted


def _add_seats(settings: Settings, seats: int) -> Settings:
    """The settings with more seats; unchanged if an option holds only for the old number."""
    wanted = replace(settings, seats=seats)
    try:
        wanted.check()
    except BadOption:
        return settings
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
