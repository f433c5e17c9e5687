"""The bot for Die höchste Karte gewinnt: saves the high cards until more is at stake."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from reihum.bots.bot import Bot, offered
from reihum.engine import View
from reihum.engine.views import Pile

T = TypeVar("T")

HIGHEST = 3


class SaverBot(Bot):
    """Plays one of its highest cards when cards are waiting for a winner, otherwise any of its lower half."""

    def choose(self, view: View) -> str:
        """A random one of the saver's cards. Moves come in the order of their numbers."""
        moves = offered(view)
        waiting = next(zone.pile.count for zone in view.zones if isinstance(zone, Pile) and zone.name == "kept")
        return self.randomness.choice(saver_cards(moves, bool(waiting)))


def saver_cards(cards: Sequence[T], waiting: bool) -> Sequence[T]:
    """The cards that a saver chooses from: the three highest when cards are waiting for a winner (always the same one
    would tie again and again), otherwise the lower half.

    >>> saver_cards("12345", waiting=False), saver_cards("12345", waiting=True)
    ('123', '345')
    """
    return cards[-HIGHEST:] if waiting else cards[: (len(cards) + 1) // 2]
