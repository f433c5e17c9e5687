"""What the full screen needs of a match: against bots here, or at a table on a server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from reihum.bots.review.decisions import Advice
from reihum.cli.fullscreen.dialogue import Dialogue, Front, Wait
from reihum.cli.fullscreen.pace import Pace
from reihum.engine import Game
from reihum.errors import ReihumError
from reihum.messages import Message
from reihum.texts import Texts

T = TypeVar("T")


class Preferences:
    """What the person can change at any time: the pace, and whether moves without a choice wait for a key."""

    def __init__(self) -> None:
        self.pace = Pace.NORMAL
        self.is_manual = False


class ScreenSession(Protocol):
    """A match that is played in a thread of its own."""

    @property
    def texts(self) -> Texts:
        """The reader's language, with the names of the players."""
        ...

    @property
    def game(self) -> Game:
        """The game."""
        ...

    @property
    def pace_word(self) -> str:
        """How fast the others play; empty if the pace has no word."""
        ...

    def change_pace(self, pace: Pace) -> None:
        """Let the others play faster or slower."""
        ...

    def why_not(self, card_or_move: str) -> Message | None:
        """The reason why a card or a move is not playable now; None if it is. A server takes time to tell."""
        ...

    def find_hint(self) -> Advice:
        """What an expert would do now, and why. It takes time."""
        ...

    def connect(self, front: Front, wait: Wait, preferences: Preferences) -> Dialogue:
        """Connect the session with the screen that shows it."""
        ...

    def play_rounds(self) -> None:
        """Play until the end, in the thread of the match."""
        ...


def find_or_refuse(find: Callable[[], T]) -> T | Message:
    """What is found, or the message that says why nothing is."""
    try:
        return find()
    except ReihumError as error:
        return error.message
