"""What is shown of a table in the terminal: what has happened since the reader last looked, and how it stands."""

from __future__ import annotations

from rich.console import RenderableType
from rich.rule import Rule

from reihum.cli.choices import draw_menu
from reihum.cli.faces import painted
from reihum.cli.log import Log
from reihum.cli.menu import menu
from reihum.cli.scores import round_end, score_sheet, standings
from reihum.cli.screen import Screen
from reihum.cli.table import draw, height
from reihum.engine import View
from reihum.games import GAMES
from reihum.matches import MatchView
from reihum.texts import Texts

RULE_AND_PROMPTS = 4
"""Lines for the title, the question, the calls and the answer."""


class Stage:
    """Draws a match for one reader. ``log`` collects what has happened."""

    def __init__(self, screen: Screen, texts: Texts, family: str) -> None:
        self.log = Log(family)
        self._screen = screen
        self._texts = texts

    def show(self, seen: MatchView) -> None:
        """What has happened, and the table."""
        title = self._texts.text(f"{seen.view.game}.name")
        if seen.rounds != 1:
            title = self._texts.text("cli.play.title", name=title, round=seen.round + 1)
        self._screen.print(Rule(title, style="dim"))
        lines = self._drawn(seen.view)
        self.tell()
        self._screen.print(*lines)

    def tell(self) -> None:
        """What has happened, in sentences."""
        for sentence in self.log.lines(self._texts):
            self._screen.print(painted(sentence))
        self.log.clear()

    def prompt(self, view: View) -> None:
        """What the reader is asked for."""
        self._screen.print(painted(self._texts.message(view.prompt), style="bold"))

    def finish(self, seen: MatchView) -> None:
        """How a round, and perhaps the match, has ended."""
        self.show(seen)
        self._screen.print(*round_end(seen.view, self._texts))
        self._screen.print(score_sheet(seen, self._texts))
        if seen.outcome is not None:
            self._screen.print(*standings(seen.outcome, self._texts, GAMES[seen.view.game].texts))

    def _drawn(self, view: View) -> list[RenderableType]:
        """The table, briefly if it would not fit the screen with what is told above and asked below it."""
        out, family = self._screen.out, GAMES[view.game].texts
        lines = list(draw(view, self._texts, out.width, self.log.new))
        asked = list(draw_menu(menu(view.moves), family, self._texts, out.width))
        around = RULE_AND_PROMPTS + len(list(self.log.lines(self._texts))) + len(asked)
        if height(view, lines) + around <= out.height:
            return lines
        return list(draw(view, self._texts, out.width, self.log.new, brief=True))
