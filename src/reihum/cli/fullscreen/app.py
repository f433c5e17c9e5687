"""The app: it draws what the controller shows, and gives it keys and clicks. The match is played in a thread."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from contextvars import copy_context
from typing import Any, ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.driver import Driver
from textual.events import Click, Key, MouseScrollDown, MouseScrollUp, Resize
from textual.widget import Widget

from reihum.cli.fullscreen.controller import Controller
from reihum.cli.fullscreen.dialogue import ScreenQuestion, Wait, wait_in_real_time
from reihum.cli.fullscreen.driver import guard, is_terminal_gone
from reihum.cli.fullscreen.frame import MIN_HEIGHT, MIN_WIDTH
from reihum.cli.fullscreen.screen_session import ScreenSession
from reihum.cli.signals import SIGNALS, SignalReceived
from reihum.engine import Shown
from reihum.matches import MatchView

HANGUP_CHECK_SECONDS = 2


class Canvas(Widget):
    """The one widget: the lines of the controller's frame."""

    DEFAULT_CSS = "Canvas { width: 100%; height: 100%; }"

    def __init__(self, controller: Controller) -> None:
        super().__init__()
        self._controller = controller

    def render(self) -> Text:
        """Draw the frame."""
        width, height = self.size
        if width < MIN_WIDTH or height < MIN_HEIGHT:
            return Text(self._controller.texts.text("cli.screen.too-small", width=MIN_WIDTH, height=MIN_HEIGHT))
        return Text("\n", no_wrap=True).join(self._controller.compose(width, height).lines)


class ThreadFront:
    """Passes what the playing thread says to the controller, in the app's thread."""

    def __init__(self, app: TableApp) -> None:
        self._app = app

    def _tell(self, tell: Callable[..., None], *values: object) -> None:
        self._app.run_here(self._app.tell, tell, *values)

    def show_match(self, seen: MatchView, shown: tuple[Shown, ...]) -> None:
        """Show a position and what led to it."""
        self._tell(self._app.controller.show_match, seen, shown)

    def show_moment(self, shown: Shown | None) -> None:
        """Show what was decided, large; None: the table again."""
        self._tell(self._app.controller.show_moment, shown)

    def show_result(self, seen: MatchView) -> None:
        """Show how the round ended."""
        self._tell(self._app.controller.show_result, seen)

    def show_sheet(self, things: Sequence[RenderableType]) -> None:
        """Show lines instead of a table."""
        self._tell(self._app.controller.show_sheet, things)

    def open_question(self, question: ScreenQuestion | None) -> None:
        """Let the person answer; None: there is nothing to answer."""
        self._tell(self._app.controller.open_question, question)

    def add_note(self, text: str) -> None:
        """Add a line to the log."""
        self._tell(self._app.controller.add_note, text)

    def clear_log(self) -> None:
        """A new round begins."""
        self._tell(self._app.controller.clear_log)


class TableApp(App[None]):
    """Shows one session. ``clock`` gives seconds; tests pass their own, and their own way to ``wait``."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(
        self,
        session: ScreenSession,
        clock: Callable[[], float] = time.monotonic,
        wait: Wait = wait_in_real_time,
    ) -> None:
        super().__init__(ansi_color=True)
        self.controller = Controller(session, self._run_aside)
        self.error: BaseException | None = None
        self.is_over = False
        self.session = session
        self.drawn_at = 0.0
        self._clock = clock
        self._canvas = Canvas(self.controller)
        self.controller.dialogue = session.connect(ThreadFront(self), wait, self.controller.preferences)

    def compose(self) -> ComposeResult:
        """The canvas fills the screen."""
        yield self._canvas

    def on_mount(self) -> None:
        """Start the match. A signal that ends the command first gives the terminal back."""
        self._events, self._context_here = asyncio.get_running_loop(), copy_context()
        for number in SIGNALS:
            with suppress(NotImplementedError, RuntimeError, ValueError):  # not on every system, nor in every thread
                self._events.add_signal_handler(number, self._end, SignalReceived(number))
        threading.Thread(target=self._play, name="reihum-match", daemon=True).start()
        if not self.is_headless:
            self.set_interval(HANGUP_CHECK_SECONDS, self.check_terminal)

    def get_driver_class(self) -> type[Driver]:
        """The driver of this platform, which leaves a terminal alone that is gone."""
        return guard(super().get_driver_class())

    def check_terminal(self) -> None:
        """End if the terminal is gone."""
        if is_terminal_gone():
            self._end(SignalReceived(signal.SIGHUP))

    def _play(self) -> None:
        """Play the match in its thread, and close the app."""
        error: BaseException | None = None
        try:
            self.session.play_rounds()
        except BaseException as raised:  # raised again where the app was started
            error = raised
        with suppress(RuntimeError):  # a signal has closed the app already
            self.run_here(self._end, error)

    def run_here(self, call: Callable[..., None], *values: object) -> None:
        """Let the app's thread call something, and wait for it. Raises RuntimeError if the app has ended. (Textual's
        own function then also leaves a coroutine that nobody awaits.)"""
        done: Future[None] = Future()

        def run() -> None:
            try:
                call(*values)
                done.set_result(None)
            except BaseException as error:  # raised again where it is waited for
                done.set_exception(error)

        self._events.call_soon_threadsafe(run, context=self._context_here)
        done.result()

    def _end(self, error: BaseException | None) -> None:
        """Close the app; the first error counts."""
        self.error = self.error or error
        self.is_over = True
        self.exit()

    def tell(self, tell: Callable[..., None], *values: object) -> None:
        """Let the controller change, and draw it. Reactions are measured from then on."""
        tell(*values)
        self.draw()
        self.drawn_at = self._clock()
        self.call_after_refresh(self._mark_drawn)

    def _mark_drawn(self) -> None:
        self.drawn_at = self._clock()

    def draw(self) -> None:
        """Draw the screen again."""
        self._canvas.refresh()

    @property
    def _took_ms(self) -> int:
        return round(1_000 * (self._clock() - self.drawn_at))

    def on_key(self, event: Key) -> None:
        """Give a key to the controller."""
        event.stop()
        event.prevent_default()
        name = event.character if event.character and event.character.isprintable() else event.key
        self.controller.press("space" if name == " " else name.lower(), self._took_ms)
        self.draw()

    def on_click(self, event: Click) -> None:
        """Give a click to the controller."""
        target = self.controller.find_target(event.screen_x, event.screen_y)
        self.controller.click(target, self._took_ms)
        self.draw()

    def on_mouse_scroll_up(self, _: MouseScrollUp) -> None:
        """Turn the log or the sheet back."""
        self.controller.press("pageup")
        self.draw()

    def on_mouse_scroll_down(self, _: MouseScrollDown) -> None:
        """Turn the log or the sheet on."""
        self.controller.press("pagedown")
        self.draw()

    def on_resize(self, _: Resize) -> None:
        """Draw again at the new size."""
        self.draw()

    def _run_aside(self, find: Callable[[], Any], show: Callable[[Any], None]) -> None:
        """Find something in a thread: it takes time. It is shown unless the match has gone on meanwhile."""
        seen = self.controller.seen

        def run() -> None:
            found = find()
            with suppress(RuntimeError):  # the app is closed
                self.run_here(self._show_found, seen, show, found)

        threading.Thread(target=run, name="reihum-search", daemon=True).start()

    def _show_found(self, seen: MatchView | None, show: Callable[[Any], None], found: object) -> None:
        if seen is self.controller.seen:
            show(found)
            self.draw()
