"""``reihum replay``: a record, move by move."""

from __future__ import annotations

from rich.text import Text

from reihum.cli.arguments import ReplayArguments
from reihum.cli.card_symbols import SymbolTexts, paint
from reihum.cli.files import read_record
from reihum.cli.players import check_seat
from reihum.cli.scores import describe_round_end, describe_standings, draw_scores
from reihum.cli.screen import Screen
from reihum.cli.table import draw_table
from reihum.engine import State
from reihum.engine.open_views import open_events, open_view
from reihum.matches import Match, Step, replay
from reihum.matches.records import DealLine, MoveLine, RoundLine


def show_replay(screen: Screen, arguments: ReplayArguments) -> None:
    """Show a record."""
    RecordReplay(screen, arguments).show(read_record(arguments.file))


class RecordReplay:
    """Shows a record move by move."""

    def __init__(self, screen: Screen, arguments: ReplayArguments) -> None:
        self._screen = screen
        self._arguments = arguments
        self._texts = SymbolTexts(screen.texts.language)

    def show(self, text: str) -> None:
        """Print every move, and the table after each move (``--step``) or at the end."""
        number = 0
        last: Match | None = None
        for step in replay(text):
            self._check_seat(step.match.state)
            last = step.match
            if isinstance(step.line, DealLine):
                self._dealt(step)
            elif isinstance(step.line, MoveLine):
                number += 1
                if number >= self._arguments.start and not self._move(number, step, step.line):
                    return
            elif isinstance(step.line, RoundLine):
                self._ended(step)
        if last is not None and not self._arguments.step:
            self._table(last.state)
        if last is not None and last.outcome is not None:
            self._screen.print(*describe_standings(last.outcome, self._texts, last.game.facts.texts))

    def _check_seat(self, state: State) -> None:
        if self._arguments.seat is not None:
            check_seat(state.game, self._arguments.seat)

    def _dealt(self, step: Step) -> None:
        game = step.match.game
        name = self._texts.text(f"{game.id}.name")
        self._screen.say("cli.replay.round", round=step.match.round + 1, name=name, style="bold")
        if self._arguments.step and self._arguments.start <= 1:
            self._table(step.match.state)

    def _move(self, number: int, step: Step, line: MoveLine) -> bool:
        """Print one move; return False if the reader quits."""
        state = step.match.state
        shown = open_events(state) if self._arguments.open else state.events(self._arguments.seat)
        family = state.game.facts.texts
        sentences = " ".join(self._texts.message(event.message(family)) for event in shown)
        who = "–" if line.seat is None else str(line.seat + 1)
        head = f"{number:>4}  {who}  {line.move:<12} "
        self._screen.print(Text().append(head, style="cyan").append_text(paint(sentences)))
        if not self._arguments.step:
            return True
        self._table(state)
        return not self._screen.is_interactive or self._goes_on()

    def _goes_on(self) -> bool:
        answer = self._screen.ask(self._texts.text("cli.replay.enter"))
        return answer is not None and answer.strip().casefold() not in self._texts.text("cli.word.quit").split()

    def _ended(self, step: Step) -> None:
        if step.match.state.outcome is None:
            self._screen.say("cli.replay.broken-off", style="yellow")
            return
        seen = step.match.view(None)
        self._screen.print(*describe_round_end(seen.view, self._texts))
        self._screen.print(draw_scores(seen, self._texts))

    def _table(self, state: State) -> None:
        view = open_view(state) if self._arguments.open else state.view(self._arguments.seat)
        self._screen.print(*draw_table(view, self._texts, self._screen.out.width), "")
