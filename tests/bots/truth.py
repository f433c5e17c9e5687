"""Rounds of the row games and Master together with the truth about every hidden card, to test guesses against."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from reihum.bots.search.knowledge import CardSlot, Knowledge
from reihum.bots.search.search import TRACKERS
from reihum.bots.search.tracker import Tracker
from reihum.cards import Card
from reihum.engine import Game, State
from reihum.engine.events import Event


class Truth:
    """Which card came into which hand when: what a tracker can only guess."""

    def __init__(self, game: Game, state: State) -> None:
        self.time = 0
        self.got = [[(0, card) for card in _hand(state, seat)] for seat in range(game.seats)]

    def follow(self, events: tuple[Event, ...]) -> None:
        """The events of a move as they happened. Jokers that everybody saw come into a hand are not secret."""
        for event in events:
            self.time += 1
            if event.kind in ("draw", "take3") and event.seat is not None:
                self.got[event.seat] += [(self.time, card) for card in event.cards]

    def slots(self, owner: int) -> list[tuple[int, Card]]:
        """The cards an owner got unseen, in order."""
        return self.got[owner]


class Moment(NamedTuple):
    """A decision in a round: the state, who decides, and what that player knows."""

    state: State
    seat: int
    knowledge: Knowledge
    truth: Truth


def moments(game: Game, dice: random.Random, chance: float = 0.2) -> Iterator[Moment]:
    """Some decisions of a random round. (Random players often lay several cards, draw, block and swap.)"""
    state = game.deal(seed=dice.randbytes(8))
    truth = Truth(game, state)
    trackers: list[Tracker] = [TRACKERS[game.facts.state](game, seat) for seat in range(game.seats)]
    while state.outcome is None:
        seat = state.to_act[0]
        if dice.random() < chance:
            yield Moment(state, seat, trackers[seat].knowledge(state.view(seat)), truth)
        state = state.play(seat, dice.choice(state.legal(seat)))
        truth.follow(state.last)
        for tracker in trackers:
            tracker.observe(state.events(tracker.seat))


def true_cards(moment: Moment) -> list[tuple[CardSlot, Card]]:
    """Every slot of the others with the card that truly came there."""
    found = []
    for owner in moment.state.game.others(moment.seat):
        slots = [slot for slot in moment.knowledge.slots if slot.owner == owner]
        got = moment.truth.slots(owner)
        assert [slot.since for slot in slots] == [since for since, _ in got]
        found += [(slot, card) for slot, (_, card) in zip(slots, got, strict=True)]
    return found


def _hand(state: State, seat: int) -> list[Card]:
    zone = next(zone for zone in state.zones(seat) if zone.name == f"hand.{seat}")
    return list(zone.cards)  # type: ignore[union-attr]  # a hand has cards
