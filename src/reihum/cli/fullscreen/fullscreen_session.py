"""A match on the full screen: the same session as line by line, with pauses, moments and keys."""

from __future__ import annotations

from collections.abc import Sequence

from reihum.bots.review.decisions import Advice
from reihum.cli.fullscreen.dialogue import Dialogue, Front, ScreenQuestion, Wait
from reihum.cli.fullscreen.note_screen import NoteScreen
from reihum.cli.fullscreen.pace import Pace
from reihum.cli.fullscreen.screen_session import Preferences
from reihum.cli.menu import find_routine_move
from reihum.cli.session import Session
from reihum.engine import Shown, State
from reihum.matches.verdicts import WINDOW_MS, CallMade, verdict


class FullScreenSession(Session):
    """Plays a match in a thread of its own. ``dialogue`` and ``preferences`` connect it with the app."""

    dialogue: Dialogue
    preferences: Preferences
    fills_terminal = True
    _before: Sequence[State] = ()

    def connect(self, front: Front, wait: Wait, preferences: Preferences) -> Dialogue:
        """Connect the session with the screen that shows it."""
        self.dialogue = Dialogue(front, wait)
        self.preferences = preferences
        self.texts.you = self.seat
        self.shown: list[Shown] = []
        return self.dialogue

    @property
    def pace_word(self) -> str:
        """How fast the others play."""
        return self.preferences.pace.word

    def change_pace(self, pace: Pace) -> None:
        """Let the others play faster or slower."""
        self.preferences.pace = pace

    def run(self, before: Sequence[State] = ()) -> None:
        """Play on the full screen until the match ends or the person quits."""
        from reihum.cli.fullscreen.app import TableApp

        self._before = before
        app, screen = TableApp(self), self.screen
        try:
            app.run()
        finally:
            self.screen = screen
        if app.error is not None:
            raise app.error

    def play_rounds(self) -> None:
        """Play all rounds, in the thread of the match. What the session says goes to the log."""
        self.screen = NoteScreen(self.screen, self.dialogue.front)
        super().run(self._before)

    def find_hint(self) -> Advice:
        """What an expert would do now, and why."""
        from reihum.bots.review.coach import hint

        return hint(self.game, self.seat, self.shown, self.view, self._seed)

    # --- what the person sees ---

    def _begin(self) -> None:
        self.dialogue.front.clear_log()
        super()._begin()
        self.shown = list(self.state.events(self.seat))
        self._show(self.shown)

    def show(self) -> None:
        """Show the table."""
        self.dialogue.front.show_match(self.seen, ())

    def play(self, seat: int | None, move: str, verdict: dict[str, object] | None = None) -> None:
        """Play and record a move, show it, and leave the person time to look."""
        together = self.seat in self.state.to_act and seat != self.seat
        super().play(seat, move, verdict)
        shown = self.state.events(self.seat)
        self.shown += shown
        self._show(shown)
        waits = seat == self.seat or together or self.seat in self.state.to_act or self.game.grammar.calls
        if not waits and self.state.outcome is None:
            self.dialogue.pause(self.preferences.pace.turn_seconds)

    def _show(self, shown: Sequence[Shown]) -> None:
        """Show the table and what has happened; what was decided is shown large."""
        front = self.dialogue.front
        front.show_match(self.seen, tuple(shown))
        for event in shown:
            if event.moment is not None:
                front.show_moment(event)
                self.dialogue.pause(self.preferences.pace.moment_seconds)
        front.show_moment(None)

    def _show_calls(self) -> None:
        """The moments of calls were shown when they were played."""

    def _show_result(self) -> None:
        self.dialogue.front.show_result(self.seen)

    def _finish_round(self) -> None:
        super()._finish_round()
        if self.match.outcome is not None:
            answer = self.dialogue.ask(ScreenQuestion(goes_on=True, prompt=self.texts.text("cli.screen.match-over")))
            self.wants_rematch = answer is not None

    def _wait_for_next_round(self) -> None:
        self.dialogue.ask(ScreenQuestion(goes_on=True, prompt=self.texts.text("cli.screen.round-over")))

    # --- what the person does ---

    def _ask_move(self) -> str:
        while True:
            routine = "" if self.preferences.is_manual else find_routine_move(self.view) or ""
            seconds = self.preferences.pace.routine_seconds if routine else None
            answer = self.dialogue.ask(ScreenQuestion(moves=True, routine=routine), seconds)
            if answer is None:
                return routine
            if answer.text:
                return answer.text

    def _ask_reaction(self, made: Sequence[CallMade]) -> tuple[str, int]:
        """Let the person call until somebody else's call counts, or until the next player goes on."""
        view = self.view
        question = ScreenQuestion(moves=bool(view.moves), calls=view.calls)
        seconds = self._find_limit(made)
        answer = self.dialogue.ask(question, seconds)
        return ("", round(1_000 * (seconds or 0))) if answer is None else (answer.text, answer.took_ms)

    def _find_limit(self, made: Sequence[CallMade]) -> float | None:
        """How many seconds the person has; None: the table waits for the person alone."""
        if made and verdict(self.state, made):
            first_ms = min(call.reaction.elapsed_ms for call in made if call.reaction)
            return (first_ms + WINDOW_MS) / 1_000
        return None if self.view.moves else self.preferences.pace.call_seconds
