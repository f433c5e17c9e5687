"""A bot: a player at one seat that sees only its views and the events shown to it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from reihum.cards import Card, Randomness
from reihum.engine import Game, Shown, View
from reihum.engine.views import Hand


class Call(Struct, frozen=True):
    """A word to call, and the reaction time after which the bot calls it."""

    word: str
    delay_ms: int


class Bot:
    """A player at one seat. Subclasses override ``choose``, ``see`` if they remember things, and ``call`` if they call.

    ``game`` and ``seat`` say where it sits. A bot that takes its random choices from ``randomness`` plays the same
    round again for the same seed.

    >>> from reihum import game, play_round
    >>> class First(Bot):
    ...     def choose(self, view):
    ...         return offered(view)[0]
    >>> *_, (seat, move, state) = play_round(game("classic", seats=3).deal(seed="docs"), [First, "sensible", "eager"])
    >>> state.outcome.winners
    (1,)
    """

    name: str = ""
    """The name by which it was seated, for errors."""

    def __init__(self, game: Game, seat: int, randomness: Randomness) -> None:
        self.game = game
        self.seat = seat
        self.randomness = randomness

    def see(self, shown: Sequence[Shown]) -> None:
        """Learn what a move, of this player or another, has just shown to this seat."""

    def choose(self, view: View) -> str:
        """The text of a move: one of those that the view offers."""
        raise NotImplementedError

    def call(self, view: View) -> Call | None:
        """A word to call now, out of turn, after a human reaction time. None to keep quiet."""
        return None


def offered(view: View) -> list[str]:
    """Every move that the view offers, as text. If only calls are awaited from the player, the words to call.

    >>> from reihum import game
    >>> offered(game("classic", seats=3).deal(seed="docs").view(0))
    ['lay R11']
    """
    return [text for form in view.moves for text in form.texts()] or list(view.calls)


def own_hand(view: View) -> tuple[Card, ...]:
    """The cards in the hand of the view's player."""
    return next(zone.cards for zone in view.zones if isinstance(zone, Hand) and zone.owner == view.seat)
