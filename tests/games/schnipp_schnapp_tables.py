"""Schnipp Schnapp on the table: stacked piles, cards turned up, what lies open."""

from __future__ import annotations

from typing import Any

import reihum
from fillings import filled
from reihum.engine.views import Pile
from scenario import deal, play
from witness import faces

SIZES = {2: (40, 40), 3: (27, 27, 26), 4: (20,) * 4, 5: (16,) * 5, 6: (14, 14, 13, 13, 13, 13)}
PILES = ("R17 R19 Y17 Y18", "R18 Y20 G17 B19", "G20 G19 R20 G18", "B17 B18 Y19 B20")


def schnipp(*piles: str, seed: str | None = None, **options: Any) -> reihum.State:
    """Deal the face-down piles named, top first; complete quartets, laid aside at once, fill up the hands."""
    seats = len(piles)
    return deal("schnipp-schnapp", seats=seats, deck=filled(SIZES[seats], piles), seed=seed, **options)


def turns(state: reihum.State, count: int) -> reihum.State:
    """The next cards are turned up, and nobody calls."""
    for _ in range(count):
        (seat,) = state.to_act
        state = state.play(seat, "turn")
    return state


def turned_by(state: reihum.State, seat: int, count: int) -> list[str]:
    """What a seat turns up next, card by card, while all go on and nobody calls."""
    shown: list[str] = []
    while len(shown) < count:
        (actor,) = state.to_act
        state = state.play(actor, "turn")
        if actor == seat:
            (card,) = faces(state.events(None))
            shown.append(card)
    return shown


def tops(state: reihum.State) -> set[str]:
    """The cards that lie face up on the open piles and in the middle now; quartets lie elsewhere."""
    return {zone.pile.top for zone in state.view(None).zones if isinstance(zone, Pile) and zone.pile.top}


MIDDLE = ("R17 G20 Y17 Y18", "R18 Y20 G17 B19", "R19 G19 R20 G18", "B17 B18 Y19 B20")


def middle() -> reihum.State:
    """Seat 0 has put R17 into the middle by a mistake; seat 3 has turned up B17."""
    return turns(play(turns(schnipp(*MIDDLE), 1), "0 schnapp"), 3)
