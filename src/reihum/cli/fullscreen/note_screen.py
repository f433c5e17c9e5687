"""The screen of a session on the full screen: what it says goes to the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reihum.cli.fullscreen.dialogue import Front
from reihum.cli.screen import Screen

if TYPE_CHECKING:
    from rich.console import RenderableType


class NoteScreen(Screen):
    """Adds everything that a session says to the log of the full screen."""

    def __init__(self, screen: Screen, front: Front) -> None:
        super().__init__(screen.texts.language)
        self._front = front

    def print(self, *things: RenderableType) -> None:
        """Add lines to the log."""
        for thing in things:
            self._front.add_note(str(thing))

    def say(self, key: str, /, style: str = "", *, whole: bool = False, **values: Any) -> None:
        """Add a text in the reader's language to the log."""
        self._front.add_note(self.text(key, **values))
