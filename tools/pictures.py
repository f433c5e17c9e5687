"""Pictures: `python -m tools.pictures` (or `make docs`) takes docs/pictures/table.svg at a real table of the command.

A sensible bot answers for the person, so the position is one that really came up; the screen is drawn by the command.
"""

from __future__ import annotations

import io
import sys
from functools import cached_property
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from reihum.bots import Bot, seat_bots
from reihum.cli.players import Players
from reihum.cli.prompts import Quit
from reihum.cli.screen import Screen
from reihum.cli.session import Session
from reihum.matches import Recorder, match

FILE = Path(__file__).parent.parent / "docs" / "pictures" / "table.svg"
GAME, SEED, TURNS = "classic", "picture 10", 6
WIDTH, HEIGHT = 80, 30

BACKGROUND, FOREGROUND = "#22303a", "#f3ede1"
COLOURS = "#22303a #e4635f #4cb881 #f4b400 #5f9be0 #c58af0 #5fc3cf #f3ede1".split()
"""Black, red, green, yellow, blue, magenta, cyan, white: the card colours, lighter where a dark screen needs it."""

FRAME = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">
<title>A table of reihum in the terminal</title>
<style>
.{unique_id}-matrix {{
  font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width;
}}
.{unique_id}-title {{ font-family: system-ui, sans-serif; font-size: 18px; font-weight: bold; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""An SVG of a terminal without an external font, so that it makes no requests."""


class Camera(Screen):
    """A screen that keeps what it shows. ``person`` answers a number of times, then the session ends."""

    def __init__(self, turns: int) -> None:
        super().__init__("en")
        self._turns = turns
        self.session: Session | None = None
        self.person: Bot | None = None

    @cached_property
    def out(self) -> Console:
        """A console that records."""
        return Console(
            file=io.StringIO(),
            record=True,
            force_terminal=True,
            color_system="truecolor",
            width=WIDTH,
            height=HEIGHT,
            highlight=False,
            markup=False,
            emoji=False,
        )

    def ask(self, prompt: str) -> str | None:
        """The person's answer; None when it is time for the picture."""
        self.out.print(prompt)
        self._turns -= 1
        if self._turns < 0 or self.session is None or self.person is None:
            return None
        self.out.export_text(clear=True)
        self._printed_lines = 0
        return self.person.choose(self.session.view)


def table() -> str:
    """The picture: a table of four after a number of the person's turns."""
    camera = Camera(TURNS)
    recorder = Recorder(match(GAME, 4, seed=SEED))
    names = ("Paul", *camera.text("cli.play.names").split()[:3])
    camera.session = Session(camera, recorder, Players(0, ("sensible",) * 4, names), SEED.encode(), lambda: None)
    camera.person = seat_bots(recorder.match.game, ["sensible"] * recorder.match.game.seats, SEED.encode())[0]
    try:
        camera.session.run()
    except Quit:
        return export_svg(camera.out, f"reihum play {GAME}", "table")
    raise SystemExit("the game was over before the picture was taken")


def export_svg(console: Console, title: str, name: str) -> str:
    """What a console has recorded, as a drawing without external fonts."""
    colours = [_rgb(colour) for colour in COLOURS]
    theme = TerminalTheme(_rgb(BACKGROUND), _rgb(FOREGROUND), colours, colours)
    svg = console.export_svg(title=title, theme=theme, code_format=FRAME, unique_id=name)
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


def _rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def main() -> int:
    """Write the picture if it has changed."""
    picture = table()
    if not FILE.exists() or FILE.read_text(encoding="utf-8") != picture:
        FILE.parent.mkdir(parents=True, exist_ok=True)
        FILE.write_text(picture, encoding="utf-8")
        print(FILE.relative_to(FILE.parent.parent.parent))
    return 0


if __name__ == "__main__":
    sys.exit(main())
