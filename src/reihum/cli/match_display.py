"""A match on the screen: what has happened since the reader last looked, then the table. It never takes more lines than
the terminal has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from reihum.cli.card_symbols import paint
from reihum.cli.event_log import EventLog, Paragraph
from reihum.cli.labels import draw_calls, draw_menu
from reihum.cli.menu import make_menu
from reihum.cli.scores import describe_round_end, describe_standings, draw_scores
from reihum.cli.screen import Screen
from reihum.cli.table import Brevity, draw_open_cards, draw_table
from reihum.cli.zones import wrap_parts
from reihum.engine import View
from reihum.engine.views import Grid
from reihum.games import GAMES
from reihum.matches import MatchView
from reihum.texts import Texts

LOG_LINES = 5
"""The lines that tell what has happened; the command “log” shows the rest."""

SHEET_ROUNDS = 3
"""The rounds whose points are shown after a round; the command “score” shows all."""

ANSWER_LINES = 1
"""The line in which the reader types."""

END_LINES = 2
"""What the command says when a match is over, and the prompt of the shell."""

LEVELS: tuple[tuple[Brevity, int], ...] = (
    ("full", LOG_LINES),
    ("hands", LOG_LINES),
    ("players", LOG_LINES),
    ("players", 3),
    ("players", 2),
    ("players", 1),
    ("cards", 1),
    ("cards", 0),
)
"""How short the table is and how many lines tell what has happened, the longest first."""


class MatchDisplay:
    """Shows a match to one reader. ``log`` collects what has happened."""

    def __init__(self, screen: Screen, texts: Texts, family: str) -> None:
        self.log = EventLog(family)
        self._screen = screen
        self._texts = texts

    def show(self, seen: MatchView) -> None:
        """Print what has happened, and the table; leave room for the question."""
        self._texts.you = seen.view.seat
        self._print_above(seen, self._draw_question(seen.view))

    def print_events(self) -> None:
        """Print what has happened, in sentences."""
        if told := self._draw_log(LOG_LINES):
            self._screen.print(*told)
        self.log.clear()

    def show_open_cards(self, seen: MatchView) -> None:
        """Print what has happened and which cards lie open, in a few lines: a call may be due."""
        self._texts.you = seen.view.seat
        self.print_events()
        self._screen.print(*draw_open_cards(seen.view, self._texts, self._screen.out.width))

    def prompt(self, view: View) -> None:
        """Print what the reader is asked for, and the moves there are."""
        self._screen.print(*self._draw_question(view))

    def show_result(self, seen: MatchView) -> None:
        """Show how the round ended, the points of the last rounds, and the places if the match is over."""
        self._texts.you = seen.view.seat
        end: list[RenderableType] = list(describe_round_end(seen.view, self._texts))
        if seen.outcome is None:
            end.append(draw_scores(seen, self._texts, SHEET_ROUNDS))
        else:
            places = list(describe_standings(seen.outcome, self._texts, GAMES[seen.view.game].texts))
            end += wrap_parts(Text(), places, self._screen.out.width)
            if len(seen.sheet) > 1:
                end.append(draw_scores(seen, self._texts, SHEET_ROUNDS))
        self._print_above(seen, end, ANSWER_LINES if seen.outcome is None else END_LINES)
        self._screen.print(*end)

    def _print_above(self, seen: MatchView, below: Sequence[RenderableType], answer_lines: int = ANSWER_LINES) -> None:
        """Print what has happened and the table, as fully as there is room above what is printed next."""
        title = Rule(self._title(seen), style="dim")
        room = self._screen.free_lines - self._screen.count_lines(title, *below) - answer_lines
        told, table = self._fit(seen.view, room)
        self._screen.print(title, *told, *table)
        self.log.clear()

    def _fit(self, view: View, room: int) -> tuple[list[Text], list[RenderableType]]:
        """Draw what has happened and the table, at the first level that leaves nothing over."""
        told: list[Text] = []
        table: list[RenderableType] = []
        for brevity, log_lines in LEVELS:
            table = list(draw_table(view, self._texts, self._screen.out.width, self.log.new_cards, brevity))
            left = room - self._screen.count_lines(*table)
            told = self._draw_log(max(log_lines, left) if _hides_cards(view) else min(log_lines, max(left, 1)))
            if self._screen.count_lines(*told) <= left and left >= min(log_lines, 1):
                break
        return told, table

    def _title(self, seen: MatchView) -> str:
        name = self._texts.text(f"{seen.view.game}.name")
        return name if seen.rounds == 1 else self._texts.text("cli.play.title", name=name, round=seen.round + 1)

    def _draw_question(self, view: View) -> list[Text]:
        """Draw what the reader is asked for, the moves and the calls."""
        family, width = GAMES[view.game].texts, self._screen.out.width
        question = paint(self._texts.message(view.prompt), style="bold")
        calls = [draw_calls(view.calls, family, self._texts)] if view.calls else []
        return [question, *draw_menu(make_menu(view.moves), family, self._texts, width), *calls]

    # --- what has happened ---

    def _draw_log(self, limit: int) -> list[Text]:
        """Draw what has happened: with a box around what was decided, else in sentences, else the most important."""
        if not limit:
            return []
        told = self.log.paragraphs(self._texts)
        if len(told) <= limit:
            whole = (self.log.lines(self._texts), (paragraph.text for paragraph in told))
            for lines in ([paint(line) for line in way] for way in whole):
                if self._screen.count_lines(*lines) <= limit:
                    return lines
        shown: dict[int, Text] = {}
        left = max(limit, 2) - 1  # a line is for the note
        for number in _rank(told)[: limit + 3]:
            line = paint(told[number].text)
            height = self._screen.count_lines(line)
            if height <= left:
                shown[number] = line
                left -= height
        note = self._texts.text("cli.play.left-out", count=len(told) - len(shown))
        return [*(shown[number] for number in sorted(shown)), Text(note, style="dim")]

    def draw_whole_log(self) -> Iterator[Text]:
        """Draw everything that the reader was told last."""
        self.log.clear()
        yield from (paint(paragraph.text) for paragraph in self.log.earlier(self._texts))


def _rank(told: Sequence[Paragraph]) -> list[int]:
    """The paragraphs by importance: the last decision, then what the reader's own move led to, then the newest."""
    decisions = [number for number, paragraph in enumerate(told) if paragraph.decides]
    return list(dict.fromkeys((*decisions[-1:], *range(min(2, len(told))), *reversed(range(len(told))))))


def _hides_cards(view: View) -> bool:
    """Whether cards lie face down on the table: then the reader must remember what others turned up."""
    return any(isinstance(zone, Grid) and "?" in zone.places for zone in view.zones)
