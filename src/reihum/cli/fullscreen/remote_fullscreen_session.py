"""A match at a table on a server, on the full screen. The server has the clock and the bots."""

from __future__ import annotations

from concurrent.futures import Future
from contextlib import suppress
from typing import Any

from rich.text import Text

from reihum.bots.review.decisions import Advice
from reihum.cli.fullscreen.dialogue import Dialogue, Front, ScreenQuestion, Wait
from reihum.cli.fullscreen.note_screen import NoteScreen
from reihum.cli.fullscreen.pace import Pace
from reihum.cli.fullscreen.screen_session import Preferences
from reihum.cli.live_screen import QuestionOutdated
from reihum.cli.menu import find_routine_move
from reihum.cli.remote_session import RemoteSession
from reihum.client import Declined
from reihum.engine import Shown
from reihum.errors import ReihumError
from reihum.matches import MatchView
from reihum.tables import commands
from reihum.tables.seats import Takeover
from reihum.tables.updates import Snapshot, Update

CONSENT_KEY = "o"
MAX_MOMENTS = 3
"""If more was decided meanwhile, only the last decisions are shown large."""

PACES = {pace.word: pace for pace in Pace}


class RemoteFullScreenSession(RemoteSession):
    """Plays in a thread of its own, which only ever waits for the queue: there it hears of the table, of the answers to
    its commands, and of the person."""

    dialogue: Dialogue
    preferences: Preferences
    fills_terminal = True

    def connect(self, front: Front, wait: Wait, preferences: Preferences) -> Dialogue:
        """Connect the session with the screen that shows it."""
        self.dialogue = Dialogue(front, wait, self._live.queue)
        self.dialogue.on_event = self._take_event
        self.preferences = preferences
        self._shown: MatchView | None = None
        self._events: list[Shown] = []
        self._moments: list[Shown] = []
        self._shows_moment = False
        return self.dialogue

    def _play_table(self) -> None:
        """Play on the full screen."""
        from reihum.cli.fullscreen.app import TableApp

        app = TableApp(self)
        try:
            app.run()
        finally:
            self.screen = self._live
        if app.error is not None:
            raise app.error

    def play_rounds(self) -> None:
        """Play until the table closes or another one follows, in the thread of the match."""
        self.screen = NoteScreen(self._live, self.dialogue.front)
        super().play_rounds()

    # --- what the person can do at any time ---

    @property
    def pace_word(self) -> str:
        """How fast the bots at the table play."""
        return self.lobby.pace if self.texts.has(f"page.pace.{self.lobby.pace}") else ""

    def change_pace(self, pace: Pace) -> None:
        """Let the bots at the table play faster or slower, for everybody."""
        self.preferences.pace = pace
        self._table.submit(commands.SetPace, pace=pace.word)

    def find_hint(self) -> Advice:
        """What an expert would do now; the server tells it only where all others are bots."""
        hinted = self._table.hint()
        return Advice(hinted.move, hinted.why, hinted.chance, hinted.level)

    # --- what happens at the table ---

    def _take_events(self) -> None:
        self.dialogue.take_events()

    def _take_event(self, event: object) -> None:
        """Show what has happened. A moment stays on the screen unless the person can do something."""
        if isinstance(event, ReihumError):
            raise event
        can_act = self._client.my_turn or (self._shown is not None and self._shown.view.calls)
        if not self._handle_event(event) and (can_act or not self._shows_moment):
            raise QuestionOutdated

    def _handle_event(self, event: object) -> bool:
        if isinstance(event, Future):  # the answer to a command
            return False
        if isinstance(event, Snapshot) and event.view is not None:
            self._show(event.view)
        return super()._handle_event(event)

    def _show_update(self, event: Update) -> None:
        if event.lobby is not None:
            self.preferences.pace = PACES.get(event.lobby.pace, self.preferences.pace)
        self._events += event.shown
        if event.view is not None:
            self._show(event.view)

    def _show(self, seen: MatchView) -> None:
        """Show the table and what led to it."""
        self.texts.you = seen.view.seat
        if self._shown is not None and self._shown.round != seen.round:
            self.dialogue.front.clear_log()
        self.dialogue.front.show_match(seen, tuple(self._events))
        self._moments = [*self._moments, *(event for event in self._events if event.moment)][-MAX_MOMENTS:]
        self._shown, self._events = seen, []

    def _tell_refusal(self, refused: Declined) -> None:
        self.dialogue.front.add_note(self.texts.message(refused.message))

    def _show_result(self) -> None:
        self.dialogue.front.show_result(self.seen)

    def _show_seats(self) -> None:
        """Show who sits where, and the link for the others."""
        name = self.texts.text(f"{self.game.id}.name")
        link = self.texts.text("cli.online.link", link=self._client.address.link)
        self.dialogue.front.show_sheet([Text(name, "bold"), Text(), *self._describe_seats(), Text(), Text(link)])

    # --- what the person does ---

    def _do(self, kind: type[commands.Command], **what: Any) -> None:
        """Give a command. The person can look and quit until the server answers."""
        answer = self._table.submit(kind, **what)
        answer.add_done_callback(self._live.queue.put)
        while not answer.done():
            with suppress(QuestionOutdated):
                self.dialogue.ask(ScreenQuestion())
        answer.result()

    def _continue(self) -> None:
        """Show what was decided, then do what the state of the table asks for."""
        if self._moments:
            self._show_moment(self._moments.pop(0))
        else:
            super()._continue()

    def _show_moment(self, event: Shown) -> None:
        self._shows_moment = True
        self.dialogue.front.show_moment(event)
        try:
            self.dialogue.pause(self.preferences.pace.moment_seconds)
        finally:
            self._shows_moment = False
            self.dialogue.front.show_moment(None)

    def _ask_person(self) -> None:
        """Let the person move or call. A move without a choice is made by itself, once."""
        view = self.seen.view
        by_itself = not (self.preferences.is_manual or view.calls or self.seen is self._asked_about)
        routine = (find_routine_move(view) if by_itself else None) or ""
        question = ScreenQuestion(moves=bool(view.moves), calls=view.calls, routine=routine)
        answer = self.dialogue.ask(question, self.preferences.pace.routine_seconds if routine else None)
        if answer is None:
            self._asked_about = self.seen  # if the server refuses the move, the person is asked
        move = routine if answer is None else answer.text
        if move:
            self._do(commands.MakeMove, move=move)
        elif view.calls and self.lobby.settings.calm:
            self._do(commands.Quiet)

    def _ask_to_go_on(self, key: str) -> None:
        self.dialogue.ask(ScreenQuestion(goes_on=True, prompt=self.texts.text(key)))

    def _ask_start(self) -> None:
        self._ask_to_go_on("cli.screen.start")

    def _ask_next_round(self) -> None:
        self._ask_to_go_on("cli.screen.round-over")

    def _ask_rematch(self) -> None:
        self._ask_to_go_on("cli.screen.match-over")

    def _ask_consent(self, asked: Takeover) -> bool:
        wish = self.texts.text("cli.online.asked", name=asked.name, player=self.texts.player(asked.seat))
        prompt = f"{wish} {self.texts.text('cli.screen.agree', key=CONSENT_KEY)}"
        answer = self.dialogue.ask(ScreenQuestion(goes_on=True, prompt=prompt, keys=CONSENT_KEY))
        return answer is not None and answer.text == CONSENT_KEY

    def _ask_youngest(self) -> int:
        keys = "".join(str(seat + 1) for seat in range(self.game.seats))
        question = ScreenQuestion(prompt=self.texts.text("cli.online.youngest").strip(), keys=keys)
        answer = None
        while answer is None or not answer.text:
            answer = self.dialogue.ask(question)
        return int(answer.text) - 1

    def _wait_for_turn(self) -> None:
        self._wait()

    def _wait(self) -> None:
        """Wait for the others."""
        self.dialogue.ask(ScreenQuestion(prompt="" if self._shown else self.texts.text("cli.screen.not-begun")))
