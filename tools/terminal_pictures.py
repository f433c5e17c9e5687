"""The full screen of the terminal as pictures: `python -m tools.terminal_pictures [GAME …] [--to FOLDER]`.

Without a game it draws docs/pictures/terminal.svg, for the README. A sensible bot answers for the person.
"""

from __future__ import annotations

import argparse
import io
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from rich.console import Console

from reihum.bots import Bot, seat_bots
from reihum.cli.fullscreen.controller import Controller
from reihum.cli.fullscreen.dialogue import Answer, Stop
from reihum.cli.fullscreen.fullscreen_session import FullScreenSession
from reihum.cli.game_choice import default_seats
from reihum.cli.players import Players, default_bot
from reihum.cli.prompts import Quit
from reihum.cli.screen import Screen
from reihum.games import GAMES
from reihum.matches import Recorder, match
from tools.pictures import export_svg

FILE = Path(__file__).parent.parent / "docs" / "pictures" / "terminal.svg"
GAME, TURNS, SIZE = "classic", 7, (80, 24)


class Photographer:
    """Plays a number of the person's turns, then takes the picture. Time that is limited is over at once."""

    def __init__(self, session: FullScreenSession, turns: int, size: tuple[int, int]) -> None:
        self._session = session
        self._turns = turns
        self._size = size
        self._picture = ""
        self._controller = Controller(session)
        self._controller.dialogue = session.connect(self._controller, self._wait, self._controller.preferences)
        levels = [default_bot(session.game.facts)] * session.game.seats
        self._person: Bot = seat_bots(session.game, levels, b"picture")[session.seat]

    def take(self) -> str:
        """The picture."""
        with suppress(Quit):
            self._session.play_rounds()
        return self._picture

    def _draw(self) -> str:
        width, height = self._size
        console = Console(
            file=io.StringIO(), record=True, force_terminal=True, color_system="truecolor", width=width, height=height
        )
        for line in self._controller.compose(width, height).lines:
            console.print(line, no_wrap=True, crop=True)
        return export_svg(console, f"reihum play {self._session.game.id}", "terminal")

    def _wait(self, queue: SimpleQueue[Any], seconds: float | None) -> object:
        if seconds is not None:
            raise Empty
        self._turns -= 1
        if self._turns < 0 or not self._session.view.moves:
            self._picture = self._draw()
            self._controller.dialogue.put(Stop())
        else:
            self._controller.dialogue.put(Answer(self._person.choose(self._session.view)))
        return queue.get()


def make_session(game: str, language: str) -> FullScreenSession:
    """A match that is the same each time."""
    screen, facts = Screen(language), GAMES[game]
    seats = default_seats(facts, {})
    names = ("Paul", *screen.text("cli.play.names").split())
    players = Players(0, (default_bot(facts),) * seats, names[:seats])
    return FullScreenSession(screen, Recorder(match(game, seats, seed="picture")), players, b"picture", lambda: None)


def draw_readme() -> str:
    """The picture in the README."""
    return Photographer(make_session(GAME, "en"), TURNS, SIZE).take()


def main() -> None:
    """Draw the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--size", default="80x24")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--to", type=Path, default=FILE.parent)
    chosen = parser.parse_args()
    columns, lines = map(int, chosen.size.split("x"))
    for game in chosen.games or [GAME]:
        file = chosen.to / f"terminal-{game}.svg" if chosen.games else FILE
        photographer = Photographer(make_session(game, chosen.lang), chosen.turns, (columns, lines))
        file.write_text(photographer.take(), encoding="utf-8")
        print(file)


if __name__ == "__main__":
    main()
