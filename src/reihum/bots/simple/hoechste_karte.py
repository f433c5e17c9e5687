"""The bot for Die höchste Karte gewinnt: saves the high cards until more is at stake."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from reihum.bots.bot import Bot, offered
from reihum.engine import View
from reihum.engine.views import Pile

T = TypeVar("T")


class SaverBot(Bot):
    """Plays its highest card when cards are waiting for a winner, else any of its lower half."""

    def choose(self, view: View) -> str:
        """Moves come in the order of their numbers."""
        moves = offered(view)
        waiting = next(zone.pile.count for zone in view.zones if isinstance(zone, Pile) and zone.name == "kept")
        return self.randomness.choice(choices(moves, bool(waiting)))


def choices(cards: Sequence[T], waiting: bool) -> Sequence[T]:
    """What a saver chooses from: the highest card when others are waiting for a winner, else the lower half.

    >>> choices("12345", waiting=False), choices("12345", waiting=True)
    ('123', '5')
    """
    return cards[-1:] if waiting else cards[: (len(cards) + 1) // 2]
