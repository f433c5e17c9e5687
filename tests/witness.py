"""What a seat can see from outside: the cards it is shown, the moves it is refused, how a round ended."""

from __future__ import annotations

import re

import msgspec
import pytest

import reihum
from scenario import texts

FACE = re.compile(r"(?<![A-Za-z0-9])[RYGB](?:1[0-9]|20|[1-9])(?![A-Za-z0-9])")


def faces(value: object) -> set[str]:
    """Every number card named anywhere in a view or in a list of events."""
    return set(FACE.findall(msgspec.json.encode(value).decode()))


def shown(state: reihum.State, seat: int | None) -> set[str]:
    """Every number card named in all that a seat (None: a spectator) receives about this position."""
    return faces([state.view(seat), state.events(seat)])


def refused(state: reihum.State, seat: int | None, *moves: str) -> None:
    """None of these moves is offered to a seat (None: the table), and each of them is refused with a code."""
    for move in moves:
        assert seat is None or move not in texts(state, seat), f"{move} is offered to seat {seat}"
        with pytest.raises(reihum.IllegalMove) as refusal:
            state.play(seat, move)
        assert refusal.value.code


def finished(state: reihum.State) -> reihum.Outcome:
    """The outcome of a round that is over; after the end no seat acts and no move is legal (§0)."""
    assert state.outcome is not None, "the round goes on"
    assert tuple(state.to_act) == ()
    for seat in range(len(state.view(None).players)):
        assert texts(state, seat) == set()
    return state.outcome


def ended(state: reihum.State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Points and places of a round that is over."""
    outcome = finished(state)
    return tuple(outcome.points), tuple(outcome.places)


def hand_sizes(state: reihum.State) -> tuple[int, ...]:
    """The number of cards of every player, as anybody may see it."""
    return tuple(int(player.cards) for player in state.view(None).players)


def starters(game: str, seats: int, deck: str, seeds: int = 40) -> set[tuple[int, ...]]:
    """Who begins when the option `first` is left to the lot, over some seeds, with the same stacked deck."""
    drawn = reihum.game(game, seats=seats, first="random")
    return {tuple(drawn.deal(deck=deck, seed=f"lot {n}").to_act) for n in range(seeds)}


def hand_of(state: reihum.State, seat: int) -> tuple[str, ...]:
    """The cards of a hand, as their owner sees them."""
    (hand,) = (zone for zone in state.view(seat).zones if zone.name == f"hand.{seat}")
    return tuple(getattr(hand, "cards"))  # noqa: B009 – not every zone has cards, this one has
