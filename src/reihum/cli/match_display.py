"""A match on the screen: what has happened since the reader last looked, then the table."""

from __future__ import annotations

from rich.console import RenderableType
from rich.rule import Rule

from reihum.cli.card_symbols import paint
from reihum.cli.event_log import EventLog
from reihum.cli.labels import draw_menu
from reihum.cli.menu import make_menu
from reihum.cli.scores import describe_round_end, describe_standings, draw_scores
from reihum.cli.screen import Screen
from reihum.cli.table import count_lines, draw_table
from reihum.engine import View
from reihum.games import GAMES
from reihum.matches import MatchView
from reihum.texts import Texts

OTHER_LINES = 4
"""Lines for the title, the question, the calls and the answer."""


class MatchDisplay:
    """Shows a match to one reader. ``log`` collects what has happened."""

    def __init__(self, screen: Screen, texts: Texts, family: str) -> None:
        self.log = EventLog(family)
        self._screen = screen
        self._texts = texts

    def show(self, seen: MatchView) -> None:
        """Print what has happened, and the table."""
        self._texts.you = seen.view.seat
        title = self._texts.text(f"{seen.view.game}.name")
        if seen.rounds != 1:
            title = self._texts.text("cli.play.title", name=title, round=seen.round + 1)
        self._screen.print(Rule(title, style="dim"))
        lines = self._draw(seen.view)
        self.print_events()
        self._screen.print(*lines)

    def print_events(self) -> None:
        """Print what has happened, in sentences."""
        for sentence in self.log.lines(self._texts):
            self._screen.print(paint(sentence))
        self.log.clear()

    def prompt(self, view: View) -> None:
        """Print what the reader is asked for."""
        self._screen.print(paint(self._texts.message(view.prompt), style="bold"))

    def show_result(self, seen: MatchView) -> None:
        """Show how the round ended, and the match if it is over."""
        self.show(seen)
        self._screen.print(*describe_round_end(seen.view, self._texts))
        self._screen.print(draw_scores(seen, self._texts))
        if seen.outcome is not None:
            self._screen.print(*describe_standings(seen.outcome, self._texts, GAMES[seen.view.game].texts))

    def _draw(self, view: View) -> list[RenderableType]:
        """Draw the table; use fewer lines if it would not fit on the screen with the lines above and below it."""
        out, family = self._screen.out, GAMES[view.game].texts
        lines = list(draw_table(view, self._texts, out.width, self.log.new_cards))
        asked = list(draw_menu(make_menu(view.moves), family, self._texts, out.width))
        told = sum(line.count("\n") + 1 for line in self.log.lines(self._texts))
        around = OTHER_LINES + told + len(asked)
        if count_lines(view, lines) + around <= out.height:
            return lines
        return list(draw_table(view, self._texts, out.width, self.log.new_cards, brief=True))
