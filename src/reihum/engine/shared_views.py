"""The views of several seats at once: what all who wait see alike is made once."""

from __future__ import annotations

from collections.abc import Iterable

from reihum.engine.contract import State, _mark
from reihum.engine.views import View, Zone


def share_views(state: State, seats: Iterable[int | None]) -> dict[int | None, View]:
    """The views of seats, each equal to ``state.view(seat)``. They share parts with each other and with the state, so
    nobody may change them."""
    waits_alike = (
        state.outcome is None
        and type(state).players_seen is State.players_seen
        and all(event.to is None for event in state.last)
    )
    if not waits_alike:
        return {seat: state.view(seat) for seat in seats}
    acting, shown, players = state.to_act, state.events(None), tuple(state.players())
    prompt = state._prompt(None)  # noqa: SLF001
    targets = {event.target for event in shown if event.cards}
    known: dict[str, tuple[Zone, Zone]] = {}

    def mark(zone: Zone) -> Zone:
        """The zone with marks for what has just come to it."""
        if zone.name not in targets:
            return zone
        found = known.get(zone.name)
        if found is None or found[0] is not zone:
            found = known[zone.name] = zone, _mark((zone,), (), shown)[0]
        return found[1]

    def wait(seat: int | None) -> View:
        zones = tuple([mark(zone) for zone in state.zones(seat)])
        return View(state.game.id, seat, prompt, players, zones, (), state.game.grammar.calls)

    return {seat: state.view(seat) if seat in acting else wait(seat) for seat in seats}
