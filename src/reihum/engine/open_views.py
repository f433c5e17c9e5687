"""Everything face up, for looking back at a round: never for one that still runs."""

from __future__ import annotations

from msgspec.structs import replace

from reihum.engine.contract import State
from reihum.engine.events import Shown
from reihum.engine.views import View


def open_view(state: State) -> View:
    """The table with each player's zones as that player sees them."""
    spectator = state.view(None)
    zones = {zone.name: zone for zone in spectator.zones}
    for seat in range(state.game.seats):
        zones |= {zone.name: zone for zone in state.view(seat).zones if zone.owner == seat or zone.name not in zones}
    return replace(spectator, zones=tuple(replace(zone, marks={}) for zone in zones.values()))


def open_events(state: State) -> tuple[Shown, ...]:
    """What the last move showed, each event as the player sees it who made it."""
    return tuple(event.show_to(event.seat) for event in state.last)
